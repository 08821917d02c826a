// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::workspace {

/// The nearest `rocelint.yaml` from the folder of `path` (or of the file `path`) upward to the root, or empty.
[[nodiscard]] std::string find_policy(const std::string& path);

/// The nearest `topology.yaml` from the folder of `path` upward to the root, or empty.
[[nodiscard]] std::string find_topology(const std::string& path);

/// Whether a file of this name that stands where ours stand is another tool's: it has that tool's marks at the beginning of its lines
/// (`apiVersion` and `kind` of Kubernetes, `name` and `topology` of containerlab) and none of our keys. Such a file is in force nowhere.
[[nodiscard]] bool is_of_another_tool(const std::string& path);

/// An absolute path as the user would write it: relative to the working directory where `argument` is.
[[nodiscard]] std::string as_written(const std::string& absolute, const std::string& argument);

}
