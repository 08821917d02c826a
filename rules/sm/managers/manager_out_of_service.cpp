// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm029 {
namespace {

constexpr Example examples[] = {
    sm::example("It ignores other managers",
        R"(-lmc 0
+ignore_other_sm TRUE
)",
        "ignore_other_sm TRUE"),
    sm::example("It is inactive",
        R"(-lmc 0
+sm_inactive TRUE
)",
        "sm_inactive TRUE"),
    sm::example("No multicast",
        R"(-lmc 0
+disable_multicast TRUE
)",
        "disable_multicast TRUE"),
    sm::example("All three are off", R"(-lmc 0
+sm_inactive FALSE
+ignore_other_sm FALSE
+disable_multicast FALSE
)"),
};

void judge(DeviceContext& context,
    Severity severity,
    const Setting<bool>& is_on,
    std::string_view option,
    std::string_view follows)
{
    if (!is_on.known() || !is_on.value)
        return;
    context.report({.severity = severity,
        .at = sm::place_of(context.device(), is_on),
        .message = fmt::format("{} has {} TRUE: {}", context.device().name, option, follows),
        .subjects = {sm::subject(context, option)},
        .fix = fmt::format("Set {} to FALSE.", option),
        .changes = {sm::change(context.index, option, "FALSE")}});
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    judge(context,
        Severity::error,
        manager.ignore_other_sm,
        "ignore_other_sm",
        "it is master alongside any other master");
    judge(context, Severity::warning, manager.sm_inactive, "sm_inactive", "it is neither master nor standby");
    judge(context,
        Severity::warning,
        manager.disable_multicast,
        "disable_multicast",
        "IP over InfiniBand has no broadcast");
}

}

extern const Rule rule = {
    .code = "SM029",
    .name = "manager-out-of-service",
    .severity = Severity::warning,
    .other_severities = {{{Severity::error, "for ignore_other_sm"}}},
    .scope = Scope::device,
    .summary
    = "The subnet manager does not do its work: it is inactive, ignores others, or makes no multicast.",
    .why = "An inactive manager neither becomes master nor stands by. One that ignores others is master "
           "alongside another master. Without multicast IP over InfiniBand has no broadcast, and no host "
           "resolves an address.",
    .source = "opensm(8) 3.3.23; opensm 3.3.23, opensm/osm_subnet.c (sm_inactive, ignore_other_sm, "
              "disable_multicast)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set these options to FALSE.",
    .check_device = sm::check_manager<check>,
};

}
