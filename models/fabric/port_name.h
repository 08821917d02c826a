// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// A port name brought to the form in which names are compared: lower case, interface-type words in their shortest
/// form ("Ethernet1/1", "Eth1/1" and "Et1/1" are "et1/1"), blanks removed. A name of another shape is only lowered.
[[nodiscard]] std::string comparable_port_name(std::string_view name);

}
