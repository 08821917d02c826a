// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/memory/pause_fill.h"
#include "rules/ecn/bound_profiles.h"

#include <string>

namespace rocelint {

/// The number of ports that must feed a queue of this port at once before the queue grows: one if the switch
/// has a faster RoCE port, otherwise two.
[[nodiscard]] std::uint32_t feeding_ports(const Analysis& analysis, PortId port);

/// The smallest number of feeding ports that makes a queue of a bound profile grow, and one port where it
/// does.
struct Congestion {
    PortId port;
    std::uint32_t ports = 2;
};
[[nodiscard]] Congestion easiest_congestion(
    const Analysis& analysis, std::uint32_t device_index, const BoundProfile& bound);

/// "1: 4096 bytes, 2: 8192 bytes": the fill at which pause starts for 1, 2, 4, ... `most` feeding ports.
[[nodiscard]] std::string list_fills(const PauseFill& fill, std::uint32_t most, Bytes at);

/// The number of RoCE ports of a switch.
[[nodiscard]] std::uint32_t count_roce_ports(const Analysis& analysis, std::uint32_t device_index);

}
