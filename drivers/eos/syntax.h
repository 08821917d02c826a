// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::eos {

/// Reads a running-config (also `show running-config all`, and a pasted transcript) or `show lldp neighbors detail`.
[[nodiscard]] Tree parse(const Source& source);

/// A shell or CLI prompt with or without a command: "leaf1#show running-config", "> show version", "me@host:~$".
[[nodiscard]] bool is_prompt(std::string_view line);

/// What an interface header's name part says about the kind of port ("Ethernet1/1", "Port-Channel5.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);

}
