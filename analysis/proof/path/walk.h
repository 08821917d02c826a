// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::proof {

/// One hop of a walk. A dead end (no route, a loop, a device that was not collected) is a hop without a
/// channel.
struct WalkHop {
    static constexpr std::uint32_t none = 0xffffffffU;
    std::uint32_t channel = none;
    std::uint32_t from_node = none; ///< none: the source itself
    std::uint32_t to_node = none; ///< none: the packet has arrived, or is at a dead end
    std::uint32_t depth = 0; ///< number of hops before it on the shortest path to it
    Packet in;
    Hop hop;
    /// The route by which the sender chose the hop.
    routing::RouteSource route = routing::RouteSource::connected;
    Span route_at; ///< where a configured route is written
    std::uint64_t paths = 0; ///< number of the walk's paths that cross it
    [[nodiscard]] bool is_dead_end() const { return channel == none; }
};

/// All equal-cost paths of one kind of packet from one endpoint to another.
struct Walk {
    std::uint32_t from = 0; ///< index of the endpoint
    std::uint32_t to = 0;
    std::uint8_t kind = 0;
    Packet packet; ///< as it leaves the source
    std::vector<Step> start; ///< what the source host and its NIC do to the packet
    std::vector<WalkHop> hops; ///< ordered by depth
    std::uint64_t paths = 0; ///< all paths, including dead ends
    std::uint64_t broken = 0; ///< paths with a broken step, or on which the packet cannot arrive
    bool reaches = true; ///< on all paths the packet arrives, as far as is known
    std::uint64_t unproven = 0; ///< paths without a broken step, but with an unproven one
    [[nodiscard]] std::uint64_t proven() const { return paths - broken - unproven; }
    [[nodiscard]] Grade outcome() const
    {
        return !reaches                  ? Grade::unreachable
            : broken > 0                 ? Grade::broken
            : unproven > 0 || paths == 0 ? Grade::unproven
                                         : Grade::proven;
    }
};

/// Walks RDMA packets of a class, or CNPs, from one endpoint to another. The frame is the smaller of the
/// largest frames that the two hosts send. nullopt if the source sends no such packets.
[[nodiscard]] std::optional<Walk> walk(
    const FabricProof& proof, std::uint32_t from, std::uint32_t to, std::uint8_t kind);

/// Up to `most` paths of a walk that cross one of its hops, each as indices of hops from source to end.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> paths_through(
    const Walk& walk, std::uint32_t hop, std::size_t most);

}
