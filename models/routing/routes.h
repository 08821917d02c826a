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

/// Where packets enter or leave the fabric: a host's port (or bond), or the switch port that leads to a host that was
/// not collected.
struct Endpoint {
    PortId host; ///< the host's port or bond; invalid where the host was not collected
    /// The switch ports it hangs on: one, or those of all members of a bond. Also those of links that are down.
    std::vector<PortId> attachments;
    std::string_view name; ///< the host's name, as far as anything tells
    std::vector<IpAddress> addresses;
};

/// Endpoints to which every switch sends alike: they hang on the same switches and no configured route tells them
/// apart.
struct DestinationClass {
    std::vector<std::uint32_t> endpoints; ///< into Destinations::endpoints
    std::vector<std::uint32_t> leaves; ///< the switches they hang on, ascending
    std::vector<std::uint32_t> prefixes; ///< of Destinations::prefixes, those that contain their addresses
};

/// All endpoints of a fabric, grouped so that routes are worked out once for each group.
struct Destinations {
    std::vector<Endpoint> endpoints;
    std::vector<DestinationClass> classes;
    std::vector<std::uint32_t> class_of; ///< by endpoint
    std::vector<IpPrefix> prefixes; ///< of all configured routes but default routes, each once
};

/// `include` says, by device and port, which ports are RDMA endpoints: host ports, or switch ports that lead to hosts
/// that were not collected. A port whose bond is included counts as its bond.
[[nodiscard]] Destinations find_destinations(
    const Graph& graph, const std::vector<std::vector<bool>>& include);

/// What a next hop rests on.
enum class RouteSource : std::uint8_t {
    up_down, ///< assumed: the shortest ways that go up and then down
    connected, ///< the destination hangs on this switch
    shortest, ///< assumed: the shortest ways, where no tiers are known or none goes up and then down
    learnt, ///< the shortest ways that the routing protocol of the switch brings, of whatever shape
    static_route, ///< configured
    mlag_peer_link, ///< a detour: the other switch of the pair still reaches the destination
    valley, ///< a detour: down and up again through a device that accepts the path
    tunnel, ///< a detour: dual-ToR, encapsulated to the peer
};

/// Next hops towards one destination class at every device.
class Routes {
public:
    /// The channels by which `device` forwards; empty: it drops. At a switch that the class hangs on: the channels to
    /// all its endpoints, to be narrowed to one with `Endpoint::attachments`.
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

/// What a switch does with packets when all its next hops are gone and its neighbours do not know yet.
struct Detour {
    RouteSource source = RouteSource::mlag_peer_link;
    std::uint32_t channel
        = none; ///< out of the switch; the packet goes on from there by the routes of that device
    std::uint32_t towards = none; ///< tunnel: the switch that the outer packet is for; else none
    Span evidence; ///< the line that permits it
};

/// Works routes out. Keeps its working arrays, so that one finder per thread serves all classes.
class RouteFinder {
public:
    RouteFinder(const Graph& graph, const Destinations& destinations);
    /// Routes to the class once every switch knows of `failures`. A switch left without a way takes a permitted
    /// detour, or drops. Valid until the next call.
    [[nodiscard]] const Routes& find(std::uint32_t destination_class, const Failures& failures = {});
    /// The detours that `device` may take towards the class of the last find() while `failures` hold, by the routes of
    /// that call. Empty where nothing permits one.
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
    std::uint8_t learnt_length_ = 0; ///< prefix length by which other switches know the class; 0: unknown
    Routes routes_;
    std::vector<std::uint32_t> distance_; ///< hops by the best way that goes up, then down
    std::vector<std::uint32_t> down_distance_; ///< hops by a way that only goes down
    bool any_needed_ = false; ///< by any way: whether the next two are filled
    std::vector<std::uint32_t> any_distance_; ///< hops by any way
    std::vector<RouteSource> any_source_; ///< by device: what a way of any shape rests on
    std::vector<std::uint32_t> queue_;
    std::vector<std::uint32_t>
        switches_; ///< to which a way may lead: those of the parts that the class is in, ascending
    std::vector<std::uint32_t>
        from_the_top_; ///< the same by falling tier, so that every way up leads to an earlier one
    std::vector<std::uint32_t> islands_; ///< of the graph: those parts
    bool watched_ = false; ///< somebody is told which settings are unread
    std::vector<bool> permits_detours_; ///< by device: asked for each class, and most permit none
    std::vector<std::uint8_t> has_as_number_; ///< by device
    std::vector<std::uint8_t> runs_link_state_; ///< by device
};

/// What a path proof or a deadlock proof assumed about routes, in sentences for the head of a report.
[[nodiscard]] std::vector<std::string> route_assumptions(const Graph& graph);

}
