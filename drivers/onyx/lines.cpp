// SPDX-License-Identifier: Apache-2.0
// Assigns the lines of a configuration to the ports that they apply to. Addresses and routes in an unknown
// form, and those of a VRF other than the default, are not read.
#include "drivers/onyx/config.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

// "NAME policer P bits rate 10 g", "NAME seq-number 10 permit ip any any policer P". What its rules match is not read.
// The rules may also be below the header.
void take_access_list(Config& config, const Fact& line)
{
    Words words(line.text);
    const std::string_view name = words.next();
    line.node->mark(CoverageState::irrelevant);
    const auto take = [&](const Node& node, Words rest) {
        while (line.sense == Sense::set && !rest.at_end()) {
            if (rest.next() != "policer")
                continue;
            node.mark(CoverageState::unsupported);
            config.policing_lists.try_emplace(name, line.at);
        }
    };
    take(*line.node, words);
    for (const Node& rule : *line.node)
        take(rule, Words(rule.key));
}

void take_access_group(Config& config, std::uint32_t port, const Fact& line)
{
    line.node->mark(CoverageState::irrelevant);
    if (line.sense == Sense::set)
        config.access_groups.emplace_back(port, &line);
}

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
        else if (what == LineKind::access_group)
            take_access_group(config, port, fact);
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
        } else if (static_cast<LineKind>(header.kind) == LineKind::access_list) {
            take_access_list(config, header);
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
