// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::sonic_cli {

/// Reads `show running-configuration`, also a pasted transcript.
[[nodiscard]] Tree parse(const Source& source);
/// The name of a hostname line, or empty.
[[nodiscard]] std::string_view identity(const Tree& tree);
/// What a port's name says about its kind ("Ethernet0", "Eth1/1/2", "PortChannel10", "Eth1/1.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// How the switch spells the type of a port. Empty where it has no such type.
[[nodiscard]] std::string_view type_word(std::string_view letters);

}
