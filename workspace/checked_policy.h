// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/text/source.h"

namespace rocelint::workspace {

/// Reads rocelint.yaml, which may speak of all rules that are shipped, and compiles the rules that it states itself: what is
/// wrong with any of it is an Error at its place.
[[nodiscard]] Result<Policy> read_checked_policy(const Source& source);

}
