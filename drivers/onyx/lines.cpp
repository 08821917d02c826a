// SPDX-License-Identifier: Apache-2.0
// From the lines of a configuration to what is said of each port. What this refuses: addresses and routes whose form it
// does not know, and what belongs to another routing table than the default one.
#include "drivers/line_cli/port_ranges.h"
#include "drivers/line_cli/prefixes.h"
#include "drivers/onyx/config.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

using State = CoverageState;

std::uint32_t port_named(Config& config, const std::string& name, Says what, const Fact& header)
{
    if (const auto known = config.port_by_name.find(name); known != config.port_by_name.end())
        return known->second;
    Port port;
    port.name = config.device.arena->keep(name);
    port.kind = what == Says::ethernet ? PortKind::physical
        : what == Says::vlan_interface ? PortKind::vlan
        : what == Says::loopback       ? PortKind::loopback
                                       : PortKind::lag;
    port.at = header.at;
    config.ports.push_back({.place = config.said.add_place(), .lists = {}, .membership = {}});
    const std::uint32_t index = add_to(config.device.ports, port).index;
    config.port_by_name.emplace(port.name, index);
    return index;
}

// "[vrf V] PREFIX ADDRESS [DISTANCE]"
State take_route(Config& config, const Fact& fact)
{
    if (fact.sense != Sense::set)
        return State::unsupported;
    const line_cli::RouteLine line = line_cli::parse_route(fact);
    if (!line.vrf.empty())
        return line.vrf == "mgmt" ? State::irrelevant : State::unsupported;
    if (line.state == State::read && !line.interface.empty())
        return State::unsupported;
    if (line.state == State::read)
        config.device.forwarding.routes.push_back(line.route);
    return line.state;
}

State take_address(Config& config, const Fact& fact, std::uint32_t port)
{
    Words words(fact.text);
    if (fact.sense != Sense::set)
        return State::read;
    if (words.peek() == "dhcp")
        return State::irrelevant;
    const auto address = line_cli::take_prefix(words);
    if (!address)
        return State::unrecognised;
    config.ports[port].lists.push_back(&fact);
    config.device.forwarding.addresses.push_back({port, *address, config.here(fact)});
    return State::read;
}

void take_port_lines(Config& config, const Fact& header, std::string_view prefix, std::span<const Fact> facts)
{
    const auto numbers = line_cli::expand_ports(header.text);
    if (!numbers) {
        header.node->mark(State::unrecognised);
        return;
    }
    for (const std::string& number : *numbers) {
        const std::string name = fmt::format("{}{}", prefix, number);
        const std::uint32_t port = port_named(config, name, static_cast<Says>(header.kind), header);
        for (const Fact& fact : facts) {
            config.said.put(config.ports[port].place, fact);
            const Says what = static_cast<Says>(fact.kind);
            if (what == Says::dscp_map || what == Says::pcp_map || what == Says::class_binding
                || what == Says::group_binding)
                config.ports[port].lists.push_back(&fact);
            else if (what == Says::address)
                fact.node->mark(take_address(config, fact, port));
            else if (what == Says::vrf)
                fact.node->mark(State::unsupported);
        }
    }
}

}

void place_lines(Config& config)
{
    for (const line_cli::Stanza& stanza : config.lines.stanzas) {
        const Fact& header = config.lines.header(stanza);
        const auto& headers = port_blocks().headers;
        const auto port = std::ranges::find(headers, header.kind, &line_cli::PortHeader::fact);
        if (port != headers.end()) {
            if (header.sense == Sense::set)
                take_port_lines(config, header, port->prefix, config.lines.inside(stanza));
        } else if (static_cast<Says>(header.kind) == Says::traffic_pool && header.sense == Sense::set) {
            const auto [pool, fresh] = config.traffic_pools.try_emplace(header.text);
            if (fresh)
                pool->second = {config.said.add_place(), header.at};
            for (const Fact& fact : config.lines.inside(stanza))
                config.said.put(pool->second.first, fact);
        } else if (static_cast<Says>(header.kind) == Says::route) {
            header.node->mark(take_route(config, header));
        } else {
            config.said.put(config.everywhere, header);
        }
    }
}

}
