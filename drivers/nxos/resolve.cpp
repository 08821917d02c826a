// SPDX-License-Identifier: Apache-2.0
// Resolves the lines of each port: its link, its MTU, and what a member inherits from its port channel.
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_steps.h"
#include "drivers/nxos/config.h"
#include "drivers/nxos/nxos.h"
#include "models/fabric/untagged.h"
#include "models/fabric/vlan_policy.h"

#include <fmt/format.h>

namespace rocelint::nxos {
namespace {

// Returns a device-wide line's value, else the default.
Setting<bool> usual(Config& config, LineKind what, Default name, bool value)
{
    const Fact* line = config.global(what);
    return line == nullptr
        ? config.defaults.value(name, value)
        : Setting<bool>(is_off(*line), config.device.origins.inherited(line->at, line->at));
}

void resolve_mode(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return config.take_type_as_mode(port);
    port.routed = config.setting(config.find_of(index, LineKind::switched),
        is_off,
        usual(config, LineKind::default_mode, "port_mode", false));
}

// A switch does not take another MTU on a switched port (see switched_port_sizes()).
void check_switched_mtu(Config& config, std::uint32_t index)
{
    const Port& port = config.device.ports[index];
    const Fact* jumbo = config.global(LineKind::jumbo_mtu);
    const Fact* own = config.find(config.ports[index].place, LineKind::mtu);
    if (own == nullptr || !is_set(*own) || !port.routed.is(false)
        || (jumbo == nullptr ? !config.defaults.known("jumbo_mtu") : !is_set(*jumbo)))
        return;
    const std::uint64_t largest = jumbo == nullptr ? config.defaults.number("jumbo_mtu") : jumbo->value();
    const std::uint64_t usual = config.defaults.number("mtu");
    if (own->value() != usual && own->value() != largest && config.odd_sizes.insert(own).second)
        config.problems.push_back({SyntaxProblem::Severity::warning,
            own->at,
            fmt::format("mtu {}: {}", own->value(), switched_port_sizes(usual, largest))});
}

void resolve_link(Config& config, std::uint32_t index)
{
    resolve_mode(config, index);
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto& defaults = config.defaults;
    const auto stated = [&](LineKind what, auto value, auto absent) {
        return config.setting(config.find_of(index, what), value, absent);
    };
    if (const Fact* line = config.find(place, LineKind::description))
        port.description = line->text;
    const bool switched = port.kind == PortKind::physical && port.routed.is(false);
    port.admin_up = config.setting(Stated{config.find(place, LineKind::shutdown)},
        is_off,
        port.kind == PortKind::vlan ? defaults.value("vlan_admin_state", false)
            : switched              ? usual(config, LineKind::default_shutdown, "admin_state", true)
                                    : defaults.value("admin_state", true));
    // Tunnels are VXLAN only: no line of `interface nve1` is about ECN.
    if (port.kind == PortKind::tunnel && port.name.starts_with("nve"))
        port.carries_ecn = defaults.value("tunnel_ecn", true);
    if (port.kind == PortKind::tunnel || port.kind == PortKind::other || port.kind == PortKind::internal)
        return;
    port.ip_mtu = stated(LineKind::mtu, value_as<Bytes>, defaults.number_as<Bytes>("mtu"));
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    if (port.ip_mtu.known())
        port.max_frame = {Bytes{port.ip_mtu.value.count + frame_header}, port.ip_mtu.origin};
    check_switched_mtu(config, index);
    config.take_speed(port, config.find_of(index, LineKind::speed));
    if (const Stated line = config.find_of(index, LineKind::negotiation); line && !line.is(Sense::unread))
        port.autoneg = {!line.is(Sense::off), config.origin_of(line)};
    port.fec = stated(LineKind::fec, value_as<Fec>, defaults.value("fec", Fec::automatic));
    port.pause_rx = stated(LineKind::pause_receive, says_on, defaults.value("link_pause", false));
    port.pause_tx = stated(LineKind::pause_send, says_on, defaults.value("link_pause", false));
    if (const Fact* line = config.find(place, LineKind::macsec); line != nullptr && line->sense == Sense::set)
        port.macsec = {true, config.device.origins.explicit_at(line->at)};
}

void classify(Config& config, std::uint32_t index)
{
    resolve_classification(config, index);
    if (policy_of_vlan(config, index) == nullptr)
        withhold_classes_of_vlans(config, index);
    if (const Stated out = config.find_of(index, LineKind::service_qos_out); out.is(Sense::unread))
        withhold_output(config.device, index, out.fact->at);
}

constexpr line_cli::LineDuty line_duties[]{{LineKind::pause_cos, Duty::pause},
    {LineKind::marking, Duty::marking, [](const Fact& line) { return line.values[4].written(); }},
    {LineKind::set_group, Duty::classification},
    {LineKind::share, Duty::scheduling},
    {LineKind::priority, Duty::scheduling}};

}

std::string switched_port_sizes(std::uint64_t usual, std::uint64_t jumbo)
{
    return fmt::format(
        "a switched port of NX-OS has MTU {} or that of `system jumbomtu`, which is {}", usual, jumbo);
}

void resolve(Config& config)
{
    line_cli::resolve_names(
        config, line_duties, [](std::string_view name) { return name.starts_with("default-"); });
    config.join_channels(LineKind::channel_group, "port-channel");
    resolve_network(config);
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    config.has_subinterfaces.resize(count);
    for (const Port& port : config.device.ports) {
        if (port.parent < count)
            config.has_subinterfaces[port.parent] = true;
    }
    resolve_vlan_policies(config);
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = classify,
            .queues = {resolve_pfc, resolve_watchdog, resolve_queues, resolve_groups}});
    resolve_subinterface_policies(config);
    mark_untagged(config.device);
    resolve_forwarding(config);
}

}
