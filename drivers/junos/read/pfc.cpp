// SPDX-License-Identifier: Apache-2.0
// PFC, the watchdog and priority groups of a port. A group has the number of the PFC priority that pauses it;
// all lossy traffic is in one further group.
#include "drivers/junos/read/pfc_queues.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace rocelint::junos {
namespace {

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
    const Statement* points = output_points_of(profile);
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
