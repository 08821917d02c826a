// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/custom_rule.h"
#include "models/confined/confined.h"
#include "rules/rule.h"

#include <deque>
#include <string_view>
#include <vector>

namespace rocelint {

/// The rules of a policy as the rest of the program knows rules. Findings point into it.
class OwnRules {
public:
    explicit OwnRules(const CustomRules& rules);
    OwnRules(const OwnRules&) = delete;
    OwnRules& operator=(const OwnRules&) = delete;

    /// In the order of the policy.
    [[nodiscard]] const std::vector<const Rule*>& all() const { return all_; }
    /// The rule of this code or name, or null.
    [[nodiscard]] const Rule* find(std::string_view code_or_name) const;
    /// What the policy says of a rule, or null where it is none of these.
    [[nodiscard]] const CustomRule* says(const Rule& rule) const;

private:
    struct Entry {
        std::shared_ptr<const CustomRule> says;
        std::string why;
        std::string source;
        Rule rule;
    };
    std::deque<Entry> entries_;
    std::vector<const Rule*> all_;
};

/// What own rules found.
struct OwnOutput {
    std::vector<Finding> findings; ///< severities as they hold for all devices
    std::vector<NotChecked> not_checked; ///< rows of a device that give one reason are joined
    std::vector<Error> errors; ///< in the order of the policy: what could not be evaluated, at its place
};

/// Asks the selected own rules of the whole fabric, in processes of their own (models/confined). A rule that loops or grows is
/// stopped, told as an error and left out. A rule is not asked of a device on which it is off. The result does not depend on how many processes there are.
[[nodiscard]] OwnOutput run_own_rules(const OwnRules& own,
    const std::vector<const Rule*>& selected,
    const Analysis& analysis,
    std::size_t processes,
    const confined::Limits& limits = {});

/// What jq says against the expressions of a policy, at its place; nothing where they compile. Evaluates none of them.
[[nodiscard]] Result<void> compile_own_rules(const CustomRules& rules);

}
