// SPDX-License-Identifier: Apache-2.0
// How far pause can spread. If the tiers bound the length, no path is followed at all.
#include "analysis/proof/path/longest_path.h"

#include <algorithm>

namespace rocelint::proof {
namespace {

// Up and down through every tier, if all routes are assumed and all cables connect different tiers.
std::optional<std::uint32_t> bound_by_tiers(const routing::Graph& graph)
{
    std::uint32_t highest = 1;
    for (std::uint32_t device = 0; device < graph.fabric().devices.size(); ++device) {
        if (!graph.is_switch(device))
            continue;
        if (!graph.fabric().devices[device].forwarding.routes.empty())
            return std::nullopt;
        highest = std::max(highest, graph.tier(device));
    }
    for (std::uint32_t channel = 0; channel < graph.channel_count(); channel += 2) {
        if (graph.is_switch(graph.from_device(channel)) && graph.is_switch(graph.to_device(channel))
            && graph.direction(channel) == routing::Direction::lateral)
            return std::nullopt;
    }
    return 2 * highest - 1;
}

// Equal-cost paths usually have equal lengths, so only one of them is followed.
std::uint32_t switches_between(const routing::Graph& graph,
    const routing::Routes& routes,
    const routing::DestinationClass& to,
    std::uint32_t from)
{
    constexpr std::uint32_t most_hops = 255;
    std::uint32_t switches = 1;
    while (!std::ranges::binary_search(to.leaves, from)) {
        const std::span<const std::uint32_t> next = routes.next_hops(from);
        if (next.empty() || switches == most_hops || !graph.is_switch(graph.to_device(next.front())))
            return 0;
        from = graph.to_device(next.front());
        ++switches;
    }
    return switches;
}

}

std::optional<LongPath> path_longer_than(const FabricProof& proof, std::uint32_t most)
{
    const auto bound = bound_by_tiers(proof.graph());
    if (bound && *bound <= most)
        return std::nullopt;
    const routing::Destinations& destinations = proof.destinations();
    routing::RouteFinder finder(proof.graph(), destinations);
    LongPath longest;
    for (std::uint32_t index = 0; index < destinations.classes.size(); ++index) {
        const routing::DestinationClass& to = destinations.classes[index];
        const routing::Routes& routes = finder.find(index);
        for (const routing::DestinationClass& from : destinations.classes) {
            if (from.leaves.empty())
                continue;
            const std::uint32_t switches = switches_between(proof.graph(), routes, to, from.leaves.front());
            if (switches > longest.switches && from.endpoints.front() != to.endpoints.front())
                longest = {from.endpoints.front(), to.endpoints.front(), switches};
        }
    }
    return longest.switches > most ? std::optional(longest) : std::nullopt;
}

}
