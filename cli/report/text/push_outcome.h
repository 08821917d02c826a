// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run/run.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// The outcomes of a push as a table: device, step, result, reason.
[[nodiscard]] std::string outcome_table(const push::PushResult& result);
/// The outcomes as JSON, with the path of the journal.
[[nodiscard]] std::string outcome_json(const push::PushResult& result, const std::string& journal);

/// The result of `push --check`.
struct CheckResult {
    bool good = true; ///< everything was accepted, and the run was not interrupted
    /// For the first step of each device: Event::done if the device accepted it, with the changes that the
    /// device reports.
    std::vector<push::StepOutcome> outcomes;
    /// Neighbors that a step depends on and that have changed or are unknown: the problem is in `message`;
    /// Event::refused if the step would not begin.
    std::vector<push::StepOutcome> neighbours;
};
[[nodiscard]] std::string check_text(const CheckResult& result);
[[nodiscard]] std::string check_json(const CheckResult& result);

}
