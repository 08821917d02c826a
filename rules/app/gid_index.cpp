// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::app002 {
namespace {

constexpr Example examples[] = {
    {.title = "The job sends from index 2, which is a GID of RoCE v1",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_GID_INDEX=3
+NCCL_IB_GID_INDEX=2
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_GID_INDEX=2"},
    {.title = "The job sends from index 3, which this host does not have",
        .files = {{{"app-env", "job1", ""},
            {"linux-host",
                "host1",
                "-mlx5_0	1	3	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0\n"
                "+mlx5_0	1	5	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0\n"}}},
        .flagged = "NCCL_IB_GID_INDEX=3"},
    {.title = "Index 3 is an IPv4 address on one host and an IPv6 address on the other",
        .files = {{{"app-env", "job1", ""},
            {"linux-host", "host1", ""},
            {"linux-host",
                "host2",
                "-mlx5_0	1	3	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0\n"
                "+mlx5_0	1	3	2001:0db8:0000:0000:0000:00ff:fe00:0110			v2	ens1f0np0\n"}}},
        .flagged = "NCCL_IB_GID_INDEX=3"},
    {.title = "The job sends from a link-local address",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_GID_INDEX=3
+NCCL_IB_GID_INDEX=1
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_GID_INDEX=1"},
    {.title = "NCCL looks for a GID of RoCE v1",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_GID_INDEX=3
+NCCL_IB_ROCE_VERSION_NUM=1
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_IB_ROCE_VERSION_NUM=1"},
    {.title = "Index 3 is a routable GID of RoCE v2",
        .files = {{{"app-env", "job1", ""}, {"linux-host", "host1", ""}}}},
    {.title = "NCCL chooses the GID itself",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_GID_INDEX=3
+NCCL_IB_GID_INDEX=-1
)"},
            {"linux-host", "host1", ""}}}},
    {.title = "The job uses no RDMA, so that the index has no effect",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_GID_INDEX=3
+NCCL_IB_GID_INDEX=2
+NCCL_IB_DISABLE=1
)"},
            {"linux-host", "host1", ""}}},
        .policy = job_examples::without_app014},
};

// What is wrong with the chosen GID of one NIC.
enum class Fault : std::uint8_t { none, absent, version_1, link_local };

Fault judge(const Nic& nic, std::int64_t index, const Gid*& gid)
{
    const auto found
        = std::ranges::find_if(nic.gids, [index](const Gid& entry) { return entry.index == index; });
    if (found == nic.gids.end())
        return Fault::absent;
    gid = &*found;
    return gid->version == RoceVersion::v1 ? Fault::version_1
        : gid->link_local                  ? Fault::link_local
                                           : Fault::none;
}

void report(
    DeviceContext& context, const Job& job, std::uint32_t host, const Nic& nic, Fault fault, const Gid* gid)
{
    const Device& device = context.fabric.devices[host];
    const std::string what = fault == Fault::absent
        ? fmt::format("{} of {} has no GID there", nic.rdma_device, device.name)
        : fault == Fault::version_1
        ? fmt::format("{} of {} has one of RoCE v1 there, which no router forwards and no DSCP classifies",
            nic.rdma_device,
            device.name)
        : fmt::format("{} of {} has a link-local address there, which no router forwards",
            nic.rdma_device,
            device.name);
    // Hosts of one subnet can reach each other by link-local addresses.
    Diagnosis diagnosis{.severity = fault == Fault::link_local ? Severity::warning : Severity::error,
        .at = context.device().place(job.gid_index.origin),
        .message
        = fmt::format("{} sets NCCL_IB_GID_INDEX to {}, but {}", job.name, job.gid_index.value, what),
        .subjects = {context.subject(Property::roce_version)},
        .fix
        = "From NCCL 2.21 on, leave NCCL_IB_GID_INDEX unset: NCCL then looks for a GID of RoCE v2 on every NIC. Before, "
          "its default is index 0: set the index of a routable GID of RoCE v2."};
    if (gid != nullptr)
        diagnosis.show(device.place(gid->at), "the GID of this index");
    context.report(std::move(diagnosis));
}

// The GID of the job's index on one NIC of one host.
struct Chosen {
    std::uint32_t host = 0;
    std::string_view device;
    const Gid* gid = nullptr;
};

std::string_view family_of(const Gid& gid) { return gid.ipv4 ? "IPv4" : "IPv6"; }

void report_families(DeviceContext& context, const Job& job, const Chosen& one, const Chosen& other)
{
    const Device& first = context.fabric.devices[one.host];
    const Device& second = context.fabric.devices[other.host];
    Diagnosis diagnosis{.at = context.device().place(job.gid_index.origin),
        .message
        = fmt::format("{} sets NCCL_IB_GID_INDEX to {}, which is an {} address on {} of {} and an {} "
                      "address on {} of {}: queue pairs between them are not set up",
            job.name,
            job.gid_index.value,
            family_of(*one.gid),
            one.device,
            first.name,
            family_of(*other.gid),
            other.device,
            second.name),
        .subjects = {context.subject(Property::roce_version)},
        .fix
        = "Leave NCCL_IB_GID_INDEX unset: NCCL then looks for a GID of RoCE v2 and of one address family "
          "on every NIC."};
    diagnosis.show(first.place(one.gid->at), "the GID of this index");
    diagnosis.show(second.place(other.gid->at), "and the one on the other host");
    context.report(std::move(diagnosis));
}

void check_index(DeviceContext& context, const Job& job)
{
    const DeviceFilter filter(job.devices.peek_known() ? job.devices.value : std::string_view{});
    bool any = false;
    Chosen first;
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    for (const std::uint32_t host : hosts.all()) {
        const Device& device = context.fabric.devices[host];
        for (const Nic& nic : device.nics) {
            if (nic.port == Port::no_index || !context.analysis.is_roce({host, nic.port})
                || !filter.lets_through(nic.rdma_device))
                continue;
            any = true;
            if (nic.gids.empty()) {
                context.not_checked({host, nic.port},
                    "which GID NCCL_IB_GID_INDEX chooses is unknown: no show_gids output was captured",
                    "capture `show_gids`");
                continue;
            }
            const Gid* gid = nullptr;
            const Fault fault = judge(nic, job.gid_index.value, gid);
            if (fault != Fault::none)
                return report(context, job, host, nic, fault, gid);
            const Chosen chosen{host, nic.rdma_device, gid};
            if (first.gid == nullptr)
                first = chosen;
            else if (first.gid->ipv4 != gid->ipv4)
                return report_families(context, job, first, chosen);
        }
    }
    if (!any)
        context.not_checked({context.index, Port::no_index},
            "which GID NCCL_IB_GID_INDEX chooses is unknown: no RDMA NIC of a host was read");
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    const PortId id{context.index, Port::no_index};
    for (const Job& job : context.device().jobs) {
        if (nccl_avoids_rdma(job))
            continue;
        // If unset, NCCL chooses itself. An unreadable value is not unset: it has an origin.
        if (job.gid_index.origin != OriginId{}
            && context.need(id, job.gid_index, "NCCL_IB_GID_INDEX") == nullptr)
            continue;
        if (job.gid_index.peek_known() && job.gid_index.value >= 0) {
            check_index(context, job);
            continue;
        }
        if (job.roce_version.origin != OriginId{}
            && context.need(id, job.roce_version, "NCCL_IB_ROCE_VERSION_NUM") == nullptr)
            continue;
        if (!job.roce_version.is(1))
            continue;
        context.report({.at = context.device().place(job.roce_version.origin),
            .message = fmt::format(
                "{} sets NCCL_IB_ROCE_VERSION_NUM to 1: NCCL looks for GIDs of RoCE v1, which no router "
                "forwards and no DSCP classifies",
                job.name),
            .subjects = {context.subject(Property::roce_version)},
            .fix = "Leave NCCL_IB_ROCE_VERSION_NUM unset; its default is 2."});
    }
}

}

extern const Rule rule = {
    .code = "APP002",
    .name = "gid-index-not-routable",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning, "for a link-local address, by which hosts of one subnet reach each other"}}},
    .scope = Scope::host,
    .summary = "The GID that a job chooses by its index is not a routable GID of RoCE v2 on every host.",
    .why
    = "The GID is the source address of the queue pairs and says whether they speak RoCE v1 or v2. The "
      "table is filled in the order in which addresses appear, so that one index means different "
      "addresses on different hosts: an interface that came up late, a second address or a VLAN shifts "
      "it. A pair of hosts with different versions, unroutable addresses or addresses of two families never "
      "connects.",
    .source
    = "NVIDIA/nccl src/transport/net_ib/connect.cc (ncclIbGetGidIndex: an index of 0 or more is taken as "
      "it is; NCCL_PARAM(IbRoceVersionNum, \"IB_ROCE_VERSION_NUM\", 2)); NVIDIA/nccl issues 426 and 769; "
      "NCCL documentation, environment variables, NCCL_IB_GID_INDEX (default 0 before 2.21, -1 since then); "
      "RFC 4291 section 2.5.6; InfiniBand Architecture Specification volume 1, annex A17",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "From NCCL 2.21 on, remove NCCL_IB_GID_INDEX from the job's environment. Before, the default is index 0, "
      "usually a link-local GID of RoCE v1: set the index of a routable GID of RoCE v2.",
    .check_device = check,
};

}
