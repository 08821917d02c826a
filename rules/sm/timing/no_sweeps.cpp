// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/option_rule.h"

namespace rocelint::rules::sm018 {
namespace {

constexpr Example examples[] = {
    sm::example("Sweeps are off",
        R"(-sweep_interval 10
+sweep_interval 0
-m_key_lease_period 60
)",
        "sweep_interval 0"),
    sm::example("The clean manager"),
};

constexpr sm::OptionRule row{
    .option = "sweep_interval",
    .wrong = sm::has_value<&SubnetManager::sweep_interval, 0>,
    .says = "never sweeps the subnet by itself: changes that no trap reports go unnoticed",
    .fix = "Set sweep_interval to 10, with which opensm starts.",
    .right = "10",
};

}

extern const Rule rule = {
    .code = "SM018",
    .name = "no-sweeps",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The subnet manager does not sweep the fabric by itself.",
    .why = "With sweep_interval 0, only a trap makes opensm look at the fabric again. A trap that is lost, "
           "or a switch that comes back without one, leaves ports without LIDs and routes until an "
           "operator restarts it.",
    .source = "opensm(8) 3.3.23, sweep_interval; opensm 3.3.23, opensm/osm_subnet.c",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set sweep_interval to 10.",
    .check_device = sm::check_option<row>,
};

}
