// SPDX-License-Identifier: Apache-2.0
// Classification and queues. A switch-priority is the model's traffic class and, with its own number, the priority of PFC;
// what Onyx calls a traffic class is a queue.
#include "drivers/onyx/config.h"

namespace rocelint::onyx {
namespace {

// Where a line maps: code points to one of eight, or switch-priorities to the class or group that it is of.
struct Mapping {
    std::uint64_t from = 0;
    std::uint8_t to = 0;
};

Mapping mapping_of(MapKind kind, const Fact& line)
{
    const bool binding = kind == MapKind::tc_to_queue || kind == MapKind::tc_to_priority_group;
    // What is not eligible to be dropped (DEI 0) is what counts.
    const bool counts = kind != MapKind::pcp_to_tc || (line.value(1) & 1U) != 0;
    return {counts ? line.value(binding ? 1 : 0) : 0, line.number};
}

Setting<Ref> marking_of(Config& config, const Stated& line)
{
    if (!line)
        return config.defaults.value("ecn", Ref{});
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    const auto [entry, fresh] = config.profiles.try_emplace(line.fact);
    if (!fresh)
        return {entry->second, config.origin_of(line)};
    const Fact& fact = *line.fact;
    const OriginId here = config.here(fact);
    EcnCurve curve;
    curve.marks = {(fact.value(1) & marks_bit) != 0, here};
    curve.drops = {(fact.value(1) & drops_bit) != 0, here};
    if (is_relative(fact)) {
        curve.min_fill = {Percent::whole(static_cast<std::uint32_t>(fact.value(2))), here};
        curve.max_fill = {Percent::whole(static_cast<std::uint32_t>(fact.value(3))), here};
        curve.min_threshold = curve.max_threshold = Setting<Bytes>::unread(config.device.origins.unread(
            "thresholds are a share of what the queue may hold, which is not shown"));
    } else {
        curve.min_threshold = {Bytes{fact.value(2)}, here};
        curve.max_threshold = {Bytes{fact.value(3)}, here};
    }
    curve.max_probability = config.defaults.value("mark_probability", Percent::whole(100));
    EcnProfile profile;
    profile.at = config.device.origins.span(here);
    profile.curves.push_back(curve);
    entry->second = add_to(config.device.ecn_profiles, std::move(profile));
    return {entry->second, config.origin_of(line)};
}

// Strict, or a weight. Without a line the usual weight of the class.
Setting<Ref> service_of(Config& config, const Stated& line, std::uint8_t number)
{
    const OriginId origin = line.is(Sense::unread) ? config.unread(not_understood)
        : line                                     ? config.origin_of(line)
                                                   : config.defaults.origin("scheduler");
    if (origin.kind() == OriginKind::unread)
        return Setting<Ref>::unread(origin);
    const auto [entry, fresh] = config.services.try_emplace({line.fact, line ? std::uint8_t{0} : number});
    if (!fresh)
        return {entry->second, origin};
    const std::uint32_t usual = number % 2 == 0 ? 12 : 13;
    const OriginId here = line ? config.here(*line.fact) : origin;
    const auto kind = line ? static_cast<SchedulerKind>(line.fact->value(1)) : SchedulerKind::weighted;
    Scheduler scheduler;
    scheduler.at = config.device.origins.span(here);
    scheduler.kind = {kind, here};
    if (kind != SchedulerKind::strict)
        scheduler.weight = {line ? static_cast<std::uint32_t>(line.fact->value(2)) : usual, here};
    entry->second = add_to(config.device.schedulers, scheduler);
    return {entry->second, origin};
}

}

Setting<Ref> map_of(
    Config& config, MapKind kind, const MapDefault& usual, const std::vector<const Fact*>& lines)
{
    const OriginId absent = config.defaults.origin(usual.name);
    const bool known = config.defaults.known(usual.name);
    const auto [entry, fresh] = config.maps.try_emplace({kind, lines});
    const auto usually = [&](std::uint8_t point) { return static_cast<std::uint8_t>(point / usual.step); };
    if (fresh) {
        ClassMap map;
        map.kind = kind;
        for (std::uint8_t point = 0; point < usual.points && known; ++point)
            map.set(point, usually(point), absent);
        for (const Fact* line : lines) {
            const Mapping mapping = mapping_of(kind, *line);
            for (std::uint8_t point = 0; point < usual.points; ++point) {
                if (((mapping.from >> point) & 1U) != 0)
                    map.set(
                        point, line->sense == Sense::set ? mapping.to : usually(point), config.here(*line));
            }
        }
        map.at = lines.empty() ? Span{} : config.device.origins.span(config.here(*lines.front()));
        entry->second = add_to(config.device.maps, map);
    }
    if (lines.empty() && !known)
        return Setting<Ref>::unread(absent);
    return {entry->second, lines.empty() ? absent : config.here(*lines.back())};
}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    port.trust = config.setting(
        find(config, index, Says::trust),
        not_understood,
        [](const Fact& fact) { return static_cast<Trust>(fact.value()); },
        config.defaults.value("trust", Trust::pcp));
    port.default_tc = config.setting(
        find(config, index, Says::default_priority),
        not_understood,
        [](const Fact& fact) { return fact.number; },
        config.defaults.value("default_priority", std::uint8_t{0}));
    const auto mapped = [&](MapKind kind, const MapDefault& absent, Says what) {
        return map_of(config, kind, absent, find_all(config, index, what));
    };
    port.dscp_to_tc = mapped(MapKind::dscp_to_tc, {"dscp_map", 64, 8}, Says::dscp_map);
    port.pcp_to_tc = mapped(MapKind::pcp_to_tc, {"pcp_map"}, Says::pcp_map);
    port.tc_to_queue = mapped(MapKind::tc_to_queue, {"class_binding"}, Says::class_binding);
    // Pause of a priority stops the queue of the switch-priority of that number.
    port.priority_to_queue = port.tc_to_queue;
    port.ingress_policy = config.defaults.value("ingress_policy", Ref{});
    const Stated rewrite = find(config, index, Says::rewrite_dscp);
    if (!rewrite || rewrite.is(Sense::off))
        port.tc_to_dscp = rewrite ? Setting<Ref>(Ref{}, config.origin_of(rewrite))
                                  : config.defaults.value("rewrite_dscp", Ref{});
    else
        port.tc_to_dscp = map_of(config, MapKind::tc_to_dscp, {"rewrite_map", 0}, {});
}

void resolve_queues(Config& config, std::uint32_t index)
{
    std::vector<Queue> queues(class_count);
    for (std::uint8_t number = 0; number < class_count; ++number) {
        queues[number].number = number;
        queues[number].ecn = marking_of(config, find(config, index, Says::congestion, number));
        queues[number].scheduler = service_of(config, find(config, index, Says::service, number), number);
    }
    Port& port = config.device.ports[index];
    port.first_queue = static_cast<std::uint32_t>(config.device.queues.size());
    port.queue_count = static_cast<std::uint16_t>(queues.size());
    port.queues_visible = true;
    config.device.queues.insert(config.device.queues.end(), queues.begin(), queues.end());
}

}
