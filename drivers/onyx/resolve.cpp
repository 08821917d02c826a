// SPDX-License-Identifier: Apache-2.0
// What the lines mean: which of them holds for a port, what a line of a port channel is to its members, and what holds
// where there is none.
#include "drivers/onyx/config.h"
#include "models/catalog/catalog.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

using line_cli::Fact;
using line_cli::Sense;

// `show interfaces` prints "MTU: 1500 bytes(Maximum packet size 1522 bytes)": 14 bytes of header, 4 of tag, 4 of FCS.
constexpr std::uint64_t frame_header = physics::ethernet_header;

template <class T, class Value>
Setting<T> setting(
    Config& config, std::uint32_t port, Says what, std::string_view absent, T usual, Value value)
{
    const Stated line = find(config, port, what);
    if (!line)
        return config.fallback(absent, usual);
    if (line.is(Sense::unread))
        return Setting<T>::unread(line.origin);
    return {value(*line.fact), line.origin};
}

std::uint32_t channel_of(Config& config, std::uint32_t port)
{
    const PortLines& lines = config.ports[port];
    for (const auto& [what, word] : {std::pair(Says::channel, "Po"), std::pair(Says::mlag_channel, "Mpo")}) {
        const Fact* fact = lines.last[static_cast<std::size_t>(what)];
        if (fact == nullptr || fact->sense != Sense::set)
            continue;
        const auto found = config.port_by_name.find(fmt::format("{}{}", word, fact->value()));
        if (found != config.port_by_name.end())
            return found->second;
    }
    return Port::no_index;
}

void resolve_link(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (const Stated line = find(config, index, Says::description))
        port.description = line.fact->text.starts_with('"') && line.fact->text.size() > 1
            ? line.fact->text.substr(1, line.fact->text.size() - 2)
            : line.fact->text;
    port.admin_up = setting(config, index, Says::shutdown, "admin_state", true, [](const Fact& fact) {
        return fact.sense == Sense::off;
    });
    port.routed = port.kind == PortKind::vlan || port.kind == PortKind::loopback
        ? Setting<bool>(true, config.device.origins.explicit_at(port.at))
        : setting(config, index, Says::switched, "port_mode", false, [](const Fact& fact) {
              return fact.sense == Sense::off;
          });
    port.ip_mtu = setting(config,
        index,
        Says::mtu,
        "mtu",
        Bytes{catalog::platform_default("onyx", "mtu").number()},
        [](const Fact& fact) { return Bytes{fact.value()}; });
    if (port.kind != PortKind::physical && port.kind != PortKind::lag)
        return;
    port.max_frame = {Bytes{port.ip_mtu.value.count + frame_header}, port.ip_mtu.origin};
    if (const Stated line = find(config, index, Says::speed); line && line.is(Sense::set)) {
        if (line.fact->value() != 0)
            port.speed = {BitsPerSecond{line.fact->value()}, line.origin};
        if (line.fact->node != nullptr && line.fact->node->key.find(" no-autoneg") != std::string_view::npos)
            port.autoneg = {false, line.origin};
    }
    port.fec = setting(config, index, Says::fec, "fec", Fec::automatic, [](const Fact& fact) {
        return static_cast<Fec>(fact.value());
    });
    const auto on = [](const Fact& fact) { return fact.value() != 0; };
    port.pause_rx = setting(config, index, Says::pause_receive, "link_pause", false, on);
    port.pause_tx = setting(config, index, Says::pause_send, "link_pause", false, on);
}

// Priorities for which PFC is on where a port has it.
PrioritySet pfc_priorities(Config& config, Span& at)
{
    PrioritySet set;
    const Fact* enabled = config.stated(Says::pfc_enabled);
    for (Priority priority = 0; priority < class_count; ++priority) {
        const Fact* fact = config.pfc_priorities[priority];
        if (enabled == nullptr || fact == nullptr || fact->sense != Sense::set)
            continue;
        set.insert(priority);
        at = fact->at;
    }
    return set;
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    Origins& origins = config.device.origins;
    const Stated mode = find(config, index, Says::pfc_mode);
    Span at;
    PrioritySet rx = pfc_priorities(config, at);
    PrioritySet tx = rx;
    // What a lossless traffic pool, or `roce`, makes of the device holds for every port that is not taken out of it.
    OriginId made;
    for (const auto& [name, pool] : config.pools) {
        if (pool.type == nullptr || pool.type->value() != 1 || pool.priorities == nullptr)
            continue;
        rx.bits |= static_cast<std::uint8_t>(pool.priorities->value());
        tx.bits |= static_cast<std::uint8_t>(pool.priorities->value());
        made = origins.derived(pool.type->at,
            pool.priorities->at,
            "a lossless traffic pool switches flow control on for its switch-priorities (NVIDIA Onyx User Manual v3.10.2202, Shared Buffers)");
    }
    if (const RoceMode roce = roce_mode(config); roce.on) {
        constexpr Priority roce_priority = 3;
        rx = roce.obeys ? rx | PrioritySet::of(roce_priority) : rx;
        tx = roce.pauses ? tx | PrioritySet::of(roce_priority) : tx;
        made = roce.origin;
    }
    if (mode.is(Sense::unread)
        || (mode.is(Sense::set) && static_cast<PfcMode>(mode.fact->value()) == PfcMode::negotiated)) {
        port.pfc_rx = port.pfc_tx = Setting<PrioritySet>::unread(
            origins.unread("PFC is as DCBX negotiates it, which no configuration shows"));
    } else if (mode.is(Sense::set)) {
        const OriginId origin
            = at.somewhere() ? origins.inherited(origins.span(mode.origin), at) : mode.origin;
        port.pfc_rx = {rx, origin};
        port.pfc_tx = {tx, origin};
    } else if (mode.is(Sense::off)) {
        port.pfc_rx = port.pfc_tx = {PrioritySet{}, mode.origin};
    } else if (made != OriginId{}) {
        port.pfc_rx = {rx, made};
        port.pfc_tx = {tx, made};
    } else {
        port.pfc_rx = port.pfc_tx = config.fallback("pfc", PrioritySet{});
    }
    const auto on = [](const Fact& fact) { return fact.sense == Sense::set; };
    port.watchdog.enabled = setting(config, index, Says::watchdog, "watchdog", false, on);
    const OriginId times = origins.unread("Onyx has no line for the times of its watchdog");
    port.watchdog.detection = port.watchdog.restoration = port.watchdog.poll
        = Setting<Milliseconds>::unread(times);
}

void resolve_forwarding(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    if (const Fact* bgp = config.stated(Says::bgp))
        forwarding.bgp_asn
            = {static_cast<std::uint32_t>(bgp->value()), config.device.origins.explicit_at(bgp->at)};
    forwarding.mlag_peer_link = config.fallback("mlag_peer_link", Port::no_index);
    for (std::uint32_t index = 0; index < config.ports.size(); ++index) {
        if (const Stated link = find(config, index, Says::peer_link);
            link.is(Sense::set) && config.device.ports[index].kind == PortKind::lag)
            forwarding.mlag_peer_link = {index, link.origin};
    }
    // Addresses of another VRF than the default one belong to another table.
    const auto elsewhere = [&](std::uint32_t port) {
        return config.ports[port].last[static_cast<std::size_t>(Says::vrf)] != nullptr;
    };
    std::erase_if(
        forwarding.addresses, [&](const InterfaceAddress& address) { return elsewhere(address.port); });
    for (std::uint32_t index = 0; index < config.ports.size(); ++index) {
        for (const Fact* line :
            elsewhere(index) ? find_all(config, index, Says::address) : std::vector<const Fact*>{})
            line->node->mark(CoverageState::unsupported);
    }
}

}

OriginId Config::default_of(std::string_view name)
{
    const auto [entry, fresh] = defaults_.try_emplace(name);
    if (!fresh)
        return entry->second;
    const catalog::PlatformDefault found = catalog::platform_default("onyx", name);
    entry->second = device.fragment ? device.origins.unread("this part of a configuration does not show it")
        : found.known()             ? device.origins.default_of(found.source)
                                    : OriginId{};
    return entry->second;
}

Stated find(Config& config, std::uint32_t port, Says what)
{
    const auto at = static_cast<std::size_t>(what);
    Origins& origins = config.device.origins;
    const PortLines& lines = config.ports[port];
    if (const Fact* own = lines.last[at])
        return {own, origins.explicit_at(own->at)};
    const std::uint32_t lag = config.device.ports[port].lag;
    const Fact* shared = lag == Port::no_index || what == Says::description || what == Says::shutdown
            || what == Says::peer_link
        ? nullptr
        : config.ports[lag].last[at];
    return shared == nullptr ? Stated{} : Stated{shared, origins.inherited(lines.membership, shared->at)};
}

Stated find(Config& config, std::uint32_t port, PerClass what, std::size_t number)
{
    const auto at = static_cast<std::size_t>(what);
    Origins& origins = config.device.origins;
    const PortLines& lines = config.ports[port];
    if (const Fact* own = lines.by_class[at][number])
        return {own, origins.explicit_at(own->at)};
    const std::uint32_t lag = config.device.ports[port].lag;
    const Fact* shared = lag == Port::no_index ? nullptr : config.ports[lag].by_class[at][number];
    return shared == nullptr ? Stated{} : Stated{shared, origins.inherited(lines.membership, shared->at)};
}

std::vector<const Fact*> find_all(const Config& config, std::uint32_t port, Says what)
{
    std::vector<const Fact*> facts;
    const auto add = [&](const PortLines& lines) {
        std::ranges::copy_if(lines.maps, std::back_inserter(facts), [&](const Fact* fact) {
            return static_cast<Says>(fact->kind) == what;
        });
    };
    if (const std::uint32_t lag = config.device.ports[port].lag; lag != Port::no_index)
        add(config.ports[lag]);
    add(config.ports[port]);
    return facts;
}

RoceMode roce_mode(Config& config)
{
    const Fact* fact = config.stated(Says::roce);
    if (fact == nullptr || fact->sense != Sense::set)
        return {};
    const std::uint64_t mode = fact->values[0].written() ? fact->value() : 0;
    return {true,
        mode == 0,
        mode != 2,
        config.device.origins.derived(
            fact->at, {}, "`roce` sets it (NVIDIA Onyx User Manual v3.10.4606, RoCE Commands: show roce)")};
}

void resolve(Config& config)
{
    const auto count = static_cast<std::uint32_t>(config.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const std::uint32_t lag = config.device.ports[index].kind == PortKind::physical
            ? channel_of(config, index)
            : Port::no_index;
        config.device.ports[index].lag = lag;
        if (lag == Port::no_index)
            continue;
        const PortLines& lines = config.ports[index];
        const Fact* channel = lines.last[static_cast<std::size_t>(Says::channel)];
        config.ports[index].membership
            = (channel != nullptr ? channel : lines.last[static_cast<std::size_t>(Says::mlag_channel)])->at;
    }
    resolve_buffers(config);
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
    resolve_forwarding(config);
}

}
