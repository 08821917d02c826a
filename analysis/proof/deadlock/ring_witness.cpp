// SPDX-License-Identifier: Apache-2.0
// A ring is only credible if its packets are named: for each buffer, the sender, the receiver, and the line
// that sends the packets there.
#include "analysis/proof/deadlock/each_detouring.h"
#include "analysis/proof/deadlock/port_bits.h"
#include "analysis/proof/deadlock/ring.h"

#include <algorithm>

// Explains why packets go around a ring or up again: which class, by which route, and what causes it.
namespace rocelint::proof {
namespace {

using routing::RouteSource;

// The order of blame: first what is configured explicitly, then what a protocol does on its own.
constexpr int blameless = 6;

int blame(RouteSource source)
{
    switch (source) {
    case RouteSource::static_route:
        return 0;
    case RouteSource::valley:
        return 1;
    case RouteSource::tunnel:
        return 2;
    case RouteSource::mlag_peer_link:
        return 3;
    case RouteSource::learnt:
        return 4;
    case RouteSource::shortest:
        return 5;
    case RouteSource::up_down:
    case RouteSource::connected:
        break;
    }
    return blameless;
}

// Finds, class by class, whose packets go from each buffer of a ring to the next.
class Witness {
public:
    Witness(const Case& one, Ring& ring) : one_(one), ring_(ring) { }

    [[nodiscard]] bool complete() const
    {
        return std::ranges::none_of(
            ring_.hops, [](const RingHop& hop) { return hop.endpoint == routing::none; });
    }

    void look_at(const Detouring& detouring)
    {
        for (std::size_t at = 0; at < ring_.hops.size(); ++at) {
            RingHop& hop = ring_.hops[at];
            const std::uint32_t in = hop.buffer.channel;
            const std::uint32_t out = next_of(at);
            if (hop.endpoint != routing::none)
                continue;
            const bool turns = one_.graph->to_device(in) == detouring.device
                && out == detouring.detour.channel
                && has_bit(detouring.entered, one_.graph->channel(in).to.port);
            const bool goes_on
                = std::ranges::find(detouring.onward, std::pair(in, out)) != detouring.onward.end();
            if (!turns && !goes_on)
                continue;
            hop.endpoint = first_endpoint(detouring.destination_class);
            if (!turns) {
                const bool first = in == detouring.detour.channel;
                hop.came_by = first ? detouring.detour.source : RouteSource::up_down;
                hop.came_evidence = first ? detouring.detour.evidence : Span{};
                continue;
            }
            hop.source = detouring.detour.source;
            hop.evidence = detouring.detour.evidence;
        }
    }

    void look_at(std::uint32_t destination_class,
        const ClassWalk& walk,
        const routing::RouteFinder& finder,
        const routing::Routes& routes)
    {
        for (std::size_t at = 0; at < ring_.hops.size(); ++at) {
            RingHop& hop = ring_.hops[at];
            const std::uint32_t device = one_.graph->to_device(hop.buffer.channel);
            if (hop.endpoint != routing::none || !walk.visited(device))
                continue;
            const std::vector<ClassWalk::Hop> hops = walk.hops(device, finder, routes, destination_class);
            const auto way = std::ranges::find(hops, next_of(at), &ClassWalk::Hop::channel);
            const std::uint32_t in_port = one_.graph->channel(hop.buffer.channel).to.port;
            if (way != hops.end() && has_bit(walk.entered(device, hop.buffer.moved), in_port)) {
                hop.endpoint = first_endpoint(destination_class);
                hop.source = way->tunnelled ? RouteSource::tunnel : routes.source(device);
                const Device& owner = one_.graph->fabric().devices[device];
                hop.evidence = way->tunnelled ? owner.place(owner.forwarding.tunnel_peer.origin)
                                              : routes.evidence(device);
                const std::uint32_t before = one_.graph->from_device(hop.buffer.channel);
                hop.came_by = routes.source(before);
                hop.came_evidence = routes.evidence(before);
            } else if (comes_from_tunnel(at, destination_class, walk, finder, routes)) {
                const std::uint32_t below = one_.graph->from_device(hop.buffer.channel);
                const Device& owner = one_.graph->fabric().devices[below];
                hop.endpoint = first_endpoint(destination_class);
                hop.came_by = RouteSource::tunnel;
                hop.came_evidence = owner.place(owner.forwarding.tunnel_peer.origin);
            }
        }
    }

private:
    [[nodiscard]] std::uint32_t next_of(std::size_t at) const
    {
        return ring_.hops[(at + 1) % ring_.hops.size()].buffer.channel;
    }
    [[nodiscard]] std::uint32_t first_endpoint(std::uint32_t destination_class) const
    {
        return one_.destinations->classes[destination_class].endpoints.front();
    }
    [[nodiscard]] bool comes_from_tunnel(std::size_t at,
        std::uint32_t destination_class,
        const ClassWalk& walk,
        const routing::RouteFinder& finder,
        const routing::Routes& routes) const
    {
        const std::uint32_t in = ring_.hops[at].buffer.channel;
        const std::uint32_t below = one_.graph->from_device(in);
        if (!walk.visited(below))
            return false;
        return std::ranges::any_of(
            walk.hops(below, finder, routes, destination_class), [&](const ClassWalk::Hop& hop) {
                return hop.tunnelled && hop.channel == in
                    && hop.towards == one_.graph->to_device(next_of(at));
            });
    }

    const Case& one_;
    Ring& ring_;
};

void find_cause(const routing::Graph& graph, Ring& ring)
{
    int best = blameless + 1;
    for (std::size_t at = 0; at < ring.hops.size(); ++at) {
        const RingHop& hop = ring.hops[at];
        const RingHop& next = ring.hops[(at + 1) % ring.hops.size()];
        ring.assumed
            = ring.assumed || hop.source == RouteSource::shortest || hop.source == RouteSource::tunnel;
        if (goes_up_then_down(graph, hop.buffer.channel, next.buffer.channel))
            continue;
        // The cause is either the turn at this switch, or, if this switch forwards the packets as usual,
        // whatever sent them here.
        const bool here = blame(hop.source) < blameless;
        const RouteSource source = here ? hop.source : hop.came_by;
        if (blame(source) >= best)
            continue;
        best = blame(source);
        const std::uint32_t in = hop.buffer.channel;
        ring.cause = {here ? graph.to_device(in) : graph.from_device(in), source};
        ring.cause_at = here ? hop.evidence : hop.came_evidence;
    }
    ring.assumed = ring.assumed || best >= blame(RouteSource::shortest);
}

}

void find_unwatched(const routing::Graph& graph, Ring& ring)
{
    const Fabric& fabric = graph.fabric();
    ring.unwatched.clear();
    for (const RingHop& hop : ring.hops) {
        const PortId id = graph.channel(hop.buffer.channel).from;
        const PfcWatchdog& watchdog = fabric.port(id).watchdog;
        const bool watches_others
            = watchdog.priorities.known() && !watchdog.priorities.value.has(hop.buffer.priority);
        if (!fabric.device(id).has_watchdog || watchdog.enabled.is(false) || watches_others)
            ring.unwatched.push_back(id);
    }
}

Ring explain(const Case& one, const std::vector<Buffer>& buffers, const Breakage& breakage)
{
    Ring ring;
    for (const Buffer& buffer : buffers)
        ring.hops.push_back({buffer, routing::none, RouteSource::up_down, {}});
    Witness witness(one, ring);
    if (breakage.element != routing::none) {
        ring.failures = failures_of(*one.graph, breakage);
        each_detouring(one, breakage, [&](const Detouring& detouring) { witness.look_at(detouring); });
    }
    ClassWalk walk(*one.graph, *one.destinations, one.measures);
    routing::RouteFinder finder(*one.graph, *one.destinations);
    for (std::uint32_t index = 0; index < one.destinations->classes.size() && !witness.complete(); ++index) {
        const routing::Routes& routes
            = finder.find(index, breakage.others.empty() ? routing::Failures{} : ring.failures);
        walk.follow(index, finder, routes);
        witness.look_at(index, walk, finder, routes);
    }
    find_cause(*one.graph, ring);
    find_unwatched(*one.graph, ring);
    return ring;
}

std::vector<Valley> explain_valleys(
    const Case& one, std::vector<std::pair<std::uint32_t, std::uint32_t>> turns)
{
    const routing::Graph& graph = *one.graph;
    std::vector<Valley> found;
    ClassWalk walk(graph, *one.destinations, one.measures);
    routing::RouteFinder finder(graph, *one.destinations);
    for (std::uint32_t index = 0; index < one.destinations->classes.size() && !turns.empty(); ++index) {
        const routing::Routes& routes = finder.find(index);
        walk.follow(index, finder, routes);
        std::erase_if(turns, [&](const std::pair<std::uint32_t, std::uint32_t>& turn) {
            const auto [in, out] = turn;
            const std::uint32_t device = graph.to_device(in);
            const std::span<const std::uint32_t> hops = routes.next_hops(device);
            const std::uint32_t cause = blame(routes.source(device)) < blame(RouteSource::shortest)
                ? device
                : graph.from_device(in);
            if (blame(routes.source(cause)) >= blame(RouteSource::shortest)
                || std::ranges::find(hops, out) == hops.end()
                || !has_bit(walk.entered(device), graph.channel(in).to.port))
                return false;
            found.push_back({{cause, routes.source(cause)},
                routes.evidence(cause),
                in,
                out,
                one.destinations->classes[index].endpoints.front()});
            return true;
        });
    }
    return found;
}

}
