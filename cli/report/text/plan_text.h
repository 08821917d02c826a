// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"
#include "workspace/fleet/plan_diffs.h"

#include <string>

namespace rocelint::cli {

/// The commands sent to each device, step by step, with the resulting changes of its configuration and the
/// commands that undo them.
[[nodiscard]] std::string plan_commands(const push::Plan& plan, const workspace::StepDiffs& diffs);

/// A plan for people: its waves with every step, its class and the ports, hosts and rails that it interrupts,
/// what is left out, and the findings before and after.
[[nodiscard]] std::string plan_text(const push::Plan& plan, std::size_t wave);

/// Findings of severity error that the plan predicts and that do not exist now.
[[nodiscard]] std::vector<push::PlanFinding> new_errors(const push::Plan& plan);

}
