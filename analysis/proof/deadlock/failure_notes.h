// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/buffer_graph.h"
#include "analysis/proof/deadlock/failure_turns.h"
#include "models/routing/dependency.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace rocelint::proof {

/// For each buffer, the switches that its packets may reach over the turns in use while nothing is broken.
class Reach {
public:
    /// `waits` are the dependencies of `buffers` and must not contain a ring.
    Reach(const routing::Graph& graph, const BufferGraph& buffers, const routing::DependencyGraph& waits);
    /// Adds the switches that packets of a buffer may reach to a set of switches.
    void add(std::uint32_t vertex, std::vector<std::uint64_t>& to) const;
    /// Adds one switch to a set of switches.
    void insert(std::uint32_t device, std::vector<std::uint64_t>& to) const;

private:
    std::vector<std::uint32_t> number_; ///< by device: its index among the switches
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

/// Notes on the loss of one element.
struct Notes {
    std::vector<std::uint64_t> begins; ///< switches at which packets enter a new turn, as bits (see Reach)
    std::vector<std::uint64_t> comes_to; ///< switches that packets may reach after a new turn, as bits
    std::vector<std::uint32_t> classes;
    std::unordered_set<std::uint64_t> seen; ///< fingerprints of the sets of turns that are already noted

    /// Notes that the loss affects the class. Consecutive calls with one class note it once.
    void add_class(std::uint32_t destination_class);
    /// Notes that the same happens for this class.
    void add(const Notes& some, std::uint32_t destination_class);
    /// Adds what another thread has noted about the same element.
    void take(Notes&& others);
    /// Whether packets of one new turn may reach a switch where another begins.
    [[nodiscard]] bool may_close_a_ring() const;
};

/// A fingerprint of turns that ignores their class and element. Two different sets of turns are confused only
/// if all 64 bits agree.
[[nodiscard]] std::uint64_t fingerprint(const Detouring& one);

}
