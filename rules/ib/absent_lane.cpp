// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace rocelint::rules::ib027 {
namespace {

constexpr Example examples[] = {
    ib::example("SL 1 uses VL 1, and only VL 0 is in use",
        R"(+# Port info: Lid 11 port 1
+OperVLs:.........................VL0
+# SL2VL table: Lid 11
+#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|
+ports: in 31, out  1: | 0| 1| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0|
)",
        "ports: in 31"),
    ib::example("VL 1 has no weight",
        R"(+# SL2VL table: Lid 11
+#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|
+ports: in 31, out  1: | 0| 1| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0|
+# VLArbitration tables: Lid 11 port 1 LowCap 8 HighCap 8
+# Low priority VL Arbitration Table:
+VL    : |0x0 |0x1 |
+WEIGHT: |0x40|0x0 |
)",
        "ports: in 31"),
    ib::example("Both lanes are in use and have weight", R"(+# Port info: Lid 11 port 1
+OperVLs:.........................VL0-1
+# SL2VL table: Lid 11
+#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|
+ports: in 31, out  1: | 0| 1|15|15|15|15|15|15|15|15|15|15|15|15|15|15|
+# VLArbitration tables: Lid 11 port 1 LowCap 8 HighCap 8
+# Low priority VL Arbitration Table:
+VL    : |0x0 |0x1 |
+WEIGHT: |0x40|0x40|
)"),
};

constexpr std::uint8_t drops = 15;

bool is_served(const IbArbitration& arbitration, std::uint8_t vl)
{
    const auto serves = [vl](const IbArbEntry& entry) { return entry.vl == vl && entry.weight > 0; };
    return std::ranges::any_of(arbitration.high, serves) || std::ranges::any_of(arbitration.low, serves);
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    std::set<std::pair<std::uint32_t, std::uint8_t>> told;
    for (const IbSl2vl& table : subnet.sl2vl) {
        const IbPort& port = subnet.ports[table.port];
        // A port without a link sends nothing, and port 0 of a switch only receives packets for itself.
        if (subnet.peer_of(table.port) == Subnet::none)
            continue;
        const IbArbitration* arbitration = subnet.arbitration_of(table.port);
        for (std::uint8_t sl = 0; sl < table.table.vl.size(); ++sl) {
            const std::uint8_t vl = table.table.vl[sl];
            if (vl == drops)
                continue;
            const bool absent = port.operational_vls.known() && vl >= port.operational_vls.value;
            const bool unserved = !absent && arbitration != nullptr && !is_served(*arbitration, vl);
            if ((!absent && !unserved) || !told.insert({table.port, vl}).second)
                continue;
            context.report({.at = table.at,
                .message = absent
                    ? fmt::format("{} sends SL {} by VL {}, but only {} VLs are in use on its link",
                        subnet.port_name(table.port),
                        sl,
                        vl,
                        port.operational_vls.value)
                    : fmt::format(
                        "{} sends SL {} by VL {}, which has no weight in its VL arbitration: it is never "
                        "served",
                        subnet.port_name(table.port),
                        sl,
                        vl),
                .subjects = {{{context.index, table.port}, Property::virtual_lanes, vl}}});
        }
    }
}

}

extern const Rule rule = {
    .code = "IB027",
    .name = "ib-sl-on-absent-vl",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary
    = "A port sends a service level by a virtual lane that is not in use on its link, or by one that its arbitration never serves.",
    .why = "The other end has no buffer for a lane that is not operational, and a lane without weight in "
           "either table of arbitration is never served: packets of that service level are dropped or wait "
           "forever.",
    .source = "IBA 1.5 7.6.6 (SL to VL mapping), 7.6.9 (VL arbitration) and 14.2.5.6 (OperationalVLs)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Correct qos_sl2vl, qos_vlarb_high and qos_vlarb_low of the subnet manager, or raise max_op_vls.",
    .check_device = check,
};

}
