// SPDX-License-Identifier: Apache-2.0
// Queues: how each marks, drops and is served.
#include "drivers/aoscx/config.h"

#include <algorithm>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view not_in_use
    = "the queue profile leads nothing to the queue, and the switch ignores a threshold for it (QoS Guide, qos "
      "threshold-profile)";
constexpr std::string_view no_action
    = "its threshold profile has no ECN action for the queue: packets are marked nowhere (QoS Guide, Configuring threshold "
      "profiles)";
constexpr std::string_view no_service
    = "the schedule profile does not serve the queue, and the switch does not apply such a profile";
constexpr std::string_view share_of_unknown
    = "it is a share of the rate of the port or of the link's speed, which no line shows";

// Packets of RoCE do not slow down by drops, so that of WRED's two curves the one for such protocols counts.
Ref make_marking(Config& config, const Block& profile, std::uint8_t queue)
{
    const auto [entry, fresh] = config.markings.try_emplace({&profile, queue});
    if (!fresh)
        return entry->second;
    Origins& origins = config.device.origins;
    EcnProfile made;
    made.name = profile.name;
    made.at = profile.header->at;
    EcnCurve& green = made.curves.emplace_back();
    const Fact* marks = profile.find(LineKind::marks, queue);
    const OriginId none = origins.derived(made.at, {}, no_action);
    green.marks = green.drops = {false, none};
    for (const Fact* line : profile.facts) {
        if (says(*line) != LineKind::drops || line->number != queue || !is_set(*line))
            continue;
        const auto colour = static_cast<Colour>(line->value(1));
        EcnCurve& curve = colour == Colour::green ? made.curves.front() : made.curves.emplace_back();
        const OriginId here = origins.explicit_at(line->at);
        curve.colour = colour;
        curve.marks = {false, here};
        curve.drops = {true, here};
        curve.min_threshold = {Bytes{line->value(2)}, here};
        curve.max_threshold = {Bytes{line->value(3)}, here};
        curve.max_probability = {Percent::whole(static_cast<std::uint32_t>(line->value(4))), here};
    }
    if (marks != nullptr) {
        // The ECN action is that of ECN-capable packets of all colours, which WRED leaves alone.
        EcnCurve curve;
        const OriginId here = origins.explicit_at(marks->at);
        curve.marks = {true, here};
        curve.drops = {false, here};
        curve.min_threshold = {Bytes{marks->value(1)}, here};
        curve.max_threshold = {Bytes{marks->value(is_step(*marks) ? 1 : 2)}, here};
        curve.max_probability = config.defaults.value("ecn_probability",
            Percent::whole(static_cast<std::uint32_t>(config.defaults.number("ecn_probability"))));
        made.curves = {curve};
    }
    return entry->second = add_to(config.device.ecn_profiles, std::move(made));
}

Setting<Ref> marking_of(Config& config, const Stated& bound, std::uint8_t queue, bool used)
{
    if (bound.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    if (!bound || bound.is(Sense::clear))
        return config.defaults.value("ecn", Ref{});
    if (!used)
        return {Ref{}, config.device.origins.derived(bound.fact->at, {}, not_in_use)};
    const Block* profile = config.blocks.find(LineKind::threshold_profile, bound.fact->text);
    if (profile == nullptr)
        return Setting<Ref>::unread(config.lost("qos threshold-profile", *bound.fact));
    for (const Fact* line : profile->facts) {
        if (line->sense == Sense::unread && (line->number == queue || line->number == Fact::no_number))
            return Setting<Ref>::unread(config.unread("a line of its threshold profile is not understood"));
    }
    const bool acts = std::ranges::any_of(profile->facts, [&](const Fact* line) {
        return line->number == queue && is_set(*line)
            && (says(*line) == LineKind::marks || says(*line) == LineKind::drops);
    });
    if (!acts)
        return {Ref{}, config.device.origins.derived(profile->header->at, {}, no_action)};
    return {make_marking(config, *profile, queue), config.origin_of(bound)};
}

// The schedule profile of a port and the line that applies it.
struct Service {
    std::string_view name = usual_profile;
    OriginId applied;
    bool unknown = false;
};

Service service_of(Config& config, std::uint32_t index)
{
    const Stated own = config.find_of(index, LineKind::apply_schedule);
    const Fact* whole = config.global(LineKind::apply_queues);
    if (own.is(Sense::set))
        return {own.fact->text, config.origin_of(own)};
    if (own.is(Sense::unread) || (whole != nullptr && !applied_of(whole)))
        return {.applied = config.unread(not_understood), .unknown = true};
    if (whole == nullptr)
        return {.applied = config.defaults.origin("scheduler")};
    return {applied_of(whole)->schedule, config.device.origins.inherited(whole->at, whole->at)};
}

// Shares are of the rate to which the port is shaped, or of the link's speed (QoS Guide, dwrr queue).
const Setting<BitsPerSecond>& rate_of(const Port& port)
{
    return line_cli::stated(port.limit) ? port.limit : port.speed;
}

Scheduler make_scheduler(Config& config, const Port& port, const Fact& line)
{
    const OriginId here = config.device.origins.explicit_at(line.at);
    const bool strict = is_strict(line);
    Scheduler made;
    made.at = line.at;
    made.kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, here};
    if (!strict)
        made.weight = {static_cast<std::uint32_t>(line.value(1)), here};
    const line_cli::Value& rate = line.values[strict ? 1 : 2];
    if (!rate.written())
        return made;
    if (!is_share(rate))
        made.limit = {BitsPerSecond{rate.number}, here};
    else if (rate_of(port).peek_known())
        made.limit = {BitsPerSecond{rate_of(port).value.count / 100 * rate.number}, here};
    else
        made.limit = Setting<BitsPerSecond>::unread(config.unread(share_of_unknown));
    return made;
}

Setting<Ref> scheduler_of(Config& config, const Port& port, const Service& service, std::uint8_t queue)
{
    if (service.unknown || service.applied.kind() == OriginKind::unread)
        return Setting<Ref>::unread(service.applied);
    const bool usual = service.name == usual_profile;
    const bool of_switch = usual || service.name == strict_profile;
    const Block* profile = of_switch ? nullptr : config.blocks.find(LineKind::schedule_profile, service.name);
    if (profile == nullptr && !of_switch)
        return Setting<Ref>::unread(
            config.lost("qos schedule-profile", service.name, config.device.origins.span(service.applied)));
    const Fact* line = profile == nullptr ? nullptr : profile->find(LineKind::served, queue);
    if (profile != nullptr && std::ranges::any_of(profile->facts, [](const Fact* fact) {
            return fact->sense == Sense::unread && fact->number == Fact::no_number;
        }))
        return Setting<Ref>::unread(config.unread("a line of its schedule profile is not read"));
    if (profile != nullptr && (line == nullptr || line->sense == Sense::unread))
        return Setting<Ref>::unread(config.unread(line == nullptr ? no_service : not_understood));
    const std::uint64_t whole = rate_of(port).peek_known() ? rate_of(port).value.count : 0;
    const auto [entry, fresh] = config.schedulers.try_emplace(
        {profile, profile == nullptr ? service.name : std::string_view{}, queue, whole});
    if (fresh && line != nullptr)
        entry->second = add_to(config.device.schedulers, make_scheduler(config, port, *line));
    else if (fresh) {
        Scheduler made;
        made.name = service.name;
        made.kind = {usual ? SchedulerKind::weighted : SchedulerKind::strict, service.applied};
        if (usual)
            made.weight = config.defaults.number_as<std::uint32_t>("scheduler_weight");
        entry->second = add_to(config.device.schedulers, made);
    }
    return {entry->second, service.applied};
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Service service = service_of(config, index);
    const Stated thresholds = config.find_bound(index, LineKind::apply_thresholds);
    const ClassMap* queues = config.device.map(config.maps.queue);
    config.begin_queues(port, queue_count);
    for (std::uint8_t number = 0; number < queue_count; ++number) {
        const bool used = queues == nullptr
            || std::ranges::find(queues->to.begin(), queues->to.begin() + queue_count, number)
                != queues->to.begin() + queue_count;
        config.device.queues.push_back({.number = number,
            .ecn = marking_of(config, thresholds, number, used),
            .scheduler = used ? scheduler_of(config, port, service, number)
                              : Setting<Ref>(Ref{}, config.maps.queue.origin),
            .buffer = {}});
    }
}

}
