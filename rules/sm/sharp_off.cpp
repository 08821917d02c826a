// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/option_rule.h"

namespace rocelint::rules::sm043 {
namespace {

constexpr Example examples[] = {
    sm::with_file("SHARP is off in opensm.conf",
        "sharp_am.cfg",
        R"(ib_port_guid 0x0
smx_enabled_protocols 6
smx_protocol 2
)",
        "sharp_enabled 0",
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 0
)"),
    sm::with_file("SHARP is on",
        "sharp_am.cfg",
        R"(ib_port_guid 0x0
smx_enabled_protocols 6
smx_protocol 2
)",
        {},
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
)"),
};

constexpr sm::OptionRule row{
    .option = "sharp_enabled",
    .wrong = sm::has_value<&SubnetManager::sharp_enabled, 0>,
    .says = "does not support SHARP, whose aggregation manager is set up next to it",
    .fix = "Set sharp_enabled to 2.",
    .right = "2",
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (manager.sharp_manager.known() && manager.sharp_manager.value)
        sm::report_option(context,
            row,
            {{sm::place_of(context.device(), manager.sharp_manager), "the aggregation manager"}});
}

}

extern const Rule rule = {
    .code = "SM043",
    .name = "sharp-off",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "SHARP's aggregation manager is set up, and the subnet manager does not support it.",
    .why = "The aggregation manager works with what the subnet manager of its host finds, and uses its "
           "switches only where sharp_enabled allows it. Without it, NCCL and MPI fall back to rings over "
           "the hosts, and say so at a debug level only.",
    .source = "NVIDIA SHARP Documentation v3.7.0, Running NVIDIA SHARP Aggregation Manager; NVIDIA opensm, "
              "osm_subnet.h (sharp_enabled); NVIDIA/nccl issues 1219, 1425 and 1460",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set sharp_enabled to 2.",
    .check_device = sm::check_manager<check>,
};

}
