// SPDX-License-Identifier: Apache-2.0
// Classification and queues. A switch-priority is the model's traffic class and, with its own number, the priority of PFC;
// what Onyx calls a traffic class is a queue.
#include "drivers/onyx/config.h"
#include "models/catalog/catalog.h"

namespace rocelint::onyx {
namespace {

constexpr std::uint8_t roce_class = 3;
constexpr std::uint8_t cnp_class = 6;

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

}

Setting<Ref> map_of(
    Config& config, MapKind kind, const MapDefault& usual, const std::vector<const Fact*>& lines)
{
    const OriginId absent = config.default_of(usual.name);
    const OriginId origin = lines.empty() ? absent : config.here(*lines.back());
    const auto [entry, fresh] = config.maps.try_emplace({static_cast<std::uint8_t>(kind), lines});
    const auto usually = [&](std::uint8_t point) { return static_cast<std::uint8_t>(point / usual.step); };
    if (fresh) {
        ClassMap map;
        map.kind = kind;
        for (std::uint8_t point = 0; point < usual.points && absent.kind() == OriginKind::default_; ++point)
            map.set(point, usually(point), absent);
        for (const Fact* line : lines) {
            const Mapping mapping = mapping_of(kind, *line);
            for (std::uint8_t point = 0; point < usual.points; ++point) {
                if (((mapping.from >> point) & 1U) != 0)
                    map.set(
                        point, line->sense == Sense::set ? mapping.to : usually(point), config.here(*line));
            }
        }
        map.at = lines.empty() ? Span{} : lines.front()->at;
        entry->second = Ref{static_cast<std::uint32_t>(config.device.maps.size())};
        config.device.maps.push_back(map);
    }
    if (lines.empty() && absent.kind() != OriginKind::default_)
        return Setting<Ref>::unread(absent);
    return {entry->second, origin};
}

namespace {

// `roce` puts every switch-priority but its own two into class 0.
Setting<Ref> roce_binding(Config& config, OriginId origin)
{
    const auto [entry, fresh]
        = config.maps.try_emplace({static_cast<std::uint8_t>(MapKind::priority_to_queue), {}});
    if (fresh) {
        ClassMap map;
        map.kind = MapKind::tc_to_queue;
        map.at = config.device.origins.span(origin);
        for (std::uint8_t priority = 0; priority < class_count; ++priority)
            map.set(priority,
                priority == roce_class || priority == cnp_class ? priority : std::uint8_t{0},
                origin);
        entry->second = Ref{static_cast<std::uint32_t>(config.device.maps.size())};
        config.device.maps.push_back(map);
    }
    return {entry->second, origin};
}

Setting<Ref> marking_of(Config& config, const Stated& line, bool roce_marks, OriginId roce)
{
    if (!line && !roce_marks)
        return config.fallback("ecn", Ref{});
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(line.origin);
    const auto [entry, fresh] = config.profiles.try_emplace(line.fact);
    const OriginId origin = line ? line.origin : roce;
    if (!fresh)
        return {entry->second, origin};
    EcnProfile profile;
    EcnCurve curve;
    const OriginId here = line ? config.here(*line.fact) : roce;
    const bool relative = line && is_relative(*line.fact);
    const std::uint64_t what = line ? line.fact->value(1) : marks_bit;
    profile.at = config.device.origins.span(here);
    curve.marks = {(what & marks_bit) != 0, here};
    curve.drops = {(what & drops_bit) != 0, here};
    constexpr Bytes roce_minimum{150'000};
    constexpr Bytes roce_maximum{1'500'000};
    if (relative) {
        curve.min_fill = {Percent::whole(static_cast<std::uint32_t>(line.fact->value(2))), here};
        curve.max_fill = {Percent::whole(static_cast<std::uint32_t>(line.fact->value(3))), here};
        curve.min_threshold = curve.max_threshold = Setting<Bytes>::unread(config.device.origins.unread(
            "thresholds are a share of what the queue may hold, which is not shown"));
    } else {
        curve.min_threshold = {line ? Bytes{line.fact->value(2)} : roce_minimum, here};
        curve.max_threshold = {line ? Bytes{line.fact->value(3)} : roce_maximum, here};
    }
    curve.max_probability = config.fallback("mark_probability", Percent::whole(100));
    profile.curves.push_back(curve);
    entry->second = Ref{static_cast<std::uint32_t>(config.device.ecn_profiles.size())};
    config.device.ecn_profiles.push_back(std::move(profile));
    return {entry->second, origin};
}

// Strict, or a weight. Without a line the usual weights, and what `roce` makes of three of them.
Setting<Ref> service_of(Config& config, const Stated& line, std::uint8_t number, const RoceMode& roce)
{
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(line.origin);
    const bool by_roce = !line && roce.on && (number == 0 || number == roce_class || number == cnp_class);
    const OriginId origin = line ? line.origin : by_roce ? roce.origin : config.default_of("scheduler");
    if (origin.kind() == OriginKind::unread)
        return Setting<Ref>::unread(origin);
    const auto [entry, fresh] = config.services.try_emplace({line.fact, line ? std::uint8_t{0} : number});
    if (!fresh)
        return {entry->second, origin};
    constexpr std::uint32_t half = 50;
    const std::uint32_t usual = number % 2 == 0 ? 12 : 13;
    const OriginId here = line ? config.here(*line.fact) : origin;
    const bool strict = line ? line.fact->value(1) == static_cast<std::uint64_t>(SchedulerKind::strict)
                             : by_roce && number == cnp_class;
    Scheduler scheduler;
    scheduler.at = config.device.origins.span(here);
    scheduler.kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, here};
    if (!strict)
        scheduler.weight = {line ? static_cast<std::uint32_t>(line.fact->value(2))
                : by_roce        ? half
                                 : usual,
            here};
    entry->second = Ref{static_cast<std::uint32_t>(config.device.schedulers.size())};
    config.device.schedulers.push_back(scheduler);
    return {entry->second, origin};
}

}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const RoceMode roce = roce_mode(config);
    const Stated trust = find(config, index, Says::trust);
    if (trust)
        port.trust = trust.is(Sense::unread)
            ? Setting<Trust>::unread(trust.origin)
            : Setting<Trust>(static_cast<Trust>(trust.fact->value()), trust.origin);
    else
        port.trust
            = roce.on ? Setting<Trust>(Trust::dscp, roce.origin) : config.fallback("trust", Trust::pcp);
    const Stated usual = find(config, index, Says::default_priority);
    port.default_tc = usual ? Setting<std::uint8_t>(usual.fact->number, usual.origin)
                            : config.fallback("default_priority", std::uint8_t{0});
    const auto mapped = [&](MapKind kind, const MapDefault& absent, Says what) {
        return map_of(config, kind, absent, find_all(config, index, what));
    };
    port.dscp_to_tc = mapped(MapKind::dscp_to_tc, {"dscp_map", 64, 8}, Says::dscp_map);
    port.pcp_to_tc = mapped(MapKind::pcp_to_tc, {"pcp_map"}, Says::pcp_map);
    port.tc_to_queue = roce.on && find_all(config, index, Says::class_binding).empty()
        ? roce_binding(config, roce.origin)
        : mapped(MapKind::tc_to_queue, {"class_binding"}, Says::class_binding);
    // Pause of a priority stops the queue of the switch-priority of that number.
    port.priority_to_queue = port.tc_to_queue;
    port.ingress_policy = config.fallback("ingress_policy", Ref{});
    const Stated rewrite = find(config, index, Says::rewrite_dscp);
    if (!rewrite || rewrite.is(Sense::off))
        port.tc_to_dscp
            = rewrite ? Setting<Ref>(Ref{}, rewrite.origin) : config.fallback("rewrite_dscp", Ref{});
    else
        port.tc_to_dscp = map_of(config, MapKind::tc_to_dscp, {"rewrite_map", 0}, {});
}

void resolve_queues(Config& config, std::uint32_t index)
{
    const RoceMode roce = roce_mode(config);
    std::vector<Queue> queues(class_count);
    for (std::uint8_t number = 0; number < class_count; ++number) {
        queues[number].number = number;
        queues[number].ecn = marking_of(config,
            find(config, index, Says::congestion, number),
            roce.on && number == roce_class,
            roce.origin);
        queues[number].scheduler
            = service_of(config, find(config, index, Says::service, number), number, roce);
    }
    Port& port = config.device.ports[index];
    port.first_queue = static_cast<std::uint32_t>(config.device.queues.size());
    port.queue_count = static_cast<std::uint16_t>(queues.size());
    port.queues_visible = true;
    config.device.queues.insert(config.device.queues.end(), queues.begin(), queues.end());
}

}
