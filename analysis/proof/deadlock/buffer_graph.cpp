// SPDX-License-Identifier: Apache-2.0
// Buffers are vertices and turns are edges: a packet waits in one buffer for room in the next (Dally and
// Seitz 1987). Lossy hops are left out, since they drop packets instead of waiting.
#include "analysis/proof/deadlock/buffer_graph.h"

#include "analysis/proof/deadlock/port_bits.h"

#include <algorithm>

namespace rocelint::proof {
namespace {

using routing::Direction;

constexpr std::uint32_t layers = 2;

}

bool goes_up_then_down(const routing::Graph& graph, std::uint32_t in, std::uint32_t out)
{
    return graph.direction(out) == Direction::down
        || (graph.direction(out) == Direction::up && graph.direction(in) == Direction::up);
}

BufferGraph::BufferGraph(const routing::Graph& graph, const LosslessHops& hops, const Measures& measures)
    : graph_(&graph)
    , hops_(&hops)
    , lossy_(measures.lossy)
    , index_of_(graph.channel_count(), routing::none)
    , slot_of_(8, 0)
{
    for (std::uint32_t channel = 0; channel < graph.channel_count(); ++channel) {
        if (graph.is_down(channel) || !graph.is_switch(graph.from_device(channel))
            || !graph.is_switch(graph.to_device(channel)))
            continue;
        index_of_[channel] = static_cast<std::uint32_t>(inner_.size());
        inner_.push_back(channel);
    }
    const PrioritySet used = hops.priorities();
    for (const Priority priority : used) {
        slot_of_[priority] = static_cast<std::uint32_t>(slots_.size());
        slots_.push_back(priority);
    }
}

bool BufferGraph::is_lossy(std::uint32_t channel) const
{
    return std::ranges::binary_search(lossy_, channel);
}

Buffer BufferGraph::buffer(std::uint32_t vertex) const
{
    const auto slots = static_cast<std::uint32_t>(slots_.size());
    return {inner_[vertex / slots / layers], slots_[vertex % slots], vertex / slots % layers != 0};
}

std::uint32_t BufferGraph::vertex(const Buffer& buffer) const
{
    const auto slots = static_cast<std::uint32_t>(slots_.size());
    return (index_of_[buffer.channel] * layers + (buffer.moved ? 1 : 0)) * slots + slot_of_[buffer.priority];
}

void BufferGraph::add_table(const routing::TurnTable& table,
    bool from_moved,
    bool to_moved,
    const routing::Failures& failures,
    std::vector<routing::Dependency>& edges) const
{
    for (const std::uint32_t in : inner_) {
        const PortId entry = graph_->channel(in).to;
        const std::span<const std::uint64_t> row = table.row(entry);
        if (!failures.spare(*graph_, in))
            continue;
        each_bit(row, [&](std::uint32_t port) {
            const std::uint32_t out = graph_->out_of(PortId{entry.device, port});
            if (out == routing::none || index_of_[out] == routing::none || !failures.spare(*graph_, out))
                return;
            each_pair(in, out, [&](Priority from, Priority to) {
                edges.push_back({vertex({in, from, from_moved}), vertex({out, to, to_moved})});
            });
        });
    }
}

routing::DependencyGraph BufferGraph::waits(const Turns& turns, const routing::Failures& failures) const
{
    std::vector<routing::Dependency> edges;
    add_table(turns.first, false, false, failures, edges);
    add_table(turns.moving, false, true, failures, edges);
    add_table(turns.moved, true, true, failures, edges);
    return {static_cast<std::uint32_t>(inner_.size() * layers * slots_.size()), edges};
}

}
