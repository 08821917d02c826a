// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm047 {
namespace {

constexpr Example examples[] = {
    sm::with_file("VL2 has no weight",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=2: ALL=full;
)",
        "qos_vlarb_low 0:64,1:4,3:32",
        R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:4,3:32
)"),
    sm::example("VL0 has weight 0",
        R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:0,1:4,2:32,3:32
)",
        "qos_vlarb_low 0:0"),
    sm::with_file("VL2 has no weight at the channel adapters",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=2: ALL=full;
)",
        "qos_ca_vlarb_low 0:64,1:4",
        R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_ca_vlarb_high 1:64
+qos_ca_vlarb_low 0:64,1:4
)"),
    sm::with_file("VL2 has weight, and VL3 is unused",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001, sl=2: ALL=full;
)",
        {},
        R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:4,2:32
)"),
};

bool has_weight(const SmQosClass* table, bool high, unsigned vl)
{
    if (table == nullptr)
        return false;
    return std::ranges::any_of(high ? table->high : table->low,
        [vl](const IbArbEntry& entry) { return entry.vl == vl && entry.weight > 0; });
}

// Reports the first lane without weight at one class of ports, at its low table; returns that place.
Span check_ports(DeviceContext& context, const SubnetManager& manager, SmPortClass of)
{
    const Setting<SlToVl>& map = manager.sl2vl_of(of);
    const SmQosClass* high = manager.arbitration_of(of, true);
    const SmQosClass* low = manager.arbitration_of(of, false);
    // If one of the tables is opensm's default, every lane has weight in it.
    if (high == nullptr || low == nullptr || map.origin == OriginId{} || !map.known())
        return {};
    std::vector<sm::UsedLevel> levels = sm::used_levels(manager);
    levels.insert(levels.begin(), {0, "traffic that nothing else classifies", low->low_at});
    for (const sm::UsedLevel& level : levels) {
        const unsigned vl = map.value.vl[level.sl];
        if (vl == 15 || has_weight(high, true, vl) || has_weight(low, false, vl))
            continue;
        context.report({.at = low->low_at,
            .message = fmt::format("{} gives VL{} no weight{}, and {} uses it by service level {}",
                context.device().name,
                vl,
                low->of == SmPortClass::all ? "" : fmt::format(" at {}", sm::ports_of(low->of)),
                level.user,
                level.sl),
            .subjects = {context.subject(Property::virtual_lanes, Part::statement(low->low_at))},
            .fix = fmt::format("Add {}: and a weight to the low table.", vl)});
        return low->low_at;
    }
    return {};
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.qos.known() || !manager.qos.value)
        return;
    const Span reported = check_ports(context, manager, SmPortClass::switch_external);
    const SmQosClass* low = manager.arbitration_of(SmPortClass::channel_adapter, false);
    if (low != nullptr && !(reported.somewhere() && low->low_at == reported))
        check_ports(context, manager, SmPortClass::channel_adapter);
}

}

extern const Rule rule = {
    .code = "SM047",
    .name = "lane-without-weight",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A virtual lane that traffic uses has no weight in either table of the arbitration.",
    .why = "The arbiter sends from lanes that have a weight in the high or the low table. A lane without any"
           " never gets to send while others do, and its packets wait until they are dropped.",
    .source = "InfiniBand Architecture Specification 7.6.9 (a VL without an entry, or of weight 0, is not "
              "served); opensm 3.3.23, opensm/osm_qos.c",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give every lane in use a weight. The files do not show which weight it should have.",
    .check_device = sm::check_manager<check>,
};

}
