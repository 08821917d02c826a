// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "models/text/sentence.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::app010 {
namespace {

constexpr Example examples[] = {
    {.title = "The job names a device that the host does not have",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA==mlx5_0,mlx5_1
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_HCA==mlx5_0,mlx5_1"},
    {.title = "The job may use one device of one host and two of the other",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=mlx5
)"},
            {"linux-host", "host1", ""},
            {"linux-host", "host2", R"(-link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
)"}}},
        .flagged = "NCCL_IB_HCA=mlx5"},
    {.title = "A second ^= within the list is a part of a name, which no device has",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=^=mlx5_8,^=mlx5_14
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_HCA=^=mlx5_8,^=mlx5_14"},
    {.title = "The job leaves out all devices of a driver, and the host has no other",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=^mlx5
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_HCA=^mlx5"},
    {.title = "The hosts have all devices that the job names",
        .files = {{{"app-env", "job1", ""}, {"linux-host", "host1", ""}, {"linux-host", "host2", ""}}}},
    {.title = "The job leaves devices out that the host does not have",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=^=mlx5_7
)"},
            {"linux-host", "host1", ""}}}},
    {.title = "The job uses no RDMA, so that the names have no effect",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA==mlx5_0,mlx5_1
+NCCL_IB_DISABLE=1
)"},
            {"linux-host", "host1", ""}}},
        .policy = job_examples::without_app014},
};

void report(
    DeviceContext& context, const Job& job, const Device& host, std::string message, std::string_view shown)
{
    context.report({.at = context.device().place(job.devices.origin),
        .message = std::move(message),
        .subjects = {context.subject(Property::rdma_marking)},
        .related = {{host.place({}), std::string(shown)}},
        .fix = "Name in NCCL_IB_HCA what every host of the job has, or give hosts of different hardware "
               "different environments."});
}

// "^" and "=" apply to the whole list and only count at its start; further on they are parts of names.
bool report_misplaced_sign(DeviceContext& context, const Job& job, const DeviceFilter& filter)
{
    const auto names = filter.names();
    const auto found = std::ranges::find_if(
        names, [](std::string_view name) { return name.starts_with('^') || name.starts_with('='); });
    if (found == names.end())
        return false;
    context.report({.at = context.device().place(job.devices.origin),
        .message = fmt::format(
            "NCCL_IB_HCA of {} holds \"{}\", which matches no device: ^ and = apply to the whole list "
            "and may only precede its first name",
            job.name,
            *found),
        .subjects = {context.subject(Property::rdma_marking)},
        .fix = "Write the signs once: NCCL_IB_HCA=^=mlx5_8,mlx5_14."});
    return true;
}

struct Rails {
    const Device* host = nullptr;
    std::size_t count = 0;
};

void check_job(DeviceContext& context, const Job& job)
{
    const DeviceFilter filter(job.devices.value);
    if (report_misplaced_sign(context, job, filter))
        return;
    Rails first;
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    for (const std::uint32_t index : hosts.distinct()) {
        const Device& host = context.fabric.devices[index];
        if (host.rdma_devices.empty()) {
            context.not_checked({index, Port::no_index},
                "which RDMA devices there are is unknown: no rdma link or ibdev2netdev output was captured");
            continue;
        }
        std::vector<std::string_view> absent;
        for (const std::string_view name : filter.names()) {
            const auto meant = [&](std::string_view device) { return filter.means(name, device); };
            if (std::ranges::none_of(host.rdma_devices, meant))
                absent.push_back(name);
        }
        if (!filter.excludes() && !absent.empty())
            return report(context,
                job,
                host,
                fmt::format("{} names {} in NCCL_IB_HCA, which {} does not have: NCCL goes on without {}",
                    job.name,
                    listed(absent),
                    host.name,
                    one_or_many(absent.size(), "it", "them")),
                "the host");
        const auto count = static_cast<std::size_t>(std::ranges::count_if(
            host.rdma_devices, [&](std::string_view device) { return filter.lets_through(device); }));
        if (count == 0)
            return report(context,
                job,
                host,
                fmt::format(
                    "NCCL_IB_HCA of {} leaves out every RDMA device of {}: NCCL falls back to TCP there",
                    job.name,
                    host.name),
                "the host");
        if (first.host == nullptr)
            first = {&host, count};
        else if (count != first.count)
            return report(context,
                job,
                host,
                fmt::format("NCCL_IB_HCA of {} lets it use {} of {} and {} of {}: every ring runs at "
                            "the speed of the host with fewer",
                    job.name,
                    counted(first.count, "RDMA device"),
                    first.host->name,
                    count,
                    host.name),
                "the other host");
    }
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (job.devices.origin == OriginId{} || nccl_avoids_rdma(job))
            continue;
        if (context.need({context.index, Port::no_index}, job.devices, "NCCL_IB_HCA") != nullptr)
            check_job(context, job);
    }
}

}

extern const Rule rule = {
    .code = "APP010",
    .name = "nccl-device-absent",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary
    = "NCCL_IB_HCA names RDMA devices that a host does not have, leaves out all that it has, or lets hosts use different "
      "numbers.",
    .why = "NCCL takes the devices that match the list and says nothing about names that match none. A host "
           "whose devices are numbered differently, or that lost a NIC, then sends all of its traffic over "
           "fewer NICs, and since a ring is as fast as its slowest member, the whole job slows down.",
    .source = "NCCL documentation, environment variables, NCCL_IB_HCA; NVIDIA/nccl src/misc/socket.cc "
              "(parseStringList, matchIfList) and src/transport/net_ib (an empty list means all devices)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Correct NCCL_IB_HCA in the job's environment.",
    .check_device = check,
};

}
