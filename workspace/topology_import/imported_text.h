// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"
#include "models/text/source.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A file of which a topology was read.
struct ImportedFile {
    std::unique_ptr<Source> source;
    Topology topology;
};

/// The statements of several files together.
struct ImportedTopology {
    std::string text; ///< a topology.yaml, each cable with the line that states it
    /// Statements that did not become a cable, and contradictions between files: "path:line:column:
    /// sentence".
    std::vector<std::string> remarks;
};

/// Joins the topologies of files. A cable that several files state is written once. Where two lines lead one
/// port to different ports, both cables stay, so that a check reports them as TOP004, and a remark names both
/// lines. `folder` is where the text will lie: the files of devices are written relative to it.
[[nodiscard]] ImportedTopology join_imported(std::span<const ImportedFile> files, const std::string& folder);

}
