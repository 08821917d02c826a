// SPDX-License-Identifier: Apache-2.0
// Queues: what the queuing policy that a port uses says about each. No known source says how queues without a
// policy are served.
#include "drivers/line_cli/read/policy_classes.h"
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
    profile.other_colours = OtherColours::unmarked;
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
    if (line == nullptr)
        return config.lacking(config.defaults.value("ecn", Ref{}), lines.header->at);
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

// The unit of a limit in packets is 0.
std::optional<BitsPerSecond> rate_of(const Fact& limit)
{
    return limit.value(2) == 0 ? std::nullopt : std::optional(BitsPerSecond{limit.value(2) * limit.value(3)});
}

Setting<Ref> scheduler_of(Config& config, const Block& lines)
{
    const line_cli::ServiceLines kinds{
        kind_of(LineKind::priority), kind_of(LineKind::share), kind_of(LineKind::limit), rate_of};
    if (lines.find(kinds.priority) == nullptr && lines.find(kinds.share) == nullptr
        && lines.find(kinds.limit) == nullptr)
        return Setting<Ref>::unread(config.unread("its class has neither a share nor a priority"));
    return {add_to(config.device.schedulers, line_cli::service_of(config, lines, kinds)),
        config.device.origins.explicit_at(lines.header->at)};
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.find_bound(index, LineKind::service_queuing);
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
    const auto unbound = [&](std::uint8_t) {
        return Setting<Ref>::unread(config.unread(
            "no queuing policy is bound, and no source was found for how queues are served then"));
    };
    line_cli::add_policy_queues(config, port, group_count, line, policy, unbound, [&](Queue& queue) {
        const Block* lines = class_of_queue(config.blocks, *policy, queue.number);
        if (lines == nullptr)
            return false;
        queue.ecn = marking_of(config, *lines);
        queue.scheduler = scheduler_of(config, *lines);
        return true;
    });
}

}
