// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "push/journal/journal.h"
#include "push/plan/plan.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// A plan with the text that it was read from; the journal holds the hash of the text.
struct PlanFile {
    push::Plan plan;
    std::string text;
};

/// A journal with its plan.
struct History {
    push::JournalText journal;
    push::Plan plan;
};

/// Loads a plan. Fails with `usage` if it cannot be read or was made with another state key than this user's,
/// and with `invalid` if it is not a plan or was changed after it was sealed.
[[nodiscard]] Result<PlanFile> load_plan(const std::string& path);
/// The path of the copy of the plan that a journal keeps next to it: rollback stays possible whatever happens
/// to the file that was pushed.
[[nodiscard]] std::string plan_copy(const std::string& journal);
/// The path as a journal stores it, so that it can be used from any working directory.
[[nodiscard]] std::string from_anywhere(const std::string& path);
/// Reads a journal and the copy of its plan, even if both were moved. Fails with `invalid` if it is another
/// plan.
[[nodiscard]] Result<History> read_history(const std::string& path);
/// The number of steps that an interrupted run left in force or in progress, or whose result it could not
/// determine.
[[nodiscard]] std::size_t count_open(const History& history);
/// The plan with only the steps that a resumed push works on: those that count_open() counts, and, unless `open_only`,
/// those that are not done and were not found bad. Only for counting: `needs` still has the numbers of the whole plan.
[[nodiscard]] push::Plan steps_left(const History& history, bool open_only);
/// The steps that a rollback may undo: those that were done, and those that count_open() counts, which are finished first
/// and may be done then.
[[nodiscard]] push::Plan steps_to_undo(const History& history);
/// The configurations needed to read the devices are stored next to the plan that was pushed, and a later
/// plan of the same name replaces them. Fails with `invalid` if that has happened.
[[nodiscard]] Result<void> still_same_plan(const push::JournalHead& head);

}
