// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/proof.h"

#include <vector>

namespace rocelint::proof {

/// One line (or missing line) that breaks RDMA packets on paths between hosts.
struct BrokenCause {
    Step step; ///< at the first of its ports
    std::vector<Subject> subjects; ///< what would have to change, each once
    /// It lies between hops that lose nothing: the path is lossless, lossy and lossless again.
    bool between_lossless = false;
};

/// All causes for which `wanted` holds, in the order of the fabric.
[[nodiscard]] std::vector<BrokenCause> broken_causes(const FabricProof& proof, bool (*wanted)(Aspect));

/// What could be neither proved nor called broken, of the aspects for which `wanted` holds: each port and aspect once, in the
/// order of the fabric.
[[nodiscard]] std::vector<Step> unproven_steps(const FabricProof& proof, bool (*wanted)(Aspect));

}
