// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "models/text/sentence.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::app017 {
namespace {

constexpr std::string_view eleven
    = R"(link mlx5_1/1 subnet_prefix fe80:0000:0000:0000 lid 10 sm_lid 1 lmc 0 state ACTIVE physical_state LINK_UP netdev ib1
link mlx5_10/1 subnet_prefix fe80:0000:0000:0000 lid 11 sm_lid 1 lmc 0 state ACTIVE physical_state LINK_UP netdev ib10
)";

constexpr Example examples[] = {
    {.title = "The name of one device is the beginning of another's",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=mlx5_1
)"},
            {"linux-host", "host1", eleven, "rdma-link.txt"}}},
        .flagged = "NCCL_IB_HCA=mlx5_1"},
    {.title = "The names of the list are exact",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA==mlx5_1
)"},
            {"linux-host", "host1", eleven, "rdma-link.txt"}}}},
    {.title = "The list names both devices",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=mlx5_1,mlx5_10
)"},
            {"linux-host", "host1", eleven, "rdma-link.txt"}}}},
    {.title = "The list means all devices of a driver",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=mlx5
)"},
            {"linux-host", "host1", eleven, "rdma-link.txt"}}}},
    {.title = "The job uses no RDMA, so that the list has no effect",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_HCA==mlx5_0
+NCCL_IB_HCA=mlx5_1
+NCCL_IB_DISABLE=1
)"},
            {"linux-host", "host1", eleven, "rdma-link.txt"}}},
        .policy = job_examples::without_app014},
};

bool has(const std::vector<std::string_view>& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

// The other devices that `name` matches because their names begin with it. None unless a device has exactly
// this name.
std::vector<std::string_view> also_matched(
    const Device& host, const DeviceFilter& filter, std::string_view name)
{
    std::vector<std::string_view> found;
    if (!has(host.rdma_devices, name))
        return found;
    for (const std::string_view device : host.rdma_devices) {
        if (device != name && filter.means(name, device) && !has(filter.names(), device))
            found.push_back(device);
    }
    return found;
}

void check_job(DeviceContext& context, const Job& job)
{
    const DeviceFilter filter(job.devices.value);
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    for (const std::uint32_t index : hosts.distinct()) {
        const Device& host = context.fabric.devices[index];
        for (const std::string_view name : filter.names()) {
            const std::vector<std::string_view> others = also_matched(host, filter, name);
            if (others.empty())
                continue;
            context.report({.at = context.device().place(job.devices.origin),
                .message
                = fmt::format("{} names {} in NCCL_IB_HCA, and on {} {} {} with it: without =, the names "
                              "in the list are prefixes",
                    job.name,
                    name,
                    host.name,
                    listed(others),
                    filter.excludes() ? one_or_many(others.size(), "is left out", "are left out")
                                      : one_or_many(others.size(), "is used", "are used")),
                .subjects = {context.subject(Property::rdma_marking, Part::option("devices"))},
                .related = {{host.place({}), "the host"}},
                .fix = filter.excludes() ? "Write NCCL_IB_HCA=^= before the list."
                                         : "Write NCCL_IB_HCA== before the list."});
            return;
        }
    }
}

// Whether the name of one device of the host is the beginning of another's: otherwise no list is ambiguous.
bool has_prefix(const Device& host)
{
    return std::ranges::any_of(host.rdma_devices, [&host](std::string_view name) {
        return std::ranges::any_of(host.rdma_devices,
            [name](std::string_view other) { return other != name && other.starts_with(name); });
    });
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    const bool is_ambiguous = std::ranges::any_of(context.device().jobs, [&context](const Job& job) {
        return std::ranges::any_of(context.shared().jobs().hosts_of(context.index, job).distinct(),
            [&context](std::uint32_t host) { return has_prefix(context.fabric.devices[host]); });
    });
    if (!is_ambiguous)
        return;
    for (const Job& job : context.device().jobs) {
        if (job.devices.known() && !nccl_avoids_rdma(job))
            check_job(context, job);
    }
}

}

extern const Rule rule = {
    .code = "APP017",
    .name = "nccl-device-by-prefix",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A device name in NCCL_IB_HCA also matches other devices.",
    .why
    = "Unless the list begins with =, NCCL compares prefixes: mlx5_1 matches mlx5_1, mlx5_10 and mlx5_11. "
      "On a host with more than ten devices a job then uses, or leaves out, NICs that are for storage or "
      "management, and hosts with fewer devices use different NICs from hosts with more.",
    .source
    = "NCCL documentation, Environment Variables, NCCL_IB_HCA; NVIDIA/nccl pull request 236 and src/misc/socket.cc "
      "(matchIfList)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Begin the list with =, or with ^= to leave devices out.",
    .check_device = check,
};

}
