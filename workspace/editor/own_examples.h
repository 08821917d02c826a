// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/text/source.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// The result of one example of an own rule.
struct ExampleOutcome {
    std::string code;
    std::string title;
    std::string place; ///< "rocelint.yaml:30:7"
    std::string fault; ///< a sentence; empty if the example behaves as it says
};

/// Checks each example of a policy's own rules as if its files were a fabric under that policy, without
/// waivers. Fails if the policy cannot be read. `today` is an ISO date.
[[nodiscard]] Result<std::vector<ExampleOutcome>> try_own_examples(
    const Source& policy, std::string_view today);

}
