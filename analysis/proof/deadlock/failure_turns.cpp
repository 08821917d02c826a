// SPDX-License-Identifier: Apache-2.0
// Finds the effects of a failure with dominators, instead of recomputing the routes for each of thousands of
// elements.
#include "analysis/proof/deadlock/failure_turns.h"

#include "analysis/proof/deadlock/port_bits.h"

#include <algorithm>

namespace rocelint::proof {
namespace {

using routing::Direction;
using routing::RouteSource;

// A detour and its continuation are a few hops; anything longer returns to known paths.
constexpr std::size_t longest_onward = 4096;

}

routing::Failures failure_of(const routing::Graph& graph, Element element)
{
    routing::Failures failures;
    const auto links = graph.channel_count() / 2;
    if (element < links)
        failures.links.push_back(element);
    else
        failures.devices.push_back(element - links);
    return failures;
}

FailureTurns::FailureTurns(
    const routing::Graph& graph, const routing::Destinations& destinations, const Measures& measures)
    : graph_(graph)
    , destinations_(destinations)
    , measures_(measures)
    , links_(graph.channel_count() / 2)
    , root_(links_ + static_cast<std::uint32_t>(graph.fabric().devices.size()))
    , above_(root_ + std::size_t{1}, routing::none)
    , depth_(root_ + std::size_t{1}, 0)
    , open_hops_(graph.fabric().devices.size(), 0)
    , users_(graph.fabric().devices.size())
{
}

// The elements that all paths of a switch cross are its dominators in the graph of next hops, which form a
// tree towards the destination (Cooper, Harvey and Kennedy, A simple, fast dominance algorithm, 2001; one
// pass suffices, since next hops are acyclic). Switches of a routing loop are left out; the loop forms a
// cycle in any case.
void FailureTurns::find_dominators(std::uint32_t destination_class, const routing::Routes& routes)
{
    class_ = destination_class;
    std::ranges::fill(above_, routing::none);
    queue_.clear();
    for (std::vector<std::uint32_t>& users : users_)
        users.clear();
    for (std::uint32_t device = 0; device < open_hops_.size(); ++device) {
        open_hops_[device] = 0;
        for (const std::uint32_t channel : routes.next_hops(device)) {
            if (!graph_.is_switch(graph_.to_device(channel)))
                continue;
            ++open_hops_[device];
            users_[graph_.to_device(channel)].push_back(device);
        }
    }
    for (const std::uint32_t leaf : destinations_.classes[destination_class].leaves) {
        above_[links_ + leaf] = root_;
        depth_[links_ + leaf] = 1;
        queue_.push_back(leaf);
    }
    depth_[root_] = 0;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        for (const std::uint32_t user : users_[queue_[at]]) {
            if (--open_hops_[user] == 0 && above_[links_ + user] == routing::none) {
                settle(user, routes);
                queue_.push_back(user);
            }
        }
    }
}

std::uint32_t FailureTurns::meet(std::uint32_t a, std::uint32_t b) const
{
    while (a != b) {
        std::uint32_t& deeper = depth_[a] >= depth_[b] ? a : b;
        deeper = above_[deeper];
    }
    return a;
}

void FailureTurns::settle(std::uint32_t device, const routing::Routes& routes)
{
    std::uint32_t common = routing::none;
    std::uint32_t only_link = routing::none;
    std::size_t hops = 0;
    for (const std::uint32_t channel : routes.next_hops(device)) {
        const std::uint32_t next = graph_.to_device(channel);
        if (!graph_.is_switch(next))
            continue;
        common = common == routing::none ? links_ + next : meet(common, links_ + next);
        only_link = routing::link_of(channel);
        ++hops;
    }
    if (hops == 1) {
        above_[only_link] = common;
        depth_[only_link] = depth_[common] + 1;
        common = only_link;
    }
    above_[links_ + device] = common;
    depth_[links_ + device] = depth_[common] + 1;
}

// Whether the device has no path left without the element.
bool FailureTurns::depends_on(std::uint32_t device, Element element) const
{
    std::uint32_t at = links_ + device;
    if (above_[at] == routing::none)
        return true;
    while (at != root_) {
        if (at == element)
            return true;
        at = above_[at];
    }
    return false;
}

void FailureTurns::visit(std::uint32_t destination_class,
    const ClassWalk& walk,
    const routing::RouteFinder& finder,
    const routing::Routes& routes,
    const Visit& visit)
{
    find_dominators(destination_class, routes);
    for (const std::uint32_t device : queue_) {
        if (!walk.visited(device))
            continue;
        if (above_[links_ + device] == root_)
            visit_attached(device, walk, visit);
        else
            visit_switch(device, walk, finder, routes, visit);
    }
}

// Detours and, for packets from below, a longer path up and down.
std::vector<routing::Detour> FailureTurns::ways_out(
    std::uint32_t device, const routing::RouteFinder& finder, const routing::Routes& routes) const
{
    std::vector<routing::Detour> ways = finder.detours(device, {});
    std::erase_if(ways, [this, device](const routing::Detour& way) {
        return way.source == RouteSource::tunnel
            || std::ranges::find(measures_.dropped, Bounce{device, way.source}) != measures_.dropped.end();
    });
    const std::span<const std::uint32_t> used = routes.next_hops(device);
    for (const std::uint32_t channel : graph_.out_of(device)) {
        const std::uint32_t head = graph_.to_device(channel);
        if (graph_.direction(channel) == Direction::up && !routes.next_hops(head).empty()
            && std::ranges::find(used, channel) == used.end())
            ways.push_back({RouteSource::up_down, channel, routing::none, {}});
    }
    return ways;
}

void FailureTurns::visit_switch(std::uint32_t device,
    const ClassWalk& walk,
    const routing::RouteFinder& finder,
    const routing::Routes& routes,
    const Visit& visit)
{
    const std::vector<std::uint32_t>& leaves = destinations_.classes[class_].leaves;
    bool asked = false;
    std::vector<routing::Detour> ways;
    for (std::uint32_t element = above_[links_ + device]; element != root_; element = above_[element]) {
        // If the only switch of the class fails, every sender loses the class.
        if (leaves.size() == 1 && element == links_ + leaves.front())
            continue;
        if (!asked)
            ways = ways_out(device, finder, routes);
        asked = true;
        const routing::Failures failures = failure_of(graph_, element);
        for (const routing::Detour& way : ways) {
            if (!failures.spare(graph_, way.channel) || depends_on(graph_.to_device(way.channel), element))
                continue;
            Detouring one{.element = element, .destination_class = class_, .device = device, .detour = way};
            emit(one, failures, walk, routes, visit);
        }
    }
}

// The port to one of the endpoints fails. The peer link takes over if the endpoint has another attachment.
void FailureTurns::visit_attached(std::uint32_t device, const ClassWalk& walk, const Visit& visit)
{
    const routing::DestinationClass& one_class = destinations_.classes[class_];
    const std::vector<std::uint32_t> peer_link = graph_.peer_link(device);
    const Device& owner = graph_.fabric().devices[device];
    if (peer_link.empty() || one_class.leaves.size() < 2)
        return;
    for (const std::uint32_t endpoint : one_class.endpoints) {
        const std::vector<PortId>& ports = destinations_.endpoints[endpoint].attachments;
        if (std::ranges::count(ports, device, &PortId::device) != 1)
            continue;
        const PortId port = *std::ranges::find(ports, device, &PortId::device);
        const std::uint32_t channel = graph_.out_of(port);
        if (channel == routing::none)
            continue;
        bool told = false;
        for (const std::uint32_t way : peer_link) {
            Detouring one{
                .element = routing::link_of(channel), .destination_class = class_, .device = device};
            one.detour = {RouteSource::mlag_peer_link,
                way,
                routing::none,
                owner.place(owner.forwarding.mlag_peer_link.origin)};
            const Bounce here{device, RouteSource::mlag_peer_link};
            const bool reaches = std::ranges::any_of(ports, [&](PortId other) {
                return other.device == graph_.to_device(way) && graph_.out_of(other) != routing::none;
            });
            if (!reaches || std::ranges::find(measures_.dropped, here) != measures_.dropped.end())
                continue;
            one.moves = std::ranges::find(measures_.moved, here) != measures_.moved.end();
            one.entered = comers(one, walk);
            visit(one);
            told = true;
        }
        // Every other endpoint of the class causes the same turns.
        if (told)
            return;
    }
}

// Follows the packets along the paths of the switches after the detour, until they join paths of other
// packets of the class.
void FailureTurns::emit(Detouring& one,
    const routing::Failures& failures,
    const ClassWalk& walk,
    const routing::Routes& routes,
    const Visit& visit)
{
    onward_.clear();
    waiting_.assign(1, one.detour.channel);
    for (std::size_t at = 0; at < waiting_.size() && onward_.size() < longest_onward; ++at) {
        const std::uint32_t came_by = waiting_[at];
        const std::uint32_t here = graph_.to_device(came_by);
        for (const std::uint32_t next : routes.next_hops(here)) {
            const std::uint32_t head = graph_.to_device(next);
            if (!graph_.is_switch(head) || !failures.spare(graph_, next) || head == one.device
                || depends_on(head, one.element))
                continue;
            onward_.emplace_back(came_by, next);
            if (!walk.visited(here) && std::ranges::find(waiting_, next) == waiting_.end())
                waiting_.push_back(next);
        }
    }
    one.moves
        = std::ranges::find(measures_.moved, Bounce{one.device, one.detour.source}) != measures_.moved.end();
    one.entered = comers(one, walk);
    one.onward = onward_;
    visit(one);
}

// A switch never sends packets back to where they came from: a neighbor that sends packets here learns of the
// lost path before it offers its own. And packets that came down do not go up again on a merely longer path,
// since the switch above knows a better one.
std::span<const std::uint64_t> FailureTurns::comers(const Detouring& one, const ClassWalk& walk)
{
    const std::span<const std::uint64_t> entered = walk.entered(one.device);
    comers_.assign(entered.begin(), entered.end());
    const std::uint32_t next = graph_.to_device(one.detour.channel);
    for (const std::uint32_t channel : graph_.out_of(one.device)) {
        const bool from_above = one.detour.source == RouteSource::up_down
            && graph_.direction(routing::reverse_of(channel)) != Direction::up;
        if (graph_.to_device(channel) == next || from_above)
            clear_bit(comers_, graph_.channel(channel).from.port);
    }
    return comers_;
}

}
