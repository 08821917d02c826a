// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/plan_builder.h"
#include "workspace/step_builder.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Index of the fleet by device of the fabric.
[[nodiscard]] std::map<std::uint32_t, std::size_t> fleet_places(const CheckedFleet& checked);

/// Whether a finding of this rule about the configurations that a plan predicts is about these files and not about a device.
[[nodiscard]] bool is_of_files_alone(std::string_view code);

/// Puts the steps of all devices together as a plan: which wait for which, which are never taken at once, and what rules
/// find before and after. `built` and `left_out` are by index of the fleet that `before` checked.
[[nodiscard]] BuiltPlan assemble_plan(const PlanRequest& request,
    const CheckedFleet& before,
    std::vector<BuiltSteps> built,
    std::vector<std::vector<push::LeftOut>> left_out);

}
