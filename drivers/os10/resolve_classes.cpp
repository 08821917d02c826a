// SPDX-License-Identifier: Apache-2.0
// Classification. A qos-group is the model's traffic class: trust maps map DSCP and 802.1p to it, and a
// qos-map maps it to a queue. No known source says which class applies to points that a map does not name.
#include "drivers/os10/config.h"
#include "models/fabric/vlan_policy.h"

#include <algorithm>

namespace rocelint::os10 {
namespace {

constexpr std::string_view not_named
    = "the map does not name it, and no source was found for where it goes then";

// The origin of points that the map does not name: they are missing, unless one of the map's lines is not
// understood.
OriginId origin_of_gaps(Config& config, const Block& block)
{
    const auto is_unread = [](const Fact* line) { return line->sense == Sense::unread; };
    return std::ranges::any_of(block.facts, is_unread)
        ? config.unread(not_understood)
        : config.device.origins.lacking(config.unread(not_named), block.header->at);
}

// A trust map: each line has a qos-group and the points that map to it. The last line that names a point
// wins.
Ref make_trust_map(Config& config, const Block& block, MapKind kind, std::uint8_t points)
{
    const auto [entry, fresh] = config.maps.try_emplace(&block);
    if (!fresh)
        return entry->second;
    ClassMap map;
    map.kind = kind;
    map.name = block.name;
    map.at = block.header->at;
    const OriginId unread = origin_of_gaps(config, block);
    for (std::uint8_t point = 0; point < points; ++point)
        map.set(point, ClassMap::unmapped, unread);
    for (const Fact* line : block.facts) {
        if (line->sense == Sense::set && says(*line) == LineKind::points) {
            const OriginId here = config.device.origins.explicit_at(line->at);
            for (const Dscp point : DscpSet{line->value(1)})
                map.set(point, static_cast<std::uint8_t>(line->value(0)), here);
        }
    }
    return entry->second = add_to(config.device.maps, map);
}

Ref make_traffic_map(Config& config, const Block& block)
{
    const auto [entry, fresh] = config.maps.try_emplace(&block);
    if (!fresh)
        return entry->second;
    ClassMap map;
    map.kind = MapKind::tc_to_queue;
    map.name = block.name;
    map.at = block.header->at;
    const OriginId unread = origin_of_gaps(config, block);
    for (std::uint8_t group = 0; group < group_count; ++group)
        map.set(group, ClassMap::unmapped, unread);
    for (const Fact* line : block.facts) {
        if (line->sense == Sense::set && says(*line) == LineKind::queue_groups) {
            const OriginId here = config.device.origins.explicit_at(line->at);
            for (const Priority group : PrioritySet{static_cast<std::uint8_t>(line->value(1))})
                map.set(group, static_cast<std::uint8_t>(line->value(0)), here);
        }
    }
    return entry->second = add_to(config.device.maps, map);
}

// Returns the map that a line binds; unset if there is no such line.
Setting<Ref> bind(Config& config, const Stated& line, MapKind kind)
{
    if (!line || line.is(Sense::clear))
        return {};
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    const bool dscp = kind == MapKind::dscp_to_tc;
    const Block* block = dscp ? config.blocks.find(LineKind::dscp_map, line.fact->text)
                              : config.blocks.find(LineKind::pcp_map, line.fact->text);
    if (block == nullptr) {
        if (line.fact->text == "default")
            return Setting<Ref>::unread(
                config.unread("no source was found for what the default trust map holds"));
        return Setting<Ref>::unread(
            config.lost(dscp ? "trust dscp-map" : "trust dot1p-map", line.fact->text, line.fact->at));
    }
    return {make_trust_map(config, *block, kind, dscp ? 64 : 8), config.origin_of(line)};
}

void resolve_trust(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated dscp = config.find_bound(index, LineKind::trust_dscp);
    const Stated pcp = config.find_bound(index, LineKind::trust_pcp);
    const bool by_dscp = dscp && !dscp.is(Sense::clear);
    const bool by_pcp = pcp && !pcp.is(Sense::clear);
    if (by_dscp)
        port.dscp_to_tc = bind(config, dscp, MapKind::dscp_to_tc);
    if (by_pcp)
        port.pcp_to_tc = bind(config, pcp, MapKind::pcp_to_tc);
    if (dscp.is(Sense::unread) || pcp.is(Sense::unread))
        port.trust = Setting<Trust>::unread(config.unread(not_understood));
    else if (by_dscp && by_pcp)
        port.trust = Setting<Trust>::unread(config.unread(
            "the port trusts DSCP and 802.1p at once, and no source was found for which of them wins"));
    else if (by_dscp || by_pcp)
        port.trust = {by_dscp ? Trust::dscp : Trust::pcp, config.origin_of(by_dscp ? dscp : pcp)};
    else
        port.trust = config.defaults.value("trust", Trust::none);
}

void resolve_policy(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.find_bound(index, LineKind::service_qos);
    if (!line || line.is(Sense::clear)) {
        port.ingress_policy = config.defaults.value("ingress_policy", Ref{});
    } else if (const auto found = config.classifiers.find(line.fact->text); found && line.is(Sense::set)) {
        port.ingress_policy = {Ref{*found}, config.origin_of(line)};
        bind_meters(config.device, index, config.classifiers.meters(*found));
    } else {
        port.ingress_policy = Setting<Ref>::unread(config.lost("policy-map type qos", *line.fact));
    }
}

}

bool has_own_policy(const Config& config, std::uint32_t index)
{
    const Fact* own = config.find(config.ports[index].place, LineKind::service_qos);
    return own != nullptr && own->sense != Sense::clear;
}

bool resolve_vlan_policy(Config& config, std::uint32_t index)
{
    resolve_policy(config, index);
    return may_classify(config.device, config.device.ports[index].ingress_policy);
}

void resolve_classification(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    resolve_trust(config, index);
    resolve_policy(config, index);
    port.tc_to_dscp = config.defaults.value("rewrite_dscp", Ref{});
    if (const Stated out = config.find_bound(index, LineKind::service_qos_out); out.is(Sense::unread))
        withhold_output(config.device, index, out.fact->at);
    port.tc_to_priority_group = config.defaults.value("group_is_priority_group", Ref{});
    port.tc_to_queue = config.defaults.value("group_is_queue", Ref{});
    const Stated line = config.find_bound(index, LineKind::use_traffic_map);
    if (!line || line.is(Sense::clear))
        return;
    if (const Block* block = config.blocks.find(LineKind::traffic_map, line.fact->text)) {
        port.tc_to_queue = {make_traffic_map(config, *block), config.origin_of(line)};
        return;
    }
    port.tc_to_queue = Setting<Ref>::unread(config.lost("qos-map traffic-class", *line.fact));
}

}
