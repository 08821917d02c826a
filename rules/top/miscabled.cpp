// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <algorithm>

namespace rocelint::rules::top004 {
namespace {

constexpr std::string_view planned = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"spine1:Ethernet0\"}\n";

// leaf2 was not collected, but the plan knows it.
constexpr std::string_view two_leaves = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
                                        "  - {a: \"leaf2:Ethernet0\", b: \"host2:ens1f0np0\"}\n";

constexpr std::string_view sees_leaf1 = R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# lldpcli show neighbors -f json
+{"lldp":{"interface":{"ens1f0np0":{"via":"LLDP","chassis":{"leaf1":{"descr":"switch"}},
+ "port":{"id":{"type":"ifname","value":"Ethernet0"}}}}}}
)";

constexpr std::string_view sees_leaf2 = R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# lldpcli show neighbors -f json
+{"lldp":{"interface":{"ens1f0np0":{"via":"LLDP","chassis":{"leaf2":{"descr":"switch"}},
+ "port":{"id":{"type":"ifname","value":"Ethernet0"}}}}}}
)";

constexpr Example examples[] = {
    {.title = "The leaf's neighbour table names a different port than the plan",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"DEVICE_NEIGHBOR": {"Ethernet0": {"name": "spine1", "port": "Ethernet4"}}})"},
            {"sonic", "spine1", ""}}},
        .topology = planned,
        .flagged = R"("Ethernet0": {)"},
    {.title = "Neighbour table and plan agree",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"DEVICE_NEIGHBOR": {"Ethernet0": {"name": "spine1", "port": "Ethernet0"}}})"},
            {"sonic", "spine1", ""}}},
        .topology = planned},
    {.title = "The plan names a port that the leaf does not have",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet64\", b: \"spine1:Ethernet0\"}\n",
        .flagged = "leaf1:Ethernet64",
        .flagged_device = "topology.yaml"},
    {.title = "The host sees a leaf that the plan gives to another host, and that was not collected",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", sees_leaf2}}},
        .topology = two_leaves,
        .flagged = "leaf2",
        .flagged_device = "host1"},
    {.title = "The host sees the leaf of the plan",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", sees_leaf1}}},
        .topology = two_leaves},
};

bool is_planned(const Fabric& fabric, Span at)
{
    return !fabric.topology.links.empty() && fabric.topology.links.front().at.source == at.source;
}

void check(FabricContext& context)
{
    std::size_t index = 0;
    for (const CablingConflict& conflict : context.fabric.cabling_conflicts) {
        const bool no_such_port = conflict.port.port == Port::no_index;
        const bool plan
            = is_planned(context.fabric, conflict.believed) || is_planned(context.fabric, conflict.other);
        // Two captures that contradict each other may only be of different days.
        const bool at_believed = no_such_port || !conflict.other.somewhere();
        Finding& finding = context.report(plan ? Severity::error : Severity::warning,
            at_believed ? conflict.believed : conflict.other,
            conflict.message);
        const std::uint8_t number
            = no_such_port ? static_cast<std::uint8_t>(index % Subject::whole) : Subject::whole;
        finding.blame(conflict.port, Property::cabling, number);
        if (!at_believed)
            finding.related.push_back({conflict.believed, "what is believed", {}});
        finding.fix = plan ? "Correct the cable, or the topology if the plan has changed."
                           : "Collect the neighbours again, or correct the table.";
        ++index;
    }
}

}

extern const Rule rule = {
    .code = "TOP004",
    .name = "miscabled",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "The cabling that devices see is not the one that is planned.",
    .why = "A swapped cable changes which hosts share a leaf, breaks rail alignment and equal path "
           "counts, and can turn a path downwards and up again, which is what PFC deadlocks need. Every "
           "check across a link also looks at the wrong pair of ports.",
    .source = "IEEE 802.1AB-2016 (LLDP); NVIDIA ibdiagnet, topology matching; Hu et al., Tagger, CoNEXT 2017",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Move the cable to the planned port, or correct the plan.",
    .check_fabric = check,
};

}
