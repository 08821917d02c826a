// SPDX-License-Identifier: Apache-2.0
// Where routes are configured they count; elsewhere packets are taken to go up, then down, by every shortest path,
// and route_assumptions() says for which switches. BGP policies are not computed.
#include "models/routing/routes.h"

#include <fmt/format.h>

#include <algorithm>

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
    routes_.first_.resize(devices + 1);
    routes_.source_.resize(devices);
    routes_.evidence_.resize(devices);
    permits_detours_.resize(devices);
    for (std::uint32_t device = 0; device < devices; ++device)
        permits_detours_[device] = permits_detours(device);
}

const Routes& RouteFinder::find(std::uint32_t destination_class, const Failures& failures)
{
    class_ = destination_class;
    const std::size_t devices = graph_->fabric().devices.size();
    distance_.assign(devices, none);
    down_distance_.assign(devices, none);
    any_distance_.clear();
    attach(failures);
    walk_down(failures);
    walk_up(failures);
    walk_any(failures);
    write(failures);
    add_detours(failures);
    return routes_;
}

bool RouteFinder::hangs_on(std::uint32_t device) const
{
    return std::ranges::binary_search(destination().leaves, device);
}

// A switch keeps announcing the class while one of its own ports to it works, or the other switch of its pair has one.
void RouteFinder::attach(const Failures& failures)
{
    learnt_length_ = 0;
    std::vector<std::uint32_t> cut_off;
    for (const std::uint32_t leaf : destination().leaves) {
        if (has_failed(failures, leaf))
            continue;
        const std::uint8_t length = connected_length(leaf);
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
        for (const std::uint32_t channel : graph_->out_of(queue_[at])) {
            const std::uint32_t above = graph_->to_device(channel);
            if (graph_->direction(channel) != Direction::up || down_distance_[above] != none
                || !graph_->is_switch(above) || !failures.spare(*graph_, channel))
                continue;
            down_distance_[above] = down_distance_[queue_[at]] + 1;
            queue_.push_back(above);
        }
    }
}

void RouteFinder::walk_up(const Failures& failures)
{
    for (const std::uint32_t device : graph_->from_the_top()) {
        if (!graph_->is_switch(device) || has_failed(failures, device))
            continue;
        distance_[device] = down_distance_[device];
        for (const std::uint32_t channel : graph_->out_of(device)) {
            const std::uint32_t above = distance_[graph_->to_device(channel)];
            if (above != none && above + 1 < distance_[device] && graph_->direction(channel) == Direction::up
                && failures.spare(*graph_, channel))
                distance_[device] = above + 1;
        }
    }
}

void RouteFinder::write(const Failures& failures)
{
    routes_.hops_.clear();
    for (std::uint32_t device = 0; device < routes_.source_.size(); ++device) {
        routes_.first_[device] = static_cast<std::uint32_t>(routes_.hops_.size());
        routes_.source_[device] = RouteSource::up_down;
        routes_.evidence_[device] = {};
        if (graph_->is_switch(device) && !has_failed(failures, device))
            write_device(device, failures);
    }
    routes_.first_.back() = static_cast<std::uint32_t>(routes_.hops_.size());
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
    routes_.source_[device] = RouteSource::connected;
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
        routes_.source_[device] = RouteSource::mlag_peer_link;
        routes_.evidence_[device] = owner.place(owner.forwarding.mlag_peer_link.origin);
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

// A configured route wins over what other switches announce if it is as specific, and over the switch's own subnet if
// it is more so (longest prefix match, then administrative distance).
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
    routes_.source_[device] = RouteSource::static_route;
    routes_.evidence_[device] = routes[best].at;
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
    for (const std::uint32_t channel : graph_->out_of(device)) {
        const std::uint32_t next = distance[graph_->to_device(channel)];
        if (next != none && next + 1 == distance[device] && graph_->direction(channel) == wanted
            && failures.spare(*graph_, channel))
            routes_.hops_.push_back(channel);
    }
}

std::vector<std::string> route_assumptions(const Graph& graph)
{
    std::uint32_t with_routes = 0;
    std::uint32_t switches = 0;
    std::uint32_t with_asn = 0;
    std::uint32_t link_state = 0;
    for (const Device& device : graph.fabric().devices) {
        if (device.kind != DeviceKind::network_switch)
            continue;
        ++switches;
        with_routes += device.forwarding.routes.empty() ? 0 : 1;
        const bool shortest = device.forwarding.link_state.is(true);
        link_state += shortest ? 1 : 0;
        with_asn += !shortest && device.forwarding.bgp_asn.known() ? 1 : 0;
    }
    std::vector<std::string> said;
    // Where every switch runs a link-state protocol nothing else decides, and that is said below.
    if (with_routes > 0 || link_state < switches)
        said.push_back(
            with_routes == 0 ? std::string(
                "no routes are configured: packets are assumed to take all shortest paths that go up, then "
                "down")
                             : fmt::format(
                                 "{} of {} {} configured routes; elsewhere packets are assumed to take all "
                                 "shortest paths that go up, then down",
                                 with_routes,
                                 switches,
                                 switches == 1 ? "switch has" : "switches have"));
    if (link_state > 0)
        said.push_back(
            fmt::format("{} of {} {} OSPF or IS-IS: whatever links are left, packets are assumed to take "
                        "all shortest paths over them",
                link_state,
                switches,
                switches == 1 ? "switch runs" : "switches run"));
    const std::uint32_t silent = switches - with_asn - link_state;
    if (silent > 0)
        said.push_back(
            fmt::format("{} of {} {} no BGP AS number{}: after a failure {} assumed not to send packets "
                        "down and up again",
                silent,
                switches,
                switches == 1 ? "switch shows" : "switches show",
                link_state > 0 ? " and no OSPF or IS-IS" : "",
                silent == 1 ? "it is" : "they are"));
    return said;
}

}
