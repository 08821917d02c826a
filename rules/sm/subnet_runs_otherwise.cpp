// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::rules::sm052 {
namespace {

constexpr std::uint16_t key_bits = 0x7fff; ///< without the membership bit

constexpr Example examples[] = {
    {.title = "The file has LMC 1, and the ports of the subnet have LMC 0",
        .files = {{{"opensm", "sm1", R"(-lmc 0
+lmc 1
)"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "lmc 1",
        .flagged_device = "sm1"},
    {.title = "A port is in a partition that the file does not have",
        .files = {{{"opensm", "sm1", ""},
            {"opensm", "sm1", "Default=0x7fff : ALL=full;\n", "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric",
                "fabric",
                R"(   0: 0xffff 0x8005 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000
128 pkeys capacity for this port
)",
                "pkeys_101_1.txt"}}},
        .flagged = "0xffff 0x8005",
        .flagged_device = "fabric"},
    {.title = "The file puts SL 2 on VL 2, and a port of the subnet sends it by VL 0",
        .files = {{{"opensm", "sm1", ""}, {"ib-fabric", "fabric", R"(+# SL2VL table: Lid 11
+#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|
+ports: in 31, out  1: | 0| 1| 0| 3| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0|
)"}}},
        .flagged = "ports: in 31",
        .flagged_device = "fabric"},
    {.title = "A port of the subnet has the lanes of the file",
        .files = {{{"opensm", "sm1", ""}, {"ib-fabric", "fabric", R"(+# SL2VL table: Lid 11
+#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|
+ports: in 31, out  1: | 0| 1| 2| 3| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0|
)"}}}},
    {.title = "The file gives VL 2 a weight of 32, and a port of the subnet has 4",
        .files = {{{"opensm", "sm1", ""},
            {"ib-fabric", "fabric", R"(+# VLArbitration tables: Lid 11 port 1 LowCap 8 HighCap 8
+# Low priority VL Arbitration Table:
+VL    : |0x0 |0x1 |0x2 |0x3 |
+WEIGHT: |0x40|0x4 |0x4 |0x20|
+# High priority VL Arbitration Table:
+VL    : |0x1 |
+WEIGHT: |0x40|
)"}}},
        .flagged = "WEIGHT: |0x40|0x4 |0x4 |0x20|",
        .flagged_device = "fabric"},
    {.title = "A port of the subnet has the weights of the file",
        .files = {{{"opensm", "sm1", ""},
            {"ib-fabric", "fabric", R"(+# VLArbitration tables: Lid 11 port 1 LowCap 8 HighCap 8
+# Low priority VL Arbitration Table:
+VL    : |0x0 |0x1 |0x2 |0x3 |
+WEIGHT: |0x40|0x4 |0x20|0x20|
+# High priority VL Arbitration Table:
+VL    : |0x1 |
+WEIGHT: |0x40|
)"}}}},
    {.title = "The subnet has what the files say",
        .files = {{{"opensm", "sm1", ""},
            {"opensm", "sm1", "Default=0x7fff : ALL=full;\nai=0x8005 : ALL=full;\n", "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric",
                "fabric",
                R"(   0: 0xffff 0x8005 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000
128 pkeys capacity for this port
)",
                "pkeys_101_1.txt"}}}},
};

// One manager of a subnet, and the captured subnet.
struct Pair {
    FabricContext& context;
    std::uint32_t manager = 0;
    std::uint32_t subnet_device = 0;
    const Device& device;
    const Subnet& subnet;
};

void check_lmc(const Pair& pair)
{
    const Setting<std::uint8_t>& lmc = pair.device.manager->lmc;
    if (!lmc.peek_known()) {
        // A folder with only partition files has no file that could state it.
        if (pair.device.manager->conf.somewhere())
            pair.context.not_checked(
                {pair.manager, Port::no_index}, "the LMC that the manager sets is unknown");
        return;
    }
    if (std::ranges::none_of(pair.subnet.ports, [](const IbPort& one) { return one.lmc.peek_known(); })) {
        pair.context.not_checked({pair.subnet_device, Port::no_index}, "no capture shows the LMC of a port");
        return;
    }
    const auto port = std::ranges::find_if(pair.subnet.ports, [&](const IbPort& one) {
        return pair.subnet.nodes[one.node].kind == IbNodeKind::channel_adapter && one.lmc.peek_known()
            && one.lmc.value != lmc.value;
    });
    if (port == pair.subnet.ports.end())
        return;
    const auto index = static_cast<std::uint32_t>(port - pair.subnet.ports.begin());
    pair.context.report({.at = sm::place_of(pair.device, lmc),
        .message = fmt::format(
            "{} gives each port LMC {}, and {} has LMC {}: the subnet does not run with these files",
            pair.device.name,
            lmc.value,
            pair.subnet.port_name(index),
            port->lmc.value),
        .subjects = {sm::subject(pair.manager, *pair.device.manager, "lmc")},
        .related = {{port->at, "the port"}},
        .fix = "Let the manager read its files again, or capture the subnet and the files at one time."});
}

void check_keys(const Pair& pair)
{
    const SubnetManager& manager = *pair.device.manager;
    if (!manager.has_partitions || manager.partitions_dropped)
        return;
    for (const IbPkeys& table : pair.subnet.pkeys) {
        for (const std::uint16_t key : table.keys) {
            const std::uint16_t partition = key & key_bits;
            if (partition == 0 || partition == key_bits
                || std::ranges::find(manager.partitions, partition, &SmPartition::pkey)
                    != manager.partitions.end())
                continue;
            Diagnosis diagnosis{.at = table.at,
                .message = fmt::format(
                    "{} has P_Key 0x{:04x}, and no partition of {} has it: the subnet does not run with these "
                    "files, and the port leaves the partition when the manager reads them",
                    pair.subnet.port_name(table.port),
                    key,
                    pair.device.name),
                .subjects = {{{pair.subnet_device, table.port}, Property::partitions}},
                .fix = "Add the partition to the files of the manager, or capture both at one time."};
            if (!manager.partitions.empty())
                diagnosis.show(manager.partitions.front().at, "the partitions of the manager");
            pair.context.report(std::move(diagnosis));
            return;
        }
    }
}

constexpr std::uint8_t drops = 15;

SmPortClass class_of(const Subnet& subnet, std::uint32_t port)
{
    switch (subnet.nodes[subnet.ports[port].node].kind) {
    case IbNodeKind::channel_adapter:
        return SmPortClass::channel_adapter;
    case IbNodeKind::network_switch:
        return subnet.ports[port].number == 0 ? SmPortClass::switch_port_zero : SmPortClass::switch_external;
    default:
        return SmPortClass::router;
    }
}

// Whether the file alone determines the lanes: engines that separate traffic to avoid deadlock set their own
// lanes.
bool has_lanes_of_file(const SubnetManager& manager)
{
    const auto takes_lists = [](const SmEngine& engine) {
        return engine.engine == RoutingEngine::minhop || engine.engine == RoutingEngine::updn
            || engine.engine == RoutingEngine::dnup || engine.engine == RoutingEngine::ftree
            || engine.engine == RoutingEngine::file;
    };
    return manager.qos.is(true) && std::ranges::all_of(manager.engines, takes_lists);
}

// The number of the port's data lanes; a lane beyond them is mapped to another one.
unsigned lanes_of(const Pair& pair, std::uint32_t port)
{
    const Setting<std::uint8_t>& own = pair.subnet.ports[port].operational_vls;
    const Setting<std::uint8_t>& most = pair.device.manager->max_op_vls;
    return own.known() ? own.value : most.known() ? vls_of_code(most.value) : 0;
}

void report_lanes(const Pair& pair, std::uint32_t port, Span captured, Span stated, std::string what)
{
    pair.context.report({.at = captured,
        .message = fmt::format(
            "{} {}: the subnet does not run with these files, and the lanes change when the manager "
            "reads them",
            pair.subnet.port_name(port),
            what),
        .subjects = {{{pair.subnet_device, port}, Property::virtual_lanes}},
        .related = {{stated, "the manager's line"}},
        .fix = "Let the manager read its files again, or capture the subnet and the files at one time."});
}

void check_levels(const Pair& pair)
{
    const SubnetManager& manager = *pair.device.manager;
    for (const IbSl2vl& shown : pair.subnet.sl2vl) {
        const Setting<SlToVl>& wanted = manager.sl2vl_of(class_of(pair.subnet, shown.port));
        const unsigned lanes = lanes_of(pair, shown.port);
        // The file has no list, so the manager uses its own.
        if (!wanted.peek_known() && wanted.origin == OriginId{})
            continue;
        if (!wanted.known() || !wanted.configured() || lanes == 0)
            continue;
        for (std::uint8_t sl = 0; sl < wanted.value.vl.size(); ++sl) {
            const std::uint8_t lane = wanted.value.vl[sl];
            if ((lane >= lanes && lane != drops) || shown.table.vl[sl] == lane)
                continue;
            report_lanes(pair,
                shown.port,
                shown.at,
                sm::place_of(pair.device, wanted),
                fmt::format("sends SL {} by VL {}, and {} puts it on VL {}",
                    sl,
                    shown.table.vl[sl],
                    pair.device.name,
                    lane));
            return;
        }
    }
}

// The arbitration entries that have weight.
std::vector<std::pair<std::uint8_t, std::uint8_t>> turns_of(const std::vector<IbArbEntry>& entries)
{
    std::vector<std::pair<std::uint8_t, std::uint8_t>> turns;
    for (const IbArbEntry& entry : entries) {
        if (entry.weight > 0)
            turns.emplace_back(entry.vl, entry.weight);
    }
    return turns;
}

void check_arbitration(const Pair& pair)
{
    const SubnetManager& manager = *pair.device.manager;
    for (const IbArbitration& shown : pair.subnet.arbitration) {
        const unsigned lanes = lanes_of(pair, shown.port);
        for (const bool high : {true, false}) {
            const SmQosClass* stated = manager.arbitration_of(class_of(pair.subnet, shown.port), high);
            const Span at = high ? shown.high_at : shown.low_at;
            const Span line = stated == nullptr ? Span{} : high ? stated->high_at : stated->low_at;
            if (!at.somewhere() || !line.somewhere())
                continue;
            const auto wanted = turns_of(high ? stated->high : stated->low);
            const bool fits
                = std::ranges::all_of(wanted, [&](const auto& turn) { return turn.first < lanes; });
            if (!fits || turns_of(high ? shown.high : shown.low) == wanted)
                continue;
            report_lanes(pair,
                shown.port,
                at,
                line,
                fmt::format("has other weights of the {} priority table than {} states",
                    high ? "high" : "low",
                    pair.device.name));
            return;
        }
    }
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.subnets) {
        const Subnet& subnet = *context.fabric.devices[index].subnet;
        for (const std::uint32_t manager : context.fabric.managers_of(index)) {
            const Pair pair{context, manager, index, context.fabric.devices[manager], subnet};
            check_lmc(pair);
            check_keys(pair);
            if (has_lanes_of_file(*pair.device.manager)) {
                check_levels(pair);
                check_arbitration(pair);
            }
        }
    }
}

}

extern const Rule rule = {
    .code = "SM052",
    .name = "subnet-runs-otherwise",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "What was captured of a subnet is not what the files of its manager set.",
    .why = "The files of a subnet manager say what it sets when it starts or reads them again; the captures "
           "show what ports have. Where the two differ, the manager has not read its files since they were "
           "edited, another manager is master, or the captures are from another day. The next restart or "
           "failover then changes the subnet in working hours: with another LMC all LIDs are assigned again, "
           "and a port without its partition loses its connections.",
    .source
    = "opensm(8) 3.3.23, lmc, --Pconfig (partitions are read at start and on SIGHUP); InfiniBand Architecture "
      "Specification volume 1, 14.2.5.7 (P_KeyTable); opensm 3.3.23, opensm/osm_qos.c (SL to VL tables and VL arbitration are "
      "set where qos is TRUE)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Find out which manager is master and let it read its files; capture the subnet again.",
    .check_fabric = check,
};

}
