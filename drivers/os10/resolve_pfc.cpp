// SPDX-License-Identifier: Apache-2.0
// PFC: the network-qos policy that a port uses states which priorities pause, the port states whether it
// pauses. Each class that pauses is a priority group with its own buffers.
#include "drivers/line_cli/read/policy_classes.h"
#include "drivers/os10/config.h"
#include "models/fabric/member_places.h"

namespace rocelint::os10 {
namespace {

Ref make_profile(Config& config, const Block& lines, const Fact* sizes)
{
    Origins& origins = config.device.origins;
    BufferProfile profile;
    profile.name = lines.name;
    profile.at = lines.header->at;
    if (sizes != nullptr)
        line_cli::take_pause_sizes(config, profile, *sizes);
    if (const Fact* alpha = lines.find(LineKind::alpha); alpha != nullptr && alpha->sense == Sense::set)
        profile.dynamic_threshold
            = {static_cast<std::int64_t>(alpha->value()), origins.explicit_at(alpha->at)};
    if (const Fact* limit = lines.find(LineKind::fixed_limit); limit != nullptr && limit->sense == Sense::set)
        profile.fixed_threshold = {Bytes{limit->value()}, origins.explicit_at(limit->at)};
    // A line of the class that is not understood may state either threshold.
    const auto is_unread = [&](LineKind what) {
        const Fact* line = lines.find(what);
        return line != nullptr && line->sense == Sense::unread;
    };
    if (is_unread(LineKind::alpha))
        profile.dynamic_threshold = Setting<std::int64_t>::unread(config.unread(not_understood));
    if (is_unread(LineKind::fixed_limit))
        profile.fixed_threshold = Setting<Bytes>::unread(config.unread(not_understood));
    return add_to(config.device.buffer_profiles, profile);
}

void take_class(Config& config, Pausing& made, const Block& lines)
{
    const Fact* pause = lines.find(LineKind::pause);
    const Fact* cos = lines.find(LineKind::pause_cos);
    // `pause` without pfc-cos is for link-level flow control; the priorities do not send PFC then.
    if (pause == nullptr || cos == nullptr) {
        if (pause != nullptr && made.priorities.empty())
            made.line = pause->at;
        return;
    }
    if (pause->sense == Sense::unread || cos->sense == Sense::unread) {
        made.unknown = true;
        return;
    }
    const PrioritySet priorities{static_cast<std::uint8_t>(cos->value())};
    made.priorities = made.priorities | priorities;
    made.line = cos->at;
    for (const Priority priority : priorities)
        made.places.at(priority) = cos->at;
    const std::optional<PrioritySet> groups = groups_of(config.blocks, lines.name);
    if (!groups) {
        made.lost = config.lost("class-map type network-qos", lines.name, lines.header->at);
        return;
    }
    const bool sized = pause->values[0].written();
    const bool limited
        = lines.find(LineKind::alpha) != nullptr || lines.find(LineKind::fixed_limit) != nullptr;
    const Ref buffer = sized || limited ? make_profile(config, lines, sized ? pause : nullptr) : Ref{};
    for (const Priority group : *groups)
        made.groups.at(group) = {pause, priorities, buffer, *groups->begin()};
}

const Pausing& pausing_of(Config& config, const Block& policy)
{
    const auto [entry, fresh] = config.pausing.try_emplace(&policy);
    if (fresh) {
        for (const Block& lines : policy.inner)
            take_class(config, entry->second, lines);
    }
    return entry->second;
}

// PFC for priority P stops the queue of the qos-group whose class pauses P, and is sent for that class's
// priority group.
Config::PriorityMaps map_priorities(
    Config& config, const Block& policy, const Pausing& pausing, const Setting<Ref>& queues)
{
    const ClassMap* to_queue
        = queues.known() && !queues.value.none() ? &config.device.maps.at(queues.value.index) : nullptr;
    ClassMap queue_map;
    queue_map.kind = MapKind::priority_to_queue;
    queue_map.name = policy.name;
    queue_map.at = policy.header->at;
    ClassMap group_map = queue_map;
    group_map.kind = MapKind::priority_to_priority_group;
    ClassMap class_map = queue_map;
    class_map.kind = MapKind::tc_to_priority_group;
    const OriginId usual = config.defaults.origin("group_is_queue");
    bool shared = false;
    for (std::uint8_t number = 0; number < group_count; ++number) {
        queue_map.set(number, to_queue == nullptr ? number : to_queue->at_point(number), usual);
        group_map.set(number, number, usual);
        class_map.set(number, number, usual);
    }
    for (std::uint8_t group = 0; group < group_count; ++group) {
        const Pausing::Group& each = pausing.groups.at(group);
        if (each.pause == nullptr)
            continue;
        const OriginId here = config.device.origins.explicit_at(each.pause->at);
        class_map.set(group, each.first, here);
        shared = shared || each.first != group;
        for (const Priority priority : each.priorities) {
            group_map.set(priority, each.first, here);
            // In a class with several qos-groups and priorities, each priority belongs to the qos-group with
            // its number.
            if (priority == group || pausing.groups.at(priority).pause != each.pause)
                queue_map.set(priority, to_queue == nullptr ? group : to_queue->at_point(group), here);
        }
    }
    return {add_to(config.device.maps, queue_map),
        add_to(config.device.maps, group_map),
        shared ? add_to(config.device.maps, class_map) : Ref{}};
}

void add_groups(Config& config, Port& port, const Pausing& pausing, OriginId binding)
{
    config.begin_groups(port, group_count);
    Origins& origins = config.device.origins;
    for (std::uint8_t number = 0; number < group_count; ++number) {
        const Pausing::Group& each = pausing.groups.at(number);
        PriorityGroup group;
        group.number = number;
        if (each.pause == nullptr || each.first != number) {
            group.lossless = config.defaults.value("group_type", false);
        } else {
            const OriginId here = origins.inherited(origins.span(binding), each.pause->at);
            group.lossless = {true, here};
            if (!each.buffer.none())
                group.buffer = {each.buffer, here};
        }
        config.device.groups.push_back(group);
    }
}

Setting<PrioritySet> effective_pfc(
    Config& config, std::uint32_t index, const Stated& binding, const Block* policy)
{
    const Stated mode = config.find_of(index, LineKind::pfc_mode);
    if (mode.is(Sense::unread))
        return Setting<PrioritySet>::unread(config.unread(not_understood));
    if (!mode || mode.is(Sense::clear))
        return config.defaults.value("pfc", PrioritySet{});
    const OriginId here = config.origin_of(mode);
    if (mode.fact->value() == 0)
        return {PrioritySet{}, here};
    if (!binding || binding.is(Sense::clear))
        return config.defaults.known("no_drop")
            ? Setting<PrioritySet>(PrioritySet{}, here)
            : Setting<PrioritySet>::unread(config.defaults.origin("no_drop"));
    if (policy == nullptr)
        return Setting<PrioritySet>::unread(binding.is(Sense::set)
                ? config.lost("policy-map type network-qos", *binding.fact)
                : config.unread(not_understood));
    const Pausing& pausing = pausing_of(config, *policy);
    if (pausing.unknown)
        return Setting<PrioritySet>::unread(
            config.unread("a class of its network-qos policy is not understood"));
    Origins& origins = config.device.origins;
    if (pausing.priorities.empty() && !pausing.line.somewhere())
        return {PrioritySet{}, here};
    const OriginId set = origins.inherited(origins.span(here), pausing.line);
    place_members(origins, set, pausing.places);
    return {pausing.priorities, set};
}

}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated binding = config.find_bound(index, LineKind::service_network);
    const Block* policy = config.policy(binding);
    port.pfc_rx = port.pfc_tx = effective_pfc(config, index, binding, policy);
    port.dcbx_version = config.setting(config.find_of(index, LineKind::dcbx_version),
        line_cli::value_as<DcbxVersion>,
        Setting<DcbxVersion>{});
    port.priority_to_queue = port.tc_to_queue;
    port.priority_to_priority_group = config.defaults.value("group_is_priority_group", Ref{});
    const std::string_view no_watchdog = "no source was found for a PFC watchdog on OS10";
    port.watchdog.enabled = Setting<bool>::unread(config.unread(no_watchdog));
    if (policy == nullptr)
        return;
    const Pausing& pausing = pausing_of(config, *policy);
    const OriginId here = config.origin_of(binding);
    if (pausing.unknown || pausing.lost) {
        port.priority_to_queue = Setting<Ref>::unread(pausing.lost
                ? *pausing.lost
                : config.unread("a class of its network-qos policy is not understood"));
        port.priority_to_priority_group = Setting<Ref>::unread(port.priority_to_queue.origin);
        return;
    }
    const Block* traffic_map = nullptr;
    if (const Stated line = config.find_bound(index, LineKind::use_traffic_map); line.is(Sense::set))
        traffic_map = config.blocks.find(LineKind::traffic_map, line.fact->text);
    const auto [entry, fresh] = config.priority_maps.try_emplace({policy, traffic_map});
    if (fresh)
        entry->second = map_priorities(config, *policy, pausing, port.tc_to_queue);
    port.priority_to_queue = {entry->second.to_queue, here};
    port.priority_to_priority_group = {entry->second.to_group, here};
    if (!entry->second.of_classes.none())
        port.tc_to_priority_group = {entry->second.of_classes, here};
    add_groups(config, port, pausing, here);
}

}
