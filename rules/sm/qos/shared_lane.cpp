// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

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
    sm::with_file("A partition's level is on VL0 at the channel adapters",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=2: ALL=full;
)",
        "qos_ca_sl2vl 0,1,0,3",
        R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_ca_sl2vl 0,1,0,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
)"),
    sm::with_file("Only switches have a list, and with four lanes adapters put SL 4 on VL0 by default",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=4: ALL=full;
)",
        "max_op_vls 3",
        R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_swe_sl2vl 0,1,2,3,1,0,0,0,0,0,0,0,0,0,0,0
)"),
    sm::with_file(
        "Each on a lane of its own", "partitions.conf", R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=1: ALL=full;
)"),
};

constexpr std::uint8_t dropped = 15;

// The lanes of the service levels at one class of ports.
struct Lanes {
    SlToVl table;
    Span at;
    std::string_view of; ///< " of channel adapters", or empty for a list that all ports have
    std::string_view by; ///< " by default", or empty
};

// What opensm sets where no line states a list: each service level on the lane of its number, cut to the lanes that
// max_op_vls leaves (OSM_DEFAULT_QOS_SL2VL of opensm 3.3.23, osm_qos.c: sl2vl_update_table).
std::optional<SlToVl> default_lanes(const SubnetManager& manager)
{
    // The initial settings of NVIDIA's subnet manager are not known.
    if (manager.flavour != SmFlavour::upstream || !manager.max_op_vls.known())
        return std::nullopt;
    const unsigned lanes = vls_of_code(manager.max_op_vls.value);
    if (lanes == 0)
        return std::nullopt;
    const unsigned mask = lanes == dropped ? 0xf : lanes - 1;
    constexpr unsigned lane_of_last = 7;
    SlToVl table;
    for (unsigned sl = 0; sl < table.vl.size(); ++sl)
        table.vl[sl] = static_cast<std::uint8_t>((sl == dropped ? lane_of_last : sl) & mask);
    return table;
}

std::optional<Lanes> lanes_of(const Device& device, SmPortClass of)
{
    const SubnetManager& manager = *device.manager;
    const Setting<SlToVl>& stated = manager.sl2vl_of(of);
    if (stated.origin == OriginId{}) {
        const auto table = default_lanes(manager);
        return table
            ? std::optional(Lanes{*table, sm::place_of(device, manager.max_op_vls), {}, " by default"})
            : std::nullopt;
    }
    if (!stated.known())
        return std::nullopt;
    const auto own = std::ranges::find(manager.qos_classes, of, &SmQosClass::of);
    const bool is_own = own != manager.qos_classes.end() && &own->sl2vl == &stated;
    const std::string_view ports
        = of == SmPortClass::channel_adapter ? " of channel adapters" : " of ports of switches";
    return Lanes{stated.value, sm::place_of(device, stated), is_own ? ports : std::string_view{}, {}};
}

// Reports the first class that is dropped, otherwise the first two classes on one lane; returns whether there is one.
bool check_lanes(DeviceContext& context, const Lanes& lanes, const std::vector<sm::UsedLevel>& levels)
{
    const auto subject = context.subject(Property::virtual_lanes, Part::statement(lanes.at));
    for (const sm::UsedLevel& level : levels) {
        if (lanes.table.vl[level.sl] != dropped)
            continue;
        context.report({.severity = Severity::error,
            .at = lanes.at,
            .message = fmt::format("{} drops every packet of {}: service level {}{} is on VL15",
                context.device().name,
                level.user,
                level.sl,
                lanes.of),
            .subjects = {subject},
            .related = {{level.at, level.user}},
            .fix = fmt::format("Put service level {} on a data lane.", level.sl)});
        return true;
    }
    for (const sm::UsedLevel& a : levels) {
        for (const sm::UsedLevel& b : levels) {
            if (a.sl >= b.sl || lanes.table.vl[a.sl] != lanes.table.vl[b.sl])
                continue;
            context.report({.at = lanes.at,
                .message = fmt::format("{} puts service levels {} ({}) and {} ({}){} on VL{}{}",
                    context.device().name,
                    a.sl,
                    a.user,
                    b.sl,
                    b.user,
                    lanes.of,
                    lanes.table.vl[a.sl],
                    lanes.by),
                .subjects = {subject},
                .related = {{a.at, a.user}, {b.at, b.user}},
                .fix = "Give each class a lane of its own in qos_sl2vl."});
            return true;
        }
    }
    return false;
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.qos.known() || !manager.qos.value)
        return;
    const std::vector<sm::UsedLevel> levels = sm::used_levels(manager);
    // By default each level has a lane, so one level alone is right whatever the number of lanes.
    const bool several = !levels.empty() && levels.front().sl != levels.back().sl;
    Span first;
    for (const SmPortClass of : {SmPortClass::switch_external, SmPortClass::channel_adapter}) {
        if (!several && manager.sl2vl_of(of).origin == OriginId{})
            continue;
        const auto lanes = lanes_of(context.device(), of);
        if (!lanes || (first.somewhere() && lanes->at == first))
            continue;
        if (check_lanes(context, *lanes, levels))
            first = lanes->at;
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
    .why
    = "Service levels are there to keep classes apart, and it is the lane that has buffers, credits and"
      " weight of its own. On one lane a class that is stuck stops the other. Adapters and switches have lists of "
      "their own (qos_ca_, qos_swe_); where none is stated, opensm puts each level on the lane of its number and cuts "
      "it to those that max_op_vls leaves.",
    .source
    = "InfiniBand Architecture Specification 7.6.6 (SL to VL mapping); opensm 3.3.23, opensm/osm_qos.c: "
      "sl2vl_update_table; include/opensm/osm_base.h: OSM_DEFAULT_QOS_SL2VL",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give each class a lane of its own. The files do not show which lane it should have.",
    .check_device = sm::check_manager<check>,
};

}
