// SPDX-License-Identifier: Apache-2.0
#include "drivers/ib_fabric/draft.h"

#include <algorithm>
#include <iterator>

namespace rocelint::ib_fabric {

std::uint32_t Draft::another_node(const Node& line)
{
    nodes.emplace_back().node.at = span(line);
    nodes.back().node.kind = IbNodeKind::unknown;
    return static_cast<std::uint32_t>(nodes.size() - 1);
}

std::uint32_t Draft::node_of_guid(Guid guid, const Node& line)
{
    const auto [found, fresh] = by_guid_.try_emplace(guid, static_cast<std::uint32_t>(nodes.size()));
    if (fresh)
        nodes[another_node(line)].node.guid = guid;
    return found->second;
}

std::uint32_t Draft::node_of_id(std::string_view id, const Node& line)
{
    const auto [found, fresh] = by_id_.try_emplace(id, static_cast<std::uint32_t>(nodes.size()));
    if (fresh) {
        IbNode& node = nodes[another_node(line)].node;
        node.id = id;
        node.description = id;
    }
    return found->second;
}

std::uint32_t Draft::node_of_port_guid(Guid guid, const Node& line)
{
    const auto [found, fresh] = by_port_guid_.try_emplace(guid, static_cast<std::uint32_t>(nodes.size()));
    if (fresh)
        another_node(line);
    return found->second;
}

std::uint32_t Draft::node_of_lid(Lid lid, const Node& line)
{
    const auto [found, fresh] = by_lid_.try_emplace(lid, static_cast<std::uint32_t>(nodes.size()));
    if (fresh)
        nodes[another_node(line)].lid = lid;
    return found->second;
}

DraftPort& Draft::port(PortKey key, const Node& line)
{
    std::vector<DraftPort>& ports = nodes[key.node].ports;
    // Files list the ports of a node in order, or repeat the last one.
    if (!ports.empty() && ports.back().port.number == key.number)
        return ports.back();
    const auto found = find_port(ports, key.number);
    if (found != ports.end())
        return *found;
    DraftPort& made = ports.emplace_back();
    made.port.node = key.node;
    made.port.number = key.number;
    made.port.at = span(line);
    return made;
}

void Draft::warn(Span at, std::string message)
{
    problems.push_back(
        {.severity = SyntaxProblem::Severity::warning, .at = at, .message = std::move(message)});
}

}
