// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/waves.h"
#include "push/run/step_runner.h"

#include <functional>

namespace rocelint::push {

/// The result of a whole push.
struct PushResult {
    std::vector<StepOutcome> outcomes; ///< of the steps that began, in the plan's order
    std::vector<StepOutcome> not_begun; ///< with the reasons
    /// Whether every step is done.
    [[nodiscard]] bool good() const;
};

/// Callbacks that report progress and ask whether to go on. They are called from several threads, one at a
/// time unless noted otherwise. Each may be empty.
struct PushReport {
    std::function<void(const Wave&)> wave;
    std::function<void(const StepOutcome&)> step;
    /// Called after a successful wave of canaries. Returns why nothing more may begin, or an empty string.
    std::function<std::string(const Wave&)> after_canary;
    /// Called before a step begins, possibly from several threads at the same time. Returns why it must not
    /// begin, or an empty string.
    std::function<std::string(const PlanDevice&, std::uint32_t step)> before_step;
    /// Called when a step has ended, possibly from several threads at the same time. Returns what went wrong
    /// in the callback, or an empty string.
    std::function<std::string(const StepOutcome&)> after_step;
};

/// Carries a plan out: wave after wave, each with as many devices at a time as the options permit. A step
/// begins only when the device's previous step, and the steps of other devices that it needs, are done. Stops
/// at most_failures, at a failing canary, and when the cancel flag of `access` is set; steps in progress are
/// finished first.
///
/// `history`: the journal so far, for a push that resumes. Steps that it left halfway are finished, and steps
/// that are done are not repeated.
[[nodiscard]] PushResult run_push(
    const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report);

/// Finishes the steps that an earlier run left halfway, and begins no others. The outcomes are only those of
/// such steps.
[[nodiscard]] PushResult finish_push(
    const PushContext& context, const Plan& plan, const JournalText& history, const PushReport& report);
/// The plan that rolls back what a journal records as done: the steps in the opposite order, each with its
/// commands and its undo swapped, from the state in which the step ended to the state in which it began.
[[nodiscard]] Plan undo_plan(const Plan& plan, const JournalText& journal);

}
