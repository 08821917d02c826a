// SPDX-License-Identifier: Apache-2.0
// Resolves the lines of each port: its link, its MTU, how packets are forwarded, and which fields they are
// hashed by.
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/port_steps.h"
#include "drivers/line_cli/read/port_vlans.h"
#include "drivers/sonic_cli/config.h"
#include "drivers/sonic_cli/sonic_cli.h"
#include "models/fabric/vlan_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace rocelint::sonic_cli {
namespace {

// portsorch gives each member the MTU of its port channel.
Stated mtu_line(const Config& config, std::uint32_t index)
{
    const std::uint32_t lag = config.device.ports[index].lag;
    const Fact* shared
        = lag == Port::no_index ? nullptr : config.find(config.ports[lag].place, LineKind::mtu);
    return shared != nullptr ? Stated{shared, config.ports[index].membership}
                             : Stated{config.find(config.ports[index].place, LineKind::mtu)};
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const auto own = [&](LineKind what) { return Stated{config.find(place, what)}; };
    if (const Fact* line = config.find(place, LineKind::description))
        port.description = line->text;
    port.admin_up = config.setting<bool>(own(LineKind::shutdown), not_understood, is_off);
    if (port.kind == PortKind::other || port.kind == PortKind::management || port.kind == PortKind::loopback)
        return;
    port.ip_mtu
        = config.setting(mtu_line(config, index), value_as<Bytes>, config.daemons.number_as<Bytes>("mtu"));
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    if (port.ip_mtu.known())
        port.max_frame = {Bytes{port.ip_mtu.value.count + frame_header}, port.ip_mtu.origin};
    // A port is routed unless it is in a VLAN; one with neither a VLAN nor an address may be either.
    if (const Stated line = config.find_of(index, LineKind::switched); line.is(Sense::set))
        port.routed = {false, config.origin_of(line)};
    else if (!config.ports[index].addresses.empty())
        port.routed
            = {true, config.device.origins.explicit_at(config.ports[index].addresses.front().second->at)};
    config.take_speed(port, own(LineKind::speed));
    if (const Stated line = own(LineKind::negotiation); line.is(Sense::set))
        port.autoneg = {true, config.origin_of(line)};
    port.fec = config.setting<Fec>(own(LineKind::fec), not_understood, value_as<Fec>);
    port.pause_rx = port.pause_tx = config.setting(
        own(LineKind::link_pause), [](const Fact&) { return false; }, config.daemons.value("pause", false));
    if (port.kind == PortKind::physical)
        port.cable_length = config.setting(own(LineKind::cable),
            "its cable-length is not one that the switch knows",
            value_as<Metres>,
            config.defaults.value(
                "cable_length", Metres{static_cast<std::uint32_t>(config.defaults.number("cable_length"))}));
}

// "ipv4-l4-src-port", "ipv6-next-hdr", "ingress-port"
std::optional<HashField> field_of(std::string_view word)
{
    for (const auto& [name, field] : {std::pair("src-ip", HashField::source_ip),
             std::pair("dst-ip", HashField::destination_ip),
             std::pair("ip-proto", HashField::ip_protocol),
             std::pair("next-hdr", HashField::ip_protocol),
             std::pair("l4-src-port", HashField::source_port),
             std::pair("l4-dst-port", HashField::destination_port)}) {
        if (word.ends_with(name))
            return field;
    }
    return word == "ingress-port" ? std::optional(HashField::other) : std::nullopt;
}

// The lines for IPv4 count; the model has no place for IPv6 lines that differ.
void resolve_hash(Config& config)
{
    HashFields fields[2];
    OriginId origins[2];
    for (const Fact* line : config.hashes) {
        if (line->statement == &line_cli::unmodelled) {
            config.device.load_balancing.ecmp = Setting<HashFields>::unread(config.unread(not_understood));
            return;
        }
        Words words(line->text);
        const bool six = words.take("ipv6");
        if (!six)
            words.take("ipv4");
        const auto field = field_of(words.peek());
        if (!field || line->sense != Sense::set) {
            line->node->mark(State::irrelevant);
            continue;
        }
        fields[six ? 1 : 0].insert(*field);
        origins[six ? 1 : 0] = config.device.origins.explicit_at(line->at);
    }
    const bool four = origins[0] != OriginId{};
    if (four || origins[1] != OriginId{})
        config.device.load_balancing.ecmp = {fields[four ? 0 : 1], origins[four ? 0 : 1]};
    for (const Fact* line : config.hashes) {
        if (four && !(fields[0] == fields[1]) && Words(line->text).take("ipv6"))
            line->node->mark(State::unsupported);
    }
}

}

void resolve_forwarding(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    config.resolve_networks(LineKind::vrf, "mgmt");
    if (!line_cli::stated(forwarding.mlag_peer_link))
        forwarding.mlag_peer_link = config.daemons.value("mlag_peer_link", Port::no_index);
    forwarding.mac_timeout = config.daemons.number_as<std::chrono::seconds>("mac_timeout");
    config.take_timeout(forwarding.mac_timeout, LineKind::mac_timeout);
    LoadBalancing& balancing = config.device.load_balancing;
    if (const Fact* seed = config.global(LineKind::hash_seed); seed != nullptr && seed->sense == Sense::set)
        balancing.ecmp_seed
            = {static_cast<std::uint32_t>(seed->value()), config.device.origins.explicit_at(seed->at)};
    if (const Fact* line = config.global(LineKind::hash_payload);
        line != nullptr && line->sense == Sense::set)
        balancing.roce_payload = {true, config.device.origins.explicit_at(line->at)};
    resolve_hash(config);
}

namespace {

constexpr line_cli::LineDuty line_duties[]{
    {LineKind::ecn, Duty::marking, [](const Fact& line) { return line.value() != 0; }},
    {LineKind::type, Duty::scheduling},
    {LineKind::weight, Duty::scheduling}};

void enter_maps(NameBook& names, const Config& config)
{
    for (const Fact& line : config.lines.facts) {
        if (line.sense != Sense::set || (says(line) != LineKind::map && says(line) != LineKind::binding))
            continue;
        const std::string_view what = label_of(static_cast<MapKind>(line.number));
        const bool classifies = line.number <= static_cast<std::uint8_t>(MapKind::pcp_to_tc);
        if (says(line) == LineKind::map)
            names.define(what, line.text, line.at, classifies ? Duties::of(Duty::classification) : Duties{});
        else
            names.use(what, line.text, line.at);
    }
}

// `roce enable` binds maps, schedulers, marking and PFC of its own to every port (HLD, ROCEv2 support, rev 0.5,
// 2.2.1), which `show running-configuration` then lists. A file that has the command and none of these lines was
// not taken from the switch, or is incomplete.
bool hides_what_roce_binds(const Config& config)
{
    const Fact* roce = config.global(LineKind::lossless);
    if (roce == nullptr || roce->sense != Sense::set || !roce->node->key.starts_with("roce"))
        return false;
    return std::ranges::none_of(config.lines.facts, [](const Fact& line) {
        switch (says(line)) {
        case LineKind::binding:
        case LineKind::pfc:
        case LineKind::queue_marking:
        case LineKind::scheduling:
            return true;
        default:
            return false;
        }
    });
}

void withhold_what_roce_binds(Config& config)
{
    constexpr std::string_view hidden
        = "`roce enable` sets it on every port, and the file has none of the lines that show to what";
    for (const Daemons name : {Daemons("pfc_enable"),
             Daemons("priority_to_priority_group"),
             Daemons("priority_to_queue"),
             Daemons("queue_buffer"),
             Daemons("queue_scheduler"),
             Daemons("queue_wred"),
             Daemons("tc_to_queue"),
             Daemons("trust"),
             Daemons("watchdog")})
        config.daemons.withhold(name, config.device.origins, hidden);
}

// A port is in the VLANs that its lines state, and in no other.
void resolve_vlans(Config& config, std::span<const std::uint32_t> with_policy)
{
    if (with_policy.empty())
        return;
    const VlanPolicyScope scope(line_cli::read_port_vlans(config, {.has_modes = false}));
    for (const std::uint32_t index : with_policy)
        scope.take_policy_of_interface(config.device, index, true);
}

}

void resolve(Config& config)
{
    if (hides_what_roce_binds(config))
        withhold_what_roce_binds(config);
    NameBook names;
    line_cli::enter_names(names, config.lines, line_duties, [](std::string_view) { return false; });
    enter_maps(names, config);
    line_cli::take_names(names, config);
    config.join_channels(LineKind::channel_group, "PortChannel");
    resolve_pools(config);
    config.device.pfc_all_off = config.daemons.value("pfc_all_off", false);
    line_cli::resolve_ports(config,
        {.link = resolve_link,
            .classes = resolve_classes,
            .of_vlan = bind_service_policy,
            .queues = {resolve_pause, resolve_queues, resolve_groups}});
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    std::vector<std::uint32_t> vlans_with_policy;
    for (std::uint32_t index = 0; index < count; ++index) {
        if (config.device.ports[index].kind == PortKind::vlan && has_own_policy(config, index))
            vlans_with_policy.push_back(index);
    }
    resolve_vlans(config, vlans_with_policy);
    for (std::uint32_t index = 0; index < count; ++index) {
        if (config.device.ports[index].kind == PortKind::subinterface && has_own_policy(config, index))
            take_unread_policy_of_subinterface(
                config.device, index, config.find_of(index, LineKind::service).fact->at);
    }
    resolve_forwarding(config);
}

}
