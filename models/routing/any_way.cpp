// SPDX-License-Identifier: Apache-2.0
// Paths of any shape, for switches that have no path along the tiers: links are down or broken, no roles are
// known, or the fabric has no spines.
#include "models/routing/routes.h"

#include <algorithm>

namespace rocelint::routing {

// OSPF and IS-IS find the shortest paths over the remaining links. BGP finds paths without repeated AS
// numbers; its fallbacks after a failure are the detours. If neither protocol is visible, shortest paths are
// assumed, but only without failures.
void RouteFinder::walk_any(const Failures& failures)
{
    any_needed_ = std::ranges::any_of(from_the_top_, [&](std::uint32_t device) {
        return distance_[device] == none && !graph_->out_of(device).empty()
            && (failures.empty() || runs_link_state(device));
    });
    if (!any_needed_)
        return;
    queue_.clear();
    for (const std::uint32_t device : switches_) {
        any_distance_[device] = distance_[device];
        any_source_[device] = RouteSource::shortest;
        if (any_distance_[device] != none)
            queue_.push_back(device);
    }
    std::ranges::stable_sort(queue_, {}, [this](std::uint32_t device) { return any_distance_[device]; });
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t here = queue_[at];
        for (const Way& way : graph_->ways_out_of(here)) {
            const std::uint32_t other = way.to;
            if (any_distance_[other] != none || !failures.spare(*graph_, way.channel))
                continue;
            const std::optional<RouteSource> source
                = runs_nothing(other) ? std::optional(RouteSource::shortest) : learns(other, here);
            if (!source || (!failures.empty() && !(runs_link_state(other) && runs_link_state(here))))
                continue;
            any_distance_[other] = any_distance_[here] + 1;
            any_source_[other] = *source;
            queue_.push_back(other);
        }
    }
}

bool RouteFinder::runs_link_state(std::uint32_t device) const
{
    if (watched_)
        return graph_->fabric().devices[device].forwarding.link_state.is(true);
    return runs_link_state_[device] != 0;
}

bool RouteFinder::has_as_number(std::uint32_t device) const
{
    if (watched_)
        return graph_->fabric().devices[device].forwarding.bgp_asn.known();
    return has_as_number_[device] != 0;
}

// Whether such a switch has other paths only by assumption.
bool RouteFinder::runs_nothing(std::uint32_t device) const
{
    return !watched_ && runs_link_state_[device] == 0 && has_as_number_[device] == 0;
}

// How `device` learns of the path through its neighbor `through`; nothing if BGP refuses it.
std::optional<RouteSource> RouteFinder::learns(std::uint32_t device, std::uint32_t through) const
{
    if (runs_link_state(device) && runs_link_state(through))
        return RouteSource::learnt;
    if (!has_as_number(device) || !has_as_number(through))
        return RouteSource::shortest;
    std::vector<std::uint32_t> way{through};
    while (any_distance_[way.back()] > 0) {
        const std::uint32_t at = way.back();
        const std::span<const std::uint32_t> out = graph_->out_of(at);
        const auto next = std::ranges::find_if(out, [&](std::uint32_t channel) {
            const std::uint32_t other = graph_->to_device(channel);
            return any_distance_[other] != none && any_distance_[other] + 1 == any_distance_[at];
        });
        if (next == out.end())
            return RouteSource::shortest;
        way.push_back(graph_->to_device(*next));
    }
    const std::optional<bool> accepted = accepts_way(device, way);
    if (!accepted)
        return RouteSource::shortest;
    return *accepted ? std::optional(RouteSource::learnt) : std::nullopt;
}

void RouteFinder::write_any(std::uint32_t device, const Failures& failures)
{
    if (!any_needed_ || any_distance_[device] == none)
        return;
    const Device& owner = graph_->fabric().devices[device];
    routes_.rows_[device].source = any_source_[device];
    if (any_source_[device] == RouteSource::learnt)
        routes_.rows_[device].evidence = owner.place(
            runs_link_state(device) ? owner.forwarding.link_state.origin : owner.forwarding.bgp_asn.origin);
    const std::uint32_t here = any_distance_[device];
    const bool assumes = runs_nothing(device);
    for (const Way& way : graph_->ways_out_of(device)) {
        const std::uint32_t next = any_distance_[way.to];
        if (next != none && next + 1 == here && failures.spare(*graph_, way.channel)
            && (assumes || learns(device, way.to) == any_source_[device]))
            routes_.hops_.push_back(way.channel);
    }
}

}
