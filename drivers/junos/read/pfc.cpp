// SPDX-License-Identifier: Apache-2.0
// PFC, the watchdog and priority groups of a port. A group has the number of the PFC priority that pauses it;
// all lossy traffic is in one further group.
#include "drivers/junos/read/config.h"
#include "models/fabric/member_places.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rocelint::junos {
namespace {

/// The properties of one queue, from the classes and a profile.
struct QueueClass {
    const ForwardingClass* of_class = nullptr;
    Setting<std::uint8_t> priority; ///< the priority that pauses it; unread: none
};
using QueueClasses = std::array<QueueClass, queues_at_most>;

const ClassMap* map_of(const Config& config,
    const std::unordered_map<std::string_view, std::uint32_t>& known,
    const Statement* reference)
{
    const auto found = reference == nullptr ? known.end() : known.find(reference->key);
    return found == known.end() ? nullptr : &config.device.maps[found->second];
}

const Statement* input_points(const Statement* profile, std::string_view kind)
{
    const Statement* input = profile == nullptr ? nullptr : profile->child("input");
    return input == nullptr ? nullptr : input->child(kind);
}

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

const Statement* output_points(const Statement* profile)
{
    const Statement* output = profile == nullptr ? nullptr : profile->child("output");
    return output == nullptr ? nullptr : output->child("ieee-802.1");
}

// Returns the priority of a queue whose class does not state one: that of the paused code point that maps to
// the queue, else the priority whose pause stops the queue.
Setting<std::uint8_t> implied_priority(
    Config& config, const Binding& binding, const Statement* profile, const ForwardingClass& of_class)
{
    const std::uint8_t queue = of_class.queue.value;
    const ClassMap* pcps = map_of(config, config.pcp_classifiers, binding.pcp);
    if (const Statement* points = input_points(profile, "ieee-802.1"); points != nullptr && pcps != nullptr) {
        for (const Statement& point : *points) {
            const auto pcp = parse_point(point.key, 3);
            if (pcp && pcps->at_point(*pcp) == queue && point.child("pfc") != nullptr)
                return {*pcp, config.here(point)};
        }
    }
    if (const Statement* points = output_points(profile); points != nullptr) {
        for (const Statement& point : *points) {
            const auto pcp = of_class.queue.configured() ? parse_point(point.key, 3) : std::nullopt;
            for (const Statement& stopped : point) {
                if (pcp && parse_number(stopped.key) == std::optional<std::uint64_t>(queue))
                    return {*pcp, config.here(stopped)};
            }
        }
        return {};
    }
    Setting<std::uint8_t> found;
    for (const char c : config.defaults.text(Default::output_queues)) {
        if (c == static_cast<char>('0' + queue))
            found = config.defaults.value<std::uint8_t>(Default::output_queues, queue);
    }
    return found;
}

// PFC by DSCP pauses with the pfc-priority of the class and needs one: nothing else implies it (Junos OS Traffic
// Management User Guide for the QFX Series, Configuring DSCP-based PFC for Layer 3 Untagged Traffic).
QueueClasses classes_by_queue(Config& config, const Binding& binding, const Statement* profile)
{
    const bool implies = input_points(profile, "dscp") == nullptr;
    QueueClasses queues{};
    for (std::size_t number = 0; number < queues.size(); ++number) {
        QueueClass& queue = queues[number];
        queue.of_class = config.class_of_queue[number];
        if (queue.of_class == nullptr)
            continue;
        queue.priority = queue.of_class->pfc_priority;
        if (implies && !queue.priority.known() && queue.of_class->lossless.is(true))
            queue.priority = implied_priority(config, binding, profile, *queue.of_class);
    }
    return queues;
}

Setting<Ref> group_map(Config& config, const QueueClasses& queues)
{
    ClassMap map;
    map.kind = MapKind::tc_to_priority_group;
    PrioritySet taken;
    for (const QueueClass& queue : queues) {
        if (queue.priority.known())
            taken.insert(queue.priority.value);
    }
    std::uint8_t lossy = 0;
    while (lossy < 7 && taken.has(lossy))
        ++lossy;
    const OriginId nobody = config.defaults.origin(Default::forwarding_classes);
    for (std::uint8_t number = 0; number < queues_at_most; ++number) {
        const QueueClass& queue = queues[number];
        if (queue.priority.known())
            map.set(number, queue.priority.value, queue.priority.origin);
        else
            map.set(number, lossy, queue.of_class == nullptr ? nobody : queue.of_class->lossless.origin);
    }
    config.device.maps.push_back(map);
    return {Ref{static_cast<std::uint32_t>(config.device.maps.size() - 1)}, config.one_lossy_group};
}

// Returns which of the queues that one priority stops carries its traffic.
std::optional<std::uint8_t> stopped_queue(
    Config& config, const Statement& point, std::uint8_t priority, const QueueClasses& queues)
{
    std::optional<std::uint8_t> found;
    int count = 0;
    for (const Statement& stopped : point) {
        const auto number = number_of(config, stopped, queues_at_most - 1);
        if (!number)
            continue;
        ++count;
        if (!found || queues[*number].priority.is(priority))
            found = static_cast<std::uint8_t>(*number);
    }
    return count > 1 && !queues[*found].priority.is(priority) ? std::nullopt : found;
}

void map_explicit(Config& config,
    const Binding& binding,
    const Statement& points,
    const QueueClasses& queues,
    ClassMap& map)
{
    // An unlisted priority stops no queue: the explicit list replaces the default (flow-control-queue, QFX
    // Series).
    map.origin.fill(config.through(*binding.profile, points.parent->at));
    for (const Statement& point : points) {
        const auto priority = parse_point(point.key, 3);
        if (!priority) {
            config.reject(point, fmt::format("\"{}\" is not a code point of three bits", point.key));
            continue;
        }
        const auto queue = stopped_queue(config, point, *priority, queues);
        if (queue)
            map.set(*priority, *queue, config.through(*binding.profile, point.first->at));
        else
            map.set(*priority,
                ClassMap::unmapped,
                config.device.origins.unread("its pause stops several queues"));
    }
}

Setting<Ref> pause_map(
    Config& config, const Binding& binding, const Statement* profile, const QueueClasses& queues)
{
    // Where PFC is off, no pause is obeyed, whatever queue it would stop.
    if (profile == nullptr)
        return Setting<Ref>::unread(config.pfc_is_off);
    ClassMap map;
    map.kind = MapKind::priority_to_queue;
    const Statement* points = output_points(profile);
    const Statement* output = profile->child("output");
    const OriginId why = config.device.origins.lacking(
        config.defaults.origin(Default::output_queues), (output == nullptr ? profile : output)->at);
    if (points != nullptr) {
        map.name = profile->key;
        map.at = points->parent->at;
        map_explicit(config, binding, *points, queues, map);
    } else {
        map.origin.fill(why);
        for (const char c : config.defaults.text(Default::output_queues)) {
            if (ascii::is_octal_digit(c))
                map.set(static_cast<std::uint8_t>(c - '0'), static_cast<std::uint8_t>(c - '0'), why);
        }
    }
    config.device.maps.push_back(map);
    const Ref made{static_cast<std::uint32_t>(config.device.maps.size() - 1)};
    return points != nullptr ? Setting<Ref>{made, config.through(*binding.profile, map.at)}
                             : Setting<Ref>{made, why};
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
        const Statement* points = input_points(profile, by_dscp ? "dscp" : "ieee-802.1");
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
    warn_of_lossy_points(config, binding, lossy, !paused.value.empty(), output_points(profile) != nullptr);
    place_members(config.device.origins, paused.origin, places);
    return paused;
}

// Returns what the port obeys: the priorities that it pauses itself, and those that an output stanza also
// lists. The rules check for a listed priority that the port does not pause, and for a paused one that stops
// no queue.
Setting<PrioritySet> obeyed_priorities(
    Config& config, const Binding& binding, const Statement* profile, const Setting<PrioritySet>& paused)
{
    Setting<PrioritySet> obeyed = paused;
    const Statement* points = output_points(profile);
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

void bind_groups(Config& config, const QueueClasses& queues, Port& port)
{
    port.groups_visible = true;
    port.first_group = static_cast<std::uint32_t>(config.device.groups.size());
    port.group_count = 8;
    for (const std::uint8_t number : PrioritySet::all()) {
        PriorityGroup group;
        group.number = number;
        if (!port.pfc_tx.known())
            group.lossless = Setting<bool>::unread(port.pfc_tx.origin);
        else if (!port.pfc_tx.value.has(number))
            group.lossless = config.defaults.value(Default::pfc, false);
        else
            group.lossless = Setting<bool>::unread(
                config.device.origins.unread("no forwarding class is known to have this priority"));
        for (const QueueClass& queue : queues) {
            // Headroom is reserved for a lossless class on the ports that pause its priority.
            const bool mine
                = port.pfc_tx.known() && port.pfc_tx.value.has(number) && queue.priority.is(number);
            if (mine && !group.lossless.is(true))
                group.lossless = queue.of_class->lossless;
        }
        config.device.groups.push_back(group);
    }
}

void bind_cable(Config& config, const Binding& binding, const Statement* profile, Port& port)
{
    const Statement* input = profile == nullptr ? nullptr : profile->child("input");
    if (input == nullptr)
        return;
    const Statement* length = input->child("cable-length");
    constexpr std::uint64_t longest = 100'000;
    if (length == nullptr) {
        port.cable_length = config.defaults.value(Default::cable_length,
            Metres{static_cast<std::uint32_t>(config.defaults.number(Default::cable_length))});
        return;
    }
    if (const auto number = number_of(config, *length, longest))
        port.cable_length
            = {Metres{static_cast<std::uint32_t>(*number)}, config.through(*binding.profile, length->at)};
}

}

void bind_pfc(Config& config, const Binding& binding, Port& port)
{
    const Statement* profile = nullptr;
    if (binding.profile != nullptr) {
        const auto found = config.profiles.find(binding.profile->key);
        config.names.use("congestion-notification-profile", binding.profile->key);
        if (found != config.profiles.end())
            profile = found->second;
    }
    const QueueClasses queues = classes_by_queue(config, binding, profile);
    port.pfc_tx = paused_priorities(config, binding, profile, queues);
    port.pfc_rx = obeyed_priorities(config, binding, profile, port.pfc_tx);
    const std::pair map_key(profile, binding.pcp == nullptr ? std::string_view{} : binding.pcp->key);
    const auto [known_map, is_new] = config.group_maps.try_emplace(map_key);
    if (is_new)
        known_map->second = group_map(config, queues);
    port.tc_to_priority_group = known_map->second;
    port.priority_to_priority_group = {Ref{}, config.group_is_priority};
    port.priority_to_queue = pause_map(config, binding, profile, queues);
    bind_watchdog(config, binding, profile, port.watchdog);
    bind_groups(config, queues, port);
    bind_cable(config, binding, profile, port);
}

}
