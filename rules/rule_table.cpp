// SPDX-License-Identifier: Apache-2.0
// A generated table instead of registration by static constructors: it is searchable and sorted by code, and
// cannot miss a rule's file.
#include "rules/rule_table.h"

#include "models/text/nearest.h"

#include <iterator>
#include <vector>

namespace rocelint {

// The table that cmake/rule_table.cmake generates: one RULE(code) for each file
// rules/<family>/<rule_name>.cpp.
#define RULE(code)                                                                                           \
    namespace rules::code {                                                                                  \
    extern const Rule rule;                                                                                  \
    }
#include "rules/rule_table.inc"
#undef RULE

namespace {

#define RULE(code) &rules::code::rule,
// No std::array: clang deduces the type of one from at most 256 elements.
constexpr const Rule* table[]{
#include "rules/rule_table.inc"
};
#undef RULE

}

std::span<const Rule* const> all_rules() { return table; }

std::vector<const Rule*> with_own_rules(std::span<const Rule* const> own)
{
    std::vector<const Rule*> rules(std::begin(table), std::end(table));
    rules.insert(rules.end(), own.begin(), own.end());
    return rules;
}

std::span<const KnownRule> known_rules()
{
    static const std::vector<KnownRule> known = [] {
        std::vector<KnownRule> rules;
        for (const Rule* rule : table)
            rules.push_back({rule->code,
                rule->name,
                rule->parameters,
                rule->check_link == nullptr && rule->check_fabric == nullptr});
        return rules;
    }();
    return known;
}

const Rule* find_rule(std::string_view code_or_name)
{
    for (const Rule* rule : table) {
        if (equal_ignoring_case(rule->code, code_or_name) || equal_ignoring_case(rule->name, code_or_name))
            return rule;
    }
    return nullptr;
}

}
