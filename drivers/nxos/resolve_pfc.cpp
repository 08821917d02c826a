// SPDX-License-Identifier: Apache-2.0
// PFC: the network-qos policy of the whole switch states which priorities pause, the port states whether it
// pauses. Also the watchdog that ends a stuck pause, and the buffers for packets that arrive after pause was
// sent.
#include "drivers/line_cli/read/policy_classes.h"
#include "drivers/nxos/config.h"
#include "models/fabric/member_places.h"

#include <algorithm>
#include <optional>

namespace rocelint::nxos {
namespace {

void take_class(Config& config, const Block& lines)
{
    const std::uint8_t group = network_group(config.blocks, lines.name);
    if (group >= group_count) {
        const OriginId lost = config.blocks.find(LineKind::group_map, lines.name) != nullptr
            ? config.unread("which qos-group its class-map matches is not understood")
            : config.lost("class-map type network-qos", lines.name, lines.header->at);
        if (lines.find(LineKind::pause_cos) != nullptr || lines.find(LineKind::pause_buffer) != nullptr) {
            config.network.lost = true;
            config.network.why_lost = lost;
        }
        return;
    }
    NetworkClass& made = config.network.groups.at(group);
    made.header = lines.header->at;
    // A further class of the same qos-group adds to what the first one says.
    if (const Fact* mtu = lines.find(LineKind::class_mtu); mtu != nullptr)
        made.mtu = mtu;
    const Fact* buffer = lines.find(LineKind::pause_buffer);
    if (buffer != nullptr)
        made.buffer = buffer;
    const Fact* pause = lines.find(LineKind::pause_cos);
    if (pause != nullptr || buffer != nullptr)
        made.pause = pause == nullptr ? buffer : pause;
}

// PFC priority N belongs to qos-group N unless a class says otherwise.
void map_priorities(Config& config)
{
    ClassMap map;
    map.kind = MapKind::priority_to_queue;
    const OriginId usual = config.defaults.origin("group_is_queue");
    for (std::uint8_t number = 0; number < group_count; ++number)
        map.set(number, number, usual);
    bool differs = false;
    for (std::uint8_t group = 0; group < group_count; ++group) {
        const NetworkClass& each = config.network.groups.at(group);
        for (const Priority priority : each.pauses()) {
            if (priority == group)
                continue;
            differs = true;
            config.priority_lines = each.pause->at;
            map.set(priority, group, config.device.origins.explicit_at(each.pause->at));
            if (!each.pauses().has(group) && map.at_point(group) == group)
                map.set(group, ClassMap::unmapped, config.device.origins.explicit_at(each.pause->at));
        }
    }
    if (!differs)
        return;
    map.at = config.priority_lines;
    config.priority_map = add_to(config.device.maps, map);
}

// Whether DCBX decides on PFC: by the line, else as the switch shows it, else by default. Unset where no class is no-drop:
// then nothing can be negotiated, and the class is what is missing.
Setting<bool> negotiates_pfc(Config& config, std::uint32_t index)
{
    const NetworkQos& network = config.network;
    const bool has_default = network.policy != nullptr || config.defaults.known("no_drop");
    if (has_default && !network.lost && !network.any_unknown() && network.pauses().empty())
        return {};
    const Stated line = config.find_of(index, LineKind::pfc_mode);
    if (line.is(Sense::set))
        return {static_cast<PfcMode>(line.fact->value()) == PfcMode::negotiated, config.origin_of(line)};
    if (const auto shown = config.shown_pfc.find(index); shown != config.shown_pfc.end())
        return shown->second.negotiated;
    return !line && config.defaults.known("pfc_mode")
        ? Setting<bool>{true, config.defaults.origin("pfc_mode")}
        : Setting<bool>{};
}

// Only the switch shows negotiated PFC.
Setting<PrioritySet> effective_pfc(Config& config, std::uint32_t index)
{
    Origins& origins = config.device.origins;
    const NetworkQos& network = config.network;
    const Stated line = config.find_of(index, LineKind::pfc_mode);
    if (const auto shown = config.shown_pfc.find(index); shown != config.shown_pfc.end()
        && config.device.ports[index].pfc_negotiated.peek_known()
        && config.device.ports[index].pfc_negotiated.value)
        return shown->second.paused;
    if (line.is(Sense::unread))
        return Setting<PrioritySet>::unread(config.unread(not_understood));
    const bool stated = line.is(Sense::set);
    const PfcMode mode = stated ? static_cast<PfcMode>(line.fact->value()) : PfcMode::negotiated;
    if (mode == PfcMode::off)
        return {PrioritySet{}, config.origin_of(line)};
    if (network.lost)
        return Setting<PrioritySet>::unread(network.why_lost);
    if (network.any_unknown())
        return Setting<PrioritySet>::unread(
            config.unread("the network-qos policy has a no-drop class whose priorities no line names"));
    const PrioritySet priorities = network.pauses();
    if (network.policy == nullptr && !config.defaults.known("no_drop"))
        return Setting<PrioritySet>::unread(config.defaults.origin("no_drop"));
    // The port enables PFC, but the policy has no class that pauses.
    if (stated && priorities.empty())
        return {priorities,
            network.policy == nullptr ? config.origin_of(line)
                                      : origins.explicit_at(network.policy->header->at)};
    if (mode == PfcMode::on) {
        const OriginId here = config.origin_of(line);
        const OriginId set = origins.inherited(origins.span(here), network.pause_line());
        place_members(origins, set, network.pause_lines());
        return {priorities, set};
    }
    if (priorities.empty())
        return config.defaults.value("no_drop", PrioritySet{});
    if (!stated && !config.defaults.known("pfc_mode"))
        return Setting<PrioritySet>::unread(config.defaults.origin("pfc_mode"));
    return Setting<PrioritySet>::unread(config.unread(stated
            ? "PFC is in mode auto: as DCBX negotiates it, which no configuration shows (capture show interface "
              "priority-flow-control)"
            : "no line says the mode of PFC, which is auto then: as DCBX negotiates it, which no "
              "configuration shows (capture show interface priority-flow-control)"));
}

// Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x), Workflow of Priority Flow
// Control Watchdog: the interface multiplier decides where one is configured, else the shutdown multiplier. `own`
// is the port's line.
Setting<Milliseconds> detection_time(Config& config, const Stated& own)
{
    const Fact* interval = config.global(LineKind::watchdog_interval);
    const Fact* times = config.global(LineKind::watchdog_multiplier);
    if ((interval != nullptr && interval->sense == Sense::unread)
        || (times != nullptr && times->sense == Sense::unread))
        return Setting<Milliseconds>::unread(config.unread(not_understood));
    const bool is_stated = interval != nullptr && interval->sense == Sense::set;
    if (!is_stated && !config.defaults.known("watchdog_interval"))
        return Setting<Milliseconds>::unread(config.defaults.origin("watchdog_interval"));
    const bool of_port = own.is(Sense::set) && own.fact->value(1) != 0;
    const bool of_switch = times != nullptr && times->sense == Sense::set;
    const std::uint64_t multiplier = of_port ? own.fact->value(1) : of_switch ? times->value() : 1;
    const std::uint64_t each = is_stated ? interval->value() : config.defaults.number("watchdog_interval");
    return {Milliseconds(static_cast<std::uint32_t>(each * multiplier)),
        of_port         ? config.origin_of(own)
            : is_stated ? config.device.origins.explicit_at(interval->at)
            : of_switch ? config.device.origins.explicit_at(times->at)
                        : config.defaults.origin("watchdog_interval")};
}

Ref make_profile(Config& config, const Fact& line)
{
    BufferProfile profile;
    line_cli::take_pause_sizes(config, profile, line);
    return add_to(config.device.buffer_profiles, profile);
}

// Returns the buffer lines of the ingress queuing policy that the port uses, else of the network-qos policy.
// `lost`: the policy is not defined.
std::array<const Fact*, group_count> buffers_of(
    Config& config, std::uint32_t index, std::optional<OriginId>& lost)
{
    std::array<const Fact*, group_count> found{};
    for (std::uint8_t group = 0; group < group_count; ++group)
        found.at(group) = config.network.groups.at(group).buffer;
    const Stated line = config.find_bound(index, LineKind::service_queuing_in);
    if (!line || line.fact->text.starts_with("default-"))
        return found;
    const Block* policy = config.blocks.find(LineKind::queuing_policy, line.fact->text);
    if (policy == nullptr) {
        lost = config.lost("policy-map type queuing", *line.fact);
        return {};
    }
    for (const Block& lines : policy->inner) {
        const std::uint8_t group = queue_group(config.blocks, lines.name);
        const Fact* buffer = lines.find(LineKind::pause_buffer);
        if (group < group_count && buffer != nullptr)
            found.at(group) = buffer;
    }
    return found;
}

}

void resolve_network(Config& config)
{
    NetworkQos& network = config.network;
    network.binding = config.global(LineKind::service_network);
    const bool named = network.binding != nullptr && network.binding->sense != Sense::off
        && !network.binding->text.starts_with("default-");
    if (!named)
        return;
    network.policy = config.blocks.find(LineKind::network_policy, network.binding->text);
    network.lost = network.policy == nullptr;
    if (network.lost) {
        network.why_lost = config.lost("policy-map type network-qos", *network.binding);
        return;
    }
    for (const Block& lines : network.policy->inner)
        take_class(config, lines);
    map_priorities(config);
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    port.pfc_negotiated = negotiates_pfc(config, index);
    port.dcbx_version = config.setting(
        config.find_of(index, LineKind::dcbx_version), value_as<DcbxVersion>, Setting<DcbxVersion>{});
    port.pfc_rx = port.pfc_tx = effective_pfc(config, index);
    // The packet size that the lossless buffers are sized for.
    for (const NetworkClass& each : config.network.groups) {
        if (!each.pauses().empty() && each.mtu != nullptr && each.mtu->sense == Sense::set)
            port.headroom_packet
                = {Bytes{each.mtu->value()}, config.device.origins.explicit_at(each.mtu->at)};
    }
}

void resolve_watchdog(Config& config, std::uint32_t index)
{
    PfcWatchdog& watchdog = config.device.ports[index].watchdog;
    const Fact* all = config.global(LineKind::watchdog_all);
    const bool all_on = all != nullptr && all->sense == Sense::set && all->value() != 0;
    const Stated own = config.find_of(index, LineKind::watchdog);
    if (own.is(Sense::unread) || (all != nullptr && all->sense == Sense::unread))
        watchdog.enabled = Setting<bool>::unread(config.unread(not_understood));
    else if (own.is(Sense::set) && own.fact->value() == 0)
        watchdog.enabled = {false, config.origin_of(own)};
    else if (own.is(Sense::set) && !all_on)
        watchdog.enabled = Setting<bool>::unread(config.unread(
            "only the port switches its watchdog on, and Cisco's guides do not state whether that works without "
            "`priority-flow-control watch-dog-interval on` for the whole switch"));
    else if (own.is(Sense::set))
        watchdog.enabled = {true, config.origin_of(own)};
    else if (all != nullptr && all->sense == Sense::set)
        watchdog.enabled = {all_on, config.device.origins.inherited(all->at, all->at)};
    else
        watchdog.enabled = config.defaults.value("watchdog", false);
    watchdog.detection = detection_time(config, own);
    watchdog.restoration = Setting<Milliseconds>::unread(
        config.unread("Cisco's guides do not define the restore multipliers"));
    watchdog.poll = Setting<Milliseconds>::unread(config.unread("NX-OS polls by itself"));
    // Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x), Workflow of
    // Priority Flow Control Watchdog: a stuck queue drops all data packets.
    watchdog.action = own.is(Sense::set) && own.fact->value(2) != 0
        ? Setting<WatchdogAction>(WatchdogAction::alert, config.origin_of(own))
        : config.defaults.value("watchdog_action", WatchdogAction::drop);
}

// A no-drop class without buffers of its own gets buffers for the cable length that the platform assumes.
static void count_on_usual_cable(
    Config& config, std::uint32_t index, const std::array<const Fact*, group_count>& buffers)
{
    Port& port = config.device.ports[index];
    const bool states_none = std::ranges::none_of(buffers, [](const Fact* line) { return line != nullptr; });
    if (states_none && port.pfc_tx.known() && !port.pfc_tx.value.empty())
        port.cable_length = config.defaults.value(
            "cable_length", Metres{static_cast<std::uint32_t>(config.defaults.number("cable_length"))});
}

void resolve_groups(Config& config, std::uint32_t index)
{
    std::optional<OriginId> lost;
    const std::array<const Fact*, group_count> buffers = buffers_of(config, index, lost);
    if (!lost && std::ranges::all_of(buffers, [](const Fact* line) {
            return line == nullptr || line->sense != Sense::set;
        })) {
        count_on_usual_cable(config, index, buffers);
        return;
    }
    Port& port = config.device.ports[index];
    config.begin_groups(port, group_count);
    for (std::uint8_t number = 0; number < group_count; ++number) {
        const NetworkClass& each = config.network.groups.at(number);
        PriorityGroup group;
        group.number = number;
        group.lossless = each.pause != nullptr
            ? Setting<bool>(true, config.device.origins.explicit_at(each.pause->at))
            : config.defaults.value("group_type", false);
        if (const Fact* line = buffers.at(number); line != nullptr && line->sense == Sense::set) {
            const auto [entry, fresh] = config.buffers.try_emplace(line);
            if (fresh)
                entry->second = make_profile(config, *line);
            group.buffer = {entry->second, config.device.origins.explicit_at(line->at)};
        } else if (lost) {
            group.buffer = Setting<Ref>::unread(*lost);
        }
        config.device.groups.push_back(group);
    }
}

}
