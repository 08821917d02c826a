// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_table.h"

#include "models/text/nearest.h"

#include <array>

namespace rocelint {

// One line per rule, sorted by code; each is defined in rules/<family>/<rule_name>.cpp.
namespace rules {
namespace pfc001 {
extern const Rule rule;
}
namespace syn001 {
extern const Rule rule;
}
}

namespace {

constexpr std::array<const Rule*, 2> table{
    &rules::pfc001::rule,
    &rules::syn001::rule,
};

}

std::span<const Rule* const> all_rules() { return table; }

const Rule* find_rule(std::string_view code_or_name)
{
    for (const Rule* rule : table) {
        if (equal_ignoring_case(rule->code, code_or_name) || equal_ignoring_case(rule->name, code_or_name))
            return rule;
    }
    return nullptr;
}

}
