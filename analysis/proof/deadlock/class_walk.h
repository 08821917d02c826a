// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/alike.h"
#include "models/routing/turns.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace rocelint::proof {

/// Where packets leave the path that goes up, then down: the switch, and what sends them there.
struct Bounce {
    std::uint32_t device = routing::none;
    routing::RouteSource source = routing::RouteSource::up_down;
    friend constexpr auto operator<=>(const Bounce&, const Bounce&) = default;
};

/// The changes that a proposal makes to the paths and buffers of a fabric.
struct Measures {
    std::vector<Bounce> dropped; ///< packets that would take this path are dropped
    std::vector<Bounce> moved; ///< packets on this path are moved to a lossless class of their own
    std::vector<std::uint32_t> lossy; ///< channels that drop packets instead of pausing them, ascending
};

/// Turns between ports of switches, by the class of the packets: in their first class, while changing to the
/// class for bounced packets, and in that class.
struct Turns {
    Turns() = default;
    explicit Turns(const routing::Graph& graph) : first(graph), moving(graph), moved(graph) { }
    void merge(const Turns& other);
    routing::TurnTable first;
    routing::TurnTable moving;
    routing::TurnTable moved;
};

/// Follows the packets to one destination class at a time over all equal-cost paths and notes their turns.
/// Use one object per thread.
class ClassWalk {
public:
    ClassWalk(
        const routing::Graph& graph, const routing::Destinations& destinations, const Measures& measures);

    /// Walks from every switch with endpoints along `routes`, which must come from the last find() of
    /// `finder` for this class.
    void follow(
        std::uint32_t destination_class, const routing::RouteFinder& finder, const routing::Routes& routes);
    /// Adds the turns of the class of the last follow(). Takes the same arguments.
    void note(std::uint32_t destination_class,
        const routing::RouteFinder& finder,
        const routing::Routes& routes,
        Turns& turns);
    /// Adds those turns of class number `other` of a group of alike classes that differ from the turns of the
    /// group's first class, which must be the last one followed. Nothing may be dropped or moved.
    void note_exchanged(const routing::AlikeClasses& alike,
        std::uint32_t group,
        std::size_t other,
        const routing::Routes& routes,
        Turns& turns);

    /// The ports through which packets of the last class entered a switch from other switches, as bits.
    [[nodiscard]] std::span<const std::uint64_t> entered(std::uint32_t device, bool moved = false) const;
    /// Whether packets of the last class came to this device.
    [[nodiscard]] bool visited(std::uint32_t device) const { return visited_[device] != 0; }

    /// Outgoing channels to other switches that `device` uses towards the class of the last follow(), with
    /// whether packets change class there.
    struct Hop {
        std::uint32_t channel;
        bool moves;
        bool tunnelled; ///< the packet goes to `towards` first, not straight to its destination
        std::uint32_t towards;
    };
    [[nodiscard]] std::vector<Hop> hops(std::uint32_t device,
        const routing::RouteFinder& finder,
        const routing::Routes& routes,
        std::uint32_t destination_class) const;

private:
    struct State {
        std::uint32_t device;
        std::uint32_t layer;
    };
    void enter(std::uint32_t channel, std::uint32_t layer);
    [[nodiscard]] bool goes_straight(std::uint32_t device) const;
    void turn_straight(std::uint32_t device, const routing::Routes& routes, Turns& turns);
    void tunnel(std::uint32_t device, const Hop& hop, std::uint32_t layer, Turns& turns);
    void turn(State state, const std::vector<Hop>& hops, Turns& turns);
    [[nodiscard]] std::span<std::uint64_t> entered_row(std::uint32_t device, std::uint32_t layer);

    const routing::Graph& graph_;
    const routing::Destinations& destinations_;
    const Measures& measures_;
    bool regular_; ///< nothing is dropped or moved
    std::vector<std::uint8_t> tunnels_; ///< by device: whether it has a peer for tunnels
    std::vector<std::uint32_t> sources_;
    std::vector<std::uint32_t> first_word_;
    std::vector<std::uint64_t> entered_[2];
    std::vector<std::uint8_t> visited_; ///< a bit per layer
    std::vector<State> order_;
    std::vector<std::uint64_t> out_;
    std::vector<std::uint64_t> exchanged_in_;
    std::vector<std::uint64_t> exchanged_out_;
};

/// The turns of all classes after every switch has learned of `failures`.
[[nodiscard]] Turns all_turns(const routing::Graph& graph,
    const routing::Destinations& destinations,
    const Measures& measures,
    const routing::Failures& failures = {});
/// The same, with the classes that are assumed to be alike.
[[nodiscard]] Turns all_turns(const routing::Graph& graph,
    const routing::Destinations& destinations,
    const Measures& measures,
    const routing::Failures& failures,
    const routing::AlikeClasses& alike);

}
