// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/custom_rule.h"
#include "models/confined/confined.h"
#include "rules/rule.h"

#include <deque>
#include <string_view>
#include <vector>

namespace rocelint {

/// The own rules of a policy as Rule records. Findings point into this object.
class OwnRules {
public:
    explicit OwnRules(const CustomRules& rules);
    OwnRules(const OwnRules&) = delete;
    OwnRules& operator=(const OwnRules&) = delete;

    /// In the order of the policy.
    [[nodiscard]] const std::vector<const Rule*>& all() const { return all_; }
    /// The rule with this code or name, or null.
    [[nodiscard]] const Rule* find(std::string_view code_or_name) const;
    /// The policy's definition of a rule, or null if the rule is not one of these.
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

/// The results of own rules.
struct OwnOutput {
    std::vector<Finding> findings; ///< with the severities that apply to all devices
    std::vector<NotChecked> not_checked; ///< rows of one device with one reason are merged
    /// Expressions that could not be evaluated, with their places; sorted by message.
    std::vector<Error> errors;
};

/// Evaluates the selected own rules on the whole fabric, in separate processes (models/confined). A rule that
/// runs too long or uses too much memory is stopped, reported as an error and left out. A rule is not
/// evaluated for devices on which it is off. The result does not depend on the number of processes.
[[nodiscard]] OwnOutput run_own_rules(const OwnRules& own,
    const std::vector<const Rule*>& selected,
    const Analysis& analysis,
    std::size_t processes,
    const confined::Limits& limits = {});

/// Checks the expressions of a policy without evaluating them. The error is that of the first bad expression,
/// at its place: jq does not compile it, or it uses a refused word or an unknown field.
[[nodiscard]] Result<void> compile_own_rules(const CustomRules& rules);

}
