// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/journal/journal.h"
#include "push/plan/plan.h"

namespace rocelint::push {

/// Gives each step's transaction the name by which devices know it in this push. A device that has seen a
/// transaction of an earlier push, or of an earlier try (recorded in this journal), must never mistake it for
/// this one.
void name_transactions(Plan& plan, const JournalText& history);

/// Renames an interrupted step, which has the name of its last try, for the next try.
void name_next_try(PlanDevice& device, std::uint32_t step, const JournalText& history);

}
