// SPDX-License-Identifier: Apache-2.0
// Tens of thousands of addresses take the same few turns, so turns are bits: setting one twice costs nothing.
#include "models/lid_routing/turn_matrix.h"

#include <bit>

namespace rocelint::lid_routing {

TurnMatrix::TurnMatrix(const SubnetGraph& graph) : graph_(&graph)
{
    std::size_t words = 0;
    for (const SubnetChannel& channel : graph.channels()) {
        row_.push_back(words);
        words += (graph.first_channel(channel.to + 1) - graph.first_channel(channel.to) + 63) / 64;
    }
    bits_.assign(words, 0);
}

void TurnMatrix::merge(const TurnMatrix& other)
{
    for (std::size_t word = 0; word < bits_.size(); ++word)
        bits_[word] |= other.bits_[word];
}

routing::DependencyGraph TurnMatrix::dependencies() const
{
    std::vector<routing::Dependency> edges;
    std::size_t count = 0;
    for (const std::uint64_t word : bits_)
        count += static_cast<std::size_t>(std::popcount(word));
    edges.reserve(count);
    for (std::uint32_t in = 0; in < row_.size(); ++in) {
        const std::uint32_t first = graph_->first_channel(graph_->channels()[in].to);
        const std::size_t end = in + 1 < row_.size() ? row_[in + 1] : bits_.size();
        for (std::size_t word = row_[in]; word < end; ++word) {
            for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1)
                edges.push_back({in,
                    first + static_cast<std::uint32_t>((word - row_[in]) * 64)
                        + static_cast<std::uint32_t>(std::countr_zero(bits))});
        }
    }
    return {static_cast<std::uint32_t>(row_.size()), edges};
}

}
