// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/property.h"
#include "tests/mutation/mutants.h"

#include <set>
#include <string_view>

namespace rocelint::testing {

/// Why it is harmless that the report does not show this mutant; if empty, the mutant must not be silent. `changed` is what
/// differs in the model, `line` the line before it was broken.
[[nodiscard]] std::string_view reason_of_silence(
    std::string_view platform, const std::set<Property>& changed, Mutation mutation, std::string_view line);

}
