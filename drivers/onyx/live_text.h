// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"
#include "drivers/live.h"
#include "models/syntax/tree.h"

namespace rocelint::onyx {

/// Reads the serial number and the MAC address of the JSON of `show version`.
[[nodiscard]] Hardware hardware_of(const Node& version);

/// Reads links, their changes and lost packets of the JSON of `show interfaces ethernet`.
void read_interfaces(const Node& answer, line_cli::PortHealth& health);

}
