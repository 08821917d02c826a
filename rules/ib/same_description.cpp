// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::rules::ib018 {
namespace {

constexpr Example examples[] = {
    ib::example("Two hosts call themselves host1",
        R"(-Ca	1 "H-0000000000000103"		# "host2 mlx5_0"
+Ca	1 "H-0000000000000103"		# "host1 mlx5_0"
)",
        "Ca	1 \"H-0000000000000103\""),
    ib::example("Two pairs of hosts share a name each: one finding",
        R"(-Ca	1 "H-0000000000000103"		# "host2 mlx5_0"
+Ca	1 "H-0000000000000103"		# "host1 mlx5_0"
-Ca	1 "H-0000000000000107"		# "host4 mlx5_0"
+Ca	1 "H-0000000000000107"		# "host3 mlx5_0"
)",
        "Ca	1 \"H-0000000000000103\""),
    ib::example("The aggregation nodes of two switches have the description of their firmware",
        R"(-[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[41]	"H-0000000000000029"[1](29) 		# "Mellanox Technologies Aggregation Node" lid 29 4xHDR
-[2]	"S-0000000000000012"[32]		# "leaf2" lid 12 4xHDR
+[2]	"S-0000000000000012"[32]		# "leaf2" lid 12 4xHDR
+[41]	"H-000000000000002a"[1](2a) 		# "Mellanox Technologies Aggregation Node" lid 30 4xHDR
+
+vendid=0x2c9
+devid=0xcf09
+sysimgguid=0x21
+caguid=0x29
+Ca	1 "H-0000000000000029"		# "Mellanox Technologies Aggregation Node"
+[1](29) 	"S-0000000000000021"[41]		# lid 29 lmc 0 "spine1" lid 21 4xHDR
+
+vendid=0x2c9
+devid=0xcf09
+sysimgguid=0x22
+caguid=0x2a
+Ca	1 "H-000000000000002a"		# "Mellanox Technologies Aggregation Node"
+[1](2a) 	"S-0000000000000022"[41]		# lid 30 lmc 0 "spine2" lid 22 4xHDR
)"),
    ib::example("Every node has a name of its own"),
};

// Reports all shared names as one finding, since they have one cause: nothing sets descriptions.
void report_together(DeviceContext& context, std::vector<Diagnosis> found)
{
    if (found.empty())
        return;
    Diagnosis all = std::move(found.front());
    if (found.size() > 1)
        all.message += fmt::format("; likewise {}", counted(found.size() - 1, "more name"));
    for (std::size_t index = 1; index < found.size(); ++index) {
        all.show(found[index].at, std::move(found[index].message));
        all.also_on.push_back(found[index].subjects.front().port);
        all.subjects.push_back(found[index].subjects.front());
    }
    context.report(std::move(all));
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    std::map<std::string_view, std::vector<std::uint32_t>> named;
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        const IbNode& of = subnet.nodes[node];
        if (!of.description.empty() && of.kind != IbNodeKind::unknown && !of.aggregation_node)
            named[of.description].push_back(node);
    }
    std::vector<Diagnosis> found;
    for (const auto& [name, nodes] : named) {
        const auto shares_system = [&](std::uint32_t node) {
            // Parts of one board or chassis may share a name; a duplicate GUID is reported already.
            const IbNode& first = subnet.nodes[nodes.front()];
            const IbNode& of = subnet.nodes[node];
            return (of.system_guid != 0 && of.system_guid == first.system_guid) || of.guid == first.guid;
        };
        if (std::ranges::all_of(nodes, shares_system))
            continue;
        const auto other = std::ranges::find_if_not(nodes, shares_system);
        found.push_back({.at = subnet.nodes[*other].at,
            .message = fmt::format(
                "{} nodes call themselves \"{}\": diagnostics and port groups cannot distinguish them",
                nodes.size(),
                name),
            .subjects
            = {{{context.index,
                    subnet.nodes[*other].ports > 0 ? subnet.nodes[*other].first_port : Port::no_index},
                Property::guids}},
            .related = {{subnet.nodes[nodes.front()].at, "another one"}}});
    }
    report_together(context, std::move(found));
}

}

extern const Rule rule = {
    .code = "IB018",
    .name = "ib-same-description",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Several InfiniBand nodes have the same description.",
    .why
    = "The node description is the only name that diagnostics, routes by name and port groups have of a node. Where two hosts or switches share one, a finding about one of them is corrected at the other, and a policy that names it means both. The aggregation nodes of switches (SHARP) have one description by design.",
    .source
    = "IBA 1.5 14.2.5.2 (NodeDescription); opensm man page, --node_name_map; NVIDIA ibdiagnet user manual, duplicated node descriptions",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Let rdma-ndd set the descriptions of hosts, and name switches; a node-name-map helps the tools until then.",
    .check_device = check,
};

}
