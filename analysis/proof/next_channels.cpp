// SPDX-License-Identifier: Apache-2.0
// Where a packet goes next, and where it can go no further. A device that was not collected ends a path as unproven,
// a route that leads nowhere as broken.
#include "analysis/proof/next_channels.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::proof {

void next_channels(const FabricProof& proof,
    const routing::Routes& routes,
    std::uint32_t device,
    std::uint32_t endpoint,
    std::vector<std::uint32_t>& channels)
{
    channels.clear();
    bool here = false;
    if (routes.source(device) != routing::RouteSource::static_route) {
        for (const PortId attachment : proof.destinations().endpoints[endpoint].attachments) {
            if (attachment.device != device)
                continue;
            here = true;
            const std::uint32_t channel = proof.channel_out(attachment);
            if (channel != routing::none)
                channels.push_back(channel);
        }
    }
    if (!here || channels.empty())
        channels.assign(routes.next_hops(device).begin(), routes.next_hops(device).end());
    // Where the class is connected the routes name all of its endpoints.
    std::erase_if(channels, [&](std::uint32_t channel) {
        return !here && routes.source(device) == routing::RouteSource::connected
            && !proof.graph().is_switch(proof.channel(channel).to.device);
    });
}

std::vector<Step> dead_ends(
    const FabricProof& proof, const routing::Routes& routes, std::uint32_t device, bool stuck)
{
    std::vector<Step> steps;
    const bool assumed = routes.source(device) == routing::RouteSource::up_down
        || routes.source(device) == routing::RouteSource::shortest;
    const std::span<const std::uint32_t> hops = routes.next_hops(device);
    const bool rises = std::ranges::any_of(hops,
        [&](std::uint32_t channel) { return proof.graph().direction(channel) == routing::Direction::up; });
    if (assumed && (rises || stuck)) {
        for (const OpenEnd* end : proof.open_ends(device))
            steps.push_back({Aspect::collected,
                Grade::unproven,
                0,
                end->port,
                end->at,
                {},
                fmt::format("leads to {}, which was not collected", end->neighbour),
                {}});
    }
    if (!stuck || !steps.empty())
        return steps;
    const bool configured = routes.source(device) == routing::RouteSource::static_route;
    steps.push_back({Aspect::route,
        configured ? Grade::broken : Grade::unproven,
        0,
        {device, Port::no_index},
        routes.evidence(device),
        {},
        configured ? "the configured route leads nowhere" : "no path to the destination is known from here",
        {}});
    return steps;
}

}
