// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::dcb010 {
namespace {

constexpr Example examples[] = {
    {.title = "The host port hears DCBX of the NIC's firmware and of the operating system",
        .files = {{{"aoscx", "leaf1", R"(+leaf1# show dcbx interface 1/1/1
+ DCBx admin state           : enabled
+ DCBx operational state     : multiple_peers
+ DCBx version               : local = IEEE, remote = IEEE
+ PFC operational state      : active
)"}}},
        .flagged = "DCBx operational state     : multiple_peers"},
    {.title = "The host port hears one agent",
        .files = {{{"aoscx", "leaf1", R"(+leaf1# show dcbx interface 1/1/1
+ DCBx admin state           : enabled
+ DCBx operational state     : active
+ DCBx version               : local = IEEE, remote = IEEE
+ PFC operational state      : active
)"}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const Setting<bool>& several = port.several_dcbx_peers;
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || several.origin == OriginId{} || !several.known() || !several.value)
        return;
    Diagnosis diagnosis{.at = context.place(several.origin),
        .message = fmt::format(
            "{} hears several DCBX agents at the other end: its PFC and shares are not negotiated, or with an "
            "agent that nobody configured",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::dcbx)},
        .covers = context.subjects(Property::pfc, context.required()),
        .fix = fmt::format(
            "Leave one LLDP agent at the other end of {}: switch off the one in the NIC's firmware, or that of "
            "the operating system.",
            context.port_label(context.id))};
    // PFC that is out of force for it is reported for what it does.
    if (port.pfc_tx.peek_known()) {
        for (const Priority priority : context.required() - port.pfc_tx.value)
            diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB010",
    .name = "several-dcbx-peers",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A switch port hears more than one DCBX agent at the other end of its cable.",
    .why
    = "The firmware of a NIC may speak LLDP and DCBX beside the operating system. The switch then has two peers on one "
      "cable: some releases pick one of them, others stop negotiating and take PFC out of force. What the host is set to "
      "decides nothing, and an update of the switch may turn PFC off.",
    .source
    = "open-lldp, dcb_protocol.c (FEAT_ERR_MULTI_PEER: features with several peers are not negotiated); "
      "Azure/AzureLocal-Supportability, guide on competing LLDP agents (2026-07): multiple_peers of AOS-CX 10.16.1030",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Switch off one of the two agents: that of the NIC's firmware where the operating system speaks DCBX.",
    .check_port = check,
};

}
