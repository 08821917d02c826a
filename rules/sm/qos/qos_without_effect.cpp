// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm034 {
namespace {

constexpr Example examples[] = {
    sm::example("Lanes without qos",
        R"(-qos TRUE
+qos FALSE
)",
        "qos FALSE"),
    sm::with_file("A policy without qos",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
end-qos-levels
)",
        "qos FALSE",
        R"(-qos TRUE
+qos FALSE
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)"),
    sm::with_file("A partition with a service level without qos",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=2: ALL=full;
)",
        "qos FALSE",
        R"(-qos TRUE
+qos FALSE
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)"),
    sm::example("Neither", R"(-qos TRUE
+qos FALSE
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.qos.known() || manager.qos.value)
        return;
    Span what;
    std::string_view called;
    for (const SmQosClass& each : manager.qos_classes) {
        if (each.sl2vl.peek_known() || each.high_at.somewhere() || each.low_at.somewhere()) {
            what = each.sl2vl.peek_known() ? sm::place_of(context.device(), each.sl2vl)
                : each.high_at.somewhere() ? each.high_at
                                           : each.low_at;
            called = "virtual lanes";
        }
    }
    for (const SmPartition& partition : manager.partitions) {
        if (partition.sl != 0 && called.empty()) {
            what = partition.sl_at;
            called = "service levels of partitions";
        }
    }
    if (manager.has_qos_policy) {
        what = manager.qos_policy.at;
        called = "a qos-policy";
    }
    if (called.empty())
        return;
    context.report({.at = sm::place_of(context.device(), manager.qos),
        .message
        = fmt::format("{} has {} configured but qos off: none of it is used", context.device().name, called),
        .subjects = {sm::subject(context.index, manager, "qos")},
        .related = {{what, "what is without effect"}},
        .fix = "Set qos to TRUE, or remove what needs it.",
        .changes = {sm::change(context.index, "qos", "TRUE")}});
}

}

extern const Rule rule = {
    .code = "SM034",
    .name = "qos-without-effect",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "Virtual lanes or a qos-policy are configured, and qos is off.",
    .why = "With qos FALSE opensm uses none of it: neither tables nor the policy are read, partitions "
           "keep service level 0, and all traffic is on one lane.",
    .source = "opensm 3.3.23, opensm/osm_qos.c: osm_qos_setup; opensm/osm_prtn_config.c: partition_create",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set qos to TRUE.",
    .check_device = sm::check_manager<check>,
};

}
