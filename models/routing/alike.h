// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/routes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::routing {

/// Destination classes whose routes differ only in their leaf: each class is connected to one leaf, and
/// exchanging two of these leaves, with their cables upward, leaves the fabric unchanged.
struct AlikeGroup {
    std::vector<std::uint32_t> classes; ///< ascending; the first represents all
    std::vector<std::uint32_t> leaves; ///< by class; empty if the group has only one class
    std::vector<std::vector<std::uint32_t>> ups; ///< by class: channels upward, ascending by port
    std::vector<std::uint32_t> uppers; ///< the switches that they lead to, ascending
};

/// All classes in groups. Following the packets of one class per group is enough: exchanging leaves gives the
/// results for the other classes.
class AlikeClasses {
public:
    /// For a graph without failures. If not `enabled`, every class forms its own group.
    AlikeClasses(const Graph& graph, const Destinations& destinations, bool enabled = true);

    [[nodiscard]] const std::vector<AlikeGroup>& groups() const { return groups_; }
    /// Whether the channel leads to or from a leaf of the group.
    [[nodiscard]] bool touches(std::uint32_t group, std::uint32_t channel) const
    {
        return is_member(group, graph_->from_device(channel)) || is_member(group, graph_->to_device(channel));
    }
    [[nodiscard]] bool is_member(std::uint32_t group, std::uint32_t device) const
    {
        return group_of_leaf_[device] == group;
    }
    /// The device or channel that takes the place of this one if the group's first leaf and the leaf of its
    /// class number `other` are exchanged.
    [[nodiscard]] std::uint32_t exchange_device(
        std::uint32_t group, std::size_t other, std::uint32_t device) const;
    [[nodiscard]] std::uint32_t exchange_channel(
        std::uint32_t group, std::size_t other, std::uint32_t channel) const;
    /// The same for a bit set of a device's ports; the result has the ports of exchange_device().
    void exchange_ports(std::uint32_t group,
        std::size_t other,
        std::uint32_t device,
        std::span<const std::uint64_t> ports,
        std::vector<std::uint64_t>& exchanged) const;

private:
    void find_groups(const Destinations& destinations);
    [[nodiscard]] std::size_t counterpart(std::uint32_t device, std::size_t other) const;

    const Graph* graph_;
    std::vector<AlikeGroup> groups_;
    /// by device; `none` for devices that are not leaves of a group
    std::vector<std::uint32_t> group_of_leaf_;
    std::vector<std::uint32_t> member_; ///< by device: the leaf's number in its group
    std::vector<std::uint32_t> place_; ///< by link: the position of the leaf's channel among its `ups`
};

}
