// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace rocelint::rules::ib010 {
namespace {

constexpr Example examples[] = {
    ib::example("Two adapters have the same LID",
        R"(-[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 101 4xHDR
-[1](104) 	"S-0000000000000011"[2]		# lid 102 lmc 0 "leaf1" lid 11 4xHDR
+[1](104) 	"S-0000000000000011"[2]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
)",
        "[1](104)"),
    ib::example("LIDs of two adapters overlap by their LMC",
        R"(-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 1 "leaf1" lid 11 4xHDR
)",
        "[1](104)"),
    ib::example("One adapter appears at two switches",
        R"(-[1]	"H-0000000000000105"[1](106) 		# "host3 mlx5_0" lid 103 4xHDR
+[1]	"H-0000000000000105"[1](106) 		# "host3 mlx5_0" lid 103 4xHDR
+[3]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
)",
        "[3]"),
    ib::example("Every GUID and LID occurs once"),
};

void report(
    DeviceContext& context, std::uint32_t port, Span at, Span other, Property property, std::string message)
{
    context.report({.at = at,
        .message = std::move(message),
        .subjects = {{{context.index, port}, property}},
        .related = {{other, "the other one"}}});
}

void check_nodes(DeviceContext& context, const Subnet& subnet)
{
    std::map<Guid, std::uint32_t> first;
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        const Guid guid = subnet.nodes[node].guid;
        if (guid == 0)
            continue;
        const auto [known, fresh] = first.try_emplace(guid, node);
        if (!fresh)
            report(context,
                subnet.nodes[node].ports > 0 ? subnet.nodes[node].first_port : Port::no_index,
                subnet.nodes[node].at,
                subnet.nodes[known->second].at,
                Property::guids,
                fmt::format("{} has the node GUID {} that {} has as well",
                    subnet.node_name(node),
                    guid_text(guid),
                    subnet.node_name(known->second)));
    }
}

// Both ends of a cable must report each other. A port that two others report stands for two ports with one
// GUID.
void check_claims(DeviceContext& context, const Subnet& subnet)
{
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const std::uint32_t peer = subnet.peer_of(port);
        const std::uint32_t back = peer == Subnet::none ? Subnet::none : subnet.peer_of(peer);
        if (back == Subnet::none || back == port)
            continue;
        // If the reports are in two files, one file may show outdated cabling, which is reported as such.
        if (context.device().place(subnet.ports[port].peer.origin).source
            != context.device().place(subnet.ports[peer].peer.origin).source)
            continue;
        report(context,
            port,
            context.device().place(subnet.ports[port].peer.origin),
            context.device().place(subnet.ports[peer].peer.origin),
            Property::guids,
            fmt::format(
                "{} is cabled to {}, which is cabled to {}: two ports share its GUID, or the cabling changed "
                "while it was captured",
                subnet.port_name(port),
                subnet.port_name(peer),
                subnet.port_name(back)));
    }
}

void check_ports(DeviceContext& context, const Subnet& subnet)
{
    std::map<Guid, std::uint32_t> first;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const Guid guid = subnet.ports[port].guid;
        if (guid == 0)
            continue;
        const auto [known, fresh] = first.try_emplace(guid, port);
        const std::uint32_t other = known->second;
        const bool same_node
            = subnet.nodes[subnet.ports[port].node].guid == subnet.nodes[subnet.ports[other].node].guid;
        if (!fresh && !same_node)
            report(context,
                port,
                subnet.ports[port].at,
                subnet.ports[other].at,
                Property::guids,
                fmt::format("{} has the port GUID {} that {} has as well",
                    subnet.port_name(port),
                    guid_text(guid),
                    subnet.port_name(other)));
    }
}

void check_lids(DeviceContext& context, const Subnet& subnet)
{
    constexpr Lid unassigned = 0xffff;
    constexpr std::uint32_t first_multicast = 0xc000;
    std::vector<std::uint32_t> owner(first_multicast, Subnet::none);
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const IbPort& of = subnet.ports[port];
        if (!of.lid.known() || of.lid.value == 0 || of.lid.value == unassigned)
            continue;
        const std::uint32_t count = 1U << (of.lmc.known() ? of.lmc.value & 7U : 0U);
        for (std::uint32_t lid = of.lid.value; lid < of.lid.value + count && lid < first_multicast; ++lid) {
            if (owner[lid] == Subnet::none) {
                owner[lid] = port;
                continue;
            }
            // Two nodes with one GUID are reported already.
            const Guid guid = subnet.nodes[of.node].guid;
            if (guid == 0 || guid != subnet.nodes[subnet.ports[owner[lid]].node].guid)
                report(context,
                    port,
                    context.device().place(of.lid.origin),
                    context.device().place(subnet.ports[owner[lid]].lid.origin),
                    Property::lids,
                    fmt::format("{} and {} both have LID {}{}: what is sent to one arrives at the other",
                        subnet.port_name(port),
                        subnet.port_name(owner[lid]),
                        lid,
                        count > 1 ? fmt::format(", which is one of its {} by LMC {}", count, of.lmc.value)
                                  : ""));
            break;
        }
    }
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    check_nodes(context, subnet);
    check_claims(context, subnet);
    check_ports(context, subnet);
    check_lids(context, subnet);
}

}

extern const Rule rule = {
    .code = "IB010",
    .name = "ib-duplicate-guid-or-lid",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "Two InfiniBand nodes or ports have the same GUID, or two ports have the same LID.",
    .why = "The subnet manager knows nodes by their GUID and switches send by LID. Of two with the same one "
           "it routes to whichever it saw last: packets for the other arrive at the wrong node or nowhere, "
           "and each sweep may reverse that.",
    .source
    = "IBA 1.5 4.1.1 (GUIDs are unique), 4.1.3 (LIDs are unique within a subnet); opensm osm_node_info_rcv.c (duplicated GUID); NVIDIA ibdiagnet user manual, duplicated GUIDs",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Give the second node a GUID of its own (mlxburn or flint with the GUID of its label); of LIDs, let the subnet manager assign them again.",
    .check_device = check,
};

}
