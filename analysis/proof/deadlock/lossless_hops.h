// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/routing/graph.h"

#include <cstdint>
#include <vector>

namespace rocelint::proof {

/// The lossless buffer in which RDMA packets wait at the far end of each channel between switches. There is
/// one row for each distinct way in which the fabric treats a code point of the RDMA classes; code points
/// treated alike share a row.
struct LosslessHops {
    static constexpr std::uint8_t lossy = 0xff; ///< packets do not wait: they are dropped
    static constexpr std::uint8_t unknown = 0xfe;
    std::vector<std::vector<std::uint8_t>> rows; ///< by channel: a priority, lossy or unknown
    bool any_unknown = false;
    /// The priorities that occur.
    [[nodiscard]] PrioritySet priorities() const;
};

/// Finds the lossless hops: the receiver classifies the packets into a priority that it sends pause for, and
/// that pause stops the queue by which they leave the sender (802.1Q-2022 clause 36).
[[nodiscard]] LosslessHops find_lossless_hops(const Analysis& analysis, const routing::Graph& graph);

/// A copy in which each unknown hop is lossless in the priority of its class.
[[nodiscard]] LosslessHops assume_lossless(const LosslessHops& hops, const Analysis& analysis);

/// The ports, by device, through which RDMA traffic enters or leaves the fabric: RoCE ports of hosts, and
/// RoCE ports of leaves whose other end may be a host that was not collected. This is a superset of
/// `endpoint_ports` (proof.h), which accepts only hosts named in the topology: a ring that closes through an
/// omitted port would go unnoticed.
[[nodiscard]] std::vector<std::vector<bool>> rdma_endpoints(const Analysis& analysis);

}
