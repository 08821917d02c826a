// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::os10 {

/// Whether a line never opens a block; see IndentGrammar.
[[nodiscard]] bool stands_alone(std::string_view line);
/// Whether the file says that it is a whole configuration.
[[nodiscard]] bool is_whole(const Tree& tree);
/// Returns the kind of port that a name stands for ("ethernet1/1/1:2", "port-channel5", "vlan10").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// Returns the OS10 spelling of a port type: "Eth" and "Ethernet" are "ethernet". Empty if there is no such
/// type.
[[nodiscard]] std::string_view type_word(std::string_view letters);

}
