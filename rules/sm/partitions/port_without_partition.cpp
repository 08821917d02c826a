// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/port_partitions.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm057 {
namespace {

constexpr std::string_view partitions = "Default=0x7fff : ALL=full;\nai=0x8005 : 0x102=full, 0x104=full;\n";

constexpr Example examples[] = {
    {.title = "A member of a partition does not have its P_Key",
        .files = {{{"opensm", "sm1", ""},
            {"opensm", "sm1", partitions, "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric",
                "fabric",
                R"(   0: 0xffff 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000
128 pkeys capacity for this port
)",
                "pkeys_101_1.txt"}}},
        .flagged = "0xffff 0x0000",
        .flagged_device = "fabric"},
    {.title = "A member of a partition has its P_Key",
        .files = {{{"opensm", "sm1", ""},
            {"opensm", "sm1", partitions, "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric",
                "fabric",
                R"(   0: 0xffff 0x8005 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000
128 pkeys capacity for this port
)",
                "pkeys_101_1.txt"}}}},
};

// Reports the first port that lacks a partition of the manager's files; the cause of the others is the same.
void check_subnet(FabricContext& context, std::uint32_t index, const Device& device)
{
    const Subnet& subnet = *context.fabric.devices[index].subnet;
    for (const IbPkeys& table : subnet.pkeys) {
        if (subnet.nodes[subnet.ports[table.port].node].kind != IbNodeKind::channel_adapter)
            continue;
        const auto partitions_of_files = partitions_of_port(*device.manager, subnet.ports[table.port].guid);
        if (!partitions_of_files)
            continue;
        const auto lacks = [&table](const PortPartition& partition) {
            return std::ranges::none_of(table.keys,
                [&partition](std::uint16_t key) { return (key & default_pkey) == partition.pkey; });
        };
        const auto missing = std::ranges::find_if(*partitions_of_files, lacks);
        if (missing == partitions_of_files->end())
            continue;
        Diagnosis diagnosis{.at = table.at,
            .message = fmt::format(
                "{} does not have P_Key 0x{:04x}, in whose partition the files of {} put it: the subnet does not run with "
                "these files, and jobs of that partition do not reach the port",
                subnet.port_name(table.port),
                missing->pkey,
                device.name),
            .subjects = {{{index, table.port}, Property::partitions}}};
        if (missing->at.somewhere())
            diagnosis.show(missing->at, "the partition");
        context.report(std::move(diagnosis));
        return;
    }
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.subnets) {
        for (const std::uint32_t manager : context.fabric.managers_of(index))
            check_subnet(context, index, context.fabric.devices[manager]);
    }
}

}

extern const Rule rule = {
    .code = "SM057",
    .name = "port-without-partition",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A captured port does not have the P_Key of a partition that the manager's files put it in.",
    .why = "The P_Key table of a port is written by the master subnet manager when it reads partitions.conf. "
           "A port without the key of its partition drops packets of that partition. Either the manager has "
           "not read the file since the port was added, another manager with other files is master, or the "
           "captures are from another day.",
    .source
    = "InfiniBand Architecture Specification 10.9 (partitioning), 14.2.5.7 (P_KeyTable); opensm(8) 3.3.23, --Pconfig "
      "(partitions are read at start and on SIGHUP), PARTITION CONFIGURATION",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let the master read its files again, and capture the ports and the files at one time.",
    .check_fabric = check,
};

}
