// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// Prints "uuid", "guid" and "machine" lines: what tells one host from another. A name or an address does not.
[[nodiscard]] std::string hardware_script();

/// Hardware::serial is the UUID of the board with the smallest GUID of the host's RDMA devices, as far as they are told, or else
/// the identity of the installation.
[[nodiscard]] Hardware read_hardware(std::string_view printed);

}
