// SPDX-License-Identifier: Apache-2.0
// Queues: what the queuing policy that a port uses says about each. No known source says how queues without a
// policy are served.
#include "drivers/os10/config.h"

#include <algorithm>
#include <optional>

namespace rocelint::os10 {
namespace {

Ref make_profile(Config& config, const Block& block)
{
    const auto [entry, fresh] = config.profiles.try_emplace(&block);
    if (!fresh)
        return entry->second;
    Origins& origins = config.device.origins;
    EcnProfile profile;
    profile.name = block.name;
    profile.at = block.header->at;
    const Fact* marks = block.find(LineKind::marks);
    for (const Fact* line : block.facts) {
        if (says(*line) != LineKind::curve || line->sense != Sense::set)
            continue;
        const auto colour = static_cast<Colour>(line->value(0));
        const auto same = std::ranges::find(profile.curves, colour, &EcnCurve::colour);
        EcnCurve& curve = same == profile.curves.end() ? profile.curves.emplace_back() : *same;
        const OriginId here = origins.explicit_at(line->at);
        curve.colour = colour;
        curve.marks = {marks != nullptr, marks == nullptr ? here : origins.explicit_at(marks->at)};
        curve.drops = {true, here};
        curve.min_threshold = {Bytes{line->value(1)}, here};
        curve.max_threshold = {Bytes{line->value(2)}, here};
        curve.max_probability = {Percent::whole(static_cast<std::uint32_t>(line->value(3))), here};
    }
    return entry->second = add_to(config.device.ecn_profiles, std::move(profile));
}

Setting<Ref> marking_of(Config& config, const Block& lines)
{
    const Fact* line = lines.find(LineKind::detect);
    if (line == nullptr) {
        Setting<Ref> absent = config.defaults.value("ecn", Ref{});
        absent.origin = config.device.origins.lacking(absent.origin, lines.header->at);
        return absent;
    }
    if (line->sense == Sense::unread)
        return Setting<Ref>::unread(config.unread(not_understood));
    const Block* profile = config.blocks.find(LineKind::wred, line->text);
    if (profile == nullptr) {
        return Setting<Ref>::unread(config.lost("wred profile", line->text, line->at));
    }
    // A line of the profile that is not understood may change every curve.
    if (std::ranges::any_of(profile->facts, [](const Fact* fact) { return fact->sense == Sense::unread; }))
        return Setting<Ref>::unread(config.unread("a line of its wred profile is not understood"));
    return {make_profile(config, *profile), config.device.origins.explicit_at(line->at)};
}

Setting<Ref> scheduler_of(Config& config, const Block& lines)
{
    Origins& origins = config.device.origins;
    const Fact* priority = lines.find(LineKind::priority);
    const Fact* share = lines.find(LineKind::share);
    const Fact* limit = lines.find(LineKind::limit);
    Scheduler made;
    made.at = lines.header->at;
    if (priority == nullptr && share == nullptr && limit == nullptr)
        return Setting<Ref>::unread(config.unread("its class has neither a share nor a priority"));
    const auto is_unread = [](const Fact* line) { return line != nullptr && line->sense == Sense::unread; };
    if (is_unread(priority) || is_unread(share))
        made.kind = Setting<SchedulerKind>::unread(config.unread(not_understood));
    else if (priority != nullptr)
        made.kind = {SchedulerKind::strict, origins.explicit_at(priority->at)};
    else if (share != nullptr)
        made.kind = {SchedulerKind::weighted, origins.explicit_at(share->at)};
    else
        made.kind
            = Setting<SchedulerKind>::unread(config.unread("its class has neither a share nor a priority"));
    if (share != nullptr && share->sense == Sense::set)
        made.bandwidth
            = {Percent::whole(static_cast<std::uint32_t>(share->value())), origins.explicit_at(share->at)};
    if (is_unread(limit))
        made.limit = Setting<BitsPerSecond>::unread(config.unread(not_understood));
    else if (limit != nullptr && limit->sense == Sense::set) {
        if (limit->value(2) != 0)
            made.limit = {BitsPerSecond{limit->value(2) * limit->value(3)}, origins.explicit_at(limit->at)};
        else
            limit->node->mark(CoverageState::unsupported);
    }
    return {add_to(config.device.schedulers, made), origins.explicit_at(lines.header->at)};
}

Queue make_queue(Config& config, const Block& policy, std::uint8_t number)
{
    Queue queue;
    queue.number = number;
    if (const Block* lines = class_of_queue(config.blocks, policy, number)) {
        queue.ecn = marking_of(config, *lines);
        queue.scheduler = scheduler_of(config, *lines);
        return queue;
    }
    queue.ecn = config.defaults.value("ecn", Ref{});
    queue.ecn.origin = config.device.origins.lacking(queue.ecn.origin, policy.header->at);
    queue.scheduler = Setting<Ref>::unread(config.unread("the queuing policy has no class for the queue"));
    return queue;
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.bound(index, LineKind::service_queuing);
    const bool named = line && !line.is(Sense::clear);
    const Block* policy = config.policy(line);
    if (named && policy == nullptr)
        return config.add_unread_queues(port,
            group_count,
            line.is(Sense::set) ? config.lost("policy-map type queuing", *line.fact)
                                : config.unread(not_understood));
    std::optional<OriginId> lost;
    for (std::size_t at = 0; policy != nullptr && at < policy->inner.size(); ++at) {
        const Block& lines = policy->inner[at];
        if (!queue_of(config.blocks, lines.name)) {
            lost = config.lost("class-map type queuing", lines.name, lines.header->at);
        }
    }
    // Without its class-map, a class's queue is unknown, so no queue of the policy can be read.
    if (lost)
        return config.add_unread_queues(port, group_count, *lost);
    port.first_queue = static_cast<std::uint32_t>(config.device.queues.size());
    port.queue_count = group_count;
    port.queues_visible = policy != nullptr || config.defaults.known("ecn");
    const Span binding = policy == nullptr ? Span{}
        : line.reference.somewhere()       ? line.reference
                                           : line.fact->at;
    for (std::uint8_t number = 0; number < group_count; ++number) {
        if (policy == nullptr) {
            Queue queue;
            queue.number = number;
            queue.ecn = config.defaults.value("ecn", Ref{});
            queue.scheduler = Setting<Ref>::unread(config.unread(
                "no queuing policy is bound, and how queues are served then, no text that was seen tells"));
            config.device.queues.push_back(queue);
            continue;
        }
        const auto [entry, fresh] = config.queues.try_emplace({policy, number});
        if (fresh)
            entry->second = make_queue(config, *policy, number);
        Queue queue = entry->second;
        queue.ecn = config.inherit(queue.ecn, binding);
        queue.scheduler = config.inherit(queue.scheduler, binding);
        config.device.queues.push_back(queue);
    }
}

}
