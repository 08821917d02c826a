// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"

#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Reads links and lost packets from the text of `show interface`: "NAME is up, line protocol is up", and
/// below the "Input statistics:" and "Output statistics:" lines with "N discarded". `port_of` turns NAME into
/// the port name of the configuration.
void read_interface_text(
    std::string_view text, PortHealth& reader, std::string (*port_of)(std::string_view name));

}
