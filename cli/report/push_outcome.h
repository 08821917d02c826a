// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// The outcomes of a push as a table: device, step, what became of it, why.
[[nodiscard]] std::string outcome_table(const push::PushResult& result);
/// The same as JSON, with the path of the journal.
[[nodiscard]] std::string outcome_json(const push::PushResult& result, const std::string& journal);

/// What `push --check` found.
struct CheckResult {
    bool good = true; ///< everything was accepted, and nobody interrupted it
    /// Of the first step of each device: Event::done where it was accepted, with what the device says would change.
    std::vector<push::StepOutcome> outcomes;
    /// What is wrong with neighbours that a step rests on, or not known of them: `message`; Event::refused where the step
    /// would not be begun.
    std::vector<push::StepOutcome> neighbours;
};
[[nodiscard]] std::string check_text(const CheckResult& result);
[[nodiscard]] std::string check_json(const CheckResult& result);

}
