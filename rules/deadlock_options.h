// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "analysis/proof/deadlock/deadlock.h"

namespace rocelint {

/// The policy's settings for DLK001, for other code that searches for rings, so that `check` and `trace`
/// prove the same.
[[nodiscard]] proof::DeadlockOptions deadlock_options(const Policy& policy);

}
