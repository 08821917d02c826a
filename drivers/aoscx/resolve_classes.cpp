// SPDX-License-Identifier: Apache-2.0
// Classes. The local priority of a packet is the model's traffic class. The maps are those of the switch: the cos-map also
// says which PFC priority a class has, since a packet of it is paused by the code point with the same local priority.
#include "drivers/aoscx/config.h"
#include "drivers/line_cli/read/pause_maps.h"

#include <array>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view policy_unread = "the policy that applies here is not read";
constexpr std::string_view incomplete
    = "the queue profile maps it to no queue, and the switch applies a profile only if it maps all local priorities";
constexpr std::string_view no_code_point = "no 802.1p code point has this local priority";
constexpr std::string_view several_code_points
    = "several 802.1p code points have this local priority, so that pause of none of them is only for its packets";

// A map with a line for each code point.
Setting<Ref> make_map(Config& config, MapKind kind, LineKind line_kind, std::uint8_t points, Default usual)
{
    Origins& origins = config.device.origins;
    const OriginId absent = config.defaults.origin(usual);
    ClassMap map;
    map.kind = kind;
    OriginId stated;
    for (std::uint8_t point = 0; point < points; ++point) {
        const Fact* line = config.global(line_kind, point);
        if (line == nullptr || line->sense == Sense::clear) {
            map.origin[point] = absent;
            if (config.defaults.known(usual))
                map.to[point] = listed(
                    config.defaults.text(usual), kind == MapKind::dscp_to_tc ? point / queue_count : point);
        } else if (line->sense == Sense::unread) {
            map.origin[point] = config.unread(not_understood);
        } else {
            stated = origins.explicit_at(line->at);
            map.at = map.at.somewhere() ? map.at : line->at;
            map.set(point, static_cast<std::uint8_t>(line->value(1)), stated);
        }
    }
    if (stated == OriginId{} && !config.defaults.known(usual))
        return Setting<Ref>::unread(absent);
    return {add_to(config.device.maps, map), config.defaults.known(usual) ? absent : stated};
}

// Local priorities to queues: by the queue profile that is applied.
Setting<Ref> make_queue_map(Config& config)
{
    const Fact* line = config.global(LineKind::apply_queues);
    if (line == nullptr)
        return config.defaults.value("class_queue", Ref{});
    const auto applied = applied_of(line);
    if (!applied) {
        line->node->mark(CoverageState::unrecognised);
        return Setting<Ref>::unread(config.unread(not_understood));
    }
    const OriginId here = config.device.origins.explicit_at(line->at);
    if (applied->queues == usual_profile)
        return {Ref{}, here};
    const Block* profile = config.blocks.find(LineKind::queue_profile, applied->queues);
    if (profile == nullptr)
        return Setting<Ref>::unread(config.lost("qos queue-profile", applied->queues, line->at));
    ClassMap map;
    map.kind = MapKind::tc_to_queue;
    map.name = profile->name;
    map.at = profile->header->at;
    const MappedQueues mapped = mapped_by(*profile);
    for (std::uint8_t local = 0; local < queue_count; ++local) {
        const Fact* own = mapped.at(local);
        map.origin[local] = own == nullptr ? config.unread(incomplete)
            : own->sense == Sense::unread  ? config.unread(not_understood)
                                           : config.device.origins.explicit_at(own->at);
        if (own != nullptr && own->sense == Sense::set)
            map.to[local] = own->number;
    }
    return {add_to(config.device.maps, map), here};
}

Setting<std::uint8_t> class_of_all(Config& config, const Stated& trust)
{
    if (trust.is(Sense::set) && gives_class(*trust.fact))
        return {static_cast<std::uint8_t>(trust.fact->value()), config.origin_of(trust)};
    const ClassMap* pcps = config.device.map(config.maps.pcp);
    if (pcps == nullptr || pcps->to[0] == ClassMap::unmapped)
        return Setting<std::uint8_t>::unread(pcps == nullptr ? config.maps.pcp.origin : pcps->origin[0]);
    return {pcps->to[0], pcps->origin[0]};
}

}

void resolve_maps(Config& config)
{
    config.maps.dscp = make_map(config, MapKind::dscp_to_tc, LineKind::dscp_in, 64, "dscp_map");
    config.maps.pcp = make_map(config, MapKind::pcp_to_tc, LineKind::pcp_in, queue_count, "pcp_map");
    config.maps.rewritten
        = make_map(config, MapKind::tc_to_dscp, LineKind::dscp_out, queue_count, "rewrite_map");
    config.maps.queue = make_queue_map(config);
    const line_cli::PauseMaps paused = line_cli::pause_maps(
        config, config.maps.pcp, config.maps.queue, {no_code_point, several_code_points});
    config.maps.group = paused.group;
    config.maps.paused_queue = paused.queue;
}

const Fact* Config::policy_of(std::uint32_t port) const
{
    if (const Stated own = find_of(port, LineKind::service))
        return own.fact;
    for (const VlanPolicy& applied : vlan_policies) {
        if (vlan_scope.may_concern(device, port, applied.vlans))
            return applied.line;
    }
    return global(LineKind::service);
}

void bind_policy(Config& config, std::uint32_t index)
{
    if (const Fact* policy = config.policy_of(index))
        config.bind_unread_policy(index, policy_unread, policy->at);
}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated trust = config.find_bound(index, LineKind::trust);
    port.trust = config.setting(
        trust,
        [](const Fact& line) { return gives_class(line) ? Trust::none : value_as<Trust>(line); },
        config.defaults.value("trust", Trust::none));
    port.default_tc = class_of_all(config, trust);
    port.dscp_to_tc = config.maps.dscp;
    port.pcp_to_tc = config.maps.pcp;
    port.tc_to_queue = config.maps.queue;
    port.tc_to_priority_group = config.maps.group;
    port.priority_to_queue = config.maps.paused_queue;
    port.priority_to_priority_group = config.defaults.value("group_of_priority", Ref{});
    const bool unread = config.policy_of(index) != nullptr;
    const Stated rewrite = config.find_of(index, LineKind::rewrite_dscp);
    port.tc_to_dscp = rewrite.is(Sense::unread) || unread ? Setting<Ref>::unread(config.unread(
                          "a line of the port, or a policy, sets the DSCP in another way, which is not read"))
        : rewrite.is(Sense::set) ? Setting<Ref>(config.maps.rewritten.value, config.origin_of(rewrite))
                                 : config.defaults.value("rewrite_dscp", Ref{});
    if (rewrite.is(Sense::set) && !unread && !config.maps.rewritten.peek_known())
        port.tc_to_dscp = config.maps.rewritten;
    port.ingress_policy = unread
        ? Setting<Ref>::unread(config.unread("a policy may classify otherwise, and is not read"))
        : config.defaults.value("ingress_policy", Ref{});
    // The meters of a LAG count for its members.
    if (port.lag == Port::no_index)
        bind_policy(config, index);
}

}
