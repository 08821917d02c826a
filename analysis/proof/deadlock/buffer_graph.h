// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/class_walk.h"
#include "analysis/proof/deadlock/lossless_hops.h"
#include "models/routing/dependency.h"

#include <cstdint>
#include <vector>

namespace rocelint::proof {

/// A lossless buffer: that of one priority at the far end of a channel between two switches.
struct Buffer {
    std::uint32_t channel = routing::none;
    Priority priority = 0;
    bool moved = false; ///< the buffer belongs to the separate class for bounced packets
    friend constexpr auto operator<=>(const Buffer&, const Buffer&) = default;
};

/// Whether a packet that takes the turn still follows a path that goes up, then down. Such turns never close
/// a ring.
[[nodiscard]] bool goes_up_then_down(const routing::Graph& graph, std::uint32_t in, std::uint32_t out);

/// Numbers the lossless buffers of a fabric and finds which waits for which.
class BufferGraph {
public:
    BufferGraph(const routing::Graph& graph, const LosslessHops& hops, const Measures& measures);
    /// The dependencies created by the turns, without the channels broken by `failures`.
    [[nodiscard]] routing::DependencyGraph waits(const Turns& turns, const routing::Failures& failures) const;
    [[nodiscard]] Buffer buffer(std::uint32_t vertex) const;
    [[nodiscard]] std::uint32_t vertex(const Buffer& buffer) const;
    /// Calls `visit` for each pair of buffers that a turn from one channel to the other connects.
    template <class Visit>
    void each_pair(std::uint32_t in, std::uint32_t out, Visit&& visit) const
    {
        for (const std::vector<std::uint8_t>& row : hops_->rows) {
            if (row[in] < 8 && row[out] < 8 && !is_lossy(in) && !is_lossy(out))
                visit(row[in], row[out]);
        }
    }

private:
    [[nodiscard]] bool is_lossy(std::uint32_t channel) const;
    void add_table(const routing::TurnTable& table,
        bool from_moved,
        bool to_moved,
        const routing::Failures& failures,
        std::vector<routing::Dependency>& edges) const;

    const routing::Graph* graph_;
    const LosslessHops* hops_;
    std::vector<std::uint32_t> lossy_; ///< channels, ascending
    std::vector<std::uint32_t> inner_; ///< channels between switches
    std::vector<std::uint32_t> index_of_; ///< by channel, into inner_
    std::vector<Priority> slots_;
    std::vector<std::uint32_t> slot_of_; ///< by priority
};

}
