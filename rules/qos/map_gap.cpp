// SPDX-License-Identifier: Apache-2.0
#include "rules/qos/map_gap.h"

#include <fmt/format.h>

namespace rocelint::rules {
namespace {

std::optional<MapGap> gap_in(const Device& device, const Setting<Ref>& bound, std::uint8_t point)
{
    const ClassMap* map = device.map(bound);
    if (map == nullptr || !bound.configured() || map->at_point(point) != ClassMap::unmapped)
        return std::nullopt;
    const Origin origin = device.origins.look_up(map->origin[point]);
    if (origin.kind != OriginKind::unread || !origin.via.somewhere())
        return std::nullopt;
    return MapGap{map->kind, point, origin.via};
}

}

std::optional<MapGap> find_map_gap(const Device& device, const Port& port, Dscp dscp)
{
    const Treatment treatment = classify_dscp(device, port, dscp);
    const bool by_dscp = port.trust.is(Trust::dscp) || port.trust.is(Trust::dscp_else_pcp);
    if (treatment.decided_by == nullptr && by_dscp) {
        if (auto gap = gap_in(device, port.dscp_to_tc, dscp))
            return gap;
    }
    if (!treatment.tc.known())
        return std::nullopt;
    if (auto gap = gap_in(device, port.tc_to_queue, treatment.tc.value))
        return gap;
    return gap_in(device, port.tc_to_priority_group, treatment.tc.value);
}

std::string describe(const MapGap& gap)
{
    switch (gap.kind) {
    case MapKind::tc_to_queue:
        return fmt::format("traffic class {} has no queue", gap.point);
    case MapKind::tc_to_priority_group:
        return fmt::format("traffic class {} has no priority group", gap.point);
    default:
        return fmt::format("DSCP {} has no traffic class", gap.point);
    }
}

}
