// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm010 {
namespace {

constexpr Example examples[] = {
    sm::example("The lease is as long as the interval",
        R"(-m_key_lease_period 60
+m_key_lease_period 10
)",
        "m_key_lease_period 10"),
    sm::example("Sweeps are off with leases",
        R"(-sweep_interval 10
+sweep_interval 0
)",
        "sweep_interval 0"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.m_key_lease_period.known() || !manager.sweep_interval.known())
        return;
    for (const SmOption& option : manager.options) {
        if (option.misread != SmMisread::restrained
            || (option.name != "m_key_lease_period" && option.name != "sweep_interval"))
            continue;
        context.report({.at = option.at,
            .message = fmt::format("{} runs with {} {} instead of {}: {}",
                context.device().name,
                option.name,
                option.runs,
                option.given,
                option.why),
            .subjects = {sm::subject(context, option)},
            .fix = fmt::format(
                "Let m_key_lease_period be longer than sweep_interval, and sweep_interval more than 0: "
                "{} s and {} s are in effect now.",
                manager.m_key_lease_period.value.count(),
                manager.sweep_interval.value.count()),
            .changes = {sm::change(context.index, option.name, std::string(option.runs))}});
    }
}

}

extern const Rule rule = {
    .code = "SM010",
    .name = "key-lease",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "The lease of the M_Key is not longer than the interval of sweeps.",
    .why = "A port that is asked with a wrong key starts a timer. When the lease is over without a sweep in "
           "between, the port sets its protection level to 0: any host may then read the key and configure "
           "the port with it. opensm changes the lease or the interval by itself where they do not fit, so "
           "the values in effect differ from those in the file.",
    .source = "opensm 3.3.23, opensm/osm_subnet.c: osm_subn_verify_config; InfiniBand Architecture "
              "Specification 14.2.4.2 (M_KeyLeasePeriod, M_KeyProtectBits)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Let the lease be longer than the interval of sweeps. `fix` writes the value that is in "
           "effect.",
    .check_device = sm::check_manager<check>,
};

}
