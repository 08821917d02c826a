// SPDX-License-Identifier: Apache-2.0
// A change that breaks a ring is offered only after the same search has shown that the ring is gone and no
// new one has formed.
#include "analysis/proof/deadlock/ring.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::proof {
namespace {

using routing::RouteSource;

class Proposer {
public:
    Proposer(const Case& one, const Ring& ring, const Breakage& breakage)
        : one_(one), ring_(ring), breakage_(breakage), fabric_(one.graph->fabric())
    {
        for (std::size_t at = 0; at < ring.hops.size(); ++at) {
            const std::uint32_t out = ring.hops[(at + 1) % ring.hops.size()].buffer.channel;
            if (one.graph->to_device(ring.hops[at].buffer.channel) == ring.cause.device)
                out_ = out;
        }
    }

    [[nodiscard]] bool possible() const { return out_ != routing::none; }

    // Removes the route, or the permission for the detour.
    bool without_way(Case& changed, routing::Graph& graph, std::string& text) const
    {
        changed = one_;
        const Device& device = fabric_.devices[ring_.cause.device];
        if (ring_.cause.source != RouteSource::static_route) {
            changed.measures.dropped.push_back(ring_.cause);
            text = drop_text(device.name);
            return proved(changed);
        }
        graph = *one_.graph;
        std::string prefixes;
        for (std::uint32_t route = 0; route < device.forwarding.routes.size(); ++route) {
            const std::span<const std::uint32_t> hops = graph.next_hops(ring_.cause.device, route);
            if (std::ranges::none_of(
                    hops, [&](std::uint32_t hop) { return graph.to_device(hop) == graph.to_device(out_); }))
                continue;
            graph.forget_route(ring_.cause.device, route);
            add_item(prefixes, to_string(device.forwarding.routes[route].to));
        }
        changed.graph = &graph;
        text = fmt::format("Remove the route to {} over {} from {}", prefixes, far_end(), device.name);
        return proved(changed);
    }

    bool with_own_class(Case& changed, std::string& text) const
    {
        changed = one_;
        changed.measures.moved.push_back(ring_.cause);
        text = fmt::format("let {} put the packets that it sends to {} into a lossless class of their own "
                           "(priority {} is free) on all hops from there",
            fabric_.devices[ring_.cause.device].name,
            far_end(),
            free_priority());
        return proved(changed);
    }

    bool with_lossy_hop(Case& changed, std::string& text) const
    {
        changed = one_;
        for (const std::uint32_t channel : one_.graph->out_of(ring_.cause.device)) {
            if (one_.graph->to_device(channel) == one_.graph->to_device(out_))
                changed.measures.lossy.push_back(channel);
        }
        std::ranges::sort(changed.measures.lossy);
        text = fmt::format("make the hop from {} to {} lossy: no PFC for priority {} there",
            fabric_.devices[ring_.cause.device].name,
            far_end(),
            int{ring_.hops.front().buffer.priority});
        return proved(changed);
    }

private:
    [[nodiscard]] std::string far_end() const { return fabric_.devices[one_.graph->to_device(out_)].name; }

    [[nodiscard]] std::string drop_text(const std::string& name) const
    {
        switch (ring_.cause.source) {
        case RouteSource::mlag_peer_link:
            return fmt::format(
                "Do not let {} forward RDMA packets over its peer link to {}", name, far_end());
        case RouteSource::valley:
            return fmt::format("Refuse on {} the routes that come back up from {} (a filter, or no allowed "
                               "repetition of its own AS number)",
                name,
                far_end());
        case RouteSource::tunnel:
            return fmt::format("Do not let {} tunnel RDMA packets to the other switch of its pair", name);
        case RouteSource::learnt:
            return fmt::format(
                "Keep {} from carrying transit packets (OSPF: a stub router, RFC 6987; IS-IS: the "
                "overload bit)",
                far_end());
        case RouteSource::static_route:
        case RouteSource::shortest:
        case RouteSource::up_down:
        case RouteSource::connected:
            break;
        }
        return fmt::format("Filter the routes by which {} sends RDMA packets to {}", name, far_end());
    }

    [[nodiscard]] int free_priority() const
    {
        const PrioritySet used = one_.hops->priorities() | one_.analysis->classes.lossless();
        const std::optional<Priority> cnp = one_.analysis->classes.cnp.priority;
        int free = 1;
        for (Priority priority = 6; priority > 0; --priority) {
            if (!used.has(priority) && cnp != std::optional(priority))
                free = priority;
        }
        // The priority next to the class it belongs to, if that is free.
        const auto next = static_cast<Priority>(ring_.hops.front().buffer.priority + 1);
        return next < 7 && !used.has(next) && cnp != std::optional(next) ? next : free;
    }

    [[nodiscard]] bool proved(const Case& changed) const
    {
        const Turns base = all_turns(*changed.graph, *changed.destinations, changed.measures);
        const bool whole = breakage_.element == routing::none;
        const routing::Failures failures = failures_of(*changed.graph, breakage_);
        return !still_closes(
            changed, whole ? base : turns_after(changed, base, breakage_), failures, ring_.cause);
    }

    const Case& one_;
    const Ring& ring_;
    const Breakage& breakage_;
    const Fabric& fabric_;
    std::uint32_t out_ = routing::none; ///< the channel by which packets leave the cause on the ring
};

}

std::vector<Proposal> propose(
    const Case& one, const Ring& ring, const Breakage& breakage, Case& chosen, routing::Graph& graph)
{
    std::vector<Proposal> accepted;
    const Proposer proposer(one, ring, breakage);
    if (!proposer.possible())
        return accepted;
    std::string text;
    Case changed;
    const auto accept = [&](Proposal::Kind kind) {
        if (accepted.empty())
            chosen = changed;
        accepted.push_back({kind, text});
    };
    if (proposer.without_way(changed, graph, text))
        accept(Proposal::Kind::drop_way);
    if (proposer.with_own_class(changed, text))
        accept(Proposal::Kind::own_class);
    if (proposer.with_lossy_hop(changed, text))
        accept(Proposal::Kind::lossy_hop);
    return accepted;
}

}
