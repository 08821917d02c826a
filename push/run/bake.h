// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run/step_runner.h"

#include <string>
#include <vector>

namespace rocelint::push {

/// A device whose step is done, with its hash since then.
struct Baked {
    const PlanDevice* device = nullptr;
    std::uint32_t step = 0;
    std::string hash;
};

/// Watches the canaries for PushOptions::bake. Returns what went wrong with one of them: it changed, cannot
/// be reached, lost a link (even if it is up again), dropped more packets than PushOptions::most_drops, or
/// counts more pause frames than PushOptions::most_pauses allows. Empty: nothing.
[[nodiscard]] std::string bake(const PushContext& context, const std::vector<Baked>& canaries);

}
