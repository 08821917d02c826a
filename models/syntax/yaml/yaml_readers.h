// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/yaml/yaml_nodes.h"

#include <cstddef>

namespace rocelint {

/// Texts by people up to this size are read with yaml-cpp; larger ones, and those by machines, with libyaml,
/// which is several times faster.
inline constexpr std::size_t max_yaml_cpp_size = std::size_t{1} << 20;

/// Reads the text of `nodes` with yaml-cpp. The author must be a person.
void read_with_yaml_cpp(YamlNodes& nodes);

/// Reads the text of `nodes` with libyaml: its first document, or all of them.
void read_with_libyaml(YamlNodes& nodes);

}
