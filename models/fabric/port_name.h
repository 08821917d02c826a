// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// A port name brought to the form in which names are compared: lower case, interface-type words in their shortest
/// form ("Ethernet1/1", "Eth1/1" and "Et1/1" are "et1/1"), blanks removed. A name of another shape is only lowered.
[[nodiscard]] std::string comparable_port_name(std::string_view name);

/// Whether a name can be typed: letters, digits and . _ : / @ - alone, and no dash in front. A shell, a switch's command line
/// or a path would take other characters for more than a name (docs/security.md). Linux permits almost any byte in the name
/// of an interface (dev_valid_name, net/core/dev.c).
[[nodiscard]] bool is_typable(std::string_view name);

}
