// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"
#include "drivers/line_cli/live/terminal.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Reads links and lost packets from the text of `show interface`: "NAME is up, line protocol is up", and
/// below the "Input statistics:" and "Output statistics:" lines with "N discarded". `port_of` turns NAME into
/// the port name of the configuration.
void read_interface_text(
    std::string_view text, PortHealth& reader, std::string (*port_of)(std::string_view name));

/// Reads the same from the switch. `uncounted`: what this platform does not count.
[[nodiscard]] Result<Health> read_interface_health(Terminal& terminal,
    const std::vector<std::string>& ports,
    std::string_view uncounted,
    std::string (*port_of)(std::string_view name));

}
