// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/routing/routes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::routing {

/// Destination classes whose routes differ by nothing but which leaf is meant: each hangs on one leaf, and exchanging two of
/// these leaves, with their cables upwards, leaves the fabric as it was.
struct AlikeGroup {
    std::vector<std::uint32_t> classes; ///< ascending; the first stands for all
    std::vector<std::uint32_t> leaves; ///< by class; empty for a class that is like no other
    std::vector<std::vector<std::uint32_t>> ups; ///< by class: channels upwards, ascending by port
    std::vector<std::uint32_t> uppers; ///< the switches that they lead to, ascending
};

/// All classes in groups, so that whoever follows packets does so for one class of each group and exchanges leaves for the
/// rest.
class AlikeClasses {
public:
    /// While nothing is broken. Without `enabled` every class is a group by itself.
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
    /// What the device or the channel becomes when the first leaf of the group and that of class number `other` of it are
    /// exchanged.
    [[nodiscard]] std::uint32_t exchange_device(
        std::uint32_t group, std::size_t other, std::uint32_t device) const;
    [[nodiscard]] std::uint32_t exchange_channel(
        std::uint32_t group, std::size_t other, std::uint32_t channel) const;
    /// Likewise the ports of a device as bits: those of exchange_device().
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
    std::vector<std::uint32_t> group_of_leaf_; ///< by device; `none` for all but the leaves of a group
    std::vector<std::uint32_t> member_; ///< by device: the number of such a leaf in its group
    std::vector<std::uint32_t> place_; ///< by link: the place of such a leaf's channel among its `ups`
};

}
