// SPDX-License-Identifier: Apache-2.0
// Bounced packets change class in some fabrics, so a turn belongs to the class that the packet has when it
// takes the turn.
#include "analysis/proof/deadlock/class_walk.h"

#include "analysis/proof/deadlock/port_bits.h"
#include "models/parallel/parallel.h"

#include <algorithm>
#include <mutex>

namespace rocelint::proof {
namespace {

using routing::RouteSource;

// Enough to divide the work evenly on any machine; the result does not depend on it.
constexpr std::size_t walk_shares = 16;

bool has(const std::vector<Bounce>& bounces, Bounce bounce)
{
    return std::ranges::find(bounces, bounce) != bounces.end();
}

}

void Turns::merge(const Turns& other)
{
    first.merge(other.first);
    moving.merge(other.moving);
    moved.merge(other.moved);
}

ClassWalk::ClassWalk(
    const routing::Graph& graph, const routing::Destinations& destinations, const Measures& measures)
    : graph_(graph)
    , destinations_(destinations)
    , measures_(measures)
    , regular_(measures.dropped.empty() && measures.moved.empty())
{
    for (const routing::DestinationClass& one : destinations.classes)
        sources_.insert(sources_.end(), one.leaves.begin(), one.leaves.end());
    std::ranges::sort(sources_);
    sources_.erase(std::ranges::unique(sources_).begin(), sources_.end());
    std::uint32_t words = 0;
    for (const Device& device : graph.fabric().devices) {
        first_word_.push_back(words);
        tunnels_.push_back(device.forwarding.tunnel_peer.value_or({}).empty() ? 0 : 1);
        if (device.kind == DeviceKind::network_switch)
            words += words_for(device.ports.size());
    }
    first_word_.push_back(words);
    entered_[0].resize(words);
    entered_[1].resize(words);
    visited_.resize(graph.fabric().devices.size());
}

std::span<std::uint64_t> ClassWalk::entered_row(std::uint32_t device, std::uint32_t layer)
{
    return {entered_[layer].data() + first_word_[device], first_word_[device + 1] - first_word_[device]};
}

std::span<const std::uint64_t> ClassWalk::entered(std::uint32_t device, bool moved) const
{
    return {
        entered_[moved ? 1 : 0].data() + first_word_[device], first_word_[device + 1] - first_word_[device]};
}

// In a dual-ToR pair, one of the two cables to each host is always the standby. No configuration says which
// one, so each switch is assumed to tunnel for some hosts.
std::vector<ClassWalk::Hop> ClassWalk::hops(std::uint32_t device,
    const routing::RouteFinder& finder,
    const routing::Routes& routes,
    std::uint32_t destination_class) const
{
    std::vector<Hop> hops;
    const Bounce here{device, routes.source(device)};
    const bool moves = has(measures_.moved, here);
    if (!has(measures_.dropped, here)) {
        for (const std::uint32_t channel : routes.next_hops(device)) {
            if (graph_.is_switch(graph_.to_device(channel)))
                hops.push_back({channel, moves, false, routing::none});
        }
    }
    const Bounce tunnels{device, RouteSource::tunnel};
    const std::vector<std::uint32_t>& leaves = destinations_.classes[destination_class].leaves;
    if (tunnels_[device] == 0 || has(measures_.dropped, tunnels)
        || !std::ranges::binary_search(leaves, device))
        return hops;
    const bool remaps = graph_.fabric().devices[device].tunnel_remap || has(measures_.moved, tunnels);
    for (const routing::Detour& detour : finder.detours(device, {})) {
        if (detour.source == RouteSource::tunnel && std::ranges::binary_search(leaves, detour.towards))
            hops.push_back({detour.channel, remaps, true, detour.towards});
    }
    return hops;
}

void ClassWalk::enter(std::uint32_t channel, std::uint32_t layer)
{
    const PortId to = graph_.channel(channel).to;
    set_bit(entered_row(to.device, layer), to.port);
    const auto bit = static_cast<std::uint8_t>(1U << layer);
    if ((visited_[to.device] & bit) != 0)
        return;
    visited_[to.device] |= bit;
    order_.push_back({to.device, layer});
}

// The outer packet goes up and comes down at the other switch of the pair, where it leaves the fabric.
void ClassWalk::tunnel(std::uint32_t device, const Hop& hop, std::uint32_t layer, Turns& turns)
{
    const std::uint32_t after = layer != 0 || hop.moves ? 1 : 0;
    routing::TurnTable& up = after == layer ? (layer == 0 ? turns.first : turns.moved) : turns.moving;
    const std::uint32_t out_port = graph_.channel(hop.channel).from.port;
    each_bit(entered_row(device, layer), [&](std::uint32_t port) { up.insert({device, port}, out_port); });
    const PortId above = graph_.channel(hop.channel).to;
    for (const std::uint32_t down : graph_.out_of(above.device)) {
        if (graph_.to_device(down) == hop.towards)
            (after == 0 ? turns.first : turns.moved).insert(above, graph_.channel(down).from.port);
    }
}

// Whether packets keep their class and follow the routes.
bool ClassWalk::goes_straight(std::uint32_t device) const { return regular_ && tunnels_[device] == 0; }

void ClassWalk::turn_straight(std::uint32_t device, const routing::Routes& routes, Turns& turns)
{
    const std::span<const std::uint64_t> entered = entered_row(device, 0);
    out_.assign(entered.size(), 0);
    bool any = false;
    for (const std::uint32_t channel : routes.next_hops(device)) {
        if (!graph_.is_switch(graph_.to_device(channel)))
            continue;
        any = true;
        set_bit(out_, graph_.channel(channel).from.port);
    }
    if (!any)
        return;
    each_bit(entered, [&](std::uint32_t port) {
        const std::span<std::uint64_t> row = turns.first.row({device, port});
        for (std::size_t at = 0; at < row.size(); ++at)
            row[at] |= out_[at];
    });
}

void ClassWalk::turn(State state, const std::vector<Hop>& hops, Turns& turns)
{
    const std::span<const std::uint64_t> entered = entered_row(state.device, state.layer);
    for (const bool moves : {false, true}) {
        out_.assign(entered.size(), 0);
        for (const Hop& hop : hops) {
            if (!hop.tunnelled && hop.moves == moves)
                set_bit(out_, graph_.channel(hop.channel).from.port);
        }
        routing::TurnTable& table = state.layer != 0 ? turns.moved : moves ? turns.moving : turns.first;
        each_bit(entered, [&](std::uint32_t port) {
            const std::span<std::uint64_t> row = table.row({state.device, port});
            for (std::size_t at = 0; at < row.size(); ++at)
                row[at] |= out_[at];
        });
    }
    for (const Hop& hop : hops) {
        if (hop.tunnelled)
            tunnel(state.device, hop, state.layer, turns);
    }
}

void ClassWalk::follow(
    std::uint32_t destination_class, const routing::RouteFinder& finder, const routing::Routes& routes)
{
    std::ranges::fill(visited_, std::uint8_t{0});
    std::ranges::fill(entered_[0], 0);
    std::ranges::fill(entered_[1], 0);
    order_.clear();
    for (const std::uint32_t device : sources_) {
        visited_[device] = 1;
        order_.push_back({device, 0});
    }
    for (std::size_t at = 0; at < order_.size(); ++at) {
        const State state = order_[at];
        if (goes_straight(state.device)) {
            for (const std::uint32_t channel : routes.next_hops(state.device)) {
                if (graph_.is_switch(graph_.to_device(channel)))
                    enter(channel, state.layer);
            }
            continue;
        }
        for (const Hop& hop : hops(state.device, finder, routes, destination_class)) {
            if (!hop.tunnelled)
                enter(hop.channel, state.layer != 0 || hop.moves ? 1 : 0);
        }
    }
}

void ClassWalk::note(std::uint32_t destination_class,
    const routing::RouteFinder& finder,
    const routing::Routes& routes,
    Turns& turns)
{
    for (const State state : order_) {
        if (state.layer == 0 && goes_straight(state.device))
            turn_straight(state.device, routes, turns);
        else
            turn(state, hops(state.device, finder, routes, destination_class), turns);
    }
}

void ClassWalk::note_exchanged(const routing::AlikeClasses& alike,
    std::uint32_t group,
    std::size_t other,
    const routing::Routes& routes,
    Turns& turns)
{
    const routing::AlikeGroup& members = alike.groups()[group];
    const auto note = [&](std::uint32_t device) {
        if (!visited(device))
            return;
        out_.assign(entered(device).size(), 0);
        for (const std::uint32_t channel : routes.next_hops(device)) {
            if (graph_.is_switch(graph_.to_device(channel)))
                set_bit(out_, graph_.channel(channel).from.port);
        }
        alike.exchange_ports(group, other, device, entered(device), exchanged_in_);
        alike.exchange_ports(group, other, device, out_, exchanged_out_);
        const std::uint32_t becomes = alike.exchange_device(group, other, device);
        each_bit(exchanged_in_, [&](std::uint32_t port) {
            const std::span<std::uint64_t> row = turns.first.row({becomes, port});
            for (std::size_t at = 0; at < row.size(); ++at)
                row[at] |= exchanged_out_[at];
        });
    };
    std::ranges::for_each(members.uppers, note);
    note(members.leaves.front());
    note(members.leaves[other]);
}

Turns all_turns(const routing::Graph& graph,
    const routing::Destinations& destinations,
    const Measures& measures,
    const routing::Failures& failures)
{
    const bool regular = measures.dropped.empty() && measures.moved.empty() && failures.empty();
    return all_turns(
        graph, destinations, measures, failures, routing::AlikeClasses(graph, destinations, regular));
}

Turns all_turns(const routing::Graph& graph,
    const routing::Destinations& destinations,
    const Measures& measures,
    const routing::Failures& failures,
    const routing::AlikeClasses& alike)
{
    const std::size_t groups = alike.groups().size();
    const std::size_t parts = std::min(walk_shares, groups);
    Turns all(graph);
    std::mutex mutex;
    run_parallel(parts, [&](std::size_t part) {
        ClassWalk walk(graph, destinations, measures);
        routing::RouteFinder finder(graph, destinations);
        Turns found(graph);
        for (std::size_t index = part; index < groups; index += parts) {
            const std::vector<std::uint32_t>& classes = alike.groups()[index].classes;
            const routing::Routes& routes = finder.find(classes.front(), failures);
            walk.follow(classes.front(), finder, routes);
            walk.note(classes.front(), finder, routes, found);
            for (std::size_t other = 1; other < classes.size(); ++other)
                walk.note_exchanged(alike, static_cast<std::uint32_t>(index), other, routes, found);
        }
        const std::scoped_lock lock(mutex);
        all.merge(found);
    });
    return all;
}

}
