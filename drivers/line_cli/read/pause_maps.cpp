// SPDX-License-Identifier: Apache-2.0
// A paused priority is an 802.1p value, and stops the queue of the class that the value leads to. A class to which
// several values lead is not paused by any of them alone.
#include "drivers/line_cli/read/pause_maps.h"

#include <array>

namespace rocelint::line_cli {
namespace {

constexpr std::uint8_t value_count = 8; // of 802.1p, and of classes

}

PauseMaps pause_maps(
    DeviceLines& lines, const Setting<Ref>& pcps, const Setting<Ref>& queues, const NoPausePriority& why)
{
    Device& device = lines.device;
    if (!pcps.peek_known() || !queues.peek_known()) {
        const auto unread = Setting<Ref>::unread(pcps.peek_known() ? queues.origin : pcps.origin);
        return {unread, unread};
    }
    const ClassMap table = device.maps.at(pcps.value.index);
    const ClassMap* queue_map = device.map(queues);
    std::array<std::uint8_t, value_count> values{};
    for (std::uint8_t pcp = 0; pcp < value_count; ++pcp) {
        if (table.to[pcp] < value_count)
            ++values.at(table.to[pcp]);
    }
    ClassMap groups;
    groups.kind = MapKind::tc_to_priority_group;
    for (std::uint8_t tc = 0; tc < value_count; ++tc)
        groups.origin[tc] = lines.unread(values.at(tc) == 0 ? why.no_value : why.several_values);
    ClassMap paused;
    paused.kind = MapKind::priority_to_queue;
    for (std::uint8_t pcp = 0; pcp < value_count; ++pcp) {
        const std::uint8_t tc = table.to[pcp];
        paused.origin[pcp] = table.origin[pcp];
        if (tc >= value_count)
            continue;
        if (values.at(tc) == 1)
            groups.set(tc, pcp, table.origin[pcp]);
        paused.to[pcp] = queue_map == nullptr ? tc : queue_map->to[tc];
        if (queue_map != nullptr && queue_map->to[tc] == ClassMap::unmapped)
            paused.origin[pcp] = queue_map->origin[tc];
    }
    return {{add_to(device.maps, groups), pcps.origin}, {add_to(device.maps, paused), queues.origin}};
}

Setting<std::uint8_t> class_of_untagged(
    const Device& device, const Setting<std::uint8_t>& value, const Setting<Ref>& pcps)
{
    if (!value.peek_known())
        return Setting<std::uint8_t>::unread(value.origin);
    const ClassMap* map = device.map(pcps);
    const std::uint8_t tc = map == nullptr ? ClassMap::unmapped : map->at_point(value.value);
    return tc == ClassMap::unmapped ? Setting<std::uint8_t>::unread(pcps.origin)
                                    : Setting<std::uint8_t>(tc, value.origin);
}

}
