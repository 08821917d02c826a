// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/text/sentence.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::sm027 {
namespace {

constexpr Example examples[] = {
    {.title = "A GUID that is not in the subnet",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(0x0000000000000021
0x0000000000000022
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
0x0000000000000022
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
0x0000000000000022
0x0000000000000011
)",
                "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "0x0000000000000011"},
    {.title = "One of the two spines is missing",
        .files = {{{"opensm", "sm1", ""},
            {"opensm", "sm1", "0x0000000000000021\n", "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "0x0000000000000021"},
    {.title = "Both spines, of which one has an aggregation node",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(0x0000000000000021
0x0000000000000022
)",
                "root_guid.conf"},
            {"ib-fabric",
                "fabric",
                R"(-[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[41]	"H-0000000000000029"[1](29) 		# "Mellanox Technologies Aggregation Node" lid 29 4xHDR
+
+vendid=0x2c9
+devid=0xcf09
+sysimgguid=0x21
+caguid=0x29
+Ca	1 "H-0000000000000029"		# "Mellanox Technologies Aggregation Node"
+[1](29) 	"S-0000000000000021"[41]		# lid 29 lmc 0 "spine1" lid 21 4xHDR
)"}}}},
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
        if (peer == Subnet::none)
            continue;
        const IbNode& other = subnet.nodes[subnet.ports[peer].node];
        if (other.kind == IbNodeKind::channel_adapter && !other.aggregation_node)
            return true;
    }
    return false;
}

std::string fault_of(const Subnet& subnet, Guid guid)
{
    const std::uint32_t node = subnet.node_of_guid(guid);
    const bool all = std::ranges::any_of(subnet.captures, &IbCapture::lists_all_nodes);
    if (node == Subnet::none)
        return all ? "is not in the subnet: it is ignored" : "";
    if (subnet.nodes[node].kind != IbNodeKind::network_switch)
        return fmt::format("is {}, not a switch", subnet.node_name(node));
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

bool ranks_from_roots(const SmEngine& engine)
{
    return engine.engine == RoutingEngine::updn || engine.engine == RoutingEngine::ar_updn
        || engine.engine == RoutingEngine::ftree || engine.engine == RoutingEngine::ar_ftree;
}

std::vector<std::uint32_t> listed_roots(const SubnetManager& manager, const Subnet& subnet)
{
    std::vector<std::uint32_t> roots;
    for (const SmGuid& root : manager.guids) {
        const std::uint32_t node
            = root.list == SmGuid::List::root ? subnet.node_of_guid(root.guid) : Subnet::none;
        if (node != Subnet::none)
            roots.push_back(node);
    }
    return roots;
}

// The switches of the roots' tier that the list lacks. A switch with a cable to one of its own tier or above is
// not at the top.
std::vector<std::uint32_t> missing_roots(const Subnet& subnet, const std::vector<std::uint32_t>& roots)
{
    const std::vector<IbSwitch> switches = switches_of(subnet);
    std::vector<std::uint32_t> tier_of(subnet.nodes.size(), 0);
    for (const IbSwitch& each : switches)
        tier_of[each.node] = each.tier;
    std::uint32_t top = 0;
    for (const std::uint32_t root : roots)
        top = std::max(top, tier_of[root]);
    constexpr std::uint32_t first_above_leaves = 2;
    std::vector<std::uint32_t> missing;
    for (const IbSwitch& each : switches) {
        const auto is_at_top_or_above = [&](const IbBundle& bundle) { return tier_of[bundle.to] >= top; };
        if (top >= first_above_leaves && each.tier == top
            && std::ranges::find(roots, each.node) == roots.end()
            && std::ranges::none_of(each.bundles, is_at_top_or_above))
            missing.push_back(each.node);
    }
    return missing;
}

void check_missing(FabricContext& context, std::uint32_t index, const Subnet& subnet)
{
    const Device& device = context.fabric.devices[index];
    const SubnetManager& manager = *device.manager;
    const auto first = std::ranges::find(manager.guids, SmGuid::List::root, &SmGuid::list);
    const auto engine = std::ranges::find_if(manager.engines, ranks_from_roots);
    // A name stands for the switches of a port group.
    const bool has_names = std::ranges::any_of(
        manager.guids, [](const SmGuid& root) { return root.list == SmGuid::List::root && root.guid == 0; });
    if (first == manager.guids.end() || engine == manager.engines.end() || has_names)
        return;
    if (!was_captured_whole(subnet))
        return context.not_checked({index, Port::no_index},
            "whether the list of roots is complete is unknown: no capture shows all nodes and links");
    const std::vector<std::uint32_t> missing = missing_roots(subnet, listed_roots(manager, subnet));
    if (missing.empty())
        return;
    const std::string more = missing.size() > 1
        ? fmt::format(" and {}", counted(missing.size() - 1, "more switch", "more switches"))
        : std::string();
    const bool several = missing.size() > 1;
    Diagnosis diagnosis{.at = first->at,
        .message
        = fmt::format("the roots of {} lack {} ({}){} of the same tier: {} ranks {} below the leaf switches, "
                      "and packets from leaf to leaf never go through {}",
            device.name,
            subnet.node_name(missing.front()),
            guid_text(subnet.nodes[missing.front()].guid),
            more,
            engine->name,
            several ? "them" : "it",
            several ? "them" : "it"),
        .subjects = {{{index, Port::no_index}, Property::manager, Part::statement(first->at)}},
        .fix = "List all switches of the top tier."};
    for (const std::uint32_t node : missing)
        diagnosis.show(subnet.nodes[node].at, "a switch of the top tier that is not listed");
    context.report(std::move(diagnosis));
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
                        "root_guid_file {} was not read: keep a copy of it next to opensm.conf", file.path));
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
        check_missing(context, index, *context.fabric.devices[*of].subnet);
    }
}

}

extern const Rule rule = {
    .code = "SM027",
    .name = "root-switches",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary
    = "root_guid_file lists what is not a root (it is not in the subnet, not a switch, or has hosts), or "
      "lacks a switch of the top tier.",
    .why = "Up/down and fat-tree work out from the roots which way is up. A GUID that is not there is "
           "ignored. With a leaf among the roots every other leaf is below it, routes go through hosts' "
           "switches, and links that were up become down: capacity is lost, and with connect_roots credit "
           "loops come back. A switch of the top tier that is not listed is ranked below the leaves that it "
           "is cabled to. A route through it would go down and up again, which up/down forbids, so that its "
           "cables carry nothing.",
    .source = "opensm(8) 3.3.23, --root_guid_file; opensm 3.3.23, opensm/osm_ucast_updn.c: "
              "updn_subn_rank, updn_build_lid_matrices",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "List the switches of the top tier. Write the list by hand, or let `rocelint render` write it.",
    .check_fabric = check,
};

}
