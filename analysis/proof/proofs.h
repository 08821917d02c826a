// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/credit/credit_loops.h"
#include "analysis/proof/deadlock/deadlock.h"
#include "analysis/proof/path/proof.h"

#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace rocelint::proof {

/// The proofs of one run, each computed on first use. Thread-safe: the first caller computes a proof while
/// the others wait. The analysis must outlive this object.
class Proofs {
public:
    explicit Proofs(const Analysis& analysis) : analysis_(analysis) { }

    [[nodiscard]] const FabricProof& paths();
    [[nodiscard]] const DeadlockProof& deadlocks(const DeadlockOptions& options);
    /// `subnet` is the index of a device that is an InfiniBand subnet.
    [[nodiscard]] const CreditProof& credits(std::uint32_t subnet);

private:
    const Analysis& analysis_;
    std::once_flag made_;
    std::unique_ptr<FabricProof> paths_;
    std::mutex mutex_;
    /// A deque, since its members never move.
    std::deque<std::pair<DeadlockOptions, DeadlockProof>> deadlocks_;
    std::deque<std::pair<std::uint32_t, CreditProof>> credits_; ///< a deque for the same reason
};

}
