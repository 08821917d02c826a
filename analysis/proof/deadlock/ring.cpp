// SPDX-License-Identifier: Apache-2.0
// The shortest ring represents its component, because people can only verify a ring that is short enough to
// keep in mind.
#include "analysis/proof/deadlock/ring.h"

#include "analysis/proof/deadlock/each_detouring.h"
#include "analysis/proof/deadlock/port_bits.h"

#include <algorithm>

namespace rocelint::proof {
namespace {

// The number of starting points for the shortest ring of one component. Fabrics are regular: more starts find
// no shorter ring.
constexpr std::size_t most_starts = 64;

}

routing::Failures failures_of(const routing::Graph& graph, const Breakage& breakage)
{
    if (breakage.element == routing::none)
        return {};
    routing::Failures failures = failure_of(graph, breakage.element);
    for (const Element other : breakage.others) {
        const routing::Failures more = failure_of(graph, other);
        failures.links.insert(failures.links.end(), more.links.begin(), more.links.end());
        failures.devices.insert(failures.devices.end(), more.devices.begin(), more.devices.end());
    }
    std::ranges::sort(failures.links);
    std::ranges::sort(failures.devices);
    return failures;
}

Turns turns_after(const Case& one, const Turns& base, const Breakage& breakage)
{
    Turns turns = base;
    if (!breakage.others.empty())
        turns.merge(
            all_turns(*one.graph, *one.destinations, one.measures, failures_of(*one.graph, breakage)));
    const routing::Graph& graph = *one.graph;
    each_detouring(one, breakage, [&](const Detouring& detouring) {
        const std::uint32_t out_port = graph.channel(detouring.detour.channel).from.port;
        routing::TurnTable& first = detouring.moves ? turns.moving : turns.first;
        each_bit(detouring.entered, [&](std::uint32_t port) {
            first.insert({detouring.device, port}, out_port);
        });
        routing::TurnTable& then = detouring.moves ? turns.moved : turns.first;
        for (const auto& [in, out] : detouring.onward)
            then.insert(graph.channel(in).to, graph.channel(out).from.port);
    });
    return turns;
}

std::vector<Buffer> shortest_ring(const Case& one, const Turns& turns, const routing::Failures& failures)
{
    const BufferGraph buffers(*one.graph, *one.hops, one.measures);
    return shortest_ring(one, buffers, buffers.waits(turns, failures));
}

std::vector<Buffer> shortest_ring(
    const Case& one, const BufferGraph& buffers, const routing::DependencyGraph& waits)
{
    std::vector<std::uint32_t> starts;
    for (const std::vector<std::uint32_t>& component : routing::cyclic_components(waits)) {
        std::size_t found = 0;
        for (const std::uint32_t vertex : component) {
            const std::uint32_t in = buffers.buffer(vertex).channel;
            const bool bounces = std::ranges::any_of(waits.next(vertex), [&](std::uint32_t next) {
                return !goes_up_then_down(*one.graph, in, buffers.buffer(next).channel)
                    && std::ranges::binary_search(component, next);
            });
            if (bounces && found++ < most_starts)
                starts.push_back(vertex);
        }
    }
    std::vector<Buffer> ring;
    for (const std::uint32_t vertex : routing::shortest_cycle(waits, starts))
        ring.push_back(buffers.buffer(vertex));
    return ring;
}

bool still_closes(const Case& one, const Turns& turns, const routing::Failures& failures, const Bounce& cause)
{
    const BufferGraph buffers(*one.graph, *one.hops, one.measures);
    const routing::DependencyGraph waits = buffers.waits(turns, failures);
    for (const std::vector<std::uint32_t>& component : routing::cyclic_components(waits)) {
        for (const std::uint32_t vertex : component) {
            const std::uint32_t in = buffers.buffer(vertex).channel;
            const bool at_cause
                = one.graph->to_device(in) == cause.device || one.graph->from_device(in) == cause.device;
            const bool bounces = at_cause && std::ranges::any_of(waits.next(vertex), [&](std::uint32_t next) {
                return !goes_up_then_down(*one.graph, in, buffers.buffer(next).channel)
                    && std::ranges::binary_search(component, next);
            });
            if (bounces)
                return true;
        }
    }
    return false;
}

}
