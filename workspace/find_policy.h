// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::workspace {

/// The nearest `rocelint.yaml` from the folder of `path` (or of the file `path`) upward to the root, or empty.
[[nodiscard]] std::string find_policy(const std::string& path);

/// `topology.yaml` in the folder of `path`, else beside that folder, or empty.
[[nodiscard]] std::string find_topology(const std::string& path);

}
