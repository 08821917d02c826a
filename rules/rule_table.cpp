// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_table.h"

#include "models/text/nearest.h"

#include <array>

namespace rocelint {

// One line per rule here and one below, sorted by code; each is defined in rules/<family>/<rule_name>.cpp.
// clang-format off
namespace rules {
namespace app001 { extern const Rule rule; }
namespace buf007 { extern const Rule rule; }
namespace buf008 { extern const Rule rule; }
namespace buf011 { extern const Rule rule; }
namespace cc001 { extern const Rule rule; }
namespace cc005 { extern const Rule rule; }
namespace dlk006 { extern const Rule rule; }
namespace dlk007 { extern const Rule rule; }
namespace ecn001 { extern const Rule rule; }
namespace ecn002 { extern const Rule rule; }
namespace ecn003 { extern const Rule rule; }
namespace ecn007 { extern const Rule rule; }
namespace ecn008 { extern const Rule rule; }
namespace ecn009 { extern const Rule rule; }
namespace ecn012 { extern const Rule rule; }
namespace ets001 { extern const Rule rule; }
namespace ets002 { extern const Rule rule; }
namespace lnk002 { extern const Rule rule; }
namespace mtu001 { extern const Rule rule; }
namespace mtu002 { extern const Rule rule; }
namespace mtu003 { extern const Rule rule; }
namespace mtu004 { extern const Rule rule; }
namespace mtu007 { extern const Rule rule; }
namespace nic001 { extern const Rule rule; }
namespace nic002 { extern const Rule rule; }
namespace nic003 { extern const Rule rule; }
namespace nic004 { extern const Rule rule; }
namespace nic007 { extern const Rule rule; }
namespace nic008 { extern const Rule rule; }
namespace pfc001 { extern const Rule rule; }
namespace pfc002 { extern const Rule rule; }
namespace pfc003 { extern const Rule rule; }
namespace pfc004 { extern const Rule rule; }
namespace pfc005 { extern const Rule rule; }
namespace pfc006 { extern const Rule rule; }
namespace pfc007 { extern const Rule rule; }
namespace pfc009 { extern const Rule rule; }
namespace pfc011 { extern const Rule rule; }
namespace pfc012 { extern const Rule rule; }
namespace pfc014 { extern const Rule rule; }
namespace pfc018 { extern const Rule rule; }
namespace qos001 { extern const Rule rule; }
namespace qos002 { extern const Rule rule; }
namespace qos003 { extern const Rule rule; }
namespace qos004 { extern const Rule rule; }
namespace qos005 { extern const Rule rule; }
namespace qos006 { extern const Rule rule; }
namespace qos007 { extern const Rule rule; }
namespace qos008 { extern const Rule rule; }
namespace qos009 { extern const Rule rule; }
namespace qos011 { extern const Rule rule; }
namespace qos013 { extern const Rule rule; }
namespace syn001 { extern const Rule rule; }
namespace top004 { extern const Rule rule; }
namespace wd001 { extern const Rule rule; }
namespace wd002 { extern const Rule rule; }
namespace wd004 { extern const Rule rule; }
namespace wd009 { extern const Rule rule; }
}
// clang-format on

namespace {

constexpr std::array<const Rule*, 58> table{
    &rules::app001::rule,
    &rules::buf007::rule,
    &rules::buf008::rule,
    &rules::buf011::rule,
    &rules::cc001::rule,
    &rules::cc005::rule,
    &rules::dlk006::rule,
    &rules::dlk007::rule,
    &rules::ecn001::rule,
    &rules::ecn002::rule,
    &rules::ecn003::rule,
    &rules::ecn007::rule,
    &rules::ecn008::rule,
    &rules::ecn009::rule,
    &rules::ecn012::rule,
    &rules::ets001::rule,
    &rules::ets002::rule,
    &rules::lnk002::rule,
    &rules::mtu001::rule,
    &rules::mtu002::rule,
    &rules::mtu003::rule,
    &rules::mtu004::rule,
    &rules::mtu007::rule,
    &rules::nic001::rule,
    &rules::nic002::rule,
    &rules::nic003::rule,
    &rules::nic004::rule,
    &rules::nic007::rule,
    &rules::nic008::rule,
    &rules::pfc001::rule,
    &rules::pfc002::rule,
    &rules::pfc003::rule,
    &rules::pfc004::rule,
    &rules::pfc005::rule,
    &rules::pfc006::rule,
    &rules::pfc007::rule,
    &rules::pfc009::rule,
    &rules::pfc011::rule,
    &rules::pfc012::rule,
    &rules::pfc014::rule,
    &rules::pfc018::rule,
    &rules::qos001::rule,
    &rules::qos002::rule,
    &rules::qos003::rule,
    &rules::qos004::rule,
    &rules::qos005::rule,
    &rules::qos006::rule,
    &rules::qos007::rule,
    &rules::qos008::rule,
    &rules::qos009::rule,
    &rules::qos011::rule,
    &rules::qos013::rule,
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
