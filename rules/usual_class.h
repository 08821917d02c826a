// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting.h"
#include "rules/rule.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// The traffic class that packets with this DSCP have inside the switch: the one that most of its RDMA ports put them into. What a port
/// does to packets on their way out is judged by it, and not by the port's own classification, which says what becomes of packets
/// that come in there. Unread where no RDMA port shows it. Takes time proportional to the ports of the device.
[[nodiscard]] Setting<std::uint8_t> usual_traffic_class(const DeviceContext& context, Dscp dscp);

/// The groups of ports_by_classification(), and the ports in each, in the order of the ports' names: for a rule that reports one port
/// of a device, which is then the same one in whatever order the interfaces stand.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> named_groups(const Device& device);

}
