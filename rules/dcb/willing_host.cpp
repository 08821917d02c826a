// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::dcb006 {
namespace {

constexpr std::string_view storage_by_tag = "version: 1\nprofile: azure-local\n";

constexpr Example examples[] = {
    {.title = "The host is willing, and the PFC in force is the right one today",
        .files = {{{"windows-host", "host1", R"(-False   Global
+True    Global
)"}}},
        .policy = storage_by_tag,
        .flagged = "True    Global"},
    {.title = "The host is willing, and its switch gives it no PFC",
        .files = {{{"windows-host", "host1", R"(-False   Global
+True    Global
-OperationalFlowControl     : Priority 3 Enabled
+OperationalFlowControl     : All Priorities Disabled
)"}}},
        .policy = storage_by_tag,
        .flagged = "True    Global"},
    {.title = "The host sets its PFC and its bandwidth shares itself",
        .files = {{{"windows-host", "host1", ""}}},
        .policy = storage_by_tag},
};

// Whether the priority that the host gives its RDMA packets is known to have no PFC.
bool is_unprotected(const PortContext& context, const Nic& nic)
{
    const Setting<PrioritySet>& paused = context.port().pfc_tx;
    return paused.peek_known() && nic.rdma_priority.peek_known()
        && !paused.value.has(nic.rdma_priority.value);
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !context.device().has_network_policies)
        return;
    const bool* willing = context.need(
        context.id, nic->host_willing, "whether the host takes over the settings of its switch");
    if (willing == nullptr || !*willing)
        return;
    const bool unprotected = is_unprotected(context, *nic);
    Diagnosis diagnosis{.severity = unprotected ? std::optional(Severity::error) : std::nullopt,
        .at = context.place(nic->host_willing.origin),
        .message = fmt::format(
            "{} leaves PFC and bandwidth shares to DCBX: the host does not give the NIC its own, {}",
            context.port_label(context.id),
            unprotected ? "and what is in force does not protect RDMA"
                        : "and what the switch announces next decides whether RDMA is lossless"),
        .subjects = {context.subject(Property::dcbx)},
        .covers = context.subjects(Property::pfc, context.required()),
        .fix
        = fmt::format("Set-NetQosDcbxSetting -InterfaceAlias \"{}\" -Willing $false", context.port().name),
        .changes = {context.change(Property::dcbx, false)}};
    if (unprotected)
        diagnosis.show(context.place(context.port().pfc_tx.origin), "the PFC in force");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB006",
    .name = "willing-host",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::error, "where the PFC in force leaves out the priority of the host's RDMA packets"}}},
    .scope = Scope::host,
    .summary = "A host takes over the PFC and shares that its switch announces, instead of its own.",
    .why
    = "A willing host sends neither its flow control nor its traffic classes to the NIC. The NIC then has "
      "those of its firmware, or whatever the switch announces by DCBX: nothing, where the switch does not "
      "speak DCBX. What was configured on the host looks right but is not in force.",
    .source
    = "Microsoft, DcbQos module reference, Set-NetQosDcbxSetting (a willing computer does not send PFC and traffic class "
      "settings to its adapters); Microsoft, NetAdapter module reference, Enable-NetAdapterQos; IEEE 802.1Q-2022 annex D "
      "(willing); Azure/AzureLocal-Supportability issues 290 and 291",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set-NetQosDcbxSetting -InterfaceAlias NAME -Willing $false, on each adapter with RDMA.",
    .check_port = check,
};

}
