// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm036 {
namespace {

constexpr Example examples[] = {
    sm::with_file("A rule for everything comes first",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        use: everything
        qos-level-name: DEFAULT
    end-qos-match-rule
    qos-match-rule
        pkey: 0x8001
        qos-level-name: DEFAULT
    end-qos-match-rule
end-qos-match-rules
)",
        "qos-match-rule"),
    sm::with_file("qos-setup",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
end-qos-levels
qos-setup
end-qos-setup
)",
        "qos-setup"),
    sm::with_file("A level that no rule names",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
    qos-level
        name: STORAGE
        sl: 2
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        pkey: 0x8001
        qos-level-name: DEFAULT
    end-qos-match-rule
end-qos-match-rules
)",
        "qos-level"),
    sm::with_file("The rule for everything comes last", "qos-policy.conf", R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        pkey: 0x8001
        qos-level-name: DEFAULT
    end-qos-match-rule
    qos-match-rule
        use: everything
        qos-level-name: DEFAULT
    end-qos-match-rule
end-qos-match-rules
)"),
};

// Whether `earlier` matches everything that `later` matches. Compares the texts, not their meaning.
bool covers(const SmQosRule& earlier, const SmQosRule& later)
{
    const auto wider = [](std::string_view a, std::string_view b) { return a.empty() || a == b; };
    return earlier.ulp.empty() == later.ulp.empty() && wider(earlier.ulp, later.ulp)
        && wider(earlier.source, later.source) && wider(earlier.destination, later.destination)
        && wider(earlier.service_ids, later.service_ids) && wider(earlier.qos_classes, later.qos_classes)
        && wider(earlier.pkeys, later.pkeys);
}

// Reports levels that no rule assigns to any path. The level DEFAULT applies to paths that no rule matches.
void report_unused_levels(DeviceContext& context, const SmQosPolicy& policy)
{
    // Without a DEFAULT level, the manager rejects the whole file (SM035).
    if (std::ranges::find(policy.levels, "DEFAULT", &SmQosLevel::name) == policy.levels.end())
        return;
    for (const SmQosLevel& level : policy.levels) {
        const auto names = [&](const SmQosRule& rule) { return rule.level == level.name; };
        if (level.name.empty() || level.name == "DEFAULT" || std::ranges::any_of(policy.rules, names))
            continue;
        context.report({.at = level.at,
            .message
            = fmt::format("no rule of {} gives any path the level {}: it is defined and used nowhere",
                context.device().name,
                level.name),
            .subjects = {context.subject(Property::virtual_lanes, Part::statement(level.at))},
            .fix = fmt::format("Name {} in a qos-match-rule, or remove it.", level.name)});
    }
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (manager.qos_policy.qos_setup.somewhere()) {
        context.report({.at = manager.qos_policy.qos_setup,
            .message = fmt::format("{} reads qos-setup and does not use it", context.device().name),
            .subjects
            = {context.subject(Property::virtual_lanes, Part::statement(manager.qos_policy.qos_setup))},
            .fix = "State lanes and arbitration in opensm.conf (qos_sl2vl, qos_vlarb_high, qos_vlarb_low)."});
    }
    report_unused_levels(context, manager.qos_policy);
    const std::vector<SmQosRule>& rules = manager.qos_policy.rules;
    for (std::size_t later = 1; later < rules.size(); ++later) {
        const auto end = rules.begin() + static_cast<std::ptrdiff_t>(later);
        const auto earlier = std::find_if(
            rules.begin(), end, [&](const SmQosRule& rule) { return covers(rule, rules[later]); });
        if (earlier == end)
            continue;
        context.report({.at = rules[later].at,
            .message = fmt::format("{} never evaluates this rule: an earlier one matches all that it matches",
                context.device().name),
            .subjects = {context.subject(Property::virtual_lanes, Part::statement(rules[later].at))},
            .related = {{earlier->at, "the earlier rule"}},
            .fix = "Put the narrower rule first."});
    }
}

}

extern const Rule rule = {
    .code = "SM036",
    .name = "policy-without-effect",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A part of the qos-policy is never used.",
    .why = "The first rule that matches decides, so a rule after one that matches as much or more is never "
           "evaluated. A level that no rule names is given to no path. The section qos-setup is read but "
           "not used: SL2VL and arbitration come from opensm.conf.",
    .source
    = "opensm 3.3.23, opensm/osm_qos_policy.c: __qos_policy_get_match_rule_by_params; opensm QoS policy"
      " document (doc/QoS_management_in_OpenSM.txt), qos-setup",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Put narrower rules first, and lanes into opensm.conf. The files do not show which of two rules "
           "should win.",
    .check_device = sm::check_manager<check>,
};

}
