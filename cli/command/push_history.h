// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "push/journal.h"
#include "push/plan.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// A plan with the text that it was read from, whose hash the journal holds.
struct PlanFile {
    push::Plan plan;
    std::string text;
};

/// A journal with its plan.
struct History {
    push::JournalText journal;
    push::Plan plan;
};

/// `usage` where it cannot be read, or was made with another key of states than this user's; `invalid` where it is no plan,
/// and where it is not what was sealed.
[[nodiscard]] Result<PlanFile> load_plan(const std::string& path);
/// Where a journal keeps its plan beside it: whatever happens to the file that was pushed, there is a way back.
[[nodiscard]] std::string plan_copy(const std::string& journal);
/// The path as a journal holds it, which is read from other folders than it was written from.
[[nodiscard]] std::string from_anywhere(const std::string& path);
/// Reads a journal and the copy of its plan, also where both were moved. `invalid` where the plan is another one.
[[nodiscard]] Result<History> read_history(const std::string& path);
/// Steps that an interrupted run left in force or on their way, or whose end it could not find out.
[[nodiscard]] std::size_t count_open(const History& history);
/// What the devices are to be read like lies beside the plan that was pushed, and goes when a plan of its name is made:
/// `invalid` where that happened.
[[nodiscard]] Result<void> still_same_plan(const push::JournalHead& head);

}
