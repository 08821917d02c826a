// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"

#include <string_view>

namespace rocelint::line_cli {

/// The maps of a switch that pauses by the 802.1p value of packets, where one table leads from these values to classes.
struct PauseMaps {
    Setting<Ref> group; ///< tc_to_priority_group: the 802.1p value that leads to a class
    Setting<Ref> queue; ///< priority_to_queue: the queue of the class that an 802.1p value leads to
};

/// Why a class has no PFC priority of its own.
struct NoPausePriority {
    std::string_view no_value; ///< no 802.1p value leads to it
    std::string_view several_values;
};

/// Returns the class of packets without a tag: that of the 802.1p value that the port gives them, by this map (pcp_to_tc).
[[nodiscard]] Setting<std::uint8_t> class_of_untagged(
    const Device& device, const Setting<std::uint8_t>& value, const Setting<Ref>& pcps);
/// Makes both maps from the table (pcp_to_tc), and from the map of classes to queues, which may be none: the same
/// number.
[[nodiscard]] PauseMaps pause_maps(
    DeviceLines& lines, const Setting<Ref>& pcps, const Setting<Ref>& queues, const NoPausePriority& why);

}
