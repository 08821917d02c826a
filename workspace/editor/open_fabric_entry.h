// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/editor/open_fabrics.h"
#include "workspace/editor/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// A policy or topology file: its last valid version applies.
struct OwnFile {
    std::string path;
    std::string valid; ///< text of the last valid version
    bool ever_valid = false;
};

/// What is known about a fabric besides its public part.
struct OpenFabrics::Entry : OpenFabric {
    explicit Entry(const Selection& selection) : session(selection) { }
    std::string key; ///< folder, or the root around the fabrics
    std::vector<std::string> exclude;
    Session session;
    OwnFile own_policy;
    OwnFile own_topology;
    bool own_changed = true;
    bool shares_policy = false; ///< with another fabric
};

/// Whether a path has the file name of a policy or a topology.
[[nodiscard]] bool is_own_name(std::string_view path);

}
