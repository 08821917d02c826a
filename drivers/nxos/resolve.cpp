// SPDX-License-Identifier: Apache-2.0
// Resolves the lines of each port: its link, its MTU, and what a member inherits from its port channel.
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/nxos/config.h"
#include "drivers/nxos/nxos.h"
#include "models/fabric/untagged.h"

#include <fmt/format.h>

namespace rocelint::nxos {
namespace {

bool says_off(const Fact& fact) { return fact.sense == Sense::off; }
bool says_on(const Fact& fact) { return fact.sense == Sense::set && fact.value() != 0; }

// Returns a device-wide line's value, else the default.
Setting<bool> usual(Config& config, LineKind what, Default name, bool value)
{
    const Fact* line = config.global(what);
    return line == nullptr
        ? config.defaults.value(name, value)
        : Setting<bool>(says_off(*line), config.device.origins.inherited(line->at, line->at));
}

void resolve_mode(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    switch (port.kind) {
    case PortKind::physical:
    case PortKind::lag:
        port.routed = config.setting(config.find_of(index, LineKind::switched),
            not_understood,
            says_off,
            usual(config, LineKind::default_mode, "port_mode", false));
        return;
    case PortKind::vlan:
    case PortKind::loopback:
    case PortKind::management:
    case PortKind::subinterface:
        port.routed = {
            true, config.device.origins.derived(port.at, {}, "an interface of this type is always routed")};
        return;
    default:
        return;
    }
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto stated = [&](LineKind what, auto absent, auto value) {
        return config.setting(config.find_of(index, what), not_understood, value, absent);
    };
    if (const Fact* line = config.find(place, LineKind::description))
        port.description = line->text;
    const bool switched = port.kind == PortKind::physical && port.routed.is(false);
    port.admin_up = config.setting(Stated{config.find(place, LineKind::shutdown)},
        not_understood,
        says_off,
        port.kind == PortKind::vlan ? config.defaults.value("vlan_admin_state", false)
            : switched              ? usual(config, LineKind::default_shutdown, "admin_state", true)
                                    : config.defaults.value("admin_state", true));
    // Of the tunnels, VXLAN: no line of `interface nve1` is about ECN.
    if (port.kind == PortKind::tunnel && port.name.starts_with("nve"))
        port.carries_ecn = config.defaults.value("tunnel_ecn", true);
    if (port.kind == PortKind::tunnel || port.kind == PortKind::other || port.kind == PortKind::internal)
        return;
    port.ip_mtu = stated(LineKind::mtu, config.defaults.number_as<Bytes>("mtu"), [](const Fact& fact) {
        return Bytes{fact.value()};
    });
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    if (port.ip_mtu.known())
        port.max_frame = {Bytes{port.ip_mtu.value.count + frame_header}, port.ip_mtu.origin};
    if (const Stated line = config.find_of(index, LineKind::speed);
        line.is(Sense::set) && line.fact->value() != 0)
        port.speed = {BitsPerSecond{line.fact->value()}, config.origin_of(line)};
    if (const Stated line = config.find_of(index, LineKind::negotiation); line && !line.is(Sense::unread))
        port.autoneg = {!line.is(Sense::off), config.origin_of(line)};
    port.fec = stated(LineKind::fec, config.defaults.value("fec", Fec::automatic), [](const Fact& fact) {
        return static_cast<Fec>(fact.value());
    });
    port.pause_rx = stated(LineKind::pause_receive, config.defaults.value("link_pause", false), says_on);
    port.pause_tx = stated(LineKind::pause_send, config.defaults.value("link_pause", false), says_on);
}

}

namespace {

Duties duties_of(const Fact& line)
{
    if (line.sense != Sense::set)
        return {};
    switch (says(line)) {
    case LineKind::pause_cos:
        return Duties::of(Duty::pause);
    case LineKind::marking:
        return line.values[4].written() ? Duties::of(Duty::marking) : Duties{};
    case LineKind::set_group:
        return Duties::of(Duty::classification);
    case LineKind::share:
    case LineKind::priority:
        return Duties::of(Duty::scheduling);
    default:
        return {};
    }
}

}

void resolve(Config& config)
{
    NameBook names;
    line_cli::enter_names(
        names, config.lines, duties_of, [](std::string_view name) { return name.starts_with("default-"); });
    line_cli::report_undefined(names, config);
    config.device.unbound = names.unbound();
    config.join_channels(LineKind::channel_group, "port-channel");
    resolve_network(config);
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    config.has_subinterfaces.resize(count);
    for (const Port& port : config.device.ports) {
        if (port.parent < count)
            config.has_subinterfaces[port.parent] = true;
    }
    for (std::uint32_t index = 0; index < count; ++index) {
        // A port that other lines only refer to (a neighbor's or next hop's port) has no lines to judge.
        if (!config.ports[index].configured)
            continue;
        resolve_mode(config, index);
        resolve_link(config, index);
        const PortKind kind = config.device.ports[index].kind;
        if (kind == PortKind::physical || kind == PortKind::lag)
            resolve_classification(config, index);
        if (kind != PortKind::physical)
            continue;
        resolve_pfc(config, index);
        resolve_watchdog(config, index);
        resolve_queues(config, index);
        resolve_groups(config, index);
    }
    mark_untagged(config.device);
    resolve_forwarding(config);
}

}
