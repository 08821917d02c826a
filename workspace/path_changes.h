// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/pairs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// Ordered pairs of RDMA endpoints whose paths are now of another grade, for one reason.
struct PathChange {
    std::optional<proof::Grade> before; ///< nothing: one of the endpoints was not there
    proof::Grade now = proof::Grade::proven;
    std::uint64_t pairs = 0;
    /// Some of them, by the names of their ends: "host1 ens1f0np0".
    std::vector<std::pair<std::string, std::string>> examples;
    /// What decides, now or, of paths that were mended, before; empty where no single step does.
    std::string device;
    std::string port;
    std::string reason;
    bool lossy
        = false; ///< what decides loses packets; else the senders do not learn of congestion, or the like
    /// Paths are broken now that were not, or packets no longer get there.
    [[nodiscard]] bool is_worse() const { return now >= proof::Grade::broken && (!before || now > *before); }
};

/// The proof of all pairs of a fabric, whose analysis it points into.
struct ProvenPaths {
    explicit ProvenPaths(const Analysis& analysis);
    proof::FabricProof proof;
    proof::PairGrades grades;
    proof::AllPairs all;
};

/// What became of pairs between two checks: the worst first, then by the number of pairs. `before` may be null. Pairs that are
/// not there any more are not told, and of new ones only those that are not proven.
[[nodiscard]] std::vector<PathChange> path_changes(const ProvenPaths* before, const ProvenPaths& now);

}
