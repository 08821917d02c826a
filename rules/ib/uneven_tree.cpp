// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/text/sentence.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace rocelint::rules::ib012 {
namespace {

constexpr double ratio[] = {1};
constexpr double storage_ratio[] = {3};
constexpr Parameter parameters[] = {
    {"ratio",
        ratio,
        "to 1",
        "most bandwidth downwards for each unit upwards",
        "NVIDIA DGX SuperPOD reference architecture, compute fabric (full bisection)"},
    {"storage_ratio",
        storage_ratio,
        "to 1",
        "the same for leaf switches with storage hosts only",
        "common practice; storage traffic stays far below the sum of its ports (as TOP001)"},
};

constexpr std::string_view half_of_the_uplinks
    = R"(-[31]	"S-0000000000000021"[1]		# "spine1" lid 21 4xHDR
+[31]	"S-0000000000000021"[1]		# "spine1" lid 21 2xHDR
-[32]	"S-0000000000000022"[1]		# "spine2" lid 22 4xHDR
+[32]	"S-0000000000000022"[1]		# "spine2" lid 22 2xHDR
)";

constexpr std::string_view half_of_all_uplinks
    = R"(-[31]	"S-0000000000000021"[1]		# "spine1" lid 21 4xHDR
+[31]	"S-0000000000000021"[1]		# "spine1" lid 21 2xHDR
-[32]	"S-0000000000000022"[1]		# "spine2" lid 22 4xHDR
+[32]	"S-0000000000000022"[1]		# "spine2" lid 22 2xHDR
-[31]	"S-0000000000000021"[2]		# "spine1" lid 21 4xHDR
+[31]	"S-0000000000000021"[2]		# "spine1" lid 21 2xHDR
-[32]	"S-0000000000000022"[2]		# "spine2" lid 22 4xHDR
+[32]	"S-0000000000000022"[2]		# "spine2" lid 22 2xHDR
)";

constexpr std::string_view lost_uplink = "-[32]\t\"S-0000000000000022\"[2]\t\t# \"spine2\" lid 22 4xHDR\n"
                                         "-[2]\t\"S-0000000000000012\"[32]\t\t# \"leaf2\" lid 12 4xHDR\n";

constexpr Example examples[] = {
    ib::example("A leaf has lost an uplink", lost_uplink, "# \"leaf2\" enhanced port 0"),
    ib::example("A leaf has two cables to one spine and one to the other",
        R"(-[32]	"S-0000000000000022"[1]		# "spine2" lid 22 4xHDR
+[32]	"S-0000000000000022"[1]		# "spine2" lid 22 4xHDR
+[33]	"S-0000000000000021"[3]		# "spine1" lid 21 4xHDR
-[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[3]	"S-0000000000000011"[33]		# "leaf1" lid 11 4xHDR
-[32]	"S-0000000000000022"[2]		# "spine2" lid 22 4xHDR
+[32]	"S-0000000000000022"[2]		# "spine2" lid 22 4xHDR
+[33]	"S-0000000000000022"[3]		# "spine2" lid 22 4xHDR
+[34]	"S-0000000000000021"[4]		# "spine1" lid 21 4xHDR
)",
        "[32]	\"S-0000000000000022\"[1]"),
    {.title = "Hosts have twice the bandwidth of the uplinks",
        .files = {{{"ib-fabric", "fabric", half_of_the_uplinks}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB009: off\n",
        .flagged = "# \"leaf1\" enhanced port 0"},
    {.title = "Both leaves have more bandwidth downwards: one finding",
        .files = {{{"ib-fabric", "fabric", half_of_all_uplinks}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB009: off\n",
        .flagged = "# \"leaf1\" enhanced port 0"},
    {.title = "Storage hosts have twice the bandwidth of the uplinks",
        .files = {{{"ib-fabric", "fabric", half_of_the_uplinks}}},
        .topology = "devices:\n  host1: {role: storage}\n  host2: {role: storage}\n",
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB009: off\n"},
    {.title = "A leaf of storage hosts has fewer uplinks than that of other hosts, and enough for its own",
        .files = {{{"ib-fabric", "fabric", lost_uplink}}},
        .topology = "devices:\n  host3: {role: storage}\n  host4: {role: storage}\n"},
    ib::example("Leaves are alike"),
};

// The number of a leaf's uplinks, and their capacity up and down.
struct Uplinks {
    bool is_storage = false; ///< the leaf has storage hosts only
    std::size_t cables = 0;
    BitsPerSecond up{};
    BitsPerSecond down{};
    bool known = true;
};

Uplinks uplinks_of(const Subnet& subnet, const IbSwitch& leaf, const std::vector<std::uint32_t>& tier_of)
{
    Uplinks out;
    const auto add = [&](BitsPerSecond& sum, std::uint32_t port) {
        const auto rate = rate_of(subnet.ports[port]);
        out.known = out.known && rate.has_value();
        sum.count += rate.value_or(BitsPerSecond{}).count;
    };
    for (const std::uint32_t port : leaf.adapters)
        add(out.down, port);
    for (const IbBundle& bundle : leaf.bundles) {
        if (tier_of[bundle.to] <= leaf.tier)
            continue;
        out.cables += bundle.ports.size();
        for (const std::uint32_t port : bundle.ports)
            add(out.up, port);
    }
    return out;
}

std::size_t usual(const std::map<std::size_t, std::size_t>& votes)
{
    return std::ranges::max_element(votes, {}, [](const auto& vote) {
        return std::pair(vote.second, vote.first);
    })->first;
}

// Reports faults of one kind as one finding: that of the first leaf, with the others as evidence.
void report_together(DeviceContext& context, std::vector<Diagnosis> alike)
{
    if (alike.empty())
        return;
    Diagnosis all = std::move(alike.front());
    if (alike.size() > 1)
        all.message += fmt::format("; likewise {}", counted(alike.size() - 1, "more place"));
    for (std::size_t index = 1; index < alike.size(); ++index) {
        all.show(alike[index].at, std::move(alike[index].message));
        all.also_on.push_back(alike[index].subjects.front().port);
        all.subjects.push_back(alike[index].subjects.front());
    }
    context.report(std::move(all));
}

// Appends a fault for each bundle that differs, and returns whether one does: then the sum also differs, which is
// not a separate fault.
bool find_uneven_bundles(const DeviceContext& context,
    const Subnet& subnet,
    const IbSwitch& leaf,
    const std::vector<std::uint32_t>& tier_of,
    std::vector<Diagnosis>& found)
{
    std::map<std::size_t, std::size_t> votes;
    for (const IbBundle& bundle : leaf.bundles) {
        if (tier_of[bundle.to] > leaf.tier)
            ++votes[bundle.ports.size()];
    }
    if (votes.size() < 2)
        return false;
    const std::size_t most = usual(votes);
    for (const IbBundle& bundle : leaf.bundles) {
        if (tier_of[bundle.to] <= leaf.tier || bundle.ports.size() == most)
            continue;
        found.push_back({.at = context.device().place(subnet.ports[bundle.ports.front()].peer.origin),
            .message = fmt::format(
                "{} has {} to {} and {} to each of most others: routes are spread evenly, and those by "
                "{} have {} bandwidth than their share",
                subnet.node_name(leaf.node),
                counted(bundle.ports.size(), "cable"),
                subnet.node_name(bundle.to),
                most,
                subnet.node_name(bundle.to),
                bundle.ports.size() < most ? "less" : "more"),
            .subjects = {{{context.index, bundle.ports.front()}, Property::capacity}}});
    }
    return true;
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    const std::vector<IbSwitch> switches = switches_of(subnet);
    std::vector<std::uint32_t> tier_of(subnet.nodes.size(), 0);
    for (const IbSwitch& each : switches)
        tier_of[each.node] = each.tier;
    const std::vector<Role> roles = host_roles(context.fabric, context.index);
    // Leaves with storage hosts only may have a larger ratio, so they are compared with each other alone.
    std::map<bool, std::map<std::size_t, std::size_t>> votes_by_kind;
    std::vector<std::pair<const IbSwitch*, Uplinks>> leaves;
    std::vector<Diagnosis> bundles;
    std::vector<Diagnosis> fewer;
    std::vector<Diagnosis> narrow;
    for (const IbSwitch& each : switches) {
        if (each.tier != 1)
            continue;
        Uplinks uplinks = uplinks_of(subnet, each, tier_of);
        if (uplinks.cables == 0)
            continue; // a subnet of one switch, or no tree
        uplinks.is_storage = std::ranges::all_of(
            each.adapters, [&](std::uint32_t port) { return roles[subnet.peer_of(port)] == Role::storage; });
        ++votes_by_kind[uplinks.is_storage][uplinks.cables];
        if (!find_uneven_bundles(context, subnet, each, tier_of, bundles))
            leaves.emplace_back(&each, uplinks);
    }
    report_together(context, std::move(bundles));
    for (const auto& [leaf, uplinks] : leaves) {
        const std::uint32_t first = leaf->bundles.front().ports.front();
        const Span at = subnet.nodes[leaf->node].at;
        const std::size_t most = usual(votes_by_kind[uplinks.is_storage]);
        const double ratio = context.number(uplinks.is_storage ? "storage_ratio" : "ratio");
        if (uplinks.cables < most) {
            fewer.push_back({.at = at,
                .message = fmt::format(
                    "{} has {} and most leaf switches{} have {}: as many destinations go over fewer links",
                    subnet.node_name(leaf->node),
                    counted(uplinks.cables, "uplink"),
                    uplinks.is_storage ? " of storage hosts" : "",
                    most),
                .subjects = {{{context.index, first}, Property::capacity}}});
        } else if (uplinks.known
            && static_cast<double>(uplinks.down.count) > ratio * static_cast<double>(uplinks.up.count)) {
            narrow.push_back({.at = at,
                .message = fmt::format("the adapters at {} have {} and its uplinks {}: more than {:g} to 1",
                    subnet.node_name(leaf->node),
                    gigabits_text(uplinks.down),
                    gigabits_text(uplinks.up),
                    ratio),
                .subjects = {{{context.index, first}, Property::capacity}}});
        }
    }
    report_together(context, std::move(fewer));
    report_together(context, std::move(narrow));
}

}

extern const Rule rule = {
    .code = "IB012",
    .name = "ib-uneven-tree",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary
    = "Leaf switches of an InfiniBand tree differ in their uplinks, or have less bandwidth upwards than their hosts have.",
    .why
    = "Routes of a tree spread destinations evenly over uplinks. A leaf that has fewer cables to one spine, or fewer in all, gets the same number of destinations over fewer links: these are the ones that congest, and with lossless flow control they hold up traffic that only passes by.",
    .source
    = "NVIDIA DGX SuperPOD reference architecture, compute fabric (full bisection); opensm man page, Fat-tree Routing Algorithm; NVIDIA ibdiagnet user manual, fat-tree validation",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Add the missing cables, or bring their ports up.",
    .check_device = check,
};

}
