// SPDX-License-Identifier: Apache-2.0
// From the lines of a configuration to what is said of each port. What this refuses: addresses and routes whose form it
// does not know, and what belongs to another routing table than the default one.
#include "drivers/line_cli/prefixes.h"
#include "drivers/onyx/config.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

using State = CoverageState;

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

State take_address(line_cli::PortLines& lines, const Fact& fact)
{
    Words words(fact.text);
    if (fact.sense != Sense::set)
        return State::read;
    if (words.peek() == "dhcp")
        return State::irrelevant;
    const auto address = line_cli::take_prefix(words);
    if (!address)
        return State::unrecognised;
    lines.addresses.emplace_back(*address, &fact);
    return State::read;
}

void take_port_lines(Config& config, std::uint32_t port, std::span<const Fact> facts)
{
    line_cli::PortLines& lines = config.ports[port];
    for (const Fact& fact : facts) {
        config.said.put(lines.place, fact);
        const Says what = static_cast<Says>(fact.kind);
        if (what == Says::dscp_map || what == Says::pcp_map || what == Says::class_binding
            || what == Says::group_binding)
            lines.lists.push_back(&fact);
        else if (what == Says::address)
            fact.node->mark(take_address(lines, fact));
        else if (what == Says::vrf)
            fact.node->mark(State::unsupported);
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
            const std::span<const Fact> inside = config.lines.inside(stanza);
            if (header.sense == Sense::set)
                config.for_each_port(header, port->prefix, inside, [&](std::uint32_t index) {
                    take_port_lines(config, index, inside);
                });
        } else if (static_cast<Says>(header.kind) == Says::traffic_pool && header.sense == Sense::set) {
            const auto [pool, fresh] = config.traffic_pools.try_emplace(header.text);
            if (fresh)
                pool->second = {config.said.add_place(), header.at};
            for (const Fact& fact : config.lines.inside(stanza))
                config.said.put(pool->second.first, fact);
        } else if (static_cast<Says>(header.kind) == Says::route) {
            header.node->mark(take_route(config, header));
        } else {
            config.said.put(config.whole, header);
        }
    }
}

}
