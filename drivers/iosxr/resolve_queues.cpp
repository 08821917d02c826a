// SPDX-License-Identifier: Apache-2.0
// The virtual output queues towards a port: the egress policy of the port serves and marks them. The marking of a
// traffic class with internal buffers is that of its location instead.
#include "drivers/iosxr/config.h"
#include "drivers/line_cli/read/policy_classes.h"

#include <algorithm>
#include <optional>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view other_units
    = "it is not in bytes, and no source that was read states the size of its unit here";
constexpr std::string_view no_thresholds = "`random-detect ecn` alone leaves the thresholds to the router";
constexpr std::string_view no_max = "the line has no max-threshold";
constexpr std::string_view no_probability = "no line states the probability";
constexpr std::string_view chip_marks
    = "the chip's own values apply, and no source that was read states whether they mark";
constexpr std::string_view cards_differ
    = "packets wait at the location that they come in by, and the locations have different lines for their traffic class";
constexpr std::string_view divided
    = "the policy that its class refers to divides its packets into classes, or is not in the files";
constexpr std::string_view two_markings
    = "the traffic class has internal buffers, whose line states no `ecn`, and its policy has `random-detect ecn`, which marks "
      "packets in extended buffers";

Setting<Bytes> threshold(Config& config, const Fact& line, std::size_t slot)
{
    if (!is_in_bytes(line, slot))
        return Setting<Bytes>::unread(config.unread(other_units));
    return {Bytes{line.value(slot)}, config.device.origins.explicit_at(line.at)};
}

// A value of a line that may lack it.
template <class T>
Setting<T> optional_value(
    Config& config, const Fact& line, std::size_t slot, T stated, std::string_view absent)
{
    return line.values.at(slot).written() ? Setting<T>(stated, config.device.origins.explicit_at(line.at))
                                          : Setting<T>::unread(config.unread(absent));
}

Percent percent_of(const Fact& line, std::size_t slot)
{
    return Percent::whole(static_cast<std::uint32_t>(line.value(slot)));
}

// `random-detect ecn` marks, and the curve that is a line of its own drops packets that cannot be marked.
Setting<Ref> marking_of(Config& config, const Block& lines, std::string_view policy)
{
    const Fact* marks = lines.find(LineKind::marks);
    const Fact* curve = lines.find(LineKind::curve);
    if (curve != nullptr && curve->sense == Sense::unread)
        return Setting<Ref>::unread(config.unread(not_understood));
    if (marks == nullptr && curve == nullptr)
        return config.lacking(config.defaults.value("ecn", Ref{}), lines.header->at);
    const OriginId here = config.device.origins.explicit_at((curve == nullptr ? marks : curve)->at);
    EcnProfile profile;
    profile.name = policy;
    profile.at = (marks == nullptr ? curve : marks)->at;
    EcnCurve& made = profile.curves.emplace_back();
    made.marks = {marks != nullptr, marks == nullptr ? here : config.device.origins.explicit_at(marks->at)};
    made.drops = {true, here};
    if (curve == nullptr) {
        made.min_threshold = made.max_threshold = Setting<Bytes>::unread(config.unread(no_thresholds));
        made.max_probability = Setting<Percent>::unread(config.unread(no_thresholds));
    } else {
        made.min_threshold = threshold(config, *curve, 0);
        made.max_threshold = threshold(config, *curve, 1);
        made.max_probability = optional_value(config, *curve, 2, percent_of(*curve, 2), no_probability);
    }
    return {add_to(config.device.ecn_profiles, std::move(profile)), here};
}

// The marking that a line of internal buffers states.
Setting<Ref> marking_of_line(Config& config, const Fact& line)
{
    const OriginId here = config.device.origins.explicit_at(line.at);
    const auto [entry, fresh] = config.markings.try_emplace(&line);
    if (fresh) {
        EcnProfile profile;
        profile.name = "buffer-internal";
        profile.at = line.at;
        EcnCurve& curve = profile.curves.emplace_back();
        curve.marks = {true, here};
        curve.min_threshold = {Bytes{line.value(3)}, here};
        curve.max_threshold = optional_value(config, line, 4, Bytes{line.value(4)}, no_max);
        curve.max_probability = optional_value(config, line, 5, percent_of(line, 5), no_probability);
        entry->second = add_to(config.device.ecn_profiles, std::move(profile));
    }
    return {entry->second, here};
}

bool same_marking(const Fact* one, const Fact* other)
{
    if (one == nullptr || other == nullptr || one->sense != other->sense
        || has_values(*one) != has_values(*other))
        return one == other;
    for (const std::size_t slot : {3U, 4U, 5U}) {
        if (one->value(slot) != other->value(slot))
            return false;
    }
    return true;
}

// Replaces the marking of a queue by that of the locations, where its traffic class has internal buffers.
void take_location(Config& config, Queue& queue)
{
    const Fact* first = nullptr;
    for (const Profile& profile : config.profiles) {
        const Fact* line = profile.internal.at(queue.number);
        if (&profile != &config.profiles.front() && !same_marking(first, line)) {
            queue.ecn = Setting<Ref>::unread(config.unread(cards_differ));
            return;
        }
        first = line;
    }
    if (first == nullptr)
        return;
    if (first->sense == Sense::unread || !has_values(*first))
        queue.ecn = Setting<Ref>::unread(
            config.unread(first->sense == Sense::unread ? not_understood : chip_marks));
    else if (first->values[3].written())
        queue.ecn = marking_of_line(config, *first);
    else if (queue.ecn.peek_known() && queue.ecn.value.none())
        queue.ecn = {Ref{}, config.device.origins.explicit_at(first->at)};
    else
        queue.ecn = Setting<Ref>::unread(config.unread(two_markings));
}

std::optional<BitsPerSecond> rate_of(const Fact& limit) { return BitsPerSecond{limit.value()}; }

// The rate of a class is the lower one of its own line and of that in the policy that it refers to.
Setting<Ref> scheduler_of(Config& config, const Block& lines, const Block* inner)
{
    Scheduler made = line_cli::service_of(config,
        lines,
        {kind_of(LineKind::priority), kind_of(LineKind::share), kind_of(LineKind::limit), rate_of});
    const Fact* priority = lines.find(LineKind::priority);
    const Fact* ratio = lines.find(LineKind::ratio);
    const Fact* share = lines.find(LineKind::share);
    if (made.kind.is(SchedulerKind::strict) && priority->value() != 0)
        made.level = {static_cast<std::uint8_t>(priority->value()), made.kind.origin};
    if (priority == nullptr && share == nullptr && ratio != nullptr && is_set(*ratio)) {
        made.kind = {SchedulerKind::weighted, config.device.origins.explicit_at(ratio->at)};
        made.weight = {static_cast<std::uint32_t>(ratio->value()), made.kind.origin};
    }
    const Fact* limit = inner == nullptr ? nullptr : inner->find(LineKind::limit);
    if (limit != nullptr && !is_set(*limit))
        made.limit = Setting<BitsPerSecond>::unread(config.unread(not_understood));
    else if (limit != nullptr && (!made.limit.peek_known() || limit->value() < made.limit.value.count))
        made.limit = {BitsPerSecond{limit->value()}, config.device.origins.explicit_at(limit->at)};
    return {add_to(config.device.schedulers, made), config.device.origins.explicit_at(lines.header->at)};
}

// A policy whose only class refers to that of the queues may shape the whole port.
void take_outer_shaper(Config& config, Port& port, const Stated& line, const Block* policy)
{
    const Block* outer
        = line.is(Sense::set) ? config.blocks.find(LineKind::policy_map, line.fact->text) : nullptr;
    const Block* all = outer == nullptr || outer == policy ? nullptr : outer->find_inner(class_of_all);
    const Fact* limit = all == nullptr ? nullptr : all->find(LineKind::limit);
    if (limit == nullptr)
        return;
    port.limit = is_set(*limit)
        ? Setting<BitsPerSecond>{BitsPerSecond{limit->value()}, config.device.origins.explicit_at(limit->at)}
        : Setting<BitsPerSecond>::unread(config.unread(not_understood));
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.find_of(index, LineKind::service_out);
    const Block* policy = line.is(Sense::set) ? find_policy(config.blocks, line.fact->text) : nullptr;
    if (line && policy == nullptr) {
        config.add_unread_queues(port, class_count, config.lost("policy-map", *line.fact));
    } else {
        const auto unbound
            = [&](std::uint8_t) { return Setting<Ref>::unread(config.defaults.origin("scheduler")); };
        line_cli::add_policy_queues(config, port, class_count, line, policy, unbound, [&](Queue& queue) {
            const Block* lines = class_of_queue(config.blocks, *policy, queue.number);
            if (lines == nullptr)
                return false;
            const NestedPolicy nested = policy_of_class(config.blocks, *lines);
            const Block* inner = nested.only_class();
            const bool marks_here
                = lines->find(LineKind::marks) != nullptr || lines->find(LineKind::curve) != nullptr;
            queue.scheduler = scheduler_of(config, *lines, inner);
            queue.ecn = nested.stated && inner == nullptr
                ? Setting<Ref>::unread(config.unread(divided))
                : marking_of(config, inner == nullptr || marks_here ? *lines : *inner, policy->name);
            if (nested.stated && inner == nullptr)
                queue.scheduler = Setting<Ref>::unread(config.unread(divided));
            return true;
        });
    }
    take_outer_shaper(config, port, line, policy);
    if (!port.queues_visible)
        return;
    for (std::uint8_t number = 0; number < class_count; ++number)
        take_location(config, config.device.queues[port.first_queue + number]);
}

}
