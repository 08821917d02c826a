// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::routing {

/// Where packets enter or leave the fabric: a host's port, or the switch port that leads to a host that was not
/// collected.
struct Endpoint {
    PortId host; ///< invalid where the host was not collected
    PortId attachment; ///< the switch port it hangs on; invalid for an unconnected host port
    std::string_view name; ///< the host's name, as far as anything tells
    std::vector<IpAddress> addresses;
};

/// Endpoints to which every switch sends alike: they hang on the same switches and no configured route tells them
/// apart.
struct DestinationClass {
    std::vector<std::uint32_t> endpoints; ///< into Destinations::endpoints
    std::vector<std::uint32_t> leaves; ///< the switches they hang on, ascending
};

/// All endpoints of a fabric, grouped so that routes are worked out once for each group.
struct Destinations {
    std::vector<Endpoint> endpoints;
    std::vector<DestinationClass> classes;
    std::vector<std::uint32_t> class_of; ///< by endpoint
};

/// `include` says which ports are RDMA endpoints (host ports, or switch ports that lead to hosts not collected).
[[nodiscard]] Destinations find_destinations(const Graph& graph, const std::vector<std::vector<bool>>& include);

/// What a next hop rests on.
enum class RouteSource : std::uint8_t {
    up_down, ///< assumed: the shortest ways that go up and then down
    connected, ///< the destination hangs on this switch
    static_route, ///< configured
    mlag_peer_link, ///< a detour: the other switch of the pair still reaches the destination
    valley, ///< a detour: down and up again through a device that accepts the path
    tunnel, ///< a detour: dual-ToR, encapsulated to the peer
};

/// Next hops towards one destination class at every switch.
class Routes {
public:
    /// The channels by which `device` forwards; empty: it drops.
    [[nodiscard]] std::span<const std::uint32_t> next_hops(std::uint32_t device) const
    {
        return {hops_.data() + first_[device], first_[device + 1] - first_[device]};
    }
    [[nodiscard]] RouteSource source(std::uint32_t device) const { return source_[device]; }
    /// Where a configured route or the detour's permission is written; nowhere for an assumption.
    [[nodiscard]] Span evidence(std::uint32_t device) const { return evidence_[device]; }

private:
    friend class RouteFinder;
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> hops_;
    std::vector<RouteSource> source_;
    std::vector<Span> evidence_;
};

/// Works routes out. Keeps its working arrays, so that one finder per thread serves all classes.
class RouteFinder {
public:
    RouteFinder(const Graph& graph, const Destinations& destinations);
    /// Routes to the class while `failures` hold. A switch that loses all its next hops takes a permitted detour.
    [[nodiscard]] const Routes& find(std::uint32_t destination_class, const Failures& failures = {});

private:
    const Graph* graph_;
    const Destinations* destinations_;
    Routes routes_;
    std::vector<std::uint32_t> distance_; ///< hops by the best up-down way
    std::vector<std::uint32_t> down_distance_; ///< hops by a way that only goes down
    std::vector<std::uint32_t> queue_;
};

/// What a path proof or a deadlock proof assumed about routes, in sentences for the head of a report.
[[nodiscard]] std::vector<std::string> route_assumptions(const Graph& graph);

}
