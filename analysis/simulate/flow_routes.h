// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/offered_loads.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace rocelint::simulate {

/// No next switch in a route.
inline constexpr std::size_t no_hop = SIZE_MAX;

/// A cable out of a switch on the way to a destination.
struct NextCable {
    std::uint32_t channel = 0;
    PortId from;
    std::uint32_t to_port = 0; ///< of the next switch
    std::size_t hop = no_hop; ///< the next switch in the route; none at the destination
};

/// What comes in by one port.
struct FlowArrival {
    std::uint32_t port = 0; ///< by which it comes in
    double rate = 0; ///< in bits a second
};

/// A switch on the way to a destination.
struct FlowHop {
    std::uint32_t device = 0;
    std::vector<NextCable> next;
    std::vector<FlowArrival> arriving;

    /// Adds a rate to what comes in by a port.
    void add(std::uint32_t port, double rate)
    {
        const auto known = std::ranges::find(arriving, port, &FlowArrival::port);
        if (known != arriving.end())
            known->rate += rate;
        else
            arriving.push_back({port, rate});
    }
};

/// What an endpoint sends to a destination in one class, by the cable of one of its ports.
struct FlowSource {
    std::uint32_t channel = 0;
    std::uint32_t to_port = 0; ///< of the first switch
    std::size_t hop = no_hop;
    double rate = 0; ///< of the flows that have begun
};

/// What is sent to one endpoint in one class.
struct FlowRoute {
    std::uint32_t to = 0;
    std::uint8_t rdma_class = 0;
    std::vector<FlowSource> sources;
    std::vector<FlowHop> hops; ///< each after all that send to it; those in a circle are left out
};

/// The paths of flows.
struct FlowRoutes {
    std::vector<FlowRoute> routes;
    /// By flow: its route and its sources there, one for each port of its endpoint.
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> sources_of_flow;
    std::set<std::pair<std::uint32_t, std::uint32_t>>
        lost; ///< destinations, and switches from which nothing goes on
};

/// Finds the paths of flows by the routes of the proof.
[[nodiscard]] FlowRoutes find_flow_routes(const proof::FabricProof& proof, std::span<const Flow> flows);

}
