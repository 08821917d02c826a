// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::workspace {

/// The nearest `rocelint.yaml` upward from `path`, or from the folder of the file `path`, to the root; empty
/// if there is none.
[[nodiscard]] std::string find_policy(const std::string& path);

/// The nearest `topology.yaml` upward from the folder of `path` to the root, or empty.
[[nodiscard]] std::string find_topology(const std::string& path);

/// Whether a file with one of our names belongs to another tool: it has that tool's keys at the beginning of
/// lines (`apiVersion` and `kind` of Kubernetes, `name` and `topology` of containerlab) and none of our keys.
/// Such a file never applies.
[[nodiscard]] bool is_of_another_tool(const std::string& path);

/// An absolute path as the user would write it: relative to the working directory if `argument` is relative.
[[nodiscard]] std::string as_written(const std::string& absolute, const std::string& argument);

}
