// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/pairs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// Ordered pairs of RDMA endpoints whose paths changed to another grade for the same reason.
struct PathChange {
    std::optional<proof::Grade> before; ///< no value: one of the endpoints did not exist
    proof::Grade now = proof::Grade::proven;
    std::uint64_t pairs = 0;
    /// Some of the pairs, by the names of their endpoints: "host1 ens1f0np0".
    std::vector<std::pair<std::string, std::string>> examples;
    /// The step that decides the grade: now, or before if the paths were fixed. Empty if no single step does.
    std::string device;
    std::string port;
    std::string reason;
    /// The deciding step loses packets; otherwise, for example, the senders do not learn of congestion.
    bool lossy = false;
    /// Whether the paths became broken, or packets no longer get there.
    [[nodiscard]] bool is_worse() const { return now >= proof::Grade::broken && (!before || now > *before); }
};

/// The proof of all pairs of a fabric. Points into the analysis, which must outlive it.
struct ProvenPaths {
    explicit ProvenPaths(const Analysis& analysis);
    proof::FabricProof proof;
    proof::PairGrades grades;
    proof::AllPairs all;
};

/// How the grades of pairs changed between two checks, worst first, then by number of pairs. `before` may be
/// null. Pairs that no longer exist are left out; new pairs appear only if they are not proven.
[[nodiscard]] std::vector<PathChange> path_changes(const ProvenPaths* before, const ProvenPaths& now);

}
