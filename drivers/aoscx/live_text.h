// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"
#include "drivers/live.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::aoscx {

/// A row of `show checkpoint`.
struct Checkpoint {
    std::string name;
    std::string type; ///< "checkpoint", "latest", "startup"
    std::string writer; ///< "User" or "System"
    std::string date; ///< "2017-02-23T00:10:02Z": as text it sorts by time
};

/// Reads the answer of `show checkpoint`; nothing if it has no heading of such a list.
[[nodiscard]] std::optional<std::vector<Checkpoint>> parse_checkpoints(std::string_view text);

/// The checkpoint that `checkpoint auto confirm` made, by its answer "checkpoint AUTO20170801011154 created"; empty if
/// the answer does not say so.
[[nodiscard]] std::string confirmed_name(std::string_view answer);

/// Reads serial number and MAC address from `show system`.
[[nodiscard]] Hardware hardware_in(std::string_view text);

/// Reads links, their changes and lost packets from `show interface`.
void read_interfaces(std::string_view text, line_cli::PortHealth& reader);

}
