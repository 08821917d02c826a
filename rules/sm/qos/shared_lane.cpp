// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm044 {
namespace {

constexpr Example examples[] = {
    sm::with_file("A partition's level is on VL0",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=4: ALL=full;
)",
        "qos_sl2vl 0,1,2,3"),
    sm::with_file("A qos-level is on VL0",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
    qos-level
        name: ai
        sl: 5
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        pkey: 0x8005
        qos-level-name: ai
    end-qos-match-rule
end-qos-match-rules
)",
        "qos_sl2vl 0,1,2,3"),
    sm::with_file("A row of qos-ulps is on VL0",
        "qos-policy.conf",
        R"(qos-ulps
    default: 0
    any, pkey 0x0001: 6
end-qos-ulps
)",
        "qos_sl2vl 0,1,2,3"),
    sm::with_file("A service level whose lane drops",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=4: ALL=full;
)",
        "qos_sl2vl 0,1,2,3,15",
        R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,3,15,15,15,15,15,15,15,15,15,15,15,15
)"),
    sm::with_file(
        "Each on a lane of its own", "partitions.conf", R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=1: ALL=full;
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.qos.known() || !manager.qos.value)
        return;
    const Setting<SlToVl>& table = manager.sl2vl_of(SmPortClass::switch_external);
    if (table.origin == OriginId{} || !table.known())
        return;
    constexpr std::uint8_t dropped = 15;
    const std::vector<sm::UsedLevel> levels = sm::used_levels(manager);
    for (const sm::UsedLevel& level : levels) {
        if (table.value.vl[level.sl] != dropped)
            continue;
        context.report({.severity = Severity::error,
            .at = sm::place_of(context.device(), table),
            .message = fmt::format("{} drops every packet of {}: service level {} is on VL15",
                context.device().name,
                level.user,
                level.sl),
            .subjects = {context.subject(
                Property::virtual_lanes, Part::statement(sm::place_of(context.device(), table)))},
            .related = {{level.at, level.user}},
            .fix = fmt::format("Put service level {} on a data lane.", level.sl)});
        return;
    }
    for (const sm::UsedLevel& a : levels) {
        for (const sm::UsedLevel& b : levels) {
            if (a.sl >= b.sl || table.value.vl[a.sl] != table.value.vl[b.sl])
                continue;
            context.report({.at = sm::place_of(context.device(), table),
                .message = fmt::format("{} puts service levels {} ({}) and {} ({}) on VL{}",
                    context.device().name,
                    a.sl,
                    a.user,
                    b.sl,
                    b.user,
                    table.value.vl[a.sl]),
                .subjects = {context.subject(
                    Property::virtual_lanes, Part::statement(sm::place_of(context.device(), table)))},
                .related = {{a.at, a.user}, {b.at, b.user}},
                .fix = "Give each class a lane of its own in qos_sl2vl."});
            return;
        }
    }
}

}

extern const Rule rule = {
    .code = "SM044",
    .name = "classes-share-a-lane",
    .severity = Severity::warning,
    .other_severities = {{{Severity::error, "where a class is on VL15, which drops it"}}},
    .scope = Scope::device,
    .summary = "Two classes of traffic with service levels of their own are on one virtual lane.",
    .why = "Service levels are there to keep classes apart, and it is the lane that has buffers, credits and"
           " weight of its own. On one lane a class that is stuck stops the other.",
    .source
    = "InfiniBand Architecture Specification 7.6.6 (SL to VL mapping); opensm 3.3.23, opensm/osm_qos.c",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give each class a lane of its own. Which lane it is to have, no file tells.",
    .check_device = sm::check_manager<check>,
};

}
