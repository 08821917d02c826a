// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::app011 {
namespace {

constexpr std::string_view mixed_host
    = R"(link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 10 sm_lid 1 lmc 0 state ACTIVE physical_state LINK_UP netdev ib0
link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eno1np0
)";
constexpr std::string_view infiniband_host
    = R"(link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 10 sm_lid 1 lmc 0 state ACTIVE physical_state LINK_UP netdev ib0
link mlx5_1/1 subnet_prefix fe80:0000:0000:0000 lid 11 sm_lid 1 lmc 0 state ACTIVE physical_state LINK_UP netdev ib1
)";

constexpr Example examples[] = {
    {.title = "The host has a port of InfiniBand and one of Ethernet, and the job names neither",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
)"},
            {"linux-host", "host1", mixed_host, "rdma-link.txt"}}},
        .flagged = "gradients on DSCP 26"},
    {.title = "The job names the driver, which ports of both have in common",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=mlx5
)"},
            {"linux-host", "host1", mixed_host, "rdma-link.txt"}}},
        .flagged = "NCCL_IB_HCA=mlx5"},
    {.title = "The job names the port of InfiniBand",
        .files = {{{"app-env", "job1", ""}, {"linux-host", "host1", mixed_host, "rdma-link.txt"}}}},
    {.title = "The job names another port of the InfiniBand device than the one that the host has",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA==mlx5_1,mlx5_0:2
)"},
            {"linux-host", "host1", mixed_host, "rdma-link.txt"}}}},
    {.title = "All RDMA ports of the host are of InfiniBand",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
)"},
            {"linux-host", "host1", infiniband_host, "rdma-link.txt"}}}},
    {.title = "The job uses no RDMA, so that it takes none of the ports",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_DISABLE=1
)"},
            {"linux-host", "host1", mixed_host, "rdma-link.txt"}}},
        .policy = job_examples::without_app014},
};

void check_job(DeviceContext& context, const Job& job)
{
    const bool unset = job.devices.origin == OriginId{};
    // Both transports must be among all devices of a host for the list to matter.
    const DeviceFilter filter(job.devices.peek_known() ? job.devices.value : std::string_view{});
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    for (const std::uint32_t index : hosts.of_both_transports()) {
        const Device& host = context.fabric.devices[index];
        const auto nic = std::ranges::find_if(host.nics, [&filter](const Nic& one) {
            return !one.rdma_device.empty() && filter.lets_through(one.rdma_device);
        });
        const auto infiniband = std::ranges::find_if(host.ib_ports,
            [&filter](const HostIbPort& one) { return filter.lets_through(one.rdma_device, one.number); });
        if (nic == host.nics.end() || infiniband == host.ib_ports.end())
            continue;
        // An unreadable value is not unset: it has an origin.
        if (!unset && !job.devices.known())
            return;
        context.report({.at = unset ? job.at : context.device().place(job.devices.origin),
            .message
            = fmt::format("{} {}, and {} has ports of InfiniBand and of Ethernet{}: NCCL takes all, so "
                          "that a part of the traffic leaves by {} over Ethernet",
                job.name,
                unset ? std::string("does not set NCCL_IB_HCA")
                      : fmt::format("sets NCCL_IB_HCA to {}", job.devices.value),
                host.name,
                unset ? "" : " that match",
                nic->rdma_device),
            .subjects = {context.subject(Property::rdma_marking)},
            .related = {{host.place({}), "the host"}},
            .fix = fmt::format("Name the ports that the job is meant to use: NCCL_IB_HCA=={}, or the like.",
                infiniband->rdma_device)});
        return;
    }
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (!job.without_nccl && !nccl_avoids_rdma(job))
            check_job(context, job);
    }
}

}

extern const Rule rule = {
    .code = "APP011",
    .name = "job-takes-both-transports",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job may use RDMA devices of InfiniBand and of Ethernet on one host.",
    .why
    = "Without NCCL_IB_HCA NCCL uses every RDMA device that is up, whatever its link layer, and with a list such as mlx5 "
      "every device whose name begins so. On a host with ports of both, "
      "queue pairs between an InfiniBand port and an Ethernet port cannot be made, and traffic that leaves by the slower "
      "management NIC holds up every ring. The job fails, or runs at the speed of the slowest port.",
    .source
    = "NCCL documentation, environment variables, NCCL_IB_HCA (all devices that are found are used by default)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set NCCL_IB_HCA in the job's environment.",
    .check_device = check,
};

}
