// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::top004 {
namespace {

constexpr std::string_view planned = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"spine1:Ethernet0\"}\n";

// leaf2 was not collected, but the plan contains it.
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
    {.title = "Two cables of the leaf are swapped",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"DEVICE_NEIGHBOR": {"Ethernet0": {"name": "spine1", "port": "Ethernet4"},
 "Ethernet4": {"name": "spine1", "port": "Ethernet0"}}})"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"spine1:Ethernet0\"}\n"
                    "  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n",
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

// Two cables that were swapped at one end: each port leads where the other one should lead.
struct Swap {
    const CablingConflict* first = nullptr;
    const CablingConflict* second = nullptr;
    [[nodiscard]] bool holds(PortId port) const
    {
        return port == first->port || port == second->port || port == first->planned || port == first->seen;
    }
};

std::vector<Swap> find_swaps(const Fabric& fabric)
{
    std::vector<Swap> swaps;
    for (const CablingConflict& one : fabric.cabling_conflicts) {
        const auto known = [&](PortId port) {
            return std::ranges::any_of(swaps, [port](const Swap& swap) { return swap.holds(port); });
        };
        if (!one.planned.valid() || !one.seen.valid() || known(one.port))
            continue;
        const auto other
            = std::ranges::find_if(fabric.cabling_conflicts, [&one](const CablingConflict& candidate) {
                  return candidate.port != one.port && candidate.planned.valid()
                      && candidate.planned == one.seen && candidate.seen == one.planned;
              });
        if (other != fabric.cabling_conflicts.end())
            swaps.push_back({&one, &*other});
    }
    return swaps;
}

void report_swap(FabricContext& context, const Swap& swap)
{
    const CablingConflict& one = *swap.first;
    const bool plan = is_planned(context.fabric, one.believed) || is_planned(context.fabric, one.other);
    Diagnosis diagnosis{.severity = plan ? Severity::error : Severity::warning,
        .at = one.other.somewhere() ? one.other : one.believed,
        .message = fmt::format(
            "the cables of {} and {} are swapped: they lead to {} and {}, each where the other one should",
            context.port_label(one.port),
            context.port_label(swap.second->port),
            context.port_label(one.seen),
            context.port_label(one.planned)),
        .related
        = {{one.believed, "what is believed"}, {swap.second->believed, "what is believed of the other one"}},
        .fix = "Exchange the two cables, or correct the topology if the plan has changed."};
    for (const PortId port : {one.port, swap.second->port, one.planned, one.seen})
        diagnosis.blame(port, Property::cabling);
    context.report(std::move(diagnosis));
}

// Adds what the device has instead of the missing port.
void show_ports(const Fabric& fabric, const CablingConflict& conflict, Diagnosis& diagnosis)
{
    if (conflict.port.device >= fabric.devices.size())
        return;
    const Device& device = fabric.devices[conflict.port.device];
    const auto first = std::ranges::find_if(device.ports,
        [](const Port& port) { return port.kind == PortKind::physical && port.at.somewhere(); });
    if (first != device.ports.end())
        diagnosis.show(first->at, fmt::format("{} is the first of its ports", first->name));
    else if (conflict.other.somewhere())
        diagnosis.show(conflict.other, "it has no port");
}

void check(FabricContext& context)
{
    const std::vector<Swap> swaps = find_swaps(context.fabric);
    for (const Swap& swap : swaps)
        report_swap(context, swap);
    for (const CablingConflict& conflict : context.fabric.cabling_conflicts) {
        const bool told = conflict.planned.valid()
            && std::ranges::any_of(
                swaps, [&conflict](const Swap& swap) { return swap.holds(conflict.port); });
        if (told)
            continue;
        const bool no_such_port = conflict.port.port == Port::no_index;
        const bool plan
            = is_planned(context.fabric, conflict.believed) || is_planned(context.fabric, conflict.other);
        // Two captures that contradict each other may just be from different days.
        const bool at_believed = no_such_port || !conflict.other.somewhere();
        Diagnosis diagnosis{.severity = plan ? Severity::error : Severity::warning,
            .at = at_believed ? conflict.believed : conflict.other,
            .message = conflict.message,
            .subjects = {{conflict.port,
                Property::cabling,
                no_such_port ? Part::contradiction(conflict.message) : Subject::whole}},
            .fix = plan ? "Correct the cable, or the topology if the plan has changed."
                        : "Collect the neighbours again, or correct the table."};
        if (no_such_port)
            show_ports(context.fabric, conflict, diagnosis);
        if (!at_believed)
            diagnosis.show(conflict.believed, "what is believed");
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "TOP004",
    .name = "miscabled",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where no plan states the cable"}}},
    .scope = Scope::fabric,
    .summary = "The cabling that devices see differs from the plan.",
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
