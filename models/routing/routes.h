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

/// Where packets enter or leave the fabric: a host's port (or bond), or the switch port that leads to a host
/// that was not collected.
struct Endpoint {
    PortId host; ///< the host's port or bond; invalid if the host was not collected
    /// The switch ports that it is connected to: one, or those of all members of a bond. Includes links that
    /// are down.
    std::vector<PortId> attachments;
    std::string_view name; ///< the host's name, if known
    std::vector<IpAddress> addresses;
};

/// Endpoints that every switch forwards to alike: they are connected to the same switches, and no configured
/// route distinguishes them.
struct DestinationClass {
    std::vector<std::uint32_t> endpoints; ///< into Destinations::endpoints
    std::vector<std::uint32_t> leaves; ///< the switches they are connected to, ascending
    /// indices of the Destinations::prefixes that contain their addresses
    std::vector<std::uint32_t> prefixes;
};

/// All endpoints of a fabric, grouped so that routes are computed once per group.
struct Destinations {
    std::vector<Endpoint> endpoints;
    std::vector<DestinationClass> classes;
    std::vector<std::uint32_t> class_of; ///< by endpoint
    std::vector<IpPrefix> prefixes; ///< of all configured routes except default routes, without duplicates
};

/// `include` selects, by device and port, the RDMA endpoints: host ports, or switch ports that lead to hosts
/// that were not collected. For an included port of a bond, the bond is the endpoint.
[[nodiscard]] Destinations find_destinations(
    const Graph& graph, const std::vector<std::vector<bool>>& include);

/// The basis of a next hop.
enum class RouteSource : std::uint8_t {
    up_down, ///< assumed: the shortest paths that go up and then down
    connected, ///< the destination is connected to this switch
    shortest, ///< assumed: the shortest paths, because tiers are unknown or no path goes up and then down
    learnt, ///< the shortest paths that the switch's routing protocol finds, of any shape
    static_route, ///< configured
    mlag_peer_link, ///< a detour: the other switch of the pair still reaches the destination
    valley, ///< a detour: down and up again through a device that accepts the path
    tunnel, ///< a detour: dual-ToR, encapsulated to the peer
};

/// Next hops toward one destination class at every device.
class Routes {
public:
    /// The channels by which `device` forwards; empty if it drops. At a switch that the class is connected
    /// to: the channels to all its endpoints, which `Endpoint::attachments` narrows to one.
    [[nodiscard]] std::span<const std::uint32_t> next_hops(std::uint32_t device) const
    {
        return {hops_.data() + rows_[device].first, rows_[device].count};
    }
    [[nodiscard]] RouteSource source(std::uint32_t device) const { return rows_[device].source; }
    /// Where a configured route or the permission for a detour is written; nowhere for an assumption.
    [[nodiscard]] Span evidence(std::uint32_t device) const { return rows_[device].evidence; }

private:
    friend class RouteFinder;
    struct Row {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        RouteSource source = RouteSource::up_down;
        Span evidence;
    };
    std::vector<Row> rows_; ///< by device
    std::vector<std::uint32_t> hops_;
};

/// A switch's alternative when all its next hops are gone and its neighbors do not know yet.
struct Detour {
    RouteSource source = RouteSource::mlag_peer_link;
    /// out of the switch; from its far end, the packet follows the routes of that device
    std::uint32_t channel = none;
    std::uint32_t towards = none; ///< for a tunnel: the switch that the outer packet is sent to; else none
    Span evidence; ///< the line that permits it
};

/// Computes routes. Keeps its working arrays between calls, so one finder per thread serves all classes.
class RouteFinder {
public:
    RouteFinder(const Graph& graph, const Destinations& destinations);
    /// Routes to the class once every switch knows of `failures`. A switch left without a path takes a
    /// permitted detour, or drops. Valid until the next call.
    [[nodiscard]] const Routes& find(std::uint32_t destination_class, const Failures& failures = {});
    /// The detours that `device` may take toward the class of the last find() during `failures`, based on the
    /// routes of that call. Empty if none is permitted.
    [[nodiscard]] std::vector<Detour> detours(std::uint32_t device, const Failures& failures) const;

private:
    void forget();
    void choose_switches();
    void attach(const Failures& failures);
    void walk_down(const Failures& failures);
    void walk_up(const Failures& failures);
    void walk_any(const Failures& failures);
    [[nodiscard]] std::optional<RouteSource> learns(std::uint32_t device, std::uint32_t through) const;
    [[nodiscard]] bool runs_link_state(std::uint32_t device) const;
    [[nodiscard]] bool has_as_number(std::uint32_t device) const;
    [[nodiscard]] bool runs_nothing(std::uint32_t device) const;
    void write(const Failures& failures);
    void write_device(std::uint32_t device, const Failures& failures);
    void write_attached(std::uint32_t device, const Failures& failures);
    bool write_static(std::uint32_t device, const Failures& failures);
    void write_assumed(std::uint32_t device, const Failures& failures);
    void write_any(std::uint32_t device, const Failures& failures);
    void add_detours(const Failures& failures);
    void add_default_routes(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const;
    void add_peer_link(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const;
    void add_tunnel(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const;
    void add_valleys(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const;
    void add_learnt(std::uint32_t device, const Failures& failures, std::vector<Detour>& found) const;
    [[nodiscard]] bool permits_detours(std::uint32_t device) const;
    [[nodiscard]] bool hangs_on(std::uint32_t device) const;
    [[nodiscard]] bool goes_on_without(
        std::uint32_t device, std::uint32_t other, const Failures& failures) const;
    [[nodiscard]] bool accepts(std::uint32_t device, std::uint32_t through) const;
    [[nodiscard]] std::optional<bool> accepts_way(
        std::uint32_t device, std::span<const std::uint32_t> way) const;
    [[nodiscard]] std::uint8_t connected_length(std::uint32_t device) const;
    [[nodiscard]] const DestinationClass& destination() const { return destinations_->classes[class_]; }

    const Graph* graph_;
    const Destinations* destinations_;
    std::uint32_t class_ = none;
    std::uint8_t learnt_length_ = 0; ///< prefix length that other switches know the class by; 0: unknown
    Routes routes_;
    std::vector<std::uint32_t> distance_; ///< hops of the best path that goes up, then down
    std::vector<std::uint32_t> down_distance_; ///< hops of the best path that only goes down
    bool any_needed_ = false; ///< whether any_distance_ and any_source_ are filled
    std::vector<std::uint32_t> any_distance_; ///< hops of the best path of any shape
    std::vector<RouteSource> any_source_; ///< by device: the basis of a path of any shape
    std::vector<std::uint32_t> queue_;
    /// that a path may use: those in the same parts of the fabric as the class, ascending
    std::vector<std::uint32_t> switches_;
    /// the same by falling tier, so that every step up leads to an earlier switch
    std::vector<std::uint32_t> from_the_top_;
    std::vector<std::uint32_t> islands_; ///< the graph's numbers of those parts
    bool watched_ = false; ///< an UnreadWatch is active on this thread
    /// by device; cached, because it is queried for each class and most devices permit none
    std::vector<bool> permits_detours_;
    std::vector<std::uint8_t> has_as_number_; ///< by device
    std::vector<std::uint8_t> runs_link_state_; ///< by device
};

/// The assumptions about routes in a path proof or deadlock proof, in sentences for the head of a report.
[[nodiscard]] std::vector<std::string> route_assumptions(const Graph& graph);

}
