// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_table.h"

#include "models/text/nearest.h"

#include <array>

namespace rocelint {

// One line per rule, sorted by code; each is defined in rules/<family>/<rule_name>.cpp.
namespace rules {
namespace buf007 {
extern const Rule rule;
}
namespace buf008 {
extern const Rule rule;
}
namespace buf011 {
extern const Rule rule;
}
namespace lnk002 {
extern const Rule rule;
}
namespace mtu001 {
extern const Rule rule;
}
namespace mtu002 {
extern const Rule rule;
}
namespace mtu003 {
extern const Rule rule;
}
namespace mtu004 {
extern const Rule rule;
}
namespace pfc001 {
extern const Rule rule;
}
namespace pfc002 {
extern const Rule rule;
}
namespace pfc003 {
extern const Rule rule;
}
namespace pfc004 {
extern const Rule rule;
}
namespace pfc005 {
extern const Rule rule;
}
namespace pfc006 {
extern const Rule rule;
}
namespace pfc009 {
extern const Rule rule;
}
namespace pfc011 {
extern const Rule rule;
}
namespace pfc012 {
extern const Rule rule;
}
namespace pfc014 {
extern const Rule rule;
}
namespace pfc018 {
extern const Rule rule;
}
namespace syn001 {
extern const Rule rule;
}
namespace top004 {
extern const Rule rule;
}
namespace wd001 {
extern const Rule rule;
}
namespace wd002 {
extern const Rule rule;
}
namespace wd004 {
extern const Rule rule;
}
namespace wd009 {
extern const Rule rule;
}
}

namespace {

constexpr std::array<const Rule*, 25> table{
    &rules::buf007::rule,
    &rules::buf008::rule,
    &rules::buf011::rule,
    &rules::lnk002::rule,
    &rules::mtu001::rule,
    &rules::mtu002::rule,
    &rules::mtu003::rule,
    &rules::mtu004::rule,
    &rules::pfc001::rule,
    &rules::pfc002::rule,
    &rules::pfc003::rule,
    &rules::pfc004::rule,
    &rules::pfc005::rule,
    &rules::pfc006::rule,
    &rules::pfc009::rule,
    &rules::pfc011::rule,
    &rules::pfc012::rule,
    &rules::pfc014::rule,
    &rules::pfc018::rule,
    &rules::syn001::rule,
    &rules::top004::rule,
    &rules::wd001::rule,
    &rules::wd002::rule,
    &rules::wd004::rule,
    &rules::wd009::rule,
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
