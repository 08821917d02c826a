// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan.h"
#include "workspace/plan_diffs.h"

#include <string>

namespace rocelint::cli {

/// What is sent to each device, step by step, what becomes of its configuration by that, and what takes it back.
[[nodiscard]] std::string plan_commands(const push::Plan& plan, const workspace::StepDiffs& diffs);

/// A plan for people: its waves with every step, its class and what is behind its ports, what is left out, and the
/// findings before and after.
[[nodiscard]] std::string plan_text(const push::Plan& plan, std::size_t wave);

/// Findings of severity error that the plan predicts and that are not there now.
[[nodiscard]] std::vector<push::PlanFinding> new_errors(const push::Plan& plan);

}
