// SPDX-License-Identifier: Apache-2.0
// The priorities that a port pauses, and those whose pause it obeys.
#include "drivers/junos/read/pfc_queues.h"
#include "models/fabric/member_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::junos {
namespace {

// Returns the statement in which a missing paused code point would be added.
const Statement* innermost_input(const Statement& profile)
{
    const Statement* input = profile.child("input");
    if (input == nullptr)
        return &profile;
    for (const std::string_view kind : {"dscp", "ieee-802.1"}) {
        if (const Statement* points = input->child(kind))
            return points;
    }
    return input;
}

// Returns the priority that the port pauses for an input code point; an unread one has the reason.
Setting<std::uint8_t> paused_by(
    Config& config, const Binding& binding, const Statement& point, bool by_dscp, const QueueClasses& queues)
{
    const OriginId at = config.through(*binding.profile, point.at);
    const auto number = parse_point(point.key, by_dscp ? 6 : 3);
    if (!number) {
        config.reject(point, fmt::format("\"{}\" is not a code point", point.key));
        return {};
    }
    if (!by_dscp)
        return {*number, at};
    const ClassMap* dscps = map_of(config, config.dscp_classifiers, binding.dscp);
    const std::uint8_t tc = dscps == nullptr ? ClassMap::unmapped : dscps->at_point(*number);
    if (tc >= queues_at_most)
        return Setting<std::uint8_t>::unread(
            config.device.origins.unread("the forwarding class of the paused DSCP is not known"));
    if (!queues[tc].priority.known()) {
        const ForwardingClass* of_class = queues[tc].of_class;
        if (of_class != nullptr && of_class->lossless.configured() && of_class->lossless.value)
            config.warn(point,
                fmt::format(
                    "forwarding class {} is no-loss without a pfc-priority, so PFC for {} has no priority to pause with",
                    of_class->name,
                    point.key));
        return Setting<std::uint8_t>::unread(
            config.device.origins.unread("the forwarding class of the paused DSCP has no pfc-priority"));
    }
    return {queues[tc].priority.value, at};
}

// Whether the classifier is known and maps the code point to no class with a pfc-priority, while other
// classes have one. Such a code point does not pause those classes, and does not show that they are lossy.
bool leads_to_no_lossless_class(const Config& config,
    const Binding& binding,
    const Statement& point,
    bool by_dscp,
    const QueueClasses& queues)
{
    const ClassMap* dscps = by_dscp ? map_of(config, config.dscp_classifiers, binding.dscp) : nullptr;
    const auto number = parse_point(point.key, 6);
    if (dscps == nullptr || !number)
        return false;
    const std::uint8_t tc = dscps->at_point(*number);
    const bool lossless
        = tc < queues_at_most && queues[tc].of_class != nullptr && !queues[tc].of_class->lossless.is(false);
    return !lossless
        && std::ranges::any_of(queues, [](const QueueClass& queue) { return queue.priority.known(); });
}

// Warns of paused code points that the classifier maps to no lossless class. If that is so for all of them,
// the classifier is the cause, not the profile, which other ports share. A port that then still obeys pause
// is left to the rules.
void warn_of_lossy_points(Config& config,
    const Binding& binding,
    const std::vector<const Statement*>& points,
    bool pauses_others,
    bool obeys)
{
    for (const Statement* point : points) {
        if (pauses_others)
            config.warn(*point,
                fmt::format("{} is not in a forwarding class with a pfc-priority: its pause is not judged",
                    point->key));
        else if (!obeys)
            config.warn(*binding.dscp,
                fmt::format(
                    "classifier {} puts {} into no forwarding class with a pfc-priority, so that {} pauses "
                    "nothing for it",
                    binding.dscp->key,
                    point->key,
                    binding.profile->key));
    }
}

}

Setting<PrioritySet> paused_priorities(
    Config& config, const Binding& binding, const Statement* profile, const QueueClasses& queues)
{
    if (profile == nullptr && binding.profile != nullptr)
        return Setting<PrioritySet>::unread(
            config.lost(*binding.profile, "congestion notification profile", binding.profile->key));
    if (profile == nullptr)
        return config.lacking(binding.block, Default::pfc, PrioritySet{});
    Setting<PrioritySet> paused{{}, config.through(*binding.profile, innermost_input(*profile)->at)};
    MemberPlaces places{};
    std::vector<const Statement*> lossy;
    for (const bool by_dscp : {false, true}) {
        const Statement* points = input_points_of(profile, by_dscp ? "dscp" : "ieee-802.1");
        if (points == nullptr)
            continue;
        for (const Statement& point : *points) {
            if (point.child("pfc") == nullptr)
                continue;
            const Setting<std::uint8_t> priority = paused_by(config, binding, point, by_dscp, queues);
            if (!priority.known() && leads_to_no_lossless_class(config, binding, point, by_dscp, queues)) {
                lossy.push_back(&point);
                continue;
            }
            if (!priority.known())
                return Setting<PrioritySet>::unread(priority.origin);
            paused.value.insert(priority.value);
            paused.origin = priority.origin;
            places.at(priority.value) = point.at;
        }
    }
    warn_of_lossy_points(config, binding, lossy, !paused.value.empty(), output_points_of(profile) != nullptr);
    place_members(config.device.origins, paused.origin, places);
    return paused;
}

Setting<PrioritySet> obeyed_priorities(
    Config& config, const Binding& binding, const Statement* profile, const Setting<PrioritySet>& paused)
{
    Setting<PrioritySet> obeyed = paused;
    const Statement* points = output_points_of(profile);
    if (points == nullptr || !paused.known())
        return obeyed;
    MemberPlaces places{};
    for (const Priority priority : paused.value)
        places.at(priority) = place_of(config.device, paused, PrioritySet::of(priority));
    for (const Statement& point : *points) {
        const auto priority = parse_point(point.key, 3);
        if (!priority || obeyed.value.has(*priority))
            continue;
        obeyed.value.insert(*priority);
        obeyed.origin = config.through(*binding.profile, point.at);
        places.at(*priority) = point.at;
    }
    place_members(config.device.origins, obeyed.origin, places);
    return obeyed;
}

}
