// SPDX-License-Identifier: Apache-2.0
// A proof costs more than all other rules together, so rules share proofs, and no proof is computed without a
// request.
#include "analysis/proof/proofs.h"

#include "models/fabric/value/unread_watch.h"

namespace rocelint::proof {

const FabricProof& Proofs::paths()
{
    const UnwatchedScope unwatched; // a proof reports its own gaps, whichever rule requested it first
    std::call_once(made_, [&] { paths_ = std::make_unique<FabricProof>(analysis_); });
    return *paths_;
}

const DeadlockProof& Proofs::deadlocks(const DeadlockOptions& options)
{
    const UnwatchedScope unwatched;
    const std::scoped_lock lock(mutex_);
    for (const auto& [known, proof] : deadlocks_) {
        if (known == options)
            return proof;
    }
    return deadlocks_.emplace_back(options, prove_freedom_from_deadlock(analysis_, options)).second;
}

const CreditProof& Proofs::credits(std::uint32_t subnet)
{
    const UnwatchedScope unwatched;
    const std::scoped_lock lock(mutex_);
    for (const auto& [known, proof] : credits_) {
        if (known == subnet)
            return proof;
    }
    return credits_.emplace_back(subnet, prove_free_of_credit_loops(*analysis_.fabric, subnet)).second;
}

}
