// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::app005 {
namespace {

constexpr std::string_view spraying = R"(-lossless: [3]
+lossless: [3]
+ecmp: {fields: [source-ip, destination-ip, source-port], per_packet: yes}
)";

constexpr Example examples[] = {
    {.title = "The leaf spreads packets, and the job does not expect it",
        .files = {{{"sample-nos", "leaf1", spraying},
            {"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_ADAPTIVE_ROUTING=0\n"}}},
        .flagged = "NCCL_IB_ADAPTIVE_ROUTING=0",
        .flagged_device = "job1"},
    {.title = "The leaf spreads packets, and the job leaves NCCL's default for RoCE",
        .files = {{{"sample-nos", "leaf1", spraying}, {"app-env", "job1", ""}}},
        .flagged = "# job1",
        .flagged_device = "job1"},
    {.title = "The leaf spreads packets, and the job expects it",
        .files = {{{"sample-nos", "leaf1", spraying},
            {"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_ADAPTIVE_ROUTING=1\n"}}}},
    {.title = "The leaf spreads packets, and the job uses no RDMA",
        .files
        = {{{"sample-nos", "leaf1", spraying}, {"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_DISABLE=1\n"}}},
        .policy = job_examples::without_app014},
    {.title = "The leaf keeps flows on one path",
        .files = {{{"sample-nos", "leaf1", ""}, {"app-env", "job1", ""}}}},
};

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    const Device* spreading = context.shared().jobs().spreading_switch();
    if (spreading == nullptr)
        return;
    for (const Job& job : context.device().jobs) {
        // If unset, NCCL's own default applies, which is off on RoCE. An unreadable value is not unset: it
        // has an origin.
        const bool unset = !job.adaptive_routing.peek_known() && job.adaptive_routing.origin == OriginId{};
        if ((unset && job.without_nccl) || nccl_avoids_rdma(job))
            continue;
        if (!unset
            && context.need({context.index, Port::no_index}, job.adaptive_routing, "NCCL_IB_ADAPTIVE_ROUTING")
                == nullptr)
            continue;
        if (!unset && job.adaptive_routing.value)
            continue;
        context.report({.at = unset ? job.at : context.device().place(job.adaptive_routing.origin),
            .message = fmt::format(
                "{} {}, but {} spreads the packets of one flow over several paths: NCCL does not send its data "
                "in the way that adaptive routing is for",
                job.name,
                unset ? "leaves NCCL_IB_ADAPTIVE_ROUTING at 0, its default on RoCE"
                      : "sets NCCL_IB_ADAPTIVE_ROUTING to 0",
                spreading->name),
            .subjects = {context.subject(Property::transport)},
            .related
            = {{spreading->place(spreading->load_balancing.per_packet.origin), "packets are spread here"}},
            .fix = "Set NCCL_IB_ADAPTIVE_ROUTING=1 in the job's environment."});
    }
}

}

extern const Rule rule = {
    .code = "APP005",
    .name = "nccl-without-adaptive-routing",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job leaves NCCL's adaptive routing off while a switch spreads packets.",
    .why = "With adaptive routing on, NCCL sends the data of large messages by writes that may arrive in "
           "any order, and signals their end by a separate message. With it off, the default on RoCE, data "
           "and signal are one message, which a NIC must hold back until all of it has arrived.",
    .source
    = "NCCL documentation, environment variables, NCCL_IB_ADAPTIVE_ROUTING (default 1 on InfiniBand, 0 on RoCE); "
      "NVIDIA/nccl src/transport/net_ib (IB_ADAPTIVE_ROUTING, IB_AR_THRESHOLD 8192)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set NCCL_IB_ADAPTIVE_ROUTING=1 where switches spread packets.",
    .check_device = check,
};

}
