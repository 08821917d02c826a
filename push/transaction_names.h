// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/journal.h"
#include "push/plan.h"

namespace rocelint::push {

/// Gives each step's transaction the name under which devices know it in this push: a device that saw a transaction of an
/// earlier push, or of an earlier try (which this journal tells), must never take it for this one.
void name_transactions(Plan& plan, const JournalText& history);

/// Gives a step that was interrupted, under the name of its last try, the name of the next one.
void name_next_try(PlanDevice& device, std::uint32_t step, const JournalText& history);

}
