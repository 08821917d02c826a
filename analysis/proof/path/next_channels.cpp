// SPDX-License-Identifier: Apache-2.0
// Where a packet goes next, and where it cannot continue. A device that was not collected ends a path as
// unproven, a route that leads nowhere ends it as broken.
#include "analysis/proof/path/next_channels.h"

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
    // At a switch connected to the class, the routes include all endpoints of the class.
    std::erase_if(channels, [&](std::uint32_t channel) {
        return !here && routes.source(device) == routing::RouteSource::connected
            && !proof.graph().is_switch(proof.channel(channel).to.device);
    });
}

namespace {

bool is_routed(const Forwarding& forwarding)
{
    return forwarding.bgp_asn.known() || forwarding.link_state.is(true);
}

// No route leads there although cables do: the routing protocol has no path over the links that are up, or
// rejects it.
Step no_way(
    const FabricProof& proof, const routing::Routes& routes, std::uint32_t device, std::uint32_t endpoint)
{
    const Device& owner = proof.graph().fabric().devices[device];
    const Forwarding& forwarding = owner.forwarding;
    const std::vector<PortId>& attachments = proof.destinations().endpoints[endpoint].attachments;
    const bool cabled = std::ranges::any_of(
        attachments, [&](PortId attachment) { return proof.are_cabled(device, attachment.device); });
    Step step{.aspect = Aspect::route, .outcome = Grade::unproven, .port = {device, Port::no_index}};
    if (routes.source(device) == routing::RouteSource::static_route) {
        step.outcome = Grade::broken;
        step.at = routes.evidence(device);
        step.text = "the configured route leads nowhere";
    } else if (cabled && is_routed(forwarding)) {
        const bool refuses = !forwarding.link_state.is(true);
        step.outcome = Grade::unreachable;
        step.at = owner.place(refuses ? forwarding.bgp_asn.origin : forwarding.link_state.origin);
        step.text = refuses
            ? "no way to the destination is left: over the links that are up, every path goes down and up again "
              "and is refused for the own AS number in it (RFC 4271 section 9.1.2), or does not exist"
            : "no way to the destination is left over the links that are up";
    } else {
        step.text = "no path to the destination is known from here";
    }
    return step;
}

}

std::vector<Step> dead_ends(const FabricProof& proof,
    const routing::Routes& routes,
    std::uint32_t device,
    std::uint32_t endpoint,
    bool stuck)
{
    std::vector<Step> steps;
    const routing::RouteSource source = routes.source(device);
    const bool assumed = source == routing::RouteSource::up_down || source == routing::RouteSource::shortest
        || source == routing::RouteSource::learnt;
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
    if (stuck && steps.empty())
        steps.push_back(no_way(proof, routes, device, endpoint));
    return steps;
}

std::optional<Step> guessed_way(const FabricProof& proof, const routing::Routes& routes, std::uint32_t device)
{
    if (routes.source(device) != routing::RouteSource::shortest || proof.has_one_way(device))
        return std::nullopt;
    return Step{.aspect = Aspect::route,
        .outcome = Grade::unproven,
        .port = {device, Port::no_index},
        .text
        = "which way packets take from here is not known: the tiers of the fabric do not lead there, and no "
          "route and no routing protocol is configured"};
}

}
