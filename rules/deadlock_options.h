// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "analysis/proof/deadlock.h"

namespace rocelint {

/// What the policy says of DLK001, for whatever else looks for rings, so that `check` and `trace` prove the same.
[[nodiscard]] proof::DeadlockOptions deadlock_options(const Policy& policy);

}
