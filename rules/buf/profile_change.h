// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// Proposes a change of the profile for all of its users, by way of the first group that uses it. Nothing is proposed
/// for a profile of no group.
void propose_for_profile(const RuleContext& context,
    Finding& finding,
    std::uint32_t index,
    const BufferProfile& profile,
    Property property,
    ChangeValue value);

}
