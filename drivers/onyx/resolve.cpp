// SPDX-License-Identifier: Apache-2.0
// Resolves the lines: which one applies to a port, how a port channel's line applies to its members, and what
// applies if there is no line.
#include "drivers/line_cli/read/port_vlans.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/onyx.h"
#include "models/fabric/member_places.h"
#include "models/fabric/vlan_policy.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

// `roce` sets these on every port, in any of its modes (NVIDIA Onyx User Manual v3.10.4606, RoCE Commands:
// show roce); flow control depends on the mode.
constexpr std::string_view roce_lines[]{"qos trust L3",
    "traffic-class 0 bind switch-priority 0 1 2 4 5 7",
    "traffic-class 3 bind switch-priority 3",
    "traffic-class 6 bind switch-priority 6",
    "traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500",
    "traffic-class 0 dcb ets wrr 50",
    "traffic-class 3 dcb ets wrr 50",
    "traffic-class 6 dcb ets strict"};
constexpr Priority roce_priority = 3;

Roce read_roce(Config& config)
{
    const Fact* fact = config.global(LineKind::roce);
    if (fact == nullptr || fact->sense != Sense::set)
        return {};
    const std::uint64_t mode = fact->values[0].written() ? fact->value() : 0;
    Roce roce{.on = true,
        .pauses = mode == 0,
        .obeys = mode != 2,
        .origin = config.device.origins.derived(
            fact->at, {}, "`roce` sets it (NVIDIA Onyx User Manual v3.10.4606, RoCE Commands: show roce)")};
    for (const std::string_view line : roce_lines)
        roce.lines.push_back(grammar().match(scope::port, line).fact);
    return roce;
}

void join_channel(Config& config, std::uint32_t port)
{
    for (const auto& [what, prefix] :
        {std::pair(LineKind::channel, "Po"), std::pair(LineKind::mlag_channel, "Mpo")}) {
        const Fact* fact = config.find(config.ports[port].place, what);
        if (fact == nullptr || fact->sense != Sense::set)
            continue;
        const auto found = config.port_by_name.find(fmt::format("{}{}", prefix, fact->value()));
        if (found != config.port_by_name.end())
            return config.join(port, found->second, fact->at);
    }
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (const Stated line = find(config, index, LineKind::description))
        port.description = line.fact->text.starts_with('"') && line.fact->text.size() > 1
            ? line.fact->text.substr(1, line.fact->text.size() - 2)
            : line.fact->text;
    const auto stated = [&](LineKind what, auto value, auto absent) {
        return config.setting(find(config, index, what), value, absent);
    };
    const auto& usual = config.defaults;
    port.admin_up = stated(LineKind::shutdown, is_off, usual.value("admin_state", true));
    port.routed = port.kind == PortKind::vlan || port.kind == PortKind::loopback
        ? Setting<bool>(true, config.device.origins.explicit_at(port.at))
        : stated(LineKind::switched, is_off, usual.value("port_mode", false));
    port.ip_mtu = stated(LineKind::mtu, value_as<Bytes>, usual.number_as<Bytes>("mtu"));
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    port.max_frame = {Bytes{port.ip_mtu.value.count + frame_header}, port.ip_mtu.origin};
    const Stated speed = find(config, index, LineKind::speed);
    config.take_speed(port, speed);
    if (speed.is(Sense::set) && speed.fact->line.find(" no-autoneg") != std::string_view::npos)
        port.autoneg = {false, config.origin_of(speed)};
    port.fec = stated(LineKind::fec, value_as<Fec>, usual.value("fec", Fec::automatic));
    port.pause_rx = stated(LineKind::pause_receive, value_as<bool>, usual.value("link_pause", false));
    port.pause_tx = stated(LineKind::pause_send, value_as<bool>, usual.value("link_pause", false));
}

// PFC as the device-wide lines set it for every port that enables it, and where they say so.
struct DevicePfc {
    PrioritySet rx;
    PrioritySet tx;
    Span lines; ///< the last line that enables a priority; nowhere if there is none
    MemberPlaces places{}; ///< the lines that enable each priority
    OriginId made; ///< origin: a traffic pool or `roce`, which apply to every port that does not opt out
    bool unread = false; ///< one of its lines is not understood
};

DevicePfc device_pfc(Config& config)
{
    DevicePfc pfc;
    Origins& origins = config.device.origins;
    for (Priority priority = 0; priority < class_count; ++priority) {
        const Fact* fact = config.global(LineKind::pfc_priority, priority);
        pfc.unread = pfc.unread || (fact != nullptr && fact->sense == Sense::unread);
        if (config.global(LineKind::pfc_enabled) == nullptr || fact == nullptr || fact->sense != Sense::set)
            continue;
        pfc.rx.insert(priority);
        pfc.lines = pfc.places.at(priority) = fact->at;
    }
    pfc.tx = pfc.rx;
    for (const auto& [name, pool] : config.traffic_pools) {
        const Fact* type = config.find(pool.first, LineKind::pool_type);
        const Fact* priorities = config.find(pool.first, LineKind::pool_priorities);
        if (type == nullptr || type->value() != 1 || priorities == nullptr)
            continue;
        pfc.rx.bits |= static_cast<std::uint8_t>(priorities->value());
        pfc.tx.bits |= static_cast<std::uint8_t>(priorities->value());
        pfc.made = origins.derived(type->at,
            priorities->at,
            "a lossless traffic pool switches flow control on for its switch-priorities (NVIDIA Onyx User "
            "Manual v3.10.2202, Shared Buffers)");
    }
    if (const Roce& roce = config.roce; roce.on) {
        pfc.rx = roce.obeys ? pfc.rx | PrioritySet::of(roce_priority) : pfc.rx;
        pfc.tx = roce.pauses ? pfc.tx | PrioritySet::of(roce_priority) : pfc.tx;
        pfc.made = roce.origin;
    }
    return pfc;
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    Origins& origins = config.device.origins;
    const Stated mode = find(config, index, LineKind::pfc_mode);
    const DevicePfc pfc = device_pfc(config);
    const auto shown = config.shown_pfc.find(index);
    if (mode.is(Sense::set) || mode.is(Sense::off))
        port.pfc_negotiated
            = {mode.is(Sense::set) && static_cast<PfcMode>(mode.fact->value()) == PfcMode::negotiated,
                config.origin_of(mode)};
    else if (mode && shown != config.shown_pfc.end())
        port.pfc_negotiated = shown->second.negotiated;
    const bool is_negotiated = port.pfc_negotiated.peek_known() && port.pfc_negotiated.value;
    if (is_negotiated && shown != config.shown_pfc.end()) {
        port.pfc_rx = port.pfc_tx = shown->second.paused;
    } else if (is_negotiated || mode.is(Sense::unread)) {
        port.pfc_rx = port.pfc_tx = Setting<PrioritySet>::unread(
            origins.unread("PFC is as DCBX negotiates it, which no configuration shows (capture show dcb "
                           "priority-flow-control)"));
    } else if (pfc.unread) {
        port.pfc_rx = port.pfc_tx = Setting<PrioritySet>::unread(origins.unread(not_understood));
    } else if (mode.is(Sense::off)) {
        port.pfc_rx = port.pfc_tx = {PrioritySet{}, config.origin_of(mode)};
    } else if (mode || pfc.made != OriginId{}) {
        OriginId origin = mode ? config.origin_of(mode) : pfc.made;
        if (mode && pfc.lines.somewhere())
            origin = origins.inherited(origins.span(origin), pfc.lines);
        place_members(origins, origin, pfc.places);
        port.pfc_rx = {pfc.rx, origin};
        // A mode of `roce` without pause says so itself: it is not a setup that something else makes idle.
        const bool by_mode = !mode && pfc.tx.empty() && config.roce.on;
        port.pfc_tx = {pfc.tx, by_mode ? origins.explicit_at(origins.span(config.roce.origin)) : origin};
    } else {
        port.pfc_rx = port.pfc_tx = config.defaults.value("pfc", PrioritySet{});
    }
    port.watchdog.enabled = config.setting(
        find(config, index, LineKind::watchdog), is_set, config.defaults.value("watchdog", false));
    const OriginId times = origins.unread("Onyx has no line for the times of its watchdog");
    port.watchdog.detection = port.watchdog.restoration = port.watchdog.poll
        = Setting<Milliseconds>::unread(times);
}

void resolve_forwarding(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    if (const Fact* bgp = config.global(LineKind::bgp))
        forwarding.bgp_asn
            = {static_cast<std::uint32_t>(bgp->value()), config.device.origins.explicit_at(bgp->at)};
    if (const Fact* ospf = config.global(LineKind::link_state);
        ospf != nullptr && ospf->sense == Sense::set && ospf->text.find("vrf") == std::string_view::npos)
        forwarding.link_state = {true, config.device.origins.explicit_at(ospf->at)};
    forwarding.mlag_peer_link = config.defaults.value("mlag_peer_link", Port::no_index);
    for (std::uint32_t index = 0; index < config.device.ports.size(); ++index) {
        if (const Stated link = find(config, index, LineKind::peer_link);
            link.is(Sense::set) && config.device.ports[index].kind == PortKind::lag)
            forwarding.mlag_peer_link = {index, config.origin_of(link)};
    }
    // Routes of a VRF other than the default belong to another table.
    config.resolve_routes([](std::string_view vrf) {
        return vrf == "mgmt" ? CoverageState::irrelevant : CoverageState::unsupported;
    });
    config.resolve_addresses([&](std::uint32_t port) {
        return config.find(config.ports[port].place, LineKind::vrf) == nullptr ? CoverageState::read
                                                                               : CoverageState::unsupported;
    });
}

}

Stated find(const Config& config, std::uint32_t port, LineKind what, std::uint8_t number)
{
    const bool own_alone
        = what == LineKind::description || what == LineKind::shutdown || what == LineKind::peer_link;
    const Stated line = own_alone ? Stated{config.find(config.ports[port].place, what, number)}
                                  : config.find_of(port, what, number);
    if (line)
        return line;
    const auto made = std::ranges::find_if(config.roce.lines,
        [&](const Fact& fact) { return fact.kind == kind_of(what) && fact.number == number; });
    return made == config.roce.lines.end() ? Stated{} : Stated{&*made, {}, config.roce.origin};
}

std::vector<const Fact*> find_all(const Config& config, std::uint32_t port, LineKind what)
{
    std::vector<const Fact*> facts = config.list_of(port, kind_of(what));
    const bool silent = facts.empty();
    for (const Fact& made : config.roce.lines) {
        if (silent && made.kind == kind_of(what))
            facts.push_back(&made);
    }
    return facts;
}

// A lossless traffic pool pauses the switch-priorities mapped to it; a pool without any does nothing.
static void enter_unmapped_pools(Config& config)
{
    for (const auto& [name, pool] : config.traffic_pools) {
        const Fact* type = config.find(pool.first, LineKind::pool_type);
        const bool is_lossless = type != nullptr && type->sense == Sense::set && type->value() == 1;
        if (is_lossless && config.find(pool.first, LineKind::pool_priorities) == nullptr)
            config.device.unbound.push_back({"traffic pool", name, pool.second, Duties::of(Duty::pause)});
    }
}

// Lists drop packets above the rates of their policers, those of a VLAN interface too.
static void bind_policers(Config& config)
{
    for (const auto& [port, group] : config.access_groups) {
        const auto list = config.policing_lists.find(group->text);
        if (list == config.policing_lists.end())
            continue;
        config.bind_unread_policy(port, "which packets its access list matches is not read", list->second);
    }
}

// Ports are access ports unless a line says otherwise; the VLAN of one without a line is not known.
static void resolve_vlans(Config& config)
{
    std::vector<std::uint32_t> with_policer;
    for (const auto& [port, group] : config.access_groups) {
        if (config.device.ports[port].kind == PortKind::vlan && config.policing_lists.contains(group->text))
            with_policer.push_back(port);
    }
    if (with_policer.empty())
        return;
    const VlanPolicyScope scope(line_cli::read_port_vlans(config, {}));
    for (const std::uint32_t index : with_policer)
        scope.take_policy_of_interface(config.device, index, false);
}

void resolve(Config& config)
{
    bind_policers(config);
    enter_unmapped_pools(config);
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        if (config.device.ports[index].kind == PortKind::physical)
            join_channel(config, index);
    }
    config.roce = read_roce(config);
    resolve_pools(config);
    for (std::uint32_t index = 0; index < count; ++index) {
        resolve_link(config, index);
        const PortKind kind = config.device.ports[index].kind;
        if (kind == PortKind::physical || kind == PortKind::lag)
            resolve_classes(config, index);
        if (kind != PortKind::physical)
            continue;
        resolve_pfc(config, index);
        resolve_queues(config, index);
        resolve_groups(config, index);
    }
    resolve_vlans(config);
    resolve_forwarding(config);
}

}
