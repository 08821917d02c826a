// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/policy/custom_rule.h"
#include "models/confined/confined.h"
#include "rules/own/own_batches.h"

#include <vector>

namespace rocelint {

/// Evaluates batches until none are left, and sends the events of each (rules/own/own_event.h). Runs in a
/// separate process.
void evaluate_own_rules(const std::vector<const CustomRule*>& rules,
    const Analysis& analysis,
    const OwnBatches& batches,
    confined::Worker& worker);

}
