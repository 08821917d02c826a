// SPDX-License-Identifier: Apache-2.0
// A misspelled code would select nothing, and an empty report would look like a clean fabric.
#include "workspace/check/known_codes.h"

#include "models/text/nearest.h"
#include "rules/engine/engine.h"
#include "rules/own/own_rules.h"
#include "rules/rule_table.h"
#include "workspace/input/checked_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>

namespace rocelint::workspace {
namespace {

bool names_any_rule(const std::string& code, std::span<const Rule* const> rules)
{
    return std::ranges::any_of(rules, [&](const Rule* rule) { return names_rule({code}, *rule); });
}

}

// The policies' own rules count too. Errors in such a rule are reported when the check reads it.
Result<void> check_codes(
    const std::vector<std::string>& codes, std::string_view option, const InputOptions& input)
{
    std::vector<std::unique_ptr<OwnRules>> own;
    std::vector<const Rule*> rules = with_own_rules({});
    for (const std::string& code : codes) {
        if (!code.empty() && names_any_rule(code, rules))
            continue;
        if (own.empty()) {
            const auto policies = policies_of(input);
            if (!policies)
                return tl::unexpected(policies.error());
            for (const Policy& policy : *policies) {
                own.push_back(std::make_unique<OwnRules>(policy.custom_rules));
                rules.insert(rules.end(), own.back()->all().begin(), own.back()->all().end());
            }
            if (!code.empty() && names_any_rule(code, rules))
                continue;
        }
        std::vector<std::string_view> known;
        for (const Rule* rule : rules) {
            known.push_back(rule->code);
            known.push_back(rule->name);
            known.push_back(rule->code.substr(0, rule->code.find_first_of("0123456789")));
        }
        const std::string_view near = nearest(code, known);
        return fail(ErrorKind::usage,
            near.empty()
                ? fmt::format(
                    "{}: no rule has the code or prefix '{}'; `rocelint rules` lists all", option, code)
                : fmt::format(
                    "{}: no rule has the code or prefix '{}'; did you mean '{}'?", option, code, near));
    }
    return {};
}

}
