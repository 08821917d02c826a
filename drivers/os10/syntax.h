// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::os10 {

/// Reads `show running-configuration`, a template of one, or a pasted transcript.
[[nodiscard]] Tree parse(const Source& source);
/// The name of a hostname line, or empty.
[[nodiscard]] std::string_view identity(const Tree& tree);
/// Whether the file says that it is a whole configuration.
[[nodiscard]] bool is_whole(const Tree& tree);
/// What a port's name says about its kind ("ethernet1/1/1:2", "port-channel5", "vlan10").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// How OS10 spells the type of a port: "Eth" and "Ethernet" are "ethernet". Empty where it has no such type.
[[nodiscard]] std::string_view type_word(std::string_view letters);

}
