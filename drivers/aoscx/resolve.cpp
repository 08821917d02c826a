// SPDX-License-Identifier: Apache-2.0
// Ports, their links and sizes, and where packets go.
#include "drivers/aoscx/aoscx.h"
#include "drivers/aoscx/config.h"
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_steps.h"
#include "drivers/line_cli/read/port_vlans.h"
#include "models/fabric/untagged.h"
#include "models/fabric/vlan_policy.h"

#include <algorithm>
#include <chrono>

namespace rocelint::aoscx {
namespace {

// DCBX runs on a port if it runs on the switch, and no line of the port switches it off.
Setting<DcbxVersion> dcbx_of(Config& config, std::uint32_t index)
{
    const Stated own{config.find(config.ports[index].place, LineKind::dcbx)};
    const Stated whole{config.global(LineKind::switch_dcbx)};
    if (own.is(Sense::unread) || whole.is(Sense::unread))
        return Setting<DcbxVersion>::unread(config.unread(not_understood));
    if (own.is(Sense::off))
        return {DcbxVersion::off, config.origin_of(own)};
    if (!whole.is(Sense::set))
        return config.defaults.value("dcbx", DcbxVersion::off);
    const Fact& line = own.is(Sense::set) ? *own.fact : *whole.fact;
    const OriginId origin
        = own.is(Sense::set) ? config.origin_of(own) : config.device.origins.inherited(line.at, line.at);
    return {line.values[0].written() ? static_cast<DcbxVersion>(line.value()) : DcbxVersion::ieee, origin};
}

void resolve_sizes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated packet = config.find_of(index, LineKind::ip_mtu);
    const Setting<Bytes> usual = config.defaults.value("ip_mtu", Bytes{config.defaults.number("ip_mtu")});
    if (port.kind != PortKind::physical && port.kind != PortKind::lag) {
        if (port.kind == PortKind::vlan || port.kind == PortKind::subinterface)
            port.ip_mtu = config.setting(packet, value_as<Bytes>, usual);
        return;
    }
    // The MTU of a LAG is that of its members (Fundamentals Guide, mtu: config-if).
    const Setting<Bytes> payload = config.setting(config.find_of(index, LineKind::mtu),
        value_as<Bytes>,
        port.kind == PortKind::lag ? Setting<Bytes>{}
                                   : config.defaults.value("mtu", Bytes{config.defaults.number("mtu")}));
    if (!payload.peek_known()) {
        port.max_frame = payload;
        if (port.kind == PortKind::lag && port.routed.is(true))
            port.ip_mtu = config.setting(packet, value_as<Bytes>, usual);
        return;
    }
    port.max_frame = {Bytes{payload.value.count + physics::ethernet_header}, payload.origin};
    if (!port.routed.peek_known())
        return;
    port.ip_mtu = port.routed.value ? config.setting(packet, value_as<Bytes>, usual) : payload;
    if (port.ip_mtu.peek_known() && port.ip_mtu.value > payload.value)
        port.ip_mtu = payload;
}

// Frames of an access port have no tag; those of a trunk have one, but for the native VLAN.
void resolve_tags(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (!port.routed.is(false))
        return;
    if (const Stated line = config.find_of(index, LineKind::access); line.is(Sense::set))
        port.tagged = {false, config.origin_of(line)};
    if (const Stated line = config.find_of(index, LineKind::tagged_native); line.is(Sense::set))
        port.tagged = {true, config.origin_of(line)};
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto own = [&](LineKind what) { return Stated{config.find(place, what)}; };
    if (const Fact* text = config.find(place, LineKind::description))
        port.description = text->text;
    const bool link = port.kind == PortKind::physical || port.kind == PortKind::lag;
    port.admin_up = config.setting(own(LineKind::shutdown),
        is_off,
        link ? config.defaults.value("admin_state", false) : Setting<bool>{});
    config.take_type_as_mode(port);
    if (link)
        port.routed = config.setting(
            config.find_of(index, LineKind::routing), is_set, config.defaults.value("port_mode", true));
    resolve_sizes(config, index);
    if (link)
        resolve_tags(config, index);
    if (port.kind != PortKind::physical)
        return;
    config.take_speed(port, own(LineKind::speed));
    port.fec = config.setting<Fec>(own(LineKind::fec), not_understood, value_as<Fec>);
    const Setting<bool> off = config.defaults.value("link_pause", false);
    const auto pauses = [](const Fact& line) { return is_set(line) && says(line) == LineKind::link_pause; };
    const Stated pause{config.flow_control(place, LineKind::link_pause)};
    port.pause_rx = config.setting(pause, pauses, off);
    port.pause_tx = config.setting(
        pause, [&](const Fact& line) { return pauses(line) && sends_pause(line); }, off);
    const Stated limit = config.find_of(index, LineKind::port_limit);
    if (limit.is(Sense::set) && !is_share(limit.fact->values[0]))
        port.limit = {BitsPerSecond{limit.fact->value()}, config.origin_of(limit)};
    else if (limit.is(Sense::set) && port.speed.peek_known())
        port.limit
            = {BitsPerSecond{port.speed.value.count / 100 * limit.fact->value()}, config.origin_of(limit)};
    else if (limit)
        port.limit = Setting<BitsPerSecond>::unread(
            config.unread(limit.is(Sense::set) ? "it is a share of the link's speed, which no line shows"
                                               : not_understood));
    port.dcbx_version = dcbx_of(config, index);
}

void resolve_forwarding(Config& config)
{
    config.resolve_networks(LineKind::vrf, "mgmt");
    Forwarding& forwarding = config.device.forwarding;
    if (!line_cli::stated(forwarding.mlag_peer_link))
        forwarding.mlag_peer_link = config.defaults.value("mlag_peer_link", Port::no_index);
    forwarding.mac_timeout = config.defaults.number_as<std::chrono::seconds>("mac_timeout");
    config.take_timeout(forwarding.mac_timeout, LineKind::mac_timeout);
}

constexpr line_cli::LineDuty line_duties[]{{LineKind::marks, Duty::marking},
    {LineKind::served, Duty::scheduling},
    {LineKind::mapped, Duty::classification}};

void resolve_names(Config& config)
{
    const auto is_own = [](std::string_view name) {
        return name.empty() || name == usual_profile || name == strict_profile;
    };
    NameBook names;
    line_cli::enter_names(names, config.lines, line_duties, is_own);
    for (const Fact& line : config.lines.facts) {
        const auto applied = says(line) == LineKind::apply_queues ? applied_of(&line) : std::nullopt;
        if (applied && !is_own(applied->queues))
            names.use("qos queue-profile", applied->queues, line.at);
        if (applied && !is_own(applied->schedule))
            names.use("qos schedule-profile", applied->schedule, line.at);
    }
    line_cli::take_names(names, config);
}

}

void resolve(Config& config)
{
    resolve_names(config);
    config.join_channels(LineKind::member, "lag");
    // AOS-CX 10.11 Layer 2 Bridging Guide, vlan access: a switched port without a line is in VLAN 1.
    if (!config.vlan_policies.empty())
        config.vlan_scope = VlanPolicyScope(
            line_cli::read_port_vlans(config, {.words = line_cli::VlanWords::vlan, .access = 1}));
    config.device.has_watchdog = config.family != Family::fixed;
    resolve_maps(config);
    resolve_pools(config);
    report_lines(config);
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = resolve_classes,
            .of_vlan = bind_policy,
            .queues = {resolve_pfc, apply_shown_dcbx, resolve_queues, resolve_groups}});
    line_cli::for_each_with(
        config, PortKind::subinterface, LineKind::service, [&](std::uint32_t index, const Fact& policy) {
            take_unread_policy_of_subinterface(config.device, index, policy.at);
        });
    line_cli::for_each_with(config, PortKind::vlan, LineKind::service, [&](std::uint32_t index, const Fact&) {
        config.vlan_scope.take_policy_of_interface(config.device, index, false);
    });
    mark_untagged(config.device);
    resolve_forwarding(config);
}

}
