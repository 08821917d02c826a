// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <cstddef>

namespace rocelint::rules::app018 {
namespace {

constexpr std::string_view fell_back
    = "host1:3517:3517 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0\n"
      "host1:3517:3560 [0] NCCL INFO NET/IB : No device found.\n"
      "host1:3517:3560 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>\n"
      "host1:3517:3560 [0] NCCL INFO Using network Socket\n"
      "host1:3517:3560 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/Socket/0\n"
      "host1:3517:3560 [0] NCCL INFO Connected all rings\n";
constexpr std::string_view within_a_host
    = "host1:3517:3560 [0] NCCL INFO NET/IB : No device found.\n"
      "host1:3517:3560 [0] NCCL INFO Using network Socket\n"
      "host1:3517:3561 [1] NCCL INFO Using network Socket\n"
      "host1:3517:3560 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n"
      "host1:3517:3561 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via SHM/direct/direct\n"
      "host1:3517:3560 [0] NCCL INFO Connected all rings\n";
constexpr std::string_view over_rdma
    = "host1:3517:3517 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0\n"
      "host1:3517:3560 [0] NCCL INFO NCCL_IB_HCA set to =mlx5_0\n"
      "host1:3517:3560 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.0.0.1<0>\n"
      "host1:3517:3560 [0] NCCL INFO Using network IB\n"
      "host1:3517:3562 [0] NCCL INFO NCCL_IB_GID_INDEX set by environment to 3.\n"
      "host1:3517:3562 [0] NCCL INFO NCCL_IB_SL set by environment to 3.\n"
      "host1:3517:3562 [0] NCCL INFO NCCL_IB_TC set by environment to 106.\n"
      "host1:3517:3560 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA\n"
      "host1:3517:3560 [0] NCCL INFO Connected all rings\n";

constexpr std::size_t most_named = 4;

constexpr Example examples[] = {
    {.title = "The log of a job shows sockets, and its host has an RDMA device",
        .files = {{{"app-env", "job1", fell_back, "nccl.log"}, {"linux-host", "host1", ""}}},
        .flagged = "Using network Socket"},
    {.title = "The policy states a class for RDMA, and the log shows sockets",
        .files = {{{"app-env", "job1", fell_back, "nccl.log"}}},
        .flagged = "Using network Socket"},
    {.title = "The job ran within one host, where NCCL sends nothing by the network that it took",
        .files = {{{"app-env", "job1", within_a_host, "nccl.log"}, {"linux-host", "host1", ""}}}},
    {.title = "The log shows RDMA",
        .files = {{{"app-env", "job1", over_rdma, "nccl.log"}, {"linux-host", "host1", ""}}}},
};

// A host of the job that has RDMA devices; null if none of those captured does, or the job names others only.
const Device* host_with_rdma(const DeviceContext& context, const Job& job)
{
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    if (hosts.any_host() && !job.nodes.empty())
        return nullptr;
    for (const std::uint32_t index : hosts.all()) {
        const Device& host = context.fabric.devices[index];
        if (!host.rdma_devices.empty() || !host.nics.empty() || !host.ib_ports.empty())
            return &host;
    }
    return nullptr;
}

void check_job(DeviceContext& context, const Job& job)
{
    if (!job.sends_by_sockets.peek_known())
        return context.not_checked({context.index, Port::no_index},
            "whether it sent anything between hosts is not known: its log shows no channels of NCCL");
    if (!job.sends_by_sockets.value)
        return;
    const Device* host = host_with_rdma(context, job);
    if (host == nullptr && context.classes.assumed)
        return context.not_checked({context.index, Port::no_index},
            fmt::format(
                "whether its hosts{}{} have RDMA devices is not known: no capture of them was collected, and "
                "no policy states a class for RDMA",
                job.nodes.empty() ? "" : " ",
                listed_at_most(job.nodes, most_named)));
    Diagnosis diagnosis{.at = context.device().place(job.ran_over.origin),
        .message
        = fmt::format("NCCL took sockets when {} ran{}{}: its traffic went over TCP and the kernel's "
                      "network stack, in the class of TCP",
            job.name,
            job.nodes.empty() ? "" : " on ",
            listed_at_most(job.nodes, most_named)),
        .subjects = {context.subject(Property::transport, Part::option("network"))},
        .fix
        = "Look in the log for the reason (\"NET/IB : No device found\", \"Failed to open libibverbs\"): a "
          "container without /dev/infiniband or rdma-core, NCCL_IB_HCA with names that no device has, a port "
          "that is down."};
    if (host != nullptr)
        diagnosis.related.push_back({host->place({}), "a host with RDMA devices"});
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (!job.ran_over.peek_known() && job.ran_over.origin != OriginId{})
            context.not_checked({context.index, Port::no_index}, "which network NCCL took is unknown");
        // A job that asks for sockets is reported for that.
        if (job.ran_over.peek_known() && equal_ignoring_case(job.ran_over.value, "Socket")
            && !nccl_avoids_rdma(job))
            check_job(context, job);
    }
}

}

extern const Rule rule = {
    .code = "APP018",
    .name = "job-ran-over-sockets",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "The log of a job shows that NCCL took sockets, although RDMA was there to take.",
    .why
    = "If NCCL finds no RDMA device that it can use, it takes sockets and goes on without a warning: the job runs, at a "
      "fraction of the bandwidth, every byte is copied by the processor, and the traffic is in the best-effort class of "
      "the fabric. The usual reasons are a container without the devices or the libraries of RDMA, a list of devices "
      "with names that the host does not have, and ports that are down. Only the log says so: NCCL_DEBUG=INFO makes NCCL "
      "write it. A job within one host takes a network as well and sends nothing by it: only channels that pass the "
      "network count.",
    .source
    = "NVIDIA/nccl src/transport/net_ib/init.cc (NET/IB : No device found), src/init.cc (Using network), "
      "src/transport/net.cc, p2p.cc and shm.cc (Channel … via NET/Socket, P2P, SHM) and "
      "src/plugin/net.cc (the networks in their order: plugins, IB, Socket); NCCL documentation, Environment Variables, "
      "NCCL_DEBUG",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Give the job's processes the RDMA devices of their hosts, and look at the log again.",
    .check_device = check,
};

}
