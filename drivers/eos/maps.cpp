// SPDX-License-Identifier: Apache-2.0
// The device's maps. EOS has one map of each kind for all ports, and its lines change single points of the
// default.
#include "drivers/eos/config.h"
#include "drivers/eos/policing.h"

namespace rocelint::eos {
namespace {

Ref add_map(Config& config, MapKind kind)
{
    ClassMap map;
    map.kind = kind;
    config.device.maps.push_back(map);
    return Ref{static_cast<std::uint32_t>(config.device.maps.size() - 1)};
}

// "1 0 2 3 4 5 6 7": the class of each CoS, or of each block of eight DSCPs.
void fill_defaults(Config& config, Ref ref, Default name, std::uint8_t points_per_number)
{
    if (!config.defaults.known(name))
        return;
    ClassMap& map = config.device.maps[ref.index];
    Words words(config.defaults.text(name));
    for (std::uint8_t block = 0; block < 8; ++block) {
        const auto number = parse_number(words.next());
        const std::uint8_t to
            = number && *number < 8 ? static_cast<std::uint8_t>(*number) : ClassMap::unmapped;
        for (std::uint8_t point = 0; point < points_per_number; ++point)
            map.set(static_cast<std::uint8_t>(block * points_per_number + point),
                to,
                config.defaults.origin(name));
    }
}

// The last line of a code point counts.
void take_precedence(Config& config, const Fact& fact)
{
    const DscpSet points{fact.value(0)};
    for (Meter& earlier : config.precedences)
        earlier.dscps = earlier.dscps - points;
    const line_cli::Value& precedence = fact.values[2];
    auto meter = precedence.written() ? meter_of_precedence(precedence.number, fact.at) : std::nullopt;
    if (!meter)
        return;
    meter->dscps = points;
    config.precedences.push_back(*meter);
}

}

void make_maps(Config& config)
{
    config.dscp_map = add_map(config, MapKind::dscp_to_tc);
    fill_defaults(config, config.dscp_map, "dscp_to_tc", 8);
    config.pcp_map = add_map(config, MapKind::pcp_to_tc);
    fill_defaults(config, config.pcp_map, "cos_to_tc", 1);
    config.queue_map = add_map(config, MapKind::tc_to_queue);
    if (!config.defaults.known("tc_to_queue"))
        return;
    for (std::uint8_t tc = 0; tc < 8; ++tc)
        config.device.maps[config.queue_map.index].set(tc, tc, config.defaults.origin("tc_to_queue"));
}

void read_map(Config& config, const Fact& fact)
{
    // A `no` line restores the default, which the map already has.
    const bool is_unmodelled = fact.statement == &line_cli::unmodelled;
    if (fact.sense != Sense::set && !is_unmodelled)
        return;
    const LineKind what = static_cast<LineKind>(fact.kind);
    if (what == LineKind::rewrite_map && config.rewrite_map.none())
        config.rewrite_map = add_map(config, MapKind::tc_to_dscp);
    const Ref ref = what == LineKind::dscp_map ? config.dscp_map
        : what == LineKind::cos_map            ? config.pcp_map
        : what == LineKind::queue_map          ? config.queue_map
                                               : config.rewrite_map;
    ClassMap& map = config.device.maps[ref.index];
    if (is_unmodelled) {
        config.unread_maps.insert(ref.index);
        return;
    }
    if (!map.at.somewhere())
        map.at = fact.at;
    if (what == LineKind::dscp_map)
        take_precedence(config, fact);
    const OriginId here = config.device.origins.explicit_at(fact.at);
    for (const Dscp point : DscpSet{fact.value(0)})
        map.set(point, static_cast<std::uint8_t>(fact.value(1)), here);
}

void bind_maps(Config& config)
{
    Origins& origins = config.device.origins;
    const auto binding = [&](Ref ref, Default name) {
        if (config.unread_maps.contains(ref.index))
            return Setting<Ref>::unread(config.unread("a line of the device's maps is not understood"));
        const ClassMap& map = config.device.maps[ref.index];
        return map.at.somewhere() ? Setting<Ref>(ref, origins.explicit_at(map.at))
                                  : config.defaults.value(name, ref);
    };
    config.dscp_binding = binding(config.dscp_map, "dscp_to_tc");
    config.pcp_binding = binding(config.pcp_map, "cos_to_tc");
    config.queue_binding = binding(config.queue_map, "tc_to_queue");
    config.group_binding = config.defaults.value("pfc_priority_to_tc", Ref{});
    const Span queue_lines = config.device.maps[config.queue_map.index].at;
    config.priority_binding = !config.queue_binding.known()       ? config.queue_binding
        : queue_lines.somewhere() && config.group_binding.known() ? Setting<Ref>(
              config.queue_map, origins.derived(queue_lines, {}, "PFC priority N is traffic class N"))
                                                                  : config.group_binding;
    const Fact* rewrite = config.global(LineKind::rewrite_dscp);
    if (rewrite == nullptr)
        config.rewrite_binding = config.defaults.value("rewrite_dscp", Ref{});
    else if (rewrite->sense == Sense::off || !config.rewrite_map.none())
        config.rewrite_binding
            = {rewrite->sense == Sense::off ? Ref{} : config.rewrite_map, origins.explicit_at(rewrite->at)};
    else
        config.rewrite_binding = Setting<Ref>::unread(
            config.unread("qos rewrite dscp is on, and the default traffic class to DSCP map is not known"));
}

}
