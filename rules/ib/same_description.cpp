// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::rules::ib018 {
namespace {

constexpr Example examples[] = {
    ib::example("Two hosts call themselves host1",
        R"(-Ca	1 "H-0000000000000103"		# "host2 mlx5_0"
+Ca	1 "H-0000000000000103"		# "host1 mlx5_0"
)",
        "Ca	1 \"H-0000000000000103\""),
    ib::example("Every node has a name of its own"),
};

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    std::map<std::string_view, std::vector<std::uint32_t>> named;
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        const IbNode& of = subnet.nodes[node];
        if (!of.description.empty() && of.kind != IbNodeKind::unknown)
            named[of.description].push_back(node);
    }
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
        context.report({.at = subnet.nodes[*other].at,
            .message = fmt::format(
                "{} nodes call themselves \"{}\": diagnostics and port groups cannot tell them apart",
                nodes.size(),
                name),
            .subjects
            = {{{context.index,
                    subnet.nodes[*other].ports > 0 ? subnet.nodes[*other].first_port : Port::no_index},
                Property::guids}},
            .related = {{subnet.nodes[nodes.front()].at, "another one"}}});
    }
}

}

extern const Rule rule = {
    .code = "IB018",
    .name = "ib-same-description",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Several InfiniBand nodes call themselves the same.",
    .why
    = "The node description is the only name that diagnostics, routes by name and port groups have of a node. Where two hosts or switches share one, a finding about one of them is mended at the other, and a policy that names it means both.",
    .source
    = "IBA 1.5 14.2.5.2 (NodeDescription); opensm man page, --node_name_map; NVIDIA ibdiagnet user manual, duplicated node descriptions",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Let rdma-ndd set the descriptions of hosts, and name switches; a node-name-map helps the tools until then.",
    .check_device = check,
};

}
