// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/option_rule.h"

namespace rocelint::rules::sm045 {
namespace {

constexpr Example examples[] = {
    sm::example("No limit",
        R"(-max_wire_smps 16
+max_wire_smps 0
)",
        "max_wire_smps 0"),
    sm::example("The clean manager"),
};

constexpr sm::OptionRule row{
    .option = "max_wire_smps",
    .wrong = sm::has_value<&SubnetManager::max_wire_smps, 0>,
    .says = "sends management requests without a limit: 0 means unlimited",
    .fix = "Set max_wire_smps: opensm starts with 4.",
    .right = "4",
};

}

extern const Rule rule = {
    .code = "SM045",
    .name = "unlimited-requests",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "The subnet manager does not limit how many requests it sends at once.",
    .why = "Management shares VL15, whose buffers are small and have no credits: what comes too fast is "
           "dropped. With max_wire_smps 0 a sweep of a large fabric drops its own requests, waits for "
           "timeouts and takes longer than with a few at a time.",
    .source = "opensm 3.3.23, opensm/osm_subnet.c: osm_subn_verify_config (0 becomes 0x7fffffff)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set max_wire_smps.",
    .check_device = sm::check_option<row>,
};

}
