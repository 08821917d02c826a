// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/setting.h"
#include "rules/rule.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// The traffic class that packets with this DSCP have inside the switch: the one that most of its RDMA ports
/// put them into. It decides what a port does to packets on their way out; the port's own classification only
/// applies to packets that enter there. Unread if no RDMA port shows it. Takes time proportional to the
/// device's number of ports.
[[nodiscard]] Setting<std::uint8_t> usual_traffic_class(const DeviceContext& context, Dscp dscp);

/// The groups of ports_by_classification() with their ports, sorted by port name, so that a rule that reports
/// one port of a device reports the same one whatever the order of the interfaces in the file.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> named_groups(const Device& device);

}
