// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/class_walk.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace rocelint::proof {

/// A link or a device that may fail: all links come first, then all devices.
using Element = std::uint32_t;
[[nodiscard]] routing::Failures failure_of(const routing::Graph& graph, Element element);

/// Turns that the loss of one element brings into use at one switch, towards one destination class.
struct Detouring {
    Element element = routing::none;
    std::uint32_t destination_class = routing::none;
    std::uint32_t device = routing::none; ///< the switch that lost all its paths
    routing::Detour detour;
    bool moves = false; ///< packets change to a class of their own
    std::span<const std::uint64_t> entered; ///< ports of `device` through which the packets enter, as bits
    /// Pairs of channels at a switch after the detour: the one by which packets arrive, and the one by which
    /// they leave.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> onward;
};

/// Finds, class by class, what the loss of any single element changes. An element matters to a switch if all
/// of its paths to the class cross that element: then the switch uses a longer path up and down, or a detour,
/// to a neighbor that keeps its own path. Every other switch continues with its remaining paths and makes no
/// new turn.
class FailureTurns {
public:
    using Visit = std::function<void(const Detouring&)>;
    FailureTurns(
        const routing::Graph& graph, const routing::Destinations& destinations, const Measures& measures);
    /// `walk`, `finder` and `routes` must be those of this class while nothing is broken.
    void visit(std::uint32_t destination_class,
        const ClassWalk& walk,
        const routing::RouteFinder& finder,
        const routing::Routes& routes,
        const Visit& visit);

private:
    void find_dominators(std::uint32_t destination_class, const routing::Routes& routes);
    [[nodiscard]] std::uint32_t meet(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool depends_on(std::uint32_t device, Element element) const;
    void settle(std::uint32_t device, const routing::Routes& routes);
    void visit_switch(std::uint32_t device,
        const ClassWalk& walk,
        const routing::RouteFinder& finder,
        const routing::Routes& routes,
        const Visit& visit);
    void visit_attached(std::uint32_t device, const ClassWalk& walk, const Visit& visit);
    void emit(Detouring& one,
        const routing::Failures& failures,
        const ClassWalk& walk,
        const routing::Routes& routes,
        const Visit& visit);
    [[nodiscard]] std::vector<routing::Detour> ways_out(
        std::uint32_t device, const routing::RouteFinder& finder, const routing::Routes& routes) const;

    [[nodiscard]] std::span<const std::uint64_t> comers(const Detouring& one, const ClassWalk& walk);

    const routing::Graph& graph_;
    const routing::Destinations& destinations_;
    const Measures& measures_;
    std::uint32_t class_ = routing::none;
    std::uint32_t links_;
    std::uint32_t root_;
    std::vector<std::uint32_t> above_; ///< by link and device: the next element that all paths cross
    std::vector<std::uint32_t> depth_;
    std::vector<std::uint32_t> open_hops_; ///< by device: next hops that are not settled yet
    std::vector<std::vector<std::uint32_t>> users_; ///< by device: the devices that have it as a next hop
    std::vector<std::uint32_t> queue_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> onward_;
    std::vector<std::uint32_t> waiting_;
    std::vector<std::uint64_t> comers_; ///< ports, as bits
};

}
