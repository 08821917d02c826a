// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/hop/hop_ends.h"
#include "models/fabric/fabric.h"
#include "models/lid_routing/table_walk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::proof {

/// One cable that a packet crosses.
struct LidHop {
    static constexpr std::uint8_t unknown_lane = 0xff;
    std::uint32_t from = Subnet::none; ///< port that the packet leaves by: index of Subnet::ports
    std::uint32_t to = Subnet::none; ///< port at which the packet arrives, if known
    std::uint8_t vl = unknown_lane; ///< 15: the SL-to-VL map drops the packet
};

/// The path of one packet through an InfiniBand subnet.
struct LidWalk {
    std::uint32_t device = 0; ///< index of the subnet
    std::uint32_t from = Subnet::none; ///< port of an end node
    std::uint32_t to = Subnet::none;
    Lid lid = 0; ///< the destination address
    std::uint8_t sl = 0;
    bool sl_of_path = false; ///< a path record gives the service level; otherwise it is assumed to be 0
    std::vector<LidHop> hops;
    lid_routing::Fate end = lid_routing::Fate::arrives;
    std::uint32_t at = Subnet::none; ///< the node where the walk ends: index of Subnet::nodes
    [[nodiscard]] Grade grade() const;
};

/// Follows a packet between two ports of end nodes through the forwarding tables, with its lane on each
/// cable.
[[nodiscard]] LidWalk walk_to_lid(
    const lid_routing::SubnetGraph& graph, std::uint32_t device, std::uint32_t from, std::uint32_t to);

/// The walk as lines of text.
[[nodiscard]] std::string to_text(const LidWalk& walk, const Subnet& subnet);
/// The packet's fate: "arrives at host3", "is dropped: leaf1 has no entry for LID 103".
[[nodiscard]] std::string outcome_text(const LidWalk& walk, const Subnet& subnet);

}
