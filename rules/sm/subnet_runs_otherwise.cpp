// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

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

// One manager of a subnet and what was captured of the subnet.
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
    if (!lmc.known_by_the_way()) {
        // A folder with partitions alone has no file that could state it.
        if (pair.device.manager->conf.somewhere())
            pair.context.not_checked(
                {pair.manager, Port::no_index}, "the LMC that the manager sets is unknown");
        return;
    }
    if (std::ranges::none_of(
            pair.subnet.ports, [](const IbPort& one) { return one.lmc.known_by_the_way(); })) {
        pair.context.not_checked({pair.subnet_device, Port::no_index}, "no capture shows the LMC of a port");
        return;
    }
    const auto port = std::ranges::find_if(pair.subnet.ports, [&](const IbPort& one) {
        return pair.subnet.nodes[one.node].kind == IbNodeKind::channel_adapter && one.lmc.known_by_the_way()
            && one.lmc.value != lmc.value;
    });
    if (port == pair.subnet.ports.end())
        return;
    const auto index = static_cast<std::uint32_t>(port - pair.subnet.ports.begin());
    Finding& finding = pair.context.report(sm::place_of(pair.device, lmc),
        fmt::format("{} gives each port LMC {}, and {} has LMC {}: the subnet does not run with these files",
            pair.device.name,
            lmc.value,
            pair.subnet.port_name(index),
            port->lmc.value));
    sm::blame(finding, pair.manager, *pair.device.manager, "lmc");
    finding.related.push_back({port->at, "the port", {}});
    finding.fix = "Let the manager read its files again, or capture the subnet and the files at one time.";
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
            Finding& finding = pair.context.report(table.at,
                fmt::format(
                    "{} has P_Key 0x{:04x}, and no partition of {} has it: the subnet does not run with these "
                    "files, and the port leaves the partition when the manager reads them",
                    pair.subnet.port_name(table.port),
                    key,
                    pair.device.name));
            finding.blame({pair.subnet_device, table.port}, Property::partitions);
            if (!manager.partitions.empty())
                finding.related.push_back(
                    {manager.partitions.front().at, "the partitions of the manager", {}});
            finding.fix = "Add the partition to the files of the manager, or capture both at one time.";
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
    .why
    = "The files of a subnet manager say what it sets when it starts or reads them again; the captures show what ports have. "
      "Where the two differ, the manager has not read its files since they were edited, another manager is master, or the "
      "captures are of another day. The next restart or failover then changes the subnet in working hours: with another LMC "
      "all LIDs are assigned again, and a port without its partition loses its connections.",
    .source
    = "opensm(8) 3.3.23, lmc, --Pconfig (partitions are read at start and on SIGHUP); InfiniBand Architecture "
      "Specification volume 1, 14.2.5.7 (P_KeyTable)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Find out which manager is master and let it read its files; capture the subnet again.",
    .check_fabric = check,
};

}
