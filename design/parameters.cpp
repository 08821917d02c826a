// SPDX-License-Identifier: Apache-2.0
// Designs take their numbers from the rules' parameters, so that a policy that moves a limit also moves the
// design.
#include "design/parameters.h"

#include "rules/rule.h"
#include "rules/rule_table.h"

#include <algorithm>

namespace rocelint::design {

std::span<const double> parameter(const Policy& policy, std::string_view code, std::string_view name)
{
    const Rule* rule = find_rule(code);
    ensure(rule != nullptr, "a design asks for a rule that does not exist");
    const auto setting = policy.rules.find(code);
    if (setting != policy.rules.end()) {
        const auto own = setting->second.parameters.find(name);
        if (own != setting->second.parameters.end())
            return own->second;
    }
    const auto known = std::ranges::find(rule->parameters, name, &Parameter::name);
    ensure(known != rule->parameters.end(), "a design asks for a parameter that its rule does not list");
    return known->defaults;
}

double number(const Policy& policy, std::string_view code, std::string_view name)
{
    const auto values = parameter(policy, code, name);
    return values.empty() ? 0 : values.front();
}

bool is_on(const Policy& policy, std::string_view code)
{
    const auto setting = policy.rules.find(code);
    return setting == policy.rules.end() || !setting->second.off;
}

}
