// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm053 {
namespace {

constexpr Example examples[] = {
    {.title = "The port of an adapter that has been replaced is a member of a partition",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                "Default=0x7fff : ALL=full;\nai=0x8005 : 0x102=full, 0x199=full;\n",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "0x199",
        .flagged_device = "sm1"},
    {.title = "The manager is bound to a port that the subnet does not have",
        .files = {{{"opensm", "sm1", R"(-guid 0x0000000000000106
+guid 0x0000000000000199
)"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "guid 0x0000000000000199",
        .flagged_device = "sm1"},
    {.title = "All members of the partition are in the subnet",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                "Default=0x7fff : ALL=full;\nai=0x8005 : 0x102=full, 0x104=full;\n",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""}}}},
};

void check_port(FabricContext& context, std::uint32_t index, const Subnet& subnet)
{
    const Device& device = context.fabric.devices[index];
    const Setting<std::uint64_t>& guid = device.manager->guid;
    // A folder with partitions alone has no file that could state it.
    if (!device.manager->conf.somewhere())
        return;
    if (!guid.peek_known()) {
        context.not_checked({index, Port::no_index}, "the port that the manager is bound to is unknown");
        return;
    }
    // GUID 0: opensm takes the first port that is up (opensm(8), --guid).
    if (guid.value == 0 || subnet.port_of_guid(guid.value) != Subnet::none)
        return;
    context.report({.at = sm::place_of(device, guid),
        .message = fmt::format(
            "{} is bound to port {}, which is not in the subnet: it does not start, or serves another one",
            device.name,
            guid_text(guid.value)),
        .subjects = {sm::subject(index, *device.manager, "guid")},
        .fix = "State the GUID of a port of the manager's host, as ibstat -p shows it."});
}

void check_members(FabricContext& context, std::uint32_t index, const Subnet& subnet)
{
    const Device& device = context.fabric.devices[index];
    for (const SmPartition& partition : device.manager->partitions) {
        for (const SmMember& member : partition.members) {
            if (member.kind != SmMember::Kind::guid || subnet.port_of_guid(member.guid) != Subnet::none
                || device.manager->guid.is(member.guid))
                continue;
            context.report({.at = member.at,
                .message = fmt::format(
                    "{} makes {} a member of partition {}, and no port of the subnet has this GUID{}",
                    device.name,
                    guid_text(member.guid),
                    partition.name.empty() ? partition.pkey_text : partition.name,
                    subnet.node_of_guid(member.guid) == Subnet::none
                        ? ": a port whose adapter was replaced is not in the partition"
                        : ": it is the GUID of a node, and partitions have ports as members"),
                .subjects = {{{index, Port::no_index}, Property::partitions, Part::statement(member.at)}},
                .fix = "List the port GUIDs that ibstat -p shows on the hosts."});
        }
    }
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const auto of = context.fabric.subnet_of_manager[index];
        if (!of || !context.fabric.devices[*of].subnet)
            continue;
        const Subnet& subnet = *context.fabric.devices[*of].subnet;
        if (!std::ranges::any_of(subnet.captures, &IbCapture::lists_all_nodes)) {
            context.not_checked({index, Port::no_index}, "no capture lists all nodes of the subnet");
            continue;
        }
        check_port(context, index, subnet);
        check_members(context, index, subnet);
    }
}

}

extern const Rule rule = {
    .code = "SM053",
    .name = "absent-guid",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A file of the subnet manager names a port GUID that the subnet does not have.",
    .why
    = "Partitions and the port of the manager are stated by port GUID. A new adapter or mainboard brings new GUIDs, and "
      "opensm accepts a GUID that no port has: the replaced port is then missing from its partition, and its connections "
      "fail while everything else works. A manager bound to an absent port does not start.",
    .source
    = "opensm(8) 3.3.23, --guid and PARTITION CONFIGURATION (members are port GUIDs); InfiniBand Architecture "
      "Specification volume 1, 10.9 (partitioning)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "List the port GUIDs of the adapters that are in the hosts now.",
    .check_fabric = check,
};

}
