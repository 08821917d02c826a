// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/routing/graph.h"

#include <cstdint>
#include <vector>

namespace rocelint::proof {

/// In which lossless buffer RDMA packets wait at the far end of each channel between switches. One row for each way in
/// which the fabric treats a code point of the RDMA classes; code points that are treated alike share a row.
struct LosslessHops {
    static constexpr std::uint8_t lossy = 0xff; ///< nobody waits: packets are dropped instead
    static constexpr std::uint8_t unknown = 0xfe;
    std::vector<std::vector<std::uint8_t>> rows; ///< by channel: a priority, lossy or unknown
    bool any_unknown = false;
    /// Priorities that occur.
    [[nodiscard]] PrioritySet priorities() const;
};

/// A hop holds packets back if the receiver classifies them into a priority that it sends pause for, and the sender
/// obeys that pause with the queue they leave by (802.1Q-2022 clause 36).
[[nodiscard]] LosslessHops find_lossless_hops(const Analysis& analysis, const routing::Graph& graph);

/// The same with each unknown hop taken to be lossless in the priority of its class.
[[nodiscard]] LosslessHops assume_lossless(const LosslessHops& hops, const Analysis& analysis);

/// Ports, by device, that RDMA traffic enters or leaves the fabric by: RoCE ports of hosts, and RoCE ports of leaves
/// whose other end may be a host that was not collected. More than `endpoint_ports` (proof.h), which takes only hosts that
/// the topology names: a ring that a port left out would close stays unseen.
[[nodiscard]] std::vector<std::vector<bool>> rdma_endpoints(const Analysis& analysis);

}
