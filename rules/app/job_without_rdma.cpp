// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "models/text/nearest.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::app014 {
namespace {

constexpr Example examples[] = {
    {.title = "The job switches RDMA off",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_DISABLE=1
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_DISABLE=1"},
    {.title = "The job asks for sockets",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_NET=Socket
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_NET=Socket"},
    {.title = "The job leaves RDMA on",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_DISABLE=0
+NCCL_NET=IB
)"},
            {"linux-host", "host1", ""}}}},
    {.title = "A plugin carries the traffic by RDMA of its own",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_DISABLE=1
+NCCL_NET=UCX
)"},
            {"linux-host", "host1", ""}}}},
    {.title = "The plugin named has the InfiniBand transport that the job switches off",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_DISABLE=1
+NCCL_NET=IBext_v8
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_DISABLE=1"},
};

// Whether the job names a network of a plugin, which NCCL_IB_DISABLE does not switch off. It does so to "IB" and to the
// IBext networks of nccl-rdma-sharp-plugins, which have the same transport.
bool names_other_network(const Job& job)
{
    constexpr std::string_view own = "IB";
    const std::string_view name = job.network.peek_known() ? job.network.value : std::string_view{};
    return !name.empty() && !equal_ignoring_case(name.substr(0, own.size()), own) && !asks_for_sockets(job);
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        const bool off = job.verbs_off.is(true);
        if (off ? names_other_network(job) : !job.network.known() || !asks_for_sockets(job))
            continue;
        const OriginId origin = off ? job.verbs_off.origin : job.network.origin;
        context.report({.at = context.device().place(origin),
            .message = fmt::format("{} sets {}: its traffic goes over TCP and the kernel's network stack, in "
                                   "the class of TCP, and none of it over RDMA",
                job.name,
                off ? "NCCL_IB_DISABLE to 1" : "NCCL_NET to Socket"),
            .subjects = {context.subject(Property::transport, Part::option("network"))},
            .fix = off ? "Remove NCCL_IB_DISABLE from the job's environment."
                       : "Remove NCCL_NET from the job's environment: NCCL prefers RDMA where it is "
                         "available."});
    }
}

}

extern const Rule rule = {
    .code = "APP014",
    .name = "job-without-rdma",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job's environment makes NCCL use TCP instead of RDMA.",
    .why
    = "Both variables help to find out whether RDMA is at fault, and are easily left in the environment. "
      "The job still runs, over sockets: every byte is copied through the memory of the host and the "
      "processor, the bandwidth is a fraction, and the traffic is in the best-effort class of the fabric, "
      "where neither PFC nor DCQCN acts on it.",
    .source
    = "NCCL documentation, Environment Variables, NCCL_IB_DISABLE and NCCL_NET; NVIDIA/nccl src/transport/net_ib "
      "(NCCL_PARAM(IbDisable, \"IB_DISABLE\", 0)); Mellanox/nccl-rdma-sharp-plugins, src/ib_plugin.c (IBext, IbDisable) and "
      "src/ucx_plugin.c (UCX)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Remove NCCL_IB_DISABLE and NCCL_NET from the job's environment.",
    .check_device = check,
};

}
