// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A file read by its content, which must succeed.
[[nodiscard]] Topology imported(std::string_view path, std::string_view text);
/// The message with which reading fails, or an empty text.
[[nodiscard]] std::string import_error(std::string_view path, std::string_view text);
/// The cables in order: "a:1 - b:2", with " 3 m" and " 400G" where they are stated.
[[nodiscard]] std::vector<std::string> cables_of(const Topology& topology);
/// The remarks in order: "line: sentence".
[[nodiscard]] std::vector<std::string> remarks_of(const Topology& topology, std::string_view text);
/// Whether the topology.yaml that is made of the file states the same cables, with lengths and speeds.
[[nodiscard]] bool comes_back(std::string_view path, std::string_view text);

}
