// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic023 {
namespace {

constexpr std::string_view storage_by_tag = "version: 1\nprofile: azure-local\n";

constexpr Example examples[] = {
    {.title = "The policy of SMB Direct gives priority 4, and the RDMA class is priority 3",
        .files = {{{"windows-host", "host1", R"(-                             NetDirect 445       3
+                             NetDirect 445       4
)"}}},
        .policy = storage_by_tag,
        .flagged = "NetDirect 445       4"},
    {.title = "The NIC writes no VLAN tag, and so no priority",
        .files = {{{"windows-host",
            "host1",
            R"(-SMB1                      Packet Priority & VLAN         Packet Priority & VLAN Enabled *PriorityVLANTag      {3}
+SMB1                      Packet Priority & VLAN         Disabled                       *PriorityVLANTag      {0}
)"}}},
        .policy = storage_by_tag,
        .flagged = "*PriorityVLANTag      {0}"},
    {.title = "SMB Direct leaves in priority 3, with a tag",
        .files = {{{"windows-host", "host1", ""}}},
        .policy = storage_by_tag},
};

// The priorities of RDMA that packets state in their tags. Without a policy, the priorities that the host itself pauses.
PrioritySet wanted_priorities(const PortContext& context)
{
    PrioritySet wanted;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (rdma_class.trust == Trust::pcp)
            wanted.insert(rdma_class.priority);
    }
    wanted = wanted & context.carried();
    if (wanted.empty() && context.assumed())
        wanted = context.port().pfc_tx.value_or({});
    return wanted;
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || nic == nullptr || port.kind != PortKind::physical
        || !context.device().has_network_policies)
        return;
    const PrioritySet wanted = wanted_priorities(context);
    if (wanted.empty())
        return;
    const Priority* priority
        = context.need(context.id, nic->rdma_priority, "the priority that the host gives RDMA packets");
    if (priority == nullptr)
        return;
    if (!wanted.has(*priority)) {
        Diagnosis diagnosis{.at = context.place(nic->rdma_priority.origin),
            .message
            = fmt::format("{} sends RDMA in priority {} instead of {}: no switch protects it from loss there",
                context.port_label(context.id),
                *priority,
                to_string(wanted)),
            .subjects = {context.subject(Property::rdma_marking, *priority)},
            .fix = fmt::format("Give RDMA packets priority {}.", to_string(wanted))};
        if (port.pfc_tx.peek_known())
            diagnosis.show(context.place(port.pfc_tx.origin), "the PFC of the NIC");
        context.report(std::move(diagnosis));
        return;
    }
    if (!port.tagged.is(false))
        return;
    context.report({.at = context.place(port.tagged.origin),
        .message = fmt::format(
            "{} writes no priority into what it sends, so that RDMA of priority {} looks to its switch "
            "like any other traffic",
            context.port_label(context.id),
            *priority),
        .subjects = {context.subject(Property::rdma_marking, *priority)},
        .related = {{context.place(nic->rdma_priority.origin), "the priority of RDMA packets"}},
        .fix = fmt::format("Let {} write VLAN tags with priorities.", port.name)});
}

}

extern const Rule rule = {
    .code = "NIC023",
    .name = "rdma-policy-with-another-priority",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .scope = Scope::host,
    .summary
    = "A host's network policy gives RDMA packets a different priority from that of their class, or none.",
    .why
    = "Where the VLAN tag classifies, the policy for SMB Direct decides in which class RDMA travels from end to end. "
      "With a different priority from the one with PFC, or with a NIC that writes no tag, each switch puts the packets into a "
      "class that it drops from under congestion.",
    .source
    = "Microsoft, NetQos module reference, New-NetQosPolicy (NetDirectPortMatchCondition, PriorityValue8021Action); "
      "Microsoft, Standardized INF Keywords for Network Devices (*PriorityVLANTag); IEEE 802.1Q-2022 clause 6.9",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "New-NetQosPolicy NAME -NetDirectPortMatchCondition 445 -PriorityValue8021Action PRIORITY, and set "
      "*PriorityVLANTag to 3.",
    .check_port = check,
};

}
