// SPDX-License-Identifier: Apache-2.0
// Rules, proofs and designs all get the values of parameters from the policy here.
#include "analysis/policy/known_rule.h"

#include "analysis/policy/policy.h"

#include <algorithm>

namespace rocelint {

std::span<const double> value_of(
    std::span<const Parameter> parameters, const RuleSetting* setting, std::string_view name)
{
    if (setting != nullptr) {
        const auto found = setting->parameters.find(name);
        if (found != setting->parameters.end())
            return found->second;
    }
    const auto known = std::ranges::find(parameters, name, &Parameter::name);
    ensure(known != parameters.end(), "a parameter is asked for that its rule does not list");
    return known->defaults;
}

double first_value_of(
    std::span<const Parameter> parameters, const RuleSetting* setting, std::string_view name)
{
    const auto values = value_of(parameters, setting, name);
    return values.empty() ? 0 : values.front();
}

}
