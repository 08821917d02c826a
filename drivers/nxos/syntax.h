// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::nxos {

/// Reads a running-config (also `show running-config all`, and a pasted transcript) or `show lldp neighbors detail`.
[[nodiscard]] Tree parse(const Source& source);
/// The name of a hostname or switchname line, or empty.
[[nodiscard]] std::string_view identity(const Tree& tree);
/// Whether the file says that it is a whole configuration.
[[nodiscard]] bool is_whole(const Tree& tree);
/// A line of a transcript that is no configuration.
[[nodiscard]] bool is_of_terminal(std::string_view line);
/// What a port's name says about its kind ("Ethernet1/1", "port-channel5", "Ethernet1/2.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// How NX-OS spells the type of a port: "eth" and "ethernet" are "Ethernet". Empty where it has no such type.
[[nodiscard]] std::string_view type_word(std::string_view letters);

}
