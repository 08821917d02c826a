// SPDX-License-Identifier: Apache-2.0
// Assigns the lines of a configuration to the ports that they apply to. Addresses and routes in an unknown
// form, and those of a VRF other than the default, are not read.
#include "drivers/onyx/config.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

void take_port_lines(Config& config, std::uint32_t port, std::span<const Fact> facts)
{
    constexpr std::string_view elsewhere[]{"dhcp"};
    line_cli::PortLines& lines = config.ports[port];
    for (const Fact& fact : facts) {
        config.said.put(lines.place, fact);
        const LineKind what = static_cast<LineKind>(fact.kind);
        if (line_cli::find_map_of_line(map_lines, fact.kind) != nullptr)
            lines.lists.push_back(&fact);
        else if (what == LineKind::address)
            config.take_address(port, fact, Words(fact.text), elsewhere);
        else if (what == LineKind::vrf)
            fact.node->mark(CoverageState::unsupported);
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
        } else if (static_cast<LineKind>(header.kind) == LineKind::traffic_pool
            && header.sense == Sense::set) {
            const auto [pool, fresh] = config.traffic_pools.try_emplace(header.text);
            if (fresh)
                pool->second = {config.said.add_place(), header.at};
            for (const Fact& fact : config.lines.inside(stanza))
                config.said.put(pool->second.first, fact);
        } else if (static_cast<LineKind>(header.kind) == LineKind::route && header.sense == Sense::set) {
            config.take_route(header);
        } else if (static_cast<LineKind>(header.kind) == LineKind::route) {
            header.node->mark(CoverageState::unsupported);
        } else {
            config.said.put(config.whole, header);
        }
    }
}

}
