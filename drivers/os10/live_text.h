// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::os10 {

/// Turns a port's name of `show interface`, "Ethernet 1/1/1", into the configuration's spelling, "ethernet1/1/1".
[[nodiscard]] std::string port_of(std::string_view name);

/// Reads the line "MAC                  : 14:18:77:15:c3:e8" of `show system`; empty if there is none.
[[nodiscard]] std::string mac_in(std::string_view text);

}
