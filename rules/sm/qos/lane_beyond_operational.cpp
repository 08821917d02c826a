// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm013 {
namespace {

constexpr Example examples[] = {
    sm::example("VL4 with four lanes",
        R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,3,4,0,0,0,0,0,0,0,0,0,0,0
)",
        "qos_sl2vl 0,1,2,3,4"),
    sm::example("VL2 for hosts with two lanes",
        R"(-max_op_vls 3
+max_op_vls 2
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_ca_sl2vl 0,1,2,0,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0
-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:4
)",
        "qos_ca_sl2vl 0,1,2"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.qos.known() || !manager.qos.value)
        return;
    for (const SmQosClass& each : manager.qos_classes) {
        if (!each.sl2vl.peek_known() && each.sl2vl.origin == OriginId{})
            continue;
        if (!each.sl2vl.known() || !manager.max_op_vls.known())
            return;
        const unsigned lanes = vls_of_code(manager.max_op_vls.value);
        if (lanes == 0)
            return;
        const unsigned mask = lanes == 15 ? 15 : lanes - 1;
        for (unsigned sl = 0; sl < 16; ++sl) {
            const unsigned vl = each.sl2vl.value.vl[sl];
            if (vl < lanes || vl == 15)
                continue;
            context.report({.at = sm::place_of(context.device(), each.sl2vl),
                .message = fmt::format(
                    "{} puts service level {} of {} on VL{}, and max_op_vls {} leaves VL0 to VL{}: it runs on VL{}",
                    context.device().name,
                    sl,
                    sm::ports_of(each.of),
                    vl,
                    manager.max_op_vls.value,
                    lanes - 1,
                    vl & mask),
                .subjects = {context.subject(
                    Property::virtual_lanes, Part::statement(sm::place_of(context.device(), each.sl2vl)))},
                .related = {{sm::place_of(context.device(), manager.max_op_vls), "the lanes that are left"}},
                .fix = "Raise max_op_vls, or name only lanes that it leaves."});
            break;
        }
    }
}

}

extern const Rule rule = {
    .code = "SM013",
    .name = "lane-beyond-operational",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A service level is put on a virtual lane that max_op_vls disables.",
    .why = "max_op_vls is a code: 1 leaves VL0, 2 VL0-1, 3 VL0-3, 4 VL0-7, 5 VL0-14. opensm masks every "
           "entry of SL2VL to the remaining lanes, so that two service levels silently share a lane, and "
           "whatever kept them apart is gone.",
    .source = "opensm 3.3.23, opensm/osm_qos.c: sl2vl_update_table; InfiniBand Architecture Specification "
              "14.2.5.6 (OperationalVLs)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Raise max_op_vls, or name only lanes that it leaves. Which of the two is right depends on how "
           "many lanes the ports have, which the manager's files do not show.",
    .check_device = sm::check_manager<check>,
};

}
