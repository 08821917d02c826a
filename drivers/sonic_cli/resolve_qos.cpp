// SPDX-License-Identifier: Apache-2.0
// Maps, markings and schedulers, as orchagent treats the tables that these lines become: a missing map entry
// and a missing map mean the same as on a SONiC switch without this command line.
#include "drivers/sonic_cli/config.h"

namespace rocelint::sonic_cli {
namespace {

// Points without an entry: what SAI does with them, or why their target is not known.
void fill_absent(Config& config, ClassMap& map)
{
    constexpr std::string_view no_entry
        = "its map has no entry for it, and what the switch does then is undocumented";
    const bool defined = map.kind == MapKind::dscp_to_tc || map.kind == MapKind::pcp_to_tc
        || map.kind == MapKind::tc_to_queue;
    Origins& origins = config.device.origins;
    const OriginId absent = defined && config.daemons.known("absent_map_row")
        ? origins.derived(map.at, {}, origins.look_up(config.daemons.origin("absent_map_row")).note)
        : origins.lacking(origins.unread(no_entry), map.at);
    const std::uint8_t points = map.kind == MapKind::dscp_to_tc ? 64 : queue_count;
    for (std::uint8_t point = 0; point < points; ++point) {
        if (map.origin[point] != OriginId{})
            continue;
        if (absent.kind() == OriginKind::derived)
            map.set(point, 0, absent);
        else
            map.origin[point] = absent;
    }
}

Ref make_map(Config& config, const Block& block, MapKind kind)
{
    ClassMap map;
    map.kind = kind;
    map.name = block.name;
    map.at = block.header->at;
    for (const Fact* line : block.facts) {
        if (says(*line) != entry_of(kind) || line->sense != Sense::set)
            continue;
        const OriginId here = config.device.origins.explicit_at(line->at);
        for (const Dscp point : DscpSet{line->value(0)})
            map.set(point, static_cast<std::uint8_t>(line->value(1)), here);
    }
    fill_absent(config, map);
    return add_to(config.device.maps, map);
}

// The map that a port's line names; `absent` if there is no line.
Setting<Ref> map_of(Config& config, std::uint32_t port, MapKind kind, Setting<Ref> absent)
{
    const Stated line = config.find_of(port, LineKind::binding, static_cast<std::uint8_t>(kind));
    if (!line)
        return absent;
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    const Block* block = config.blocks.find(LineKind::map, line.fact->text, static_cast<std::uint8_t>(kind));
    if (block == nullptr)
        return Setting<Ref>::unread(config.lost(label_of(kind), *line.fact));
    const auto [entry, fresh] = config.made.try_emplace(block);
    if (fresh)
        entry->second = make_map(config, *block, kind);
    return {entry->second, config.origin_of(line)};
}

// Without a map from classes to queues every class uses
// queue 0: this makes a map for it, which no line wrote.
Setting<Ref> to_queue_0(Config& config)
{
    if (!config.daemons.known("tc_to_queue"))
        return config.daemons.value("tc_to_queue", Ref{});
    const auto [entry, fresh] = config.made.try_emplace(nullptr);
    if (fresh) {
        ClassMap map;
        map.kind = MapKind::tc_to_queue;
        for (std::uint8_t tc = 0; tc < 2 * queue_count; ++tc)
            map.set(tc, 0, config.daemons.origin("tc_to_queue"));
        entry->second = add_to(config.device.maps, map);
    }
    return {entry->second, config.daemons.origin("tc_to_queue")};
}

EcnCurve make_curve(Config& config, const Block& block, Colour colour, const Setting<bool>& marks)
{
    constexpr LineKind lines[]{LineKind::green, LineKind::yellow, LineKind::red};
    EcnCurve curve;
    curve.colour = colour;
    curve.marks = marks;
    const Fact* line = block.find(lines[static_cast<std::size_t>(colour)]);
    if (line == nullptr) {
        curve.drops = {false,
            config.device.origins.derived(block.header->at, {}, "without a line of its colour WRED is off")};
        return curve;
    }
    const OriginId here = config.device.origins.explicit_at(line->at);
    // For a marked color, ECN-capable packets are marked where others would be dropped (SAI inc/saiwred.h).
    curve.drops = marks.known() ? Setting<bool>(!marks.value, here) : Setting<bool>::unread(marks.origin);
    if (line->sense == Sense::unread) {
        const OriginId why = config.unread(not_understood);
        curve.min_threshold = curve.max_threshold = Setting<Bytes>::unread(why);
        curve.max_probability = Setting<Percent>::unread(why);
        return curve;
    }
    curve.min_threshold = {Bytes{line->value(0)}, here};
    curve.max_threshold = {Bytes{line->value(1)}, here};
    curve.max_probability = {Percent::whole(static_cast<std::uint32_t>(line->value(2))), here};
    return curve;
}

Ref make_marking(Config& config, const Block& block)
{
    EcnProfile profile;
    profile.name = block.name;
    profile.at = block.header->at;
    const Fact* ecn = block.find(LineKind::ecn);
    const bool read = ecn == nullptr || ecn->sense == Sense::set;
    const OriginId origin = ecn == nullptr ? config.daemons.origin("ecn")
        : read                             ? config.device.origins.explicit_at(ecn->at)
                                           : config.unread(not_understood);
    const std::uint64_t colours = ecn == nullptr || !read ? 0 : ecn->value();
    for (const Colour colour : {Colour::green, Colour::yellow, Colour::red})
        profile.curves.push_back(make_curve(
            config, block, colour, {((colours >> static_cast<unsigned>(colour)) & 1U) != 0, origin}));
    return add_to(config.device.ecn_profiles, std::move(profile));
}

Setting<Ref> marking_of(Config& config, std::uint32_t port, std::uint8_t queue)
{
    const Stated line = config.find_of(port, LineKind::queue_marking, queue);
    if (!line)
        return config.daemons.value("queue_wred", Ref{});
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    const Block* block = config.blocks.find(LineKind::marking_policy, line.fact->text);
    if (block == nullptr) {
        return Setting<Ref>::unread(config.lost("qos wred-policy", *line.fact));
    }
    const auto [entry, fresh] = config.made.try_emplace(block);
    if (fresh)
        entry->second = make_marking(config, *block);
    return {entry->second, config.origin_of(line)};
}

bool is_in_bits(const Block& block, std::uint8_t queue)
{
    const Fact* meter = block.find(LineKind::meter, queue);
    return meter == nullptr || (meter->sense == Sense::set && meter->value() == 0);
}

Ref make_scheduler(Config& config, const Block& block, std::uint8_t queue)
{
    Scheduler made;
    made.name = block.name;
    made.at = block.find(LineKind::queue, queue)->at;
    const auto set = [&](LineKind what) {
        const Fact* line = block.find(what, queue);
        return line != nullptr && line->sense == Sense::set ? line : nullptr;
    };
    const auto here = [&](const Fact& line) { return config.device.origins.explicit_at(line.at); };
    const auto lacking
        = [&](Daemons name) { return config.device.origins.lacking(config.daemons.origin(name), made.at); };
    if (const Fact* type = set(LineKind::type))
        made.kind = {static_cast<SchedulerKind>(type->value()), here(*type)};
    else if (block.find(LineKind::type, queue) != nullptr)
        made.kind = Setting<SchedulerKind>::unread(config.unread(not_understood));
    else
        made.kind = {SchedulerKind::weighted, lacking("scheduler_type")};
    if (const Fact* weight = set(LineKind::weight))
        made.weight = {static_cast<std::uint32_t>(weight->value()), here(*weight)};
    else if (made.kind.is(SchedulerKind::weighted))
        made.weight = {static_cast<std::uint32_t>(config.daemons.number("scheduler_weight")),
            lacking("scheduler_weight")};
    if (const Fact* rate = set(LineKind::rate); rate != nullptr && rate->value() != 0) {
        if (is_in_bits(block, queue))
            made.limit = {BitsPerSecond{rate->value()}, here(*rate)};
        else
            rate->node->mark(CoverageState::unsupported);
    }
    return add_to(config.device.schedulers, made);
}

// The policy that a port's line names, or null.
const Block* policy_of(Config& config, const Stated& line)
{
    return line ? config.blocks.find(LineKind::scheduler_policy, line.fact->text) : nullptr;
}

Setting<Ref> scheduler_of(Config& config, const Stated& line, const Block* block, std::uint8_t queue)
{
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    if (line && block == nullptr)
        return Setting<Ref>::unread(config.lost("qos scheduler-policy", *line.fact));
    if (block == nullptr || block->find(LineKind::queue, queue) == nullptr)
        return config.daemons.value("queue_scheduler", Ref{});
    const auto [entry, fresh] = config.schedulers.try_emplace({block, queue});
    if (fresh)
        entry->second = make_scheduler(config, *block, queue);
    return {entry->second, config.origin_of(line)};
}

}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const auto usual = [&](Daemons name) { return config.daemons.value(name, Ref{}); };
    port.dscp_to_tc = map_of(config, index, MapKind::dscp_to_tc, usual("trust"));
    port.pcp_to_tc = map_of(config, index, MapKind::pcp_to_tc, usual("trust"));
    port.tc_to_queue = map_of(config, index, MapKind::tc_to_queue, to_queue_0(config));
    port.tc_to_priority_group = map_of(config,
        index,
        MapKind::tc_to_priority_group,
        Setting<Ref>::unread(config.unread("no qos-map tc-pg is bound, and the default is undocumented")));
    port.priority_to_queue = map_of(config, index, MapKind::priority_to_queue, usual("priority_to_queue"));
    port.priority_to_priority_group
        = map_of(config, index, MapKind::priority_to_priority_group, usual("priority_to_priority_group"));
    port.tc_to_dscp = map_of(config, index, MapKind::tc_to_dscp, usual("tc_to_dscp"));
    port.default_tc = config.daemons.value("default_tc", std::uint8_t{0});
    // A bound map means trust, and DSCP takes precedence if both are bound (HLD, ROCEv2 support, 2.2.1.1).
    const bool dscp = !port.dscp_to_tc.value_or({}).none();
    const Setting<Ref>& bound = dscp || !port.dscp_to_tc.known() ? port.dscp_to_tc : port.pcp_to_tc;
    if (!bound.known())
        port.trust = Setting<Trust>::unread(bound.origin);
    else if (bound.value.none())
        port.trust = config.daemons.value("trust", Trust::none);
    else
        port.trust = {!dscp                          ? Trust::pcp
                : port.pcp_to_tc.value_or({}).none() ? Trust::dscp
                                                     : Trust::dscp_else_pcp,
            bound.origin};
    const Fact* of_switch = config.global(LineKind::service);
    const Stated own = config.find_of(index, LineKind::service);
    const bool has_policy = own || (of_switch != nullptr && of_switch->sense != Sense::clear);
    port.ingress_policy = has_policy
        ? Setting<Ref>::unread(config.unread("a service-policy may classify otherwise, and is not read"))
        : usual("ingress_policy");
    bind_service_policy(config, index);
}

void bind_service_policy(Config& config, std::uint32_t index)
{
    const Fact* of_switch = config.global(LineKind::service);
    const Stated own = config.find_of(index, LineKind::service);
    if (!own && (of_switch == nullptr || of_switch->sense == Sense::clear))
        return;
    config.bind_unread_policy(
        index, "the service-policy that it is part of is not read", own ? own.fact->at : of_switch->at);
}

bool has_own_policy(const Config& config, std::uint32_t index)
{
    const Stated own = config.find_of(index, LineKind::service);
    return own && !own.is(Sense::clear);
}

void resolve_queues(Config& config, std::uint32_t index)
{
    const Stated line = config.find_of(index, LineKind::scheduling);
    const Block* policy = policy_of(config, line);
    Port& port = config.device.ports[index];
    config.begin_queues(port,
        queue_count,
        !config.device.fragment || line || config.find_of(index, LineKind::queue_marking, 3)
            || config.find_of(index, LineKind::queue_profile, 3));
    for (std::uint8_t number = 0; number < queue_count; ++number)
        config.device.queues.push_back({number,
            marking_of(config, index, number),
            scheduler_of(config, line, policy, number),
            buffer_of_queue(config, index, number)});
    if (policy == nullptr)
        return;
    for (const Fact* fact : policy->facts) {
        if (says(*fact) == LineKind::rate && fact->number == Fact::no_number && fact->value() != 0)
            port.limit = {BitsPerSecond{fact->value()}, config.origin_of(line)};
    }
}

}
