// SPDX-License-Identifier: Apache-2.0
// What a switch does with packets when all its paths are gone.
#include "models/routing/routes.h"

#include <algorithm>

namespace rocelint::routing {
namespace {

// No path in a tiered fabric is longer.
constexpr std::uint32_t longest_way = 64;

}

// Whether anything in the configuration of `device` can make it take a detour.
bool RouteFinder::permits_detours(std::uint32_t device) const
{
    if (!graph_->is_switch(device))
        return false;
    const Forwarding& forwarding = graph_->fabric().devices[device].forwarding;
    const bool by_default = std::ranges::any_of(
        forwarding.routes, [](const StaticRoute& route) { return route.to.is_default(); });
    return by_default || forwarding.mlag_peer_link.peek_known() || forwarding.tunnel_peer.peek_known()
        || (forwarding.link_state.peek_known() && forwarding.link_state.value)
        || forwarding.bgp_asn.peek_known();
}

std::vector<Detour> RouteFinder::detours(std::uint32_t device, const Failures& failures) const
{
    std::vector<Detour> found;
    if (!permits_detours_[device]) {
        if (graph_->is_switch(device))
            (void)graph_->fabric().devices[device].forwarding.bgp_asn.known(); // BGP might permit one
        return found;
    }
    add_default_routes(device, failures, found);
    add_peer_link(device, failures, found);
    add_tunnel(device, failures, found);
    if (runs_link_state(device))
        add_learnt(device, failures, found);
    else
        add_valleys(device, failures, found);
    return found;
}

// Whether `device` can still forward the packets: it has a path that does not lead back through `other`.
bool RouteFinder::goes_on_without(std::uint32_t device, std::uint32_t other, const Failures& failures) const
{
    if (down_distance_[device] == 0)
        return true;
    return std::ranges::any_of(routes_.next_hops(device), [&](std::uint32_t channel) {
        return graph_->to_device(channel) != other && failures.spare(*graph_, channel);
    });
}

void RouteFinder::add_default_routes(
    std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const
{
    const std::vector<StaticRoute>& routes = graph_->fabric().devices[device].forwarding.routes;
    for (std::uint32_t index = 0; index < routes.size(); ++index) {
        const IpPrefix& to = routes[index].to;
        if (!to.is_default())
            continue;
        for (const std::uint32_t channel : graph_->next_hops(device, index)) {
            if (failures.spare(*graph_, channel)
                && goes_on_without(graph_->to_device(channel), device, failures))
                found.push_back({RouteSource::static_route, channel, none, routes[index].at});
        }
    }
}

void RouteFinder::add_peer_link(
    std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const
{
    const Device& owner = graph_->fabric().devices[device];
    for (const std::uint32_t channel : graph_->peer_link(device)) {
        if (failures.spare(*graph_, channel) && goes_on_without(graph_->to_device(channel), device, failures))
            found.push_back({RouteSource::mlag_peer_link,
                channel,
                none,
                owner.place(owner.forwarding.mlag_peer_link.origin)});
    }
}

// Dual-ToR: the switch on the inactive side of a Y-cable sends packets up again, encapsulated for the other
// switch.
void RouteFinder::add_tunnel(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const
{
    const Device& owner = graph_->fabric().devices[device];
    const Setting<std::string_view>& peer = owner.forwarding.tunnel_peer;
    const std::uint32_t other = peer.known() && hangs_on(device) ? graph_->tunnel_end(device) : none;
    if (other == none || other == device)
        return;
    for (const std::uint32_t channel : graph_->out_of(device)) {
        if (graph_->direction(channel) == Direction::up && failures.spare(*graph_, channel))
            found.push_back({RouteSource::tunnel, channel, other, owner.place(peer.origin)});
    }
}

void RouteFinder::add_valleys(
    std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const
{
    const Device& owner = graph_->fabric().devices[device];
    if (!owner.forwarding.bgp_asn.known())
        return;
    const std::vector<std::uint32_t> peer_link = graph_->peer_link(device);
    for (const std::uint32_t channel : graph_->out_of(device)) {
        const std::uint32_t through = graph_->to_device(channel);
        if (graph_->direction(channel) == Direction::up || !graph_->is_switch(through)
            || !failures.spare(*graph_, channel) || std::ranges::count(peer_link, channel) != 0
            || !goes_on_without(through, device, failures) || !accepts(device, through))
            continue;
        const Setting<std::uint8_t>& own_as = owner.forwarding.allow_own_as;
        const bool allowed = own_as.configured() && own_as.value > 0;
        found.push_back({RouteSource::valley,
            channel,
            none,
            owner.place(allowed ? own_as.origin : owner.forwarding.bgp_asn.origin)});
    }
}

bool RouteFinder::accepts(std::uint32_t device, std::uint32_t through) const
{
    std::vector<std::uint32_t> way;
    std::uint32_t at = through;
    std::uint32_t came_from = device;
    for (std::uint32_t step = 0; step < longest_way; ++step) {
        way.push_back(at);
        if (down_distance_[at] == 0)
            return accepts_way(device, way).value_or(false);
        std::uint32_t next = none;
        for (const std::uint32_t channel : routes_.next_hops(at)) {
            const std::uint32_t other = graph_->to_device(channel);
            next = next == none && other != came_from && other != device ? other : next;
        }
        if (next == none)
            return false;
        came_from = at;
        at = next;
    }
    return false;
}

// Refuses a path with the receiver's own AS number, unless it may appear that often (RFC 4271 section 9.1.2).
// A switch does not pass a route from one switch of its AS to another one of it (section 9.2). `way` begins
// at the neighbor and ends at a switch that the destination is connected to. Returns nothing if an AS number
// is unknown.
std::optional<bool> RouteFinder::accepts_way(std::uint32_t device, std::span<const std::uint32_t> way) const
{
    const std::vector<Device>& devices = graph_->fabric().devices;
    const Forwarding& mine = devices[device].forwarding;
    std::uint32_t seen = 0;
    std::uint32_t before = mine.bgp_asn.value;
    bool internal = false;
    for (const std::uint32_t at : way) {
        const Setting<std::uint32_t>& asn = devices[at].forwarding.bgp_asn;
        if (!asn.known())
            return std::nullopt;
        if (asn.value == before && internal)
            return false;
        internal = asn.value == before;
        seen += asn.value == mine.bgp_asn.value && !internal ? 1 : 0;
        before = asn.value;
    }
    return seen <= mine.allow_own_as.value_or(0);
}

// OSPF or IS-IS: over the nearest neighbors that still have a path.
void RouteFinder::add_learnt(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const
{
    std::uint32_t nearest = none;
    std::vector<std::uint32_t> ways;
    for (const std::uint32_t channel : graph_->out_of(device)) {
        const std::uint32_t through = graph_->to_device(channel);
        if (graph_->direction(channel) == Direction::up || !runs_link_state(through)
            || !failures.spare(*graph_, channel) || !goes_on_without(through, device, failures)
            || distance_[through] == none || distance_[through] > nearest)
            continue;
        if (distance_[through] < nearest)
            ways.clear();
        nearest = distance_[through];
        ways.push_back(channel);
    }
    const Device& owner = graph_->fabric().devices[device];
    for (const std::uint32_t channel : ways)
        found.push_back(
            {RouteSource::learnt, channel, none, owner.place(owner.forwarding.link_state.origin)});
}

// Every switch knows of the failures by now: a switch without a path takes a permitted detour.
void RouteFinder::add_detours(const Failures& failures)
{
    std::vector<std::pair<std::uint32_t, std::vector<Detour>>> taken;
    for (const std::uint32_t device : switches_) {
        const bool lost = routes_.next_hops(device).empty() && down_distance_[device] != 0
            && routes_.source(device) != RouteSource::static_route && !graph_->out_of(device).empty()
            && !std::ranges::binary_search(failures.devices, device);
        if (!lost)
            continue;
        std::vector<Detour> found = detours(device, failures);
        if (!found.empty())
            taken.emplace_back(device, std::move(found));
    }
    for (const auto& [device, found] : taken) {
        Routes::Row& row = routes_.rows_[device];
        row = {static_cast<std::uint32_t>(routes_.hops_.size()),
            0,
            found.front().source,
            found.front().evidence};
        for (const Detour& detour : found) {
            if (detour.source == found.front().source)
                routes_.hops_.push_back(detour.channel);
        }
        row.count = static_cast<std::uint32_t>(routes_.hops_.size()) - row.first;
    }
}

}
