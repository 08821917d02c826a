// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/fleet/plan_builder.h"
#include "workspace/fleet/step_builder.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Maps the device index in the fabric to the index in the fleet.
[[nodiscard]] std::map<std::uint32_t, std::size_t> fleet_places(const CheckedFleet& checked);

/// Whether findings of this rule about predicted configurations concern only the files and not the device.
[[nodiscard]] bool is_of_files_alone(std::string_view code);

/// Combines the steps of all devices into a plan: which steps wait for which, which are never made at the
/// same time, and what the rules find before and after. `built` and `left_out` are indexed by the fleet that
/// `before` checked.
[[nodiscard]] BuiltPlan assemble_plan(const PlanRequest& request,
    const CheckedFleet& before,
    std::vector<BuiltSteps> built,
    std::vector<std::vector<push::LeftOut>> left_out);

}
