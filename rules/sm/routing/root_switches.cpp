// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm027 {
namespace {

constexpr Example examples[] = {
    {.title = "A GUID that is not in the subnet",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(0x0000000000000021
0x0000000000000099
)",
                "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "0x0000000000000099"},
    {.title = "A host",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(0x0000000000000021
0x0000000000000101
)",
                "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "0x0000000000000101"},
    {.title = "A leaf",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(0x0000000000000021
0x0000000000000011
)",
                "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "0x0000000000000011"},
    {.title = "Both spines",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(0x0000000000000021
0x0000000000000022
)",
                "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}}},
};

// Whether a host is cabled to one of the node's ports.
bool has_hosts(const Subnet& subnet, std::uint32_t node)
{
    const IbNode& made = subnet.nodes[node];
    for (std::uint32_t port = made.first_port; port < made.first_port + made.ports; ++port) {
        const std::uint32_t peer = subnet.peer_of(port);
        if (peer != Subnet::none && subnet.nodes[subnet.ports[peer].node].kind == IbNodeKind::channel_adapter)
            return true;
    }
    return false;
}

std::string fault_of(const Subnet& subnet, Guid guid)
{
    const std::uint32_t node = subnet.node_of_guid(guid);
    const bool all = std::ranges::any_of(subnet.captures, &IbCapture::lists_all_nodes);
    if (node == Subnet::none)
        return all ? "is not in the subnet: it is passed over" : "";
    if (subnet.nodes[node].kind != IbNodeKind::network_switch)
        return fmt::format("is {}, and no switch", subnet.node_name(node));
    // If every switch has hosts, the subnet is not a tree whose roots have none.
    bool without_hosts = false;
    for (std::uint32_t other = 0; other < subnet.nodes.size(); ++other)
        without_hosts = without_hosts
            || (subnet.nodes[other].kind == IbNodeKind::network_switch && !has_hosts(subnet, other));
    return without_hosts && has_hosts(subnet, node)
        ? fmt::format(
            "is {}, which has hosts: a root has none where other switches have none", subnet.node_name(node))
        : std::string();
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const Device& device = context.fabric.devices[index];
        const auto of = context.fabric.subnet_of_manager[index];
        for (const SmFileName& file : device.manager->files) {
            if (file.option == "root_guid_file" && file.file == no_source)
                context.not_checked({index, Port::no_index},
                    fmt::format(
                        "root_guid_file {} was not read: keep a copy of it beside opensm.conf", file.path));
        }
        if (!of || !context.fabric.devices[*of].subnet)
            continue;
        for (const SmGuid& root : device.manager->guids) {
            if (root.list != SmGuid::List::root || root.guid == 0)
                continue;
            const std::string fault = fault_of(*context.fabric.devices[*of].subnet, root.guid);
            if (fault.empty())
                continue;
            context.report({.at = root.at,
                .message = fmt::format("the root {} of {} {}", guid_text(root.guid), device.name, fault),
                .subjects = {{{index, Port::no_index}, Property::manager, Part::statement(root.at)}},
                .fix = "List the switches of the top tier."});
        }
    }
}

}

extern const Rule rule = {
    .code = "SM027",
    .name = "root-switches",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A GUID of root_guid_file is not that of a root: it is not in the subnet, not a switch, or "
               "has hosts.",
    .why = "Up/down and fat-tree work out from the roots which way is up. A GUID that is not there is passed"
           " over. With a leaf among the roots every other leaf is below it, routes go through hosts' "
           "switches, and links that were up become down: capacity is lost, and with connect_roots credit "
           "loops come back.",
    .source = "opensm(8) 3.3.23, --root_guid_file; opensm 3.3.23, opensm/osm_ucast_updn.c: "
              "updn_build_lid_matrices",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "List the switches of the top tier. Lists of roots are written by people, or by `rocelint render`.",
    .check_fabric = check,
};

}
