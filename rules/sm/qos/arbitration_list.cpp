// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm033 {
namespace {

constexpr Example examples[] = {
    sm::example("A weight of 300",
        R"(-qos_vlarb_high 1:64
+qos_vlarb_high 1:300
)",
        "qos_vlarb_high 1:300"),
    sm::example("VL17",
        R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:4,2:32,3:32,17:4
)",
        "qos_vlarb_low 0:64"),
    sm::example("Nothing but the high table is served",
        R"(-qos_high_limit 4
+qos_high_limit 255
-# Subnet manager sm1
)",
        "qos_high_limit 255"),
    sm::example("A lane twice, to be served more evenly", R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:32,1:4,2:32,0:32,3:32
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    sm::report_faults(context,
        SmFault::Kind::arbitration_list,
        Property::virtual_lanes,
        "Write VL0 to VL14 and a weight up to 255, 64 entries at most.",
        "_vlarb_");
    if (!manager.qos.known() || !manager.qos.value)
        return;
    constexpr std::uint8_t no_limit = 255;
    for (const SmQosClass& each : manager.qos_classes) {
        if (each.high_limit.origin == OriginId{} || !each.high_limit.known()
            || each.high_limit.value != no_limit || each.high.empty() || each.low.empty())
            continue;
        context.report({.severity = Severity::warning,
            .at = sm::place_of(context.device(), each.high_limit),
            .message = fmt::format(
                "{} lets the high table of {} send without a limit: lanes of the low table wait forever "
                "while it has packets",
                context.device().name,
                sm::ports_of(each.of)),
            .subjects = {context.subject(
                Property::virtual_lanes, Part::statement(sm::place_of(context.device(), each.high_limit)))},
            .fix = "Set a limit below 255, in units of 4096 bytes."});
    }
}

}

extern const Rule rule = {
    .code = "SM033",
    .name = "arbitration-list",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "for a high table without a limit"}}},
    .scope = Scope::device,
    .summary = "An entry of the VL arbitration does not take effect as it is written.",
    .why = "An entry is VL:weight, VL0 to VL14 and a weight up to 255. A weight is cut to 8 bits, so that "
           "256 becomes 0, and a VL of 15 or more becomes a different one. Entries after the 64th are "
           "dropped.",
    .source
    = "opensm 3.3.23, opensm/osm_qos.c: parse_vlarb_entry; InfiniBand Architecture Specification 7.6.9 "
      "(VL arbitration)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Write VL0 to VL14, weights up to 255, 64 entries at most. `fix` cuts a list that is too long to "
           "the part in effect; no file shows which lane or weight a wrong entry should have.",
    .check_device = sm::check_manager<check>,
};

}
