// SPDX-License-Identifier: Apache-2.0
// A cable is two channels, because packets in each direction wait in different buffers. Stated roles
// determine tiers, else the distance to a device with a tier; a device without either gets tier 1.
#include "models/routing/graph.h"

#include "models/fabric/link/name_index.h"
#include "models/routing/tier.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace rocelint::routing {
namespace {

bool is_down(const Fabric& fabric, PortId id)
{
    const Port& port = fabric.port(id);
    const auto down = [](const Port& one) { return one.admin_up.is(false) || one.link_up.is(false); };
    const std::vector<Port>& ports = fabric.device(id).ports;
    return down(port) || (port.lag < ports.size() && ports[port.lag].admin_up.is(false));
}

// The tier that the role states, or `none`. A host role on a switch has another meaning: a switch with the
// role storage is the leaf of storage servers.
std::uint32_t stated_tier(const Device& device)
{
    if (device.kind != DeviceKind::network_switch)
        return 0;
    const Role role = device.role.value_or(Role::unknown);
    if (role == Role::host)
        return none;
    return tier_of(role == Role::storage ? Role::leaf : role).value_or(none);
}

// Which device and port has an address.
using AddressBook = std::map<IpAddress, PortId>;

AddressBook addresses_of(const Fabric& fabric)
{
    AddressBook book;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        if (fabric.devices[device].kind != DeviceKind::network_switch)
            continue;
        for (const InterfaceAddress& entry : fabric.devices[device].forwarding.addresses)
            book.try_emplace(entry.prefix.address, PortId{device, entry.port});
    }
    return book;
}

}

Graph::Graph(const Fabric& fabric) : fabric_(&fabric), turn_rows_(std::make_shared<const TurnRows>(fabric))
{
    channels_.reserve(fabric.links.size() * 2);
    down_.reserve(fabric.links.size());
    for (const Link& link : fabric.links) {
        channels_.push_back({link.a, link.b});
        channels_.push_back({link.b, link.a});
        down_.push_back(routing::is_down(fabric, link.a) || routing::is_down(fabric, link.b));
    }
    for (const Device& device : fabric.devices)
        is_switch_.push_back(device.kind == DeviceKind::network_switch ? 1 : 0);
    collect_out();
    find_tiers();
    collect_ways();
    resolve_routes();
    find_tunnels();
}

void Graph::fail(const Failures& failures)
{
    for (std::uint32_t link = 0; link < down_.size(); ++link) {
        if (!failures.spare(*this, 2 * link))
            down_[link] = true;
    }
    collect_out();
    collect_ways();
    resolve_routes();
}

Graph Graph::with_failures(const Fabric& fabric, const Failures& failures)
{
    Graph graph(fabric);
    if (!failures.empty())
        graph.fail(failures);
    return graph;
}

void Graph::collect_out()
{
    const std::size_t devices = fabric_->devices.size();
    std::vector<std::uint32_t> count(devices + 1, 0);
    for (std::uint32_t index = 0; index < channels_.size(); ++index)
        count[channels_[index].from.device] += is_down(index) ? 0 : 1;
    first_out_.assign(devices + 1, 0);
    std::partial_sum(count.begin(), count.end() - 1, first_out_.begin() + 1);
    out_.resize(first_out_.back());
    std::vector<std::uint32_t> next(first_out_.begin(), first_out_.end() - 1);
    for (std::uint32_t index = 0; index < channels_.size(); ++index) {
        if (!is_down(index))
            out_[next[channels_[index].from.device]++] = index;
    }
    for (std::uint32_t device = 0; device < devices; ++device) {
        std::sort(out_.begin() + first_out_[device],
            out_.begin() + first_out_[device + 1],
            [this](std::uint32_t a, std::uint32_t b) {
                return channels_[a].from.port < channels_[b].from.port;
            });
    }
}

void Graph::collect_ways()
{
    first_way_.clear();
    ways_.clear();
    for (std::uint32_t device = 0; device < is_switch_.size(); ++device) {
        first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
        if (!is_switch(device))
            continue;
        for (const std::uint32_t channel : out_of(device)) {
            if (is_switch(to_device(channel)))
                ways_.push_back({channel, to_device(channel), direction(channel)});
        }
    }
    first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
    find_islands();
}

void Graph::find_islands()
{
    islands_.assign(is_switch_.size(), none);
    first_of_island_.assign(1, 0);
    by_island_.clear();
    for (std::uint32_t first = 0; first < is_switch_.size(); ++first) {
        if (!is_switch(first) || islands_[first] != none)
            continue;
        const std::uint32_t island = island_count();
        std::size_t at = by_island_.size();
        const auto begin = static_cast<std::ptrdiff_t>(at);
        islands_[first] = island;
        by_island_.push_back(first);
        for (; at < by_island_.size(); ++at) {
            for (const Way& way : ways_out_of(by_island_[at])) {
                if (islands_[way.to] != none)
                    continue;
                islands_[way.to] = island;
                by_island_.push_back(way.to);
            }
        }
        std::sort(by_island_.begin() + begin, by_island_.end());
        first_of_island_.push_back(static_cast<std::uint32_t>(by_island_.size()));
    }
}

// Uses stated roles; other devices count their distance from a device with a tier.
void Graph::find_tiers()
{
    tiers_.assign(fabric_->devices.size(), none);
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t device = 0; device < tiers_.size(); ++device) {
        tiers_[device] = stated_tier(fabric_->devices[device]);
        if (tiers_[device] != none)
            waiting.push_back(device);
    }
    // Search from the lowest tier, so that a switch with a host is a leaf, whatever else is near.
    std::ranges::stable_sort(
        waiting, [this](std::uint32_t a, std::uint32_t b) { return tiers_[a] < tiers_[b]; });
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        for (const std::uint32_t channel : out_of(waiting[at])) {
            const std::uint32_t other = to_device(channel);
            if (tiers_[other] != none)
                continue;
            tiers_[other] = tiers_[waiting[at]] + 1;
            waiting.push_back(other);
        }
    }
    for (std::uint32_t& tier : tiers_)
        tier = tier == none ? 1 : tier;
}

void Graph::resolve_routes()
{
    const AddressBook book = addresses_of(*fabric_);
    first_route_.assign(fabric_->devices.size() + 1, 0);
    first_hop_.assign(1, 0);
    route_hops_.clear();
    for (std::uint32_t device = 0; device < fabric_->devices.size(); ++device) {
        first_route_[device] = static_cast<std::uint32_t>(first_hop_.size() - 1);
        const std::vector<Port>& ports = fabric_->devices[device].ports;
        for (const StaticRoute& route : fabric_->devices[device].forwarding.routes) {
            PortId via;
            if (route.via) {
                const auto found = book.find(*route.via);
                via = found == book.end() ? PortId{} : found->second;
            }
            const bool via_wire = via.valid() && fabric_->port(via).kind == PortKind::physical;
            for (const std::uint32_t channel : out_of(device)) {
                const Channel& one = channels_[channel];
                const bool by_port = route.port < ports.size()
                    && (one.from.port == route.port || ports[one.from.port].lag == route.port);
                const bool by_address
                    = via.valid() && one.to.device == via.device && (!via_wire || one.to.port == via.port);
                if (!route.discards && (by_address || (by_port && !via.valid())))
                    route_hops_.push_back(channel);
            }
            first_hop_.push_back(static_cast<std::uint32_t>(route_hops_.size()));
        }
    }
    first_route_.back() = static_cast<std::uint32_t>(first_hop_.size() - 1);
}

void Graph::find_tunnels()
{
    std::optional<DeviceIndex> names; // most fabrics have no tunnels
    for (std::uint32_t device = 0; device < fabric_->devices.size(); ++device) {
        const Setting<std::string_view>& peer = fabric_->devices[device].forwarding.tunnel_peer;
        if (!peer.peek_known())
            continue;
        if (!names) {
            names.emplace(fabric_->devices);
            tunnel_ends_.assign(fabric_->devices.size(), none);
        }
        tunnel_ends_[device] = names->find(peer.value).value_or(none);
    }
}

std::span<const std::uint32_t> Graph::next_hops(std::uint32_t device, std::uint32_t route) const
{
    const std::uint32_t at = first_route_[device] + route;
    return {route_hops_.data() + first_hop_[at], first_hop_[at + 1] - first_hop_[at]};
}

void Graph::forget_route(std::uint32_t device, std::uint32_t route)
{
    const std::uint32_t at = first_route_[device] + route;
    const std::uint32_t count = first_hop_[at + 1] - first_hop_[at];
    route_hops_.erase(route_hops_.begin() + first_hop_[at], route_hops_.begin() + first_hop_[at + 1]);
    for (std::size_t later = at + std::size_t{1}; later < first_hop_.size(); ++later)
        first_hop_[later] -= count;
}

std::vector<std::uint32_t> Graph::peer_link(std::uint32_t device) const
{
    std::vector<std::uint32_t> channels;
    const Device& owner = fabric_->devices[device];
    const Setting<std::uint32_t>& peer_link = owner.forwarding.mlag_peer_link;
    if (!peer_link.known() || peer_link.value >= owner.ports.size())
        return channels;
    for (const std::uint32_t channel : out_of(device)) {
        const std::uint32_t port = channels_[channel].from.port;
        if (port == peer_link.value || owner.ports[port].lag == peer_link.value)
            channels.push_back(channel);
    }
    return channels;
}

std::span<const std::uint32_t> Graph::out_of(std::uint32_t device) const
{
    return {out_.data() + first_out_[device], first_out_[device + 1] - first_out_[device]};
}

std::uint32_t Graph::out_of(PortId port) const
{
    const std::uint32_t link = fabric_->link_of_port[port.device][port.port];
    if (link == Port::no_index || down_[link])
        return none;
    const std::uint32_t channel = 2 * link;
    return channels_[channel].from == port ? channel : channel + 1;
}

Direction Graph::direction(std::uint32_t channel) const
{
    const std::uint32_t from = tiers_[from_device(channel)];
    const std::uint32_t to = tiers_[to_device(channel)];
    return from < to ? Direction::up : from > to ? Direction::down : Direction::lateral;
}

bool Failures::leaves_alone(const Graph& graph, std::uint32_t channel) const
{
    return !std::ranges::binary_search(links, link_of(channel))
        && !std::ranges::binary_search(devices, graph.from_device(channel))
        && !std::ranges::binary_search(devices, graph.to_device(channel));
}

}
