// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_mismatch.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos006 {
namespace {

constexpr Example examples[] = {
    {.title = "Packets of priority 3 fill priority group 0, whose fill pauses priority 0",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"3": "0"}}})"}}},
        .flagged = R"("3": "0")"},
    {.title = "One of three leaves counts the class in another group, although its DSCP map is right",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"sonic", "leaf3", R"({"TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"3": "0"}}})"}}},
        .policy = "version: 1\n",
        .flagged = R"("3": "0")",
        .flagged_device = "leaf3"},
    {.title = "The hosts mark as they should, and the leaf counts their packets in another group",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"3": "0"}}})"},
            {"linux-host", "host1", ""},
            {"linux-host", "host2", ""}}},
        .topology = "links:\n"
                    "  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
                    "  - {a: \"leaf1:Ethernet4\", b: \"host2:ens1f0np0\"}\n",
        .flagged = R"("3": "0")"},
    {.title = "The priority group is the one that pauses the packets' priority",
        .files = {{{"sonic", "leaf1", ""}}}},
};

void check_class(DeviceContext& context, std::uint32_t index, const RdmaClass& rdma_class)
{
    const Device& device = context.device();
    const Port& port = device.ports[index];
    if (rdma_class.trust == Trust::pcp || rdma_class.dscps.empty())
        return;
    const Treatment treatment = classify_dscp(device, port, rdma_class.dscps.first());
    if (!groups_disagree(device, port, treatment, rdma_class.priority))
        return;
    const Setting<std::uint8_t> pausing = group_of_priority(device, port, rdma_class.priority);
    // The map that changes the number is the more likely cause.
    const bool blame_pause = treatment.group.value == treatment.tc.value;
    context.report({.at = device.place(blame_pause ? pausing.origin : treatment.group.origin, &port),
        .message = fmt::format(
            "{} counts RDMA packets (traffic class {}) in priority group {}, but pauses priority {} when "
            "group {} fills: the group overflows without a pause",
            device.name,
            treatment.tc.value,
            treatment.group.value,
            rdma_class.priority,
            pausing.value),
        .subjects = {context.subject(Property::priority_group_map, treatment.tc.value)},
        .related = {{device.place(blame_pause ? treatment.group.origin : pausing.origin, &port),
            blame_pause ? "the group of the traffic class" : "the group that pauses the priority"}},
        .fix = fmt::format("Let traffic class {} and priority {} use the same priority group.",
            treatment.tc.value,
            rdma_class.priority),
        .changes = {{.port = {context.index, index},
            .property = Property::priority_group_map,
            .value = blame_pause
                ? MapEntry{MapKind::priority_to_priority_group, rdma_class.priority, treatment.group.value}
                : MapEntry{MapKind::tc_to_priority_group, treatment.tc.value, pausing.value},
            .shared = true}}});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        for (const std::uint32_t port : group) {
            if (!context.analysis.is_roce({context.index, port}) || !device.ports[port].pfc_tx.known())
                continue;
            const PrioritySet judged = context.analysis.required_priorities({context.index, port})
                & device.ports[port].pfc_tx.value;
            if (judged.empty())
                continue;
            for (const RdmaClass& rdma_class : context.classes.classes) {
                if (judged.has(rdma_class.priority))
                    check_class(context, port, rdma_class);
            }
            break;
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS006",
    .name = "pause-watches-another-group",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The priority group that RDMA packets fill is not the one that makes the switch pause them.",
    .why
    = "A switch sends PFC when a priority group fills. If the maps count the packets in one group and tie their "
      "priority to another, the one that fills never sends a pause, and its packets are dropped while PFC "
      "looks configured.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2, TC_TO_PRIORITY_GROUP_MAP and "
              "MAP_PFC_PRIORITY_TO_PRIORITY_GROUP; IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Make both maps lead to the same priority group: correct the one that changes the number.",
    .check_device = check,
};

}
