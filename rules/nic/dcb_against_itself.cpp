// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::nic019 {
namespace {

constexpr Example examples[] = {
    {.title = "The application table gives RoCE priority 5, and PFC is on for priority 3",
        .files = {{{"linux-host", "host1", R"(-driver: mlx5_core
+driver: bnxt_en
-bus-info: 0000:1a:00.0
+bus-info: 0000:1a:00.0
+root@host1:~# dcb app show dev ens1f0np0
+dgram-port-prio 4791:5
)"}}},
        .flagged = "dgram-port-prio 4791:5"},
    {.title = "The traffic class of the priority with PFC is lossy",
        .files = {{{"linux-host", "host1", R"(-driver: mlx5_core
+driver: bnxt_en
-bus-info: 0000:1a:00.0
+bus-info: 0000:1a:00.0
+root@host1:~# niccli -i 1 qos --ingress --cosq --show
+TC   State     Mode
+0   Enabled   Lossy
+3   Enabled   Lossy
+6   Enabled   Lossy
)"}}},
        .flagged = "3   Enabled   Lossy"},
    {.title = "The NIC slows down on notifications, and its own packets cannot be marked",
        .files = {{{"linux-host", "host1", R"(-driver: mlx5_core
+driver: bnxt_en
-bus-info: 0000:1a:00.0
+bus-info: 0000:1a:00.0
+root@host1:~# grep -H '' /sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/ecn_marking
+/sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/ecn_marking:0
)"}}},
        .flagged = "ecn_marking:0"},
    {.title = "The same, as the kernel's own driver shows it",
        .files = {{{"linux-host", "host1", R"(-driver: mlx5_core
+driver: bnxt_en
-bus-info: 0000:1a:00.0
+bus-info: 0000:1a:00.0
+root@host1:~# grep -H '' /sys/kernel/debug/bnxt_re/0000:1a:00.0/cc_config/enable_cc /sys/kernel/debug/bnxt_re/0000:1a:00.0/cc_config/tos_ecn
+/sys/kernel/debug/bnxt_re/0000:1a:00.0/cc_config/enable_cc:1
+/sys/kernel/debug/bnxt_re/0000:1a:00.0/cc_config/tos_ecn:0
)"}}},
        .flagged = "tos_ecn:0"},
    {.title = "Application table, PFC and queues of the NIC agree",
        .files = {{{"linux-host", "host1", R"(-driver: mlx5_core
+driver: bnxt_en
-bus-info: 0000:1a:00.0
+bus-info: 0000:1a:00.0
+root@host1:~# dcb app show dev ens1f0np0
+dgram-port-prio 4791:3
+root@host1:~# niccli -i 1 qos --ingress --cosq --show
+TC   State     Mode
+0   Enabled   Lossy
+3   Enabled   Lossless
+6   Enabled   Lossy
+root@host1:~# grep -H '' /sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/ecn_marking
+/sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/ecn_marking:0x1
)"}}}},
};

// The priority that the application table gives RoCE is meant to be lossless: without PFC, RoCE has no entry of its
// own in the table, only its DSCP. Where a class needs the PFC that is missing, NIC002 reports it.
void check_application(PortContext& context, const Nic& nic)
{
    const Port& port = context.port();
    if (!nic.roce_priority.known() || !port.pfc_tx.known() || port.pfc_tx.value.has(nic.roce_priority.value))
        return;
    const PrioritySet required = context.required();
    const PrioritySet paused = port.pfc_tx.value;
    const bool by_design = paused.empty() && required.empty() && !context.assumed();
    if (by_design || (!required.empty() && (required & paused).empty()))
        return;
    const Priority priority = nic.roce_priority.value;
    Diagnosis diagnosis{.at = context.place(paused.empty() ? port.pfc_tx.origin : nic.roce_priority.origin),
        .message = paused.empty()
            ? fmt::format(
                "{} gives RoCE priority {} in its application table, but PFC is off: RDMA leaves in a class "
                "that the NIC never pauses",
                context.port_label(context.id),
                priority)
            : fmt::format(
                "{} gives RoCE priority {} in its application table, but has PFC on priority {}: the NIC "
                "sends RDMA in a class that it never pauses",
                context.port_label(context.id),
                priority,
                to_string(paused)),
        .subjects
        = {context.subject(Property::pfc, priority), context.subject(Property::rdma_marking, priority)},
        .fix = paused.empty()
            ? fmt::format("Turn PFC on for priority {} on {}.", priority, port.name)
            : fmt::format("Give UDP port 4791 priority {} on {}.", to_string(paused), port.name)};
    if (paused.empty()) {
        diagnosis.show(context.place(nic.roce_priority.origin), "the priority of RoCE");
        diagnosis.changes.push_back(
            context.change(Property::pfc, PriorityDelta{.add = PrioritySet::of(priority), .remove = {}}));
    } else {
        diagnosis.show(context.place(port.pfc_tx.origin), "the priorities with PFC");
    }
    context.report(std::move(diagnosis));
}

// The receive queue of a priority with PFC must be one that the NIC empties by pausing its sender.
void check_queues(PortContext& context)
{
    const Port& port = context.port();
    for (const Priority priority : port.pfc_tx.value_or({}) & context.required()) {
        const PriorityGroup* group = context.device().group(port, priority);
        // Only Broadcom's tools show it.
        if (group == nullptr || group->lossless.origin == OriginId{} || !group->lossless.known()
            || group->lossless.value)
            continue;
        Diagnosis diagnosis{.at = context.place(group->lossless.origin),
            .message
            = fmt::format("{} has PFC on priority {}, but its receive queue for that priority is lossy: "
                          "it drops RDMA packets instead of pausing the sender",
                context.port_label(context.id),
                priority),
            .subjects
            = {context.subject(Property::headroom, priority), context.subject(Property::pfc, priority)},
            .fix = fmt::format(
                "Set PFC of {} again, after the traffic classes: the driver then moves the class to a "
                "lossless queue.",
                port.name)};
        diagnosis.show(context.place(port.pfc_tx.origin), "PFC is on here");
        context.report(std::move(diagnosis));
    }
}

void check_marking(PortContext& context, const Nic& nic)
{
    const auto uses_marks = [&context](const RdmaClass& rdma_class) {
        return context.classes.control_of(rdma_class) == CongestionControl::dcqcn;
    };
    if (!nic.ecn_capable.known() || nic.ecn_capable.value || !nic.ecn_reaction.known()
        || nic.ecn_reaction.value.empty() || !std::ranges::any_of(context.classes.classes, uses_marks))
        return;
    Diagnosis diagnosis{.severity = Severity::warning,
        .at = context.place(nic.ecn_capable.origin),
        .message
        = fmt::format("{} slows down on notifications, but its RDMA packets say that they cannot be marked: "
                      "switches drop them where they would mark others",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::congestion_control)},
        .fix
        = fmt::format("Let the RDMA packets of {} leave as ECN-capable (cc/ecn_marking of bnxt_re: 0x1).",
            context.port().name)};
    diagnosis.show(context.place(nic.ecn_reaction.origin), "congestion control is on");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    check_application(context, *nic);
    check_queues(context);
    check_marking(context, *nic);
}

}

extern const Rule rule = {
    .code = "NIC019",
    .name = "nic-dcb-against-itself",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where RDMA packets leave as not ECN-capable"}}},
    .scope = Scope::host,
    .summary = "A NIC's application table, PFC, receive queues and ECN field do not fit together.",
    .why
    = "Broadcom NICs are set up in four places: the application table chooses the priority of RoCE, PFC the priorities "
      "that pause, a receive queue is lossy or lossless, and congestion control has an ECN field of its own. Each is "
      "accepted without the others. RDMA in a priority without PFC, or in a lossy queue, is dropped by the very NIC "
      "that looks lossless, and packets that cannot be marked are dropped by switches that mark others.",
    .source
    = "Broadcom bnxt_setupcc.sh 236.1.155.0 (it adds the entry of UDP port 4791 only with PFC on the same priority); "
      "Linux drivers/net/ethernet/broadcom/bnxt/bnxt_dcb.c, bnxt_dcbnl_ieee_setapp and bnxt_hwrm_queue_pfc_cfg; "
      "bnxt_re configfs.c (ecn_marking: Not-ECT, ECT(1), ECT(0)); RFC 3168 section 5",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Let UDP port 4791, the RDMA DSCP and PFC have one priority, in a traffic class of its own; set PFC last.",
    .check_port = check,
};

}
