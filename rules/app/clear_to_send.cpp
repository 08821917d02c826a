// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "models/fabric/classify.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::app007 {
namespace {

constexpr std::string_view plan = R"(devices: {leaf1: {role: leaf}, host1: {role: host}}
links:
  - {a: "leaf1:Ethernet0", b: "host1:ens1f0np0"}
)";

constexpr std::string_view plan_with_spine
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:Ethernet0", b: "host1:ens1f0np0"}
  - {a: "leaf1:Ethernet4", b: "spine1:Ethernet4"}
)";

constexpr Example examples[] = {
    {.title = "Clear-to-send messages have a DSCP that the leaf treats as best effort",
        .files = {{{"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_FIFO_TC=84\n"},
            {"sonic", "leaf1", ""},
            {"linux-host", "host1", ""}}},
        .topology = plan,
        .flagged = "NCCL_IB_FIFO_TC=84"},
    {.title = "Clear-to-send messages have a class of their own at the leaf, and none at the spine",
        .files = {{{"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_FIFO_TC=84\n"},
            {"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"21": "1"}}})"},
            {"sonic",
                "spine1",
                R"({"DEVICE_METADATA": {"localhost": {"type": "SpineRouter"}}, "PORT": {"Ethernet0": {"description": null}}})"},
            {"linux-host", "host1", ""}}},
        .topology = plan_with_spine,
        .flagged = "NCCL_IB_FIFO_TC=84"},
    {.title = "Clear-to-send messages have a class of their own on all switches",
        .files = {{{"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_FIFO_TC=84\n"},
            {"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"21": "1"}}})"},
            {"sonic",
                "spine1",
                R"({"DEVICE_METADATA": {"localhost": {"type": "SpineRouter"}}, "PORT": {"Ethernet0": {"description": null}}, "DSCP_TO_TC_MAP": {"AZURE": {"21": "1"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = plan_with_spine},
    {.title = "Clear-to-send messages have the class of CNPs",
        .files = {{{"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_FIFO_TC=192\n"},
            {"sonic", "leaf1", ""},
            {"linux-host", "host1", ""}}},
        .topology = plan},
    {.title = "The job uses no RDMA, and sends no clear-to-send messages",
        .files = {{{"app-env",
                       "job1",
                       "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_FIFO_TC=84\n+NCCL_IB_DISABLE=1\n"},
            {"sonic", "leaf1", ""},
            {"linux-host", "host1", ""}}},
        .topology = plan,
        .policy = job_examples::without_app014},
    {.title = "Clear-to-send messages go with the data",
        .files = {{{"app-env", "job1", ""}, {"sonic", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = plan},
};

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    const PortId id{context.index, Port::no_index};
    for (const Job& job : context.device().jobs) {
        // If unset, these messages have the class of the data. An unreadable value is not unset: it has an
        // origin.
        if (job.cts_class.origin == OriginId{} || nccl_avoids_rdma(job)
            || context.need(id, job.cts_class, "NCCL_IB_FIFO_TC") == nullptr)
            continue;
        const auto dscp = static_cast<Dscp>(job.cts_class.value >> 2);
        const DscpSet wanted = context.shared().jobs().classes_of(context.index, job).dscps;
        if (wanted.empty() || wanted.has(dscp))
            continue;
        const auto [at, judged] = context.shared().jobs().best_effort_at(dscp);
        if (!judged)
            context.not_checked(id, "how switches treat the clear-to-send messages of the job is unknown");
        if (!at)
            continue;
        const Device& by = context.fabric.device(*at);
        context.report({.at = context.device().place(job.cts_class.origin),
            .message = fmt::format(
                "{} sets NCCL_IB_FIFO_TC to {}, which is DSCP {}, and {} treats that as best effort: senders wait "
                "for clear-to-send messages behind other traffic",
                job.name,
                job.cts_class.value,
                dscp,
                by.name),
            .subjects = {context.subject(Property::rdma_marking, dscp)},
            .related = {{by.place(classify_dscp(by, context.fabric.port(*at), dscp).tc.origin,
                             &context.fabric.port(*at)),
                "its class here"}},
            .fix
            = "Leave NCCL_IB_FIFO_TC unset, or map its DSCP to a class that is served before bulk traffic."});
    }
}

}

extern const Rule rule = {
    .code = "APP007",
    .name = "clear-to-send-best-effort",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job marks NCCL's clear-to-send messages with a DSCP that switches treat as best effort.",
    .why = "A receiver signals by small messages that it has room, and the sender waits for each of them. "
           "With a class of their own they overtake bulk data; with a mark that no switch knows, they "
           "queue with unmarked traffic and are dropped with it, and every transfer starts late.",
    .source
    = "NCCL documentation, environment variables, NCCL_IB_FIFO_TC (traffic class of control messages; unset, that "
      "of NCCL_IB_TC); Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale, SIGCOMM 2024 "
      "(high priority queuing of clear-to-send packets on the switches); NVIDIA/nccl src/transport/net_ib "
      "(NCCL_PARAM(IbFifoTc, \"IB_FIFO_TC\", -1))",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Unset NCCL_IB_FIFO_TC, or give its DSCP a class on all switches.",
    .check_device = check,
};

}
