// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/subnet_graph.h"
#include "models/routing/dependency.h"

#include <cstdint>
#include <vector>

namespace rocelint::lid_routing {

/// Which channels packets take after which: a bit for each pair of a channel into a switch and a channel out
/// of it.
class TurnMatrix {
public:
    /// No turns yet. The graph must outlive it.
    explicit TurnMatrix(const SubnetGraph& graph);

    /// Records that packets that arrive by `in` leave by `out`, which begins where `in` ends.
    void add(std::uint32_t in, std::uint32_t out)
    {
        const std::size_t column = out - graph_->first_channel(graph_->channels()[in].to);
        bits_[row_[in] + column / 64] |= std::uint64_t{1} << column % 64;
    }
    [[nodiscard]] bool has(std::uint32_t in, std::uint32_t out) const
    {
        const std::size_t column = out - graph_->first_channel(graph_->channels()[in].to);
        return (bits_[row_[in] + column / 64] >> column % 64 & 1U) != 0;
    }
    /// Adds the turns of another matrix over the same graph.
    void merge(const TurnMatrix& other);
    /// The channels as buffers: each waits for the channels that its packets take next.
    [[nodiscard]] routing::DependencyGraph dependencies() const;

private:
    const SubnetGraph* graph_;
    std::vector<std::size_t> row_; ///< by channel: index of the first word of its bits
    std::vector<std::uint64_t> bits_;
};

}
