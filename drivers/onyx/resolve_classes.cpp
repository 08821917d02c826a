// SPDX-License-Identifier: Apache-2.0
// Classification and queues. A switch-priority is the model's traffic class and also the PFC priority with
// the same number. What Onyx calls a traffic class is a queue.
#include "drivers/onyx/config.h"

namespace rocelint::onyx {
namespace {

Ref make_marking(Config& config, const Fact& fact)
{
    const OriginId here = config.here(fact);
    EcnCurve curve;
    curve.marks = {(fact.value(1) & marks_bit) != 0, here};
    curve.drops = {(fact.value(1) & drops_bit) != 0, here};
    if (is_relative(fact)) {
        curve.min_fill = {Percent::whole(static_cast<std::uint32_t>(fact.value(2))), here};
        curve.max_fill = {Percent::whole(static_cast<std::uint32_t>(fact.value(3))), here};
        curve.min_threshold = curve.max_threshold = Setting<Bytes>::unread(
            config.unread("thresholds are a share of what the queue may hold, which is not shown"));
    } else {
        curve.min_threshold = {Bytes{fact.value(2)}, here};
        curve.max_threshold = {Bytes{fact.value(3)}, here};
    }
    curve.max_probability = config.defaults.value("mark_probability", Percent::whole(100));
    EcnProfile profile;
    profile.at = config.device.origins.span(here);
    profile.curves.push_back(curve);
    return add_to(config.device.ecn_profiles, std::move(profile));
}

Setting<Ref> marking_of(Config& config, const Stated& line)
{
    if (!line)
        return config.defaults.value("ecn", Ref{});
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    return config.make_once(
        line.fact, config.origin_of(line), [&] { return make_marking(config, *line.fact); });
}

// Strict, or a weight. Without a line, the default weight of the class.
Setting<Ref> service_of(Config& config, const Stated& line, std::uint8_t number)
{
    const OriginId origin = line.is(Sense::unread) ? config.unread(not_understood)
        : line                                     ? config.origin_of(line)
                                                   : config.defaults.origin("scheduler");
    if (origin.kind() == OriginKind::unread)
        return Setting<Ref>::unread(origin);
    const auto make = [&] {
        const std::uint32_t usual = number % 2 == 0 ? 12 : 13;
        const OriginId here = line ? config.here(*line.fact) : origin;
        Scheduler made;
        made.at = config.device.origins.span(here);
        made.kind = {line ? static_cast<SchedulerKind>(line.fact->value(1)) : SchedulerKind::weighted, here};
        if (made.kind.value != SchedulerKind::strict)
            made.weight = {line ? static_cast<std::uint32_t>(line.fact->value(2)) : usual, here};
        return add_to(config.device.schedulers, made);
    };
    return config.make_once(line.fact, origin, make, line ? std::uint8_t{0} : number);
}

}

Setting<Ref> map_of(Config& config, std::uint32_t port, MapKind kind, Default usual)
{
    const line_cli::MapLine& rows = *line_cli::find_map(map_lines, kind);
    // Only the entries for packets not eligible for drop (DEI 0) count.
    const auto counts
        = [&](const Fact& line) { return kind != MapKind::pcp_to_tc || (line.value(1) & 1U) != 0; };
    return config.maps.make(config.device,
        rows,
        find_all(config, port, static_cast<LineKind>(rows.fact)),
        config.defaults.origin(usual),
        counts,
        [&](const Fact& line) { return config.here(line); });
}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    port.trust = config.setting(
        find(config, index, LineKind::trust), value_as<Trust>, config.defaults.value("trust", Trust::pcp));
    port.default_tc = config.setting(
        find(config, index, LineKind::default_priority),
        [](const Fact& fact) { return fact.number; },
        config.defaults.value("default_priority", std::uint8_t{0}));
    port.dscp_to_tc = map_of(config, index, MapKind::dscp_to_tc, "dscp_map");
    port.pcp_to_tc = map_of(config, index, MapKind::pcp_to_tc, "pcp_map");
    port.tc_to_queue = map_of(config, index, MapKind::tc_to_queue, "class_binding");
    // Pause for a priority stops the queue of the switch-priority with that number.
    port.priority_to_queue = port.tc_to_queue;
    port.ingress_policy = config.defaults.value("ingress_policy", Ref{});
    // No line states the values that are rewritten.
    const Stated rewrite = find(config, index, LineKind::rewrite_dscp);
    port.tc_to_dscp = rewrite.is(Sense::unread) ? Setting<Ref>::unread(config.unread(not_understood))
        : rewrite.is(Sense::off)                ? Setting<Ref>(Ref{}, config.origin_of(rewrite))
        : rewrite                               ? config.defaults.value("rewrite_map", Ref{})
                                                : config.defaults.value("rewrite_dscp", Ref{});
}

void resolve_queues(Config& config, std::uint32_t index)
{
    config.begin_queues(config.device.ports[index], class_count);
    for (std::uint8_t number = 0; number < class_count; ++number)
        config.device.queues.push_back({.number = number,
            .ecn = marking_of(config, find(config, index, LineKind::congestion, number)),
            .scheduler = service_of(config, find(config, index, LineKind::service, number), number),
            .buffer = {}});
}

}
