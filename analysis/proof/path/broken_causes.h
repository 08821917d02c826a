// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"

#include <vector>

namespace rocelint::proof {

/// One line (or missing line) that breaks RDMA packets on paths between hosts.
struct BrokenCause {
    Step step; ///< at the first of its ports
    std::vector<Subject> subjects; ///< what would have to change, each once
    /// The fault lies between lossless hops: the path is lossless, lossy, then lossless again.
    bool between_lossless = false;
};

/// All causes whose aspect satisfies `wanted`, in the order of the fabric.
[[nodiscard]] std::vector<BrokenCause> broken_causes(const FabricProof& proof, bool (*wanted)(Aspect));

/// The steps that are neither proven nor broken and whose aspect satisfies `wanted`: each port and aspect
/// once, in the order of the fabric.
[[nodiscard]] std::vector<Step> unproven_steps(const FabricProof& proof, bool (*wanted)(Aspect));

}
