// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// Prints "uuid", "guid" and "machine" lines, which identify a host. A name or an address does not.
[[nodiscard]] std::string hardware_script();

/// Hardware::serial is the UUID of the board and the smallest GUID of the host's RDMA devices, or the one of
/// them that is known, or else the machine id of the installation.
[[nodiscard]] Hardware read_hardware(std::string_view printed);

}
