// SPDX-License-Identifier: Apache-2.0
// Classes. The local precedence of a packet is the model's traffic class, and has the queue of its number. A DSCP leads to an
// 802.1p value, and this value to a local precedence; PFC goes by the 802.1p value.
#include "drivers/comware/config.h"
#include "drivers/line_cli/read/pause_maps.h"

namespace rocelint::comware {
namespace {

constexpr std::string_view no_value = "no 802.1p value leads to this local precedence";
constexpr std::string_view several_values
    = "several 802.1p values lead to this local precedence, so that pause of none of them is only for its packets";
constexpr std::string_view two_tables
    = "the map-table dscp-lp leads to local precedences without 802.1p values, by which PFC goes";
constexpr std::string_view policy_unread = "the QoS policy that applies here is not read";
constexpr std::string_view rewrites
    = "the map-table dscp-dscp rewrites DSCPs where packets enter, which is not modelled";

constexpr std::size_t dscp_count = 64;

Setting<Ref> unread_table(Config& config) { return Setting<Ref>::unread(config.unread(not_understood)); }

// Adds a map whose entries come from a table, and from a second one that leads on where there is one.
template <std::size_t points>
Setting<Ref> add_map(Config& config,
    MapKind kind,
    const Block* block,
    const std::array<MapPoint, points>& entries,
    OriginId usual,
    const ClassMap* then)
{
    ClassMap map;
    map.kind = kind;
    if (block != nullptr) {
        map.name = block->name;
        map.at = block->header->at;
    }
    const bool known = usual.kind() == OriginKind::default_;
    OriginId stated;
    for (std::uint8_t point = 0; point < points; ++point) {
        const MapPoint& entry = entries.at(point);
        if (entry.line != nullptr)
            stated = config.device.origins.explicit_at(entry.line->at);
        map.origin[point] = entry.line != nullptr ? stated : usual;
        if (entry.line == nullptr && !known)
            continue;
        const std::uint8_t target = then == nullptr ? entry.target : then->at_point(entry.target);
        map.to[point] = target;
        const bool is_usual = entry.line == nullptr && then != nullptr && entry.target < queue_count;
        if (is_usual && then->origin[entry.target].kind() != OriginKind::default_)
            map.origin[point] = then->origin[entry.target];
    }
    if (stated == OriginId{} && !known)
        return Setting<Ref>::unread(usual);
    return {add_to(config.device.maps, map), known ? usual : stated};
}

Setting<Ref> dscp_map(Config& config)
{
    const auto eighth = [](const std::array<std::uint8_t, queue_count>& numbers, std::uint8_t point) {
        return numbers.at(point / queue_count);
    };
    const auto values = usual_numbers("dscp_dot1p");
    const OriginId usual = config.defaults.origin("dscp_dot1p");
    if (const Block* direct = config.blocks.find(LineKind::map_table, dscp_to_class)) {
        const auto entries
            = entries_of<dscp_count>(direct, [&](std::uint8_t point) { return eighth(values, point); });
        return entries ? add_map(config, MapKind::dscp_to_tc, direct, *entries, usual, nullptr)
                       : unread_table(config);
    }
    const Block* block = config.blocks.find(LineKind::map_table, dscp_to_value);
    const auto entries
        = entries_of<dscp_count>(block, [&](std::uint8_t point) { return eighth(values, point); });
    if (!entries)
        return unread_table(config);
    if (!config.maps.value.peek_known())
        return Setting<Ref>::unread(config.maps.value.origin);
    const ClassMap then = config.device.maps.at(config.maps.value.value.index);
    return add_map(config, MapKind::dscp_to_tc, block, *entries, usual, &then);
}

}

void resolve_maps(Config& config)
{
    Config::Maps& maps = config.maps;
    const Block* block = config.blocks.find(LineKind::map_table, value_to_class);
    const auto usual = usual_numbers("dot1p_lp");
    const auto entries = entries_of<queue_count>(block, [&](std::uint8_t point) { return usual.at(point); });
    maps.value = entries
        ? add_map(config, MapKind::pcp_to_tc, block, *entries, config.defaults.origin("dot1p_lp"), nullptr)
        : unread_table(config);
    maps.dscp = dscp_map(config);
    const line_cli::PauseMaps paused = line_cli::pause_maps(
        config, maps.value, config.defaults.value("class_queue", Ref{}), {no_value, several_values});
    maps.group = paused.group;
    maps.paused_queue = paused.queue;
    if (config.blocks.find(LineKind::map_table, dscp_to_class) != nullptr)
        maps.group = Setting<Ref>::unread(config.unread(two_tables));
    const Block* rewritten = config.blocks.find(LineKind::map_table, dscp_to_dscp);
    maps.rewritten = rewritten == nullptr || rewritten->find(LineKind::entry) == nullptr
        ? config.defaults.value("rewrite_dscp", Ref{})
        : Setting<Ref>::unread(config.unread(rewrites));
}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Config::Maps& maps = config.maps;
    port.trust = config.setting(
        config.find_of(index, LineKind::trust), value_as<Trust>, config.defaults.value("trust", Trust::none));
    const Setting<std::uint8_t> priority = config.setting(config.find_of(index, LineKind::default_priority),
        value_as<std::uint8_t>,
        config.defaults.value("default_priority", std::uint8_t{0}));
    port.default_tc = line_cli::class_of_untagged(config.device, priority, maps.value);
    port.dscp_to_tc = maps.dscp;
    port.pcp_to_tc = maps.value;
    port.tc_to_queue = config.defaults.value("class_queue", Ref{});
    port.tc_to_priority_group = maps.group;
    port.priority_to_queue = maps.paused_queue;
    port.priority_to_priority_group = config.defaults.value("group_of_priority", Ref{});
    port.tc_to_dscp = maps.rewritten;
    const Stated own = config.find_of(index, LineKind::service);
    const Fact* policy = own ? own.fact : config.policy;
    port.ingress_policy = policy != nullptr
        ? Setting<Ref>::unread(config.unread("a QoS policy may classify otherwise, and is not read"))
        : config.defaults.value("ingress_policy", Ref{});
    // The meters of an aggregate interface count for its members.
    if (policy != nullptr && port.lag == Port::no_index)
        config.bind_unread_policy(index, policy_unread, policy->at);
}

}
