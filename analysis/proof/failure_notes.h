// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/buffer_graph.h"
#include "analysis/proof/failure_turns.h"
#include "models/routing/dependency.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace rocelint::proof {

/// By buffer: the switches that packets of it may come to, over the turns that are there while nothing is broken.
class Reach {
public:
    /// `waits` are the dependencies of `buffers`, without a ring.
    Reach(const routing::Graph& graph, const BufferGraph& buffers, const routing::DependencyGraph& waits);
    /// Adds the switches that packets of a buffer may come to to a set of switches.
    void add(std::uint32_t vertex, std::vector<std::uint64_t>& to) const;
    /// Adds one switch to a set of switches.
    void insert(std::uint32_t device, std::vector<std::uint64_t>& to) const;

private:
    std::vector<std::uint32_t> number_; ///< by device: counted over the switches
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

/// What is known of the loss of one element.
struct Notes {
    std::vector<std::uint64_t>
        begins; ///< switches at which a new turn's packets set out, as bits (see Reach)
    std::vector<std::uint64_t> comes_to; ///< where packets go on to after a new turn, likewise
    std::vector<std::uint32_t> classes;
    std::unordered_set<std::uint64_t> seen; ///< fingerprints of the sets of turns that are noted already

    /// The class is one of those that the loss matters to; the same one again is only noted once.
    void add_class(std::uint32_t destination_class);
    /// The same happens for this class.
    void add(const Notes& some, std::uint32_t destination_class);
    /// Adds what somebody else has noted of the same element.
    void take(Notes&& others);
    /// Packets of one new turn may come to where another begins.
    [[nodiscard]] bool may_close_a_ring() const;
};

/// Of turns that are the same but for the class and the element. Two sets of turns with one fingerprint would have to share
/// all of 64 bits.
[[nodiscard]] std::uint64_t fingerprint(const Detouring& one);

}
