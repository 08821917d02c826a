// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// Proposes a change of the profile for all of its users, addressed through the first group that uses it.
/// Proposes nothing for a profile that no group uses.
void propose_for_profile(const RuleContext& context,
    Diagnosis& diagnosis,
    std::uint32_t index,
    const BufferProfile& profile,
    Property property,
    ChangeValue value);

}
