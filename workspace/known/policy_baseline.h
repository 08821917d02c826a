// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/known/baseline.h"

#include <memory>

namespace rocelint::workspace {

/// Reads the baseline that a policy names; without one, returns an empty baseline. Fails with `usage`, at the policy's
/// line, if there is no such file or it lies outside of the policy's folder, and as read_baseline() does.
[[nodiscard]] Result<Baseline> read_policy_baseline(const Policy& policy);

/// Removes the findings that the policy's baseline knows from the report. Fails as read_policy_baseline() does.
[[nodiscard]] Result<void> take_known_of_policy(std::unique_ptr<Outcome>& outcome);

}
