// SPDX-License-Identifier: Apache-2.0
// Configured routes have precedence; elsewhere packets are assumed to go up, then down, by every shortest
// path, and route_assumptions() reports for which switches. BGP policies are not computed.
#include "models/routing/routes.h"

#include "models/fabric/value/unread_watch.h"

#include <algorithm>
#include <numeric>

namespace rocelint::routing {
namespace {

bool has_failed(const Failures& failures, std::uint32_t device)
{
    return std::ranges::binary_search(failures.devices, device);
}

}

RouteFinder::RouteFinder(const Graph& graph, const Destinations& destinations)
    : graph_(&graph), destinations_(&destinations)
{
    const std::size_t devices = graph.fabric().devices.size();
    routes_.rows_.resize(devices);
    distance_.assign(devices, none);
    down_distance_.assign(devices, none);
    any_distance_.assign(devices, none);
    any_source_.assign(devices, RouteSource::shortest);
    permits_detours_.resize(devices);
    for (std::uint32_t device = 0; device < devices; ++device) {
        const Forwarding& forwarding = graph.fabric().devices[device].forwarding;
        permits_detours_[device] = permits_detours(device);
        has_as_number_.push_back(forwarding.bgp_asn.peek_known() ? 1 : 0);
        runs_link_state_.push_back(forwarding.link_state.peek_known() && forwarding.link_state.value ? 1 : 0);
    }
}

const Routes& RouteFinder::find(std::uint32_t destination_class, const Failures& failures)
{
    class_ = destination_class;
    watched_ = UnreadWatch::is_watching();
    forget();
    choose_switches();
    attach(failures);
    walk_down(failures);
    walk_up(failures);
    walk_any(failures);
    write(failures);
    add_detours(failures);
    return routes_;
}

void RouteFinder::forget()
{
    for (const std::uint32_t device : switches_) {
        routes_.rows_[device] = {};
        distance_[device] = down_distance_[device] = any_distance_[device] = none;
    }
    routes_.hops_.clear();
}

// Paths never leave a connected part of the fabric, but any switch may have a configured route.
void RouteFinder::choose_switches()
{
    std::vector<std::uint32_t> islands;
    if (watched_ || !destination().prefixes.empty()) {
        islands.resize(graph_->island_count());
        std::iota(islands.begin(), islands.end(), 0U);
    } else {
        for (const std::uint32_t leaf : destination().leaves)
            islands.push_back(graph_->island(leaf));
        std::ranges::sort(islands);
        islands.erase(std::ranges::unique(islands).begin(), islands.end());
    }
    if (islands == islands_)
        return;
    islands_ = std::move(islands);
    switches_.clear();
    for (const std::uint32_t island : islands_) {
        const std::span<const std::uint32_t> some = graph_->switches_of(island);
        switches_.insert(switches_.end(), some.begin(), some.end());
    }
    std::ranges::sort(switches_);
    from_the_top_ = switches_;
    std::ranges::stable_sort(from_the_top_,
        [this](std::uint32_t a, std::uint32_t b) { return graph_->tier(a) > graph_->tier(b); });
}

bool RouteFinder::hangs_on(std::uint32_t device) const
{
    return std::ranges::binary_search(destination().leaves, device);
}

// A switch keeps announcing the class as long as one of its own ports to the class works, or its MLAG or
// dual-ToR peer still has such a port.
void RouteFinder::attach(const Failures& failures)
{
    learnt_length_ = 0;
    std::vector<std::uint32_t> cut_off;
    for (const std::uint32_t leaf : destination().leaves) {
        if (has_failed(failures, leaf))
            continue;
        const std::uint8_t length = destination().prefixes.empty() ? std::uint8_t{0} : connected_length(leaf);
        learnt_length_ = learnt_length_ == 0 ? length : std::min(learnt_length_, length);
        const bool attached = std::ranges::any_of(destination().endpoints, [&](std::uint32_t endpoint) {
            const std::vector<PortId>& ports = destinations_->endpoints[endpoint].attachments;
            return std::ranges::any_of(ports, [&](PortId port) {
                if (port.device != leaf)
                    return false;
                const bool linked = graph_->fabric().link_of_port[leaf][port.port] != Port::no_index;
                const std::uint32_t channel = graph_->out_of(port);
                return !linked || (channel != none && failures.spare(*graph_, channel));
            });
        });
        if (attached)
            distance_[leaf] = down_distance_[leaf] = 0;
        else
            cut_off.push_back(leaf);
    }
    std::vector<std::uint32_t> saved;
    for (const std::uint32_t leaf : cut_off) {
        for (const std::uint32_t channel : graph_->peer_link(leaf)) {
            if (failures.spare(*graph_, channel) && distance_[graph_->to_device(channel)] == 0)
                saved.push_back(leaf);
        }
    }
    for (const std::uint32_t leaf : saved)
        distance_[leaf] = down_distance_[leaf] = 0;
}

void RouteFinder::walk_down(const Failures& failures)
{
    queue_.clear();
    for (const std::uint32_t leaf : destination().leaves) {
        if (down_distance_[leaf] == 0)
            queue_.push_back(leaf);
    }
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        for (const Way& way : graph_->ways_out_of(queue_[at])) {
            if (way.direction != Direction::up || down_distance_[way.to] != none
                || !failures.spare(*graph_, way.channel))
                continue;
            down_distance_[way.to] = down_distance_[queue_[at]] + 1;
            queue_.push_back(way.to);
        }
    }
}

void RouteFinder::walk_up(const Failures& failures)
{
    for (const std::uint32_t device : from_the_top_) {
        if (has_failed(failures, device))
            continue;
        std::uint32_t shortest = down_distance_[device];
        for (const Way& way : graph_->ways_out_of(device)) {
            const std::uint32_t above = distance_[way.to];
            if (way.direction == Direction::up && above != none && above + 1 < shortest
                && failures.spare(*graph_, way.channel))
                shortest = above + 1;
        }
        distance_[device] = shortest;
    }
}

void RouteFinder::write(const Failures& failures)
{
    for (const std::uint32_t device : switches_) {
        Routes::Row& row = routes_.rows_[device];
        row.first = static_cast<std::uint32_t>(routes_.hops_.size());
        if (!has_failed(failures, device))
            write_device(device, failures);
        row.count = static_cast<std::uint32_t>(routes_.hops_.size()) - row.first;
    }
}

void RouteFinder::write_device(std::uint32_t device, const Failures& failures)
{
    if (write_static(device, failures))
        return;
    if (down_distance_[device] == 0)
        write_attached(device, failures);
    else
        write_assumed(device, failures);
}

void RouteFinder::write_attached(std::uint32_t device, const Failures& failures)
{
    routes_.rows_[device].source = RouteSource::connected;
    bool cut_off = false;
    for (const std::uint32_t endpoint : destination().endpoints) {
        for (const PortId port : destinations_->endpoints[endpoint].attachments) {
            if (port.device != device || graph_->fabric().link_of_port[device][port.port] == Port::no_index)
                continue;
            const std::uint32_t channel = graph_->out_of(port);
            if (channel != none && failures.spare(*graph_, channel))
                routes_.hops_.push_back(channel);
            else
                cut_off = true;
        }
    }
    if (!cut_off)
        return;
    for (const std::uint32_t channel : graph_->peer_link(device)) {
        if (!hangs_on(graph_->to_device(channel)) || !failures.spare(*graph_, channel))
            continue;
        const Device& owner = graph_->fabric().devices[device];
        routes_.rows_[device].source = RouteSource::mlag_peer_link;
        routes_.rows_[device].evidence = owner.place(owner.forwarding.mlag_peer_link.origin);
        routes_.hops_.push_back(channel);
    }
}

std::uint8_t RouteFinder::connected_length(std::uint32_t device) const
{
    std::uint8_t longest = 0;
    const Endpoint& endpoint = destinations_->endpoints[destination().endpoints.front()];
    for (const InterfaceAddress& entry : graph_->fabric().devices[device].forwarding.addresses) {
        for (const IpAddress& address : endpoint.addresses) {
            if (entry.prefix.contains(address))
                longest = std::max(longest, entry.prefix.length);
        }
    }
    return longest;
}

// A configured route wins over routes that other switches announce if it is at least as specific, and over
// the switch's own subnet if it is more specific (longest prefix match, then administrative distance).
bool RouteFinder::write_static(std::uint32_t device, const Failures& failures)
{
    const std::vector<StaticRoute>& routes = graph_->fabric().devices[device].forwarding.routes;
    if (routes.empty() || destination().prefixes.empty())
        return false;
    const bool own = down_distance_[device] == 0;
    const std::uint8_t connected = own ? connected_length(device) : std::uint8_t{0};
    if (own && connected == 0)
        return false;
    std::uint32_t best = none;
    for (std::uint32_t index = 0; index < routes.size(); ++index) {
        const StaticRoute& route = routes[index];
        const bool matches = std::ranges::any_of(destination().prefixes,
            [&](std::uint32_t prefix) { return destinations_->prefixes[prefix] == route.to; });
        const bool preferred = own ? route.to.length > connected : route.to.length >= learnt_length_;
        const bool works = route.discards
            || std::ranges::any_of(graph_->next_hops(device, index),
                [&](std::uint32_t channel) { return failures.spare(*graph_, channel); });
        if (!matches || !preferred || !works)
            continue;
        if (best == none || route.to.length > routes[best].to.length
            || (route.to.length == routes[best].to.length && route.distance < routes[best].distance))
            best = index;
    }
    if (best == none)
        return false;
    routes_.rows_[device].source = RouteSource::static_route;
    routes_.rows_[device].evidence = routes[best].at;
    for (std::uint32_t index = 0; index < routes.size(); ++index) {
        if (routes[index].to != routes[best].to || routes[index].distance != routes[best].distance)
            continue;
        for (const std::uint32_t channel : graph_->next_hops(device, index)) {
            if (failures.spare(*graph_, channel))
                routes_.hops_.push_back(channel);
        }
    }
    return true;
}

void RouteFinder::write_assumed(std::uint32_t device, const Failures& failures)
{
    if (distance_[device] == none)
        return write_any(device, failures);
    const bool down = down_distance_[device] == distance_[device];
    const std::vector<std::uint32_t>& distance = down ? down_distance_ : distance_;
    const Direction wanted = down ? Direction::down : Direction::up;
    const std::uint32_t here = distance[device];
    for (const Way& way : graph_->ways_out_of(device)) {
        const std::uint32_t next = distance[way.to];
        if (next != none && next + 1 == here && way.direction == wanted
            && failures.spare(*graph_, way.channel))
            routes_.hops_.push_back(way.channel);
    }
}

}
