// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/step_runner.h"
#include "push/waves.h"

#include <functional>

namespace rocelint::push {

/// What a whole push came to.
struct PushResult {
    std::vector<StepOutcome> outcomes; ///< of the steps that were begun, in the plan's order
    std::vector<StepOutcome> not_begun; ///< with the reason
    /// Every step is done.
    [[nodiscard]] bool good() const;
};

/// Tells of what happens, from several threads, one at a time, and asks whether to go on. Each may be empty.
struct PushReport {
    std::function<void(const Wave&)> wave;
    std::function<void(const StepOutcome&)> step;
    /// Asked when a wave of canaries has been good: why nothing more is to be begun, or empty.
    std::function<std::string(const Wave&)> after_canary;
    /// Asked before a step is begun, from several threads at a time: why it is not to be, or empty.
    std::function<std::string(const PlanDevice&, std::uint32_t step)> before_step;
    /// Told when a step has ended, from several threads at a time. Gives back what went wrong with the telling, or nothing.
    std::function<std::string(const StepOutcome&)> after_step;
};

/// Carries a plan out: wave after wave, in each as many devices at a time as the options permit. A step is begun only when
/// the device's step before it, and those of other devices that it needs, are done. Stops at most_failures, at a failing
/// canary, and when the access' cancel flag is raised; what is under way then is brought to an end first.
///
/// `history`: the journal so far, of a push that goes on; what it left in the middle is brought to an end, and what is done
/// is not done again.
[[nodiscard]] PushResult run_push(
    const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report);

/// Brings to an end what an earlier run left in the middle, and begins nothing. Outcomes are those of such steps alone.
[[nodiscard]] PushResult finish_push(
    const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report);
/// The plan that takes back what a journal says was done: the steps in the opposite order, each with its undo for its
/// commands, from the state that it ended in to the one that it began with.
[[nodiscard]] Plan undo_plan(const Plan& plan, const JournalText& journal);

}
