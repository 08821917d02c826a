// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_facts.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::nic008 {
namespace {

constexpr std::string_view two_classes
    = "version: 1\n"
      "classes:\n"
      "  - {name: training, priority: 4, dscp: [24], roles: [host, leaf]}\n"
      "  - {name: storage, priority: 3, dscp: [26], roles: [storage, leaf]}\n";

constexpr Example examples[] = {
    {.title = "The NIC forces DSCP 24 on RDMA packets and the policy says 26",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
+Global tclass=98
)"}}},
        .flagged = "Global tclass=98"},
    {.title = "Nothing is forced, and connections leave with type of service 0",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
-106
+0
)"}}},
        .flagged = "0"},
    {.title = "The NIC forces DSCP 0 on RDMA packets, whatever jobs and connections ask for",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
+Global tclass=0
)"}}},
        .flagged = "Global tclass=0"},
    {.title = "Nothing is forced, and connections leave with DSCP 26",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
)"}}}},
    {.title = "A template gives connections DSCP 24 and the policy says 26",
        .files = {{{"kubernetes", "nics", R"(-        tos: 106
+        tos: 98
)"}}},
        .flagged = "tos: 98"},
    {.title = "A template gives connections DSCP 26", .files = {{{"kubernetes", "nics", ""}}}},
    {.title = "The driver of an ESXi host forces DSCP 24 on RDMA packets and the policy says 26",
        .files = {{{"esxi-host", "host1", R"(-dscp_force  int   26     DSCP of outgoing RoCE traffic
+dscp_force  int   24     DSCP of outgoing RoCE traffic
)"}}},
        .flagged = "dscp_force  int   24"},
    {.title = "The ECN bits are left to the NIC", .files = {{{"linux-host", "host1", R"(-Global tclass=106
+Global tclass=104
)"}}}},
    {.title = "A storage host marks with the DSCP of the class that only other hosts have",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
+Global tclass=98
)"}}},
        .topology = "devices:\n  host1: {role: storage}\nlinks: []\n",
        .policy = two_classes,
        .flagged = "Global tclass=98"},
    {.title = "A storage host marks with the DSCP of the class of storage hosts",
        .files = {{{"linux-host", "host1", ""}}},
        .topology = "devices:\n  host1: {role: storage}\nlinks: []\n",
        .policy = two_classes},
    {.title = "The host has two classes, and marks with the DSCP of the second",
        .files = {{{"linux-host", "host1", ""}}},
        .policy = "version: 1\n"
                  "classes:\n"
                  "  - {name: training, priority: 4, dscp: [34]}\n"
                  "  - {name: storage, priority: 3, dscp: [26]}\n"},
    {.title = "What is forced on all packets makes up for the connection manager",
        .files = {{{"linux-host", "host1", R"(-106
+0
)"}}}},
};

void report(PortContext& context,
    std::optional<Severity> severity,
    std::optional<Basis> basis,
    const Setting<std::uint8_t>& tos,
    const SendersClasses& classes,
    const std::string& what)
{
    const auto dscp = static_cast<Dscp>(tos.value >> 2);
    const RdmaClass& wanted = *classes.first;
    Diagnosis diagnosis{.severity = severity,
        .basis = basis,
        .at = context.place(tos.origin),
        .message = what,
        .subjects = {context.subject(Property::rdma_marking, dscp)},
        .related = {{wanted.at, wanted.evidence.empty() ? "the RDMA class" : wanted.evidence}},
        .fix = fmt::format(
            "Mark RDMA packets with DSCP {} (type of service = DSCP * 4 + 2).", to_string(classes.dscps))};
    if (classes.dscps.size() == 1)
        diagnosis.changes.push_back(context.change(Property::rdma_marking, type_of_service(classes.dscps)));
    context.report(std::move(diagnosis));
}

// Libraries such as NCCL create queue pairs without the connection manager and set their own class.
void explain_queue_pairs(PortContext& context, const Nic& nic)
{
    if (context.shared().jobs().has_jobs(context.id.device))
        return;
    context.not_checked(context.id,
        nic.class_unset.is(true)
            ? "no class is forced, and no job's environment shows which one queue pairs get that are not made by the "
              "RDMA connection manager"
            : "neither a forced class nor a job's environment shows which class queue pairs get that are not made by "
              "the RDMA connection manager");
}

// Whether the host pauses an RDMA class and puts unmarked packets into another priority: its own setup then
// requires RDMA to be marked.
bool pauses_another_priority(const PortContext& context)
{
    const PrioritySet paused = context.port().pfc_tx.value_or({}) & context.classes.lossless();
    const Setting<std::uint8_t> unmarked = classify_dscp(context.device(), context.port(), 0).tc;
    return !paused.empty() && context.port().trust.is(Trust::dscp) && unmarked.known()
        && !paused.has(unmarked.value);
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    const SendersClasses classes
        = classes_of_host(context.classes, context.device().role.value_or(Role::unknown));
    const DscpSet wanted = classes.dscps;
    if (classes.first == nullptr)
        return;
    const bool forced = nic->forces_class();
    if (!forced && !nic->cm_tos.known()) {
        static_cast<void>(context.need(context.id, nic->cm_tos, "the type of service of RDMA packets"));
        return;
    }
    const Setting<std::uint8_t>& tos = forced ? nic->traffic_class : nic->cm_tos;
    const auto dscp = static_cast<Dscp>(tos.value >> 2);
    if (wanted.has(dscp)) {
        if (!forced)
            explain_queue_pairs(context, *nic);
        return;
    }
    // Without a policy, another DSCP is not a fault in itself: it depends on what the switches do with it
    // (QOS007).
    if (context.assumed() && dscp != 0)
        return;
    const bool sure = !context.assumed() || pauses_another_priority(context);
    if (!sure && !std::ranges::all_of(context.classes.classes, &RdmaClass::dscps_from_hosts))
        return;
    const bool jobs_mark = !forced && context.shared().jobs().marked_by_jobs(context.id.device, wanted);
    report(context,
        jobs_mark || (!forced && !nic->class_unset.is(true)) ? std::optional(Severity::warning)
                                                             : std::nullopt,
        sure ? std::nullopt : std::optional(Basis::assumed_default),
        tos,
        classes,
        fmt::format("{} ({}) {} DSCP {} instead of {}: {}{}",
            context.port_label(context.id),
            nic->rdma_device,
            forced ? "forces all RDMA packets to"
                   : "lets connections of the RDMA connection manager leave with",
            dscp,
            to_string(wanted),
            jobs_mark ? "the jobs seen mark their own, but whatever else connects through it is best effort"
                : classes.lossless ? "the switches do not treat them as lossless"
                                   : "the switches treat them as best effort",
            !forced && !nic->class_unset.is(true) ? " (unless a class is forced, which no capture shows)"
                                                  : ""));
}

}

extern const Rule rule = {
    .code = "NIC008",
    .name = "rdma-marked-with-another-dscp",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning,
        "where the jobs mark their packets, or it is unknown whether a class is forced"}}},
    .scope = Scope::host,
    .summary = "A NIC's type of service for RDMA packets is not a DSCP of an RDMA class.",
    .why = "Without a traffic class of their own, RDMA connections leave with type of service 0, "
           "which every switch treats as best effort: no PFC, no ECN, drops under the first "
           "incast. The DSCP is the type of service shifted by two bits; the ECN bits may be 0, "
           "since the NIC sets them itself. A forced class of 0 is not an unset one: it puts DSCP 0 on every "
           "queue pair, also on those that ask for another. `echo -1` unsets it, and the file is empty then.",
    .source
    = "NVIDIA doroce-linux doRoCE.sh (cma_roce_tos and traffic_class 106); Linux "
      "drivers/infiniband/core/cma_configfs.c, default_roce_tos; MLNX_OFED mlx5_ib (traffic_class_show, "
      "tclass_get_tclass_locked: -1 is unset, any other class wins); RFC 2474",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "cma_roce_tos -d DEVICE -t TOS, or write TOS to /sys/class/infiniband/DEVICE/tc/1/traffic_class.",
    .check_port = check,
};

}
