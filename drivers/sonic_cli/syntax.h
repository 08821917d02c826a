// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::sonic_cli {

/// The kind of a port by its name ("Ethernet0", "Eth1/1/2", "PortChannel10", "Eth1/1.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// How the switch spells a port type. Empty if it has no such type.
[[nodiscard]] std::string_view type_word(std::string_view letters);

}
