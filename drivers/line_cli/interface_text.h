// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/health_reader.h"

#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Links and lost packets of what `show interface` prints as text: "NAME is up, line protocol is up", and below "Input statistics:" and
/// "Output statistics:" lines with "N discarded". `port_of` makes the name of a port of the configuration of NAME.
void read_interface_text(
    std::string_view text, HealthReader& reader, std::string (*port_of)(std::string_view name));

}
