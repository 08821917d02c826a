// SPDX-License-Identifier: Apache-2.0
// Resolves the lines of each port: its link, its MTU, and what a member inherits from its port channel.
#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_steps.h"
#include "drivers/line_cli/read/port_vlans.h"
#include "drivers/os10/config.h"
#include "drivers/os10/os10.h"
#include "models/fabric/vlan_policy.h"

#include <fmt/format.h>

namespace rocelint::os10 {
namespace {

// The ports between two VLT peers form a port channel that OS10 creates and calls 1000, as outputs of `show
// port-channel summary` show. No known manual says so.
void join_peer_link(Config& config)
{
    constexpr std::size_t most_ports = 64;
    constexpr std::string_view made_by_itself = "port-channel1000";
    for (const Fact* line : config.discovery) {
        const auto names = line_cli::expand_ports(line->text, most_ports);
        if (!names) {
            line->node->mark(CoverageState::unrecognised);
            continue;
        }
        const std::uint32_t link = config.port_of_name(std::string(made_by_itself), line->at);
        for (const std::string& name : *names) {
            const std::uint32_t port = config.port_spelt(name, line->at);
            if (config.device.ports[port].lag == Port::no_index)
                config.join(port, link, line->at);
        }
        config.ports[link].configured = true;
        config.device.forwarding.mlag_peer_link = {link, config.device.origins.explicit_at(line->at)};
    }
}

// "1/1/25 map 25g-4x" splits port 1/1/25 into four ports of 25 Gbit/s, whose names continue after a colon.
Setting<BitsPerSecond> speed_of_breakout(Config& config, std::string_view port)
{
    const std::size_t digits = std::min(port.find_first_of("0123456789"), port.size());
    const std::string_view number = port.substr(digits, port.find(':') - digits);
    const auto found = config.breakouts.find(number);
    if (found == config.breakouts.end())
        return {};
    Words words(found->second->text);
    words.next();
    words.take("map");
    const std::string_view mode = words.next();
    constexpr std::uint64_t most_gigabits = 1600;
    constexpr std::uint64_t giga = 1'000'000'000;
    const auto gigabits = parse_number(mode.substr(0, mode.find('g')));
    const bool known = gigabits && *gigabits != 0 && *gigabits <= most_gigabits
        && mode.find("g-") != std::string_view::npos;
    return known ? Setting<BitsPerSecond>(
               BitsPerSecond{*gigabits * giga}, config.device.origins.explicit_at(found->second->at))
                 : Setting<BitsPerSecond>{};
}

void resolve_mode(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return config.take_type_as_mode(port);
    port.routed = config.setting<bool>(config.find_of(index, LineKind::switched), not_understood, is_off);
    if (const Stated line = config.find_of(index, LineKind::access);
        !line_cli::stated(port.routed) && line.is(Sense::set))
        port.routed = {false, config.origin_of(line)};
}

void resolve_link(Config& config, std::uint32_t index)
{
    resolve_mode(config, index);
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto stated = [&](LineKind what, auto value, auto absent) {
        return config.setting(config.find_of(index, what), value, absent);
    };
    if (const Fact* line = config.find(place, LineKind::description))
        port.description = line->text;
    port.admin_up
        = config.setting<bool>(Stated{config.find(place, LineKind::shutdown)}, not_understood, is_off);
    if (port.kind == PortKind::other || port.kind == PortKind::internal)
        return;
    const auto behind = [&](std::uint64_t header) {
        return stated(
            LineKind::mtu,
            [&](const Fact& fact) { return Bytes{fact.value() - header}; },
            config.defaults.value("mtu", Bytes{config.defaults.number("mtu") - header}));
    };
    port.ip_mtu = behind(link_overhead);
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    port.max_frame = behind(frame_header);
    const Stated speed = config.find_of(index, LineKind::speed);
    config.take_speed(port, speed);
    if (!speed && port.kind == PortKind::physical)
        port.speed = speed_of_breakout(config, port.name);
    constexpr std::uint64_t by_medium = 2;
    if (const Stated line = config.find_of(index, LineKind::negotiation);
        line.is(Sense::set) && line.fact->value() != by_medium)
        port.autoneg = {line.fact->value() != 0, config.origin_of(line)};
    port.pause_rx = stated(LineKind::pause_receive, says_on, config.defaults.value("link_pause", false));
    port.pause_tx = stated(LineKind::pause_send, says_on, config.defaults.value("link_pause", false));
}

void take_vlan_policy(Config& config, std::uint32_t index)
{
    if (has_own_policy(config, index))
        config.vlans_with_policy.emplace_back(index, resolve_vlan_policy(config, index));
}

constexpr line_cli::LineDuty line_duties[]{{LineKind::pause_cos, Duty::pause},
    {LineKind::detect, Duty::marking},
    {LineKind::marks, Duty::marking},
    {LineKind::points, Duty::classification},
    {LineKind::queue_groups, Duty::classification},
    {LineKind::share, Duty::scheduling},
    {LineKind::priority, Duty::scheduling}};

// Dell EMC SmartFabric OS10 User Guide, VLANs: a trunk carries its access VLAN untagged. The number of a virtual network is no VID.
void resolve_vlans(Config& config)
{
    constexpr line_cli::VlanDefaults vlan_defaults{.trunk_has_access = true};
    if (config.vlans_with_policy.empty())
        return;
    const VlanPolicyScope scope(line_cli::read_port_vlans(config, vlan_defaults));
    for (const auto& [index, classifies] : config.vlans_with_policy) {
        if (config.device.ports[index].name.starts_with("vlan"))
            scope.take_policy_of_interface(config.device, index, classifies);
        else
            scope.take_policy_of_interface(config.device, index, VlanIds{}.set(), classifies);
    }
}

}

void resolve(Config& config)
{
    NameBook names;
    line_cli::enter_names(
        names, config.lines, line_duties, [](std::string_view name) { return name == "default"; });
    config.join_channels(LineKind::channel_group, "port-channel");
    join_peer_link(config);
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = resolve_classification,
            .of_vlan = take_vlan_policy,
            .queues = {resolve_pfc, resolve_queues}});
    resolve_vlans(config);
    for (std::uint32_t index = 0; index < count; ++index) {
        if (config.device.ports[index].kind == PortKind::subinterface && has_own_policy(config, index))
            take_unread_policy_of_subinterface(
                config.device, index, config.find(config.ports[index].place, LineKind::service_qos)->at);
    }
    resolve_forwarding(config);
    config.classifiers.enter_names(names, "policy-map type qos");
    line_cli::take_names(names, config);
}

}
