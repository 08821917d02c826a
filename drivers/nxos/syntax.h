// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::nxos {

/// For a line that begins free text, the line that ends it; see IndentGrammar.
[[nodiscard]] std::string_view text_terminator(std::string_view line);
/// Returns the name of a hostname or switchname line, or empty.
[[nodiscard]] std::string_view identity(const Tree& tree);
/// Whether the file says that it is a whole configuration.
[[nodiscard]] bool is_whole(const Tree& tree);
/// Whether a line of a transcript is not configuration.
[[nodiscard]] bool is_of_terminal(std::string_view line);
/// Returns the kind of port that a name stands for ("Ethernet1/1", "port-channel5", "Ethernet1/2.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// Returns the NX-OS spelling of a port type: "eth" and "ethernet" are "Ethernet". Empty if there is no such
/// type.
[[nodiscard]] std::string_view type_word(std::string_view letters);

}
