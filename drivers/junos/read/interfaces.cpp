// SPDX-License-Identifier: Apache-2.0
// Ports, bundles and units. The classification of a port with a filter is unread, because filters are not
// modelled.
#include "drivers/junos/read/config.h"
#include "models/fabric/topology.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

// Compares names by their numbers: "et-0/0/9" before "et-0/0/10".
bool is_before(std::string_view a, std::string_view b)
{
    const auto digits
        = [](std::string_view text) { return std::min(text.find_first_not_of("0123456789"), text.size()); };
    while (!a.empty() && !b.empty()) {
        const std::size_t one = digits(a);
        const std::size_t other = digits(b);
        if (one != other && one > 0 && other > 0)
            return one < other;
        const std::size_t length = one > 0 && one == other ? one : 1;
        if (a.substr(0, length) != b.substr(0, length))
            return a.substr(0, length) < b.substr(0, length);
        a.remove_prefix(length);
        b.remove_prefix(length);
    }
    return a.size() < b.size();
}

Setting<Bytes> mtu_of(Config& config, const Statement& block)
{
    const Statement* mtu = block.child("mtu");
    if (mtu == nullptr)
        return {};
    const auto number = number_of(config, *mtu, mtu_limit, largest_mtu);
    return number ? Setting<Bytes>{Bytes{*number}, config.here(*mtu)}
                  : Setting<Bytes>::unread(config.device.origins.unread("its MTU is not understood"));
}

void read_fec(Config& config, const Statement& statement, Port& port)
{
    if (const auto fec = value_of<Fec>(fec_words, statement.key))
        port.fec = {*fec, config.here(statement)};
    else
        config.reject(statement, fmt::format("FEC \"{}\" is not understood", statement.key));
}

void read_pause(Config& config, const Statement& statement, Port& port)
{
    const std::string_view word = statement.word();
    if (word == "flow-control" || word == "no-flow-control")
        port.pause_rx = port.pause_tx = {word == "flow-control", config.here(statement)};
    if (word != "configured-flow-control")
        return;
    // The receive buffers make the port send pause, the transmit buffers make it obey (rx-buffers, QFX
    // Series).
    if (const Statement* sends = statement.child("rx-buffers"); sends != nullptr)
        port.pause_tx = {sends->key == "on", config.here(*sends)};
    if (const Statement* obeys = statement.child("tx-buffers"); obeys != nullptr)
        port.pause_rx = {obeys->key == "on", config.here(*obeys)};
}

// Of `flow-control` and `no-flow-control`, the one written here overrides the inherited one.
bool is_overridden(const Statement& options, const Statement& statement)
{
    const std::string_view word = statement.word();
    const Statement* opposite = word == "flow-control" ? options.child("no-flow-control")
        : word == "no-flow-control"                    ? options.child("flow-control")
                                                       : nullptr;
    return opposite != nullptr && statement.via.somewhere() && !opposite->via.somewhere();
}

void read_ether_options(Config& config, const Statement& options, Port& port)
{
    for (const Statement& statement : options) {
        const std::string_view word = statement.word();
        if (is_overridden(options, statement))
            continue;
        if (word == "auto-negotiation" || word == "no-auto-negotiation")
            port.autoneg = {word == "auto-negotiation", config.here(statement)};
        else if (word == "fec")
            read_fec(config, statement, port);
        else if (word == "speed")
            port.speed = speed_of(config, &statement);
        else
            read_pause(config, statement, port);
    }
}

void read_addresses(Config& config, const Statement& family, std::uint32_t port)
{
    for (const Statement& address : family) {
        if (address.word() != "address")
            continue;
        const auto prefix = parse_prefix(address.key);
        if (prefix)
            config.device.forwarding.addresses.push_back({port, *prefix, config.here(address)});
        else
            config.reject(address, fmt::format("\"{}\" is not an address", address.key));
    }
}

void read_filter(Config& config, const Statement& family, Port& port)
{
    const Statement* filter = family.child("filter");
    if (filter == nullptr)
        return;
    for (const Statement& applied : *filter) {
        if (!config.classifying_filters.contains(applied.key))
            continue;
        port.ingress_policy = Setting<Ref>::unread(config.device.origins.unread(
            "its input filter sets forwarding classes, and filters are not read"));
    }
}

void read_unit(Config& config, const Statement& unit, Port& port, std::uint32_t index)
{
    const Statement* families = unit.child("family");
    if (families == nullptr)
        return;
    for (const Statement& family : *families) {
        const std::string_view word = family.word();
        read_filter(config, family, port);
        bind_filters(config, family, index);
        if (word == "ethernet-switching" || word == "bridge") {
            if (!port.routed.known())
                port.routed = {false, config.here(family)};
            continue;
        }
        port.routed = {true, config.here(family)};
        read_addresses(config, family, index);
        const Setting<Bytes> mtu = mtu_of(config, family);
        if (mtu.origin != OriginId{}
            && (!mtu.known() || !port.ip_mtu.known() || mtu.value < port.ip_mtu.value))
            port.ip_mtu = mtu;
    }
}

void finish_mtu(Config& config, Port& port, bool has_address)
{
    if (port.max_frame.origin == OriginId{}
        && (port.kind == PortKind::physical || port.kind == PortKind::lag))
        port.max_frame = config.defaults.value(Default::mtu, Bytes{config.defaults.number(Default::mtu)});
    if (port.ip_mtu.origin != OriginId{} || !port.routed.is(true) || !port.max_frame.known()
        || port.max_frame.value.count < frame_header)
        return;
    const Bytes packet{port.max_frame.value.count - frame_header};
    if (!port.max_frame.configured() && !has_address) {
        port.ip_mtu = Setting<Bytes>::unread(
            config.device.origins.unread("it has no address, and so carries no packets of its own"));
        return;
    }
    port.ip_mtu = port.max_frame.configured() ? Setting<Bytes>{packet,
                      config.device.origins.derived(config.device.origins.look_up(port.max_frame.origin).at,
                          config.device.origins.look_up(port.max_frame.origin).via,
                          "the interface's MTU less the Ethernet header")}
                                              : config.defaults.value(Default::mtu, packet);
}

void read_interface(Config& config, const Statement& statement)
{
    const auto index = static_cast<std::uint32_t>(config.device.ports.size());
    Port port;
    port.name = statement.key;
    port.at = statement.at;
    port.kind = kind_of(statement.key);
    port.admin_up = config.defaults.value(Default::admin_up, true);
    port.ingress_policy = config.defaults.value(Default::ingress_filter, Ref{});
    port.pause_rx = port.pause_tx = config.defaults.value(Default::link_pause, false);
    port.max_frame = mtu_of(config, statement);
    for (const Statement& inner : statement) {
        const std::string_view word = inner.word();
        if (word == "description")
            port.description = inner.key;
        else if (word == "disable" || word == "unused")
            port.admin_up = {false, config.here(inner)};
        else if (word == "speed")
            port.speed = speed_of(config, &inner);
        else if (word == "unit") {
            config.units[index].push_back(inner.key);
            read_unit(config, inner, port, index);
        } else if (word.ends_with("ether-options"))
            read_ether_options(config, inner, port);
        else if (word == "number-of-sub-ports" && inner.key != "1" && port.kind == PortKind::physical)
            port.kind = PortKind::other; // its channels are the ports
    }
    const std::vector<InterfaceAddress>& addresses = config.device.forwarding.addresses;
    finish_mtu(config, port, !addresses.empty() && addresses.back().port == index);
    config.port_by_name.try_emplace(port.name, index);
    config.device.ports.push_back(port);
}

void join_bundles(Config& config, const Statement& interfaces)
{
    for (const Statement& statement : interfaces) {
        for (const Statement& options : statement) {
            if (!options.word().ends_with("ether-options"))
                continue;
            for (const Statement& bundle : options) {
                const bool joins = bundle.word() == "802.3ad" || bundle.word() == "ieee-802.3ad";
                const auto member = config.port_by_name.find(statement.key);
                const auto lag = config.port_by_name.find(bundle.key);
                if (joins && member != config.port_by_name.end() && lag != config.port_by_name.end())
                    config.device.ports[member->second].lag = lag->second;
            }
        }
    }
    // A member has the bundle's routing mode and MTU.
    for (Port& port : config.device.ports) {
        if (port.lag == Port::no_index)
            continue;
        const Port& lag = config.device.ports[port.lag];
        if (!port.routed.known())
            port.routed = lag.routed;
        if (!port.max_frame.configured() && lag.max_frame.configured())
            port.max_frame = lag.max_frame;
        if (lag.ip_mtu.known() && !port.ip_mtu.configured())
            port.ip_mtu = lag.ip_mtu;
    }
}

// Finds filters in which some term sets the forwarding class or the code point of packets of RoCE.
void find_classifying_filters(Config& config, const Statement& block)
{
    for (const Statement& filter : block) {
        if (filter.word() != "filter")
            continue;
        for (const Statement& term : filter) {
            const Statement* then = term.child("then");
            const auto sets = [then](std::string_view word) { return then->child(word) != nullptr; };
            if (then != nullptr && (sets("forwarding-class") || sets("dscp") || sets("traffic-class"))
                && may_take_roce(term))
                config.classifying_filters.insert(filter.key);
        }
    }
}

void find_filters(Config& config)
{
    const Statement* firewall = config.root.child("firewall");
    if (firewall == nullptr)
        return;
    find_classifying_filters(config, *firewall);
    if (const Statement* families = firewall->child("family"); families != nullptr) {
        for (const Statement& family : *families)
            find_classifying_filters(config, family);
    }
}

}

void read_interfaces(Config& config)
{
    const Statement* interfaces = config.root.child("interfaces");
    if (interfaces == nullptr)
        return;
    find_filters(config);
    read_policers(config);
    config.device.ports.reserve(
        static_cast<std::size_t>(std::distance(interfaces->begin(), interfaces->end())));
    std::vector<const Statement*> ports;
    for (const Statement& statement : *interfaces) {
        if (statement.word().empty() && !statement.key.empty() && statement.key.front() != '<')
            ports.push_back(&statement);
    }
    // A port of a range may have its statement anywhere or nowhere, so the ports are sorted.
    if (interfaces->child("interface-range") != nullptr)
        std::ranges::stable_sort(
            ports, [](const Statement* a, const Statement* b) { return is_before(a->key, b->key); });
    for (const Statement* statement : ports)
        read_interface(config, *statement);
    inherit_speeds(config);
    join_bundles(config, *interfaces);
    bind_vlan_filters(config);
}

}
