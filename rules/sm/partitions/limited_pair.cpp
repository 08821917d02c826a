// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_facts.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace rocelint::rules::sm048 {
namespace {

constexpr std::string_view host1 = R"(root@host1:~# hostname
host1
root@host1:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 101 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";
constexpr std::string_view host2 = R"(root@host2:~# hostname
host2
root@host2:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 102 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";

constexpr std::string_view on_both = R"(#!/bin/bash
#SBATCH --nodelist=host[1-2]
export NCCL_IB_HCA==mlx5_0 NCCL_IB_GID_INDEX=3
export NCCL_IB_TC=106 NCCL_IB_SL=3
srun ./train
)";
constexpr std::string_view on_one = R"(#!/bin/bash
#SBATCH --nodelist=host1,store1
export NCCL_IB_HCA==mlx5_0 NCCL_IB_GID_INDEX=3
export NCCL_IB_TC=106 NCCL_IB_SL=3
srun ./train
)";

constexpr Example examples[] = {
    {.title = "Two hosts of a job are limited members, and only a storage server is full",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=16, mtu=5: ALL=limited, SELF=full;
train=0x0005: 0x102, 0x104, 0x106=full;
)",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"},
            {"app-env", "job1", ""}}},
        .flagged = "0x104",
        .flagged_device = "sm1"},
    {.title = "The job names the two hosts",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=16, mtu=5: ALL=limited, SELF=full;
train=0x0005: 0x102, 0x104, 0x106=full;
)",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"},
            {"app-env", "job1", on_both, "train.sbatch"}}},
        .flagged = "0x104",
        .flagged_device = "sm1"},
    {.title = "The job names one of the two hosts, and one that is a full member",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=16, mtu=5: ALL=limited, SELF=full;
train=0x0005: 0x102, 0x104, 0x106=full;
)",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"},
            {"app-env", "job1", on_one, "train.sbatch"}}}},
    {.title = "One of the two is full",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=16, mtu=5: ALL=limited, SELF=full;
train=0x0005: 0x102=full, 0x104, 0x106=full;
)",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"},
            {"app-env", "job1", ""}}}},
    {.title = "They are full members of the default partition",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=16, mtu=5: ALL=full;
train=0x0005: 0x102, 0x104, 0x106=full;
)",
                "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"},
            {"app-env", "job1", ""}}}},
};

constexpr std::uint16_t default_partition = 0x7fff;

// The partitions of one host, each with whether one of the host's ports is a full member.
using Memberships = std::map<std::uint16_t, bool>;

struct Host {
    std::uint32_t device = 0;
    std::set<Guid> ports;
};

void add(Memberships& all, std::uint16_t pkey, bool full)
{
    bool& known = all[pkey];
    known = known || full;
}

// nullopt if a partition names its members in a way that only the subnet manager can resolve.
std::optional<Memberships> memberships_of(const SubnetManager& manager, const std::set<Guid>& ports)
{
    Memberships all;
    bool has_default = false;
    for (const SmPartition& partition : manager.partitions) {
        has_default = has_default || partition.pkey == default_partition;
        for (const SmMember& member : partition.members) {
            const bool full = member.membership != SmMembership::limited;
            switch (member.kind) {
            case SmMember::Kind::guid:
                if (ports.contains(member.guid))
                    add(all, partition.pkey, full);
                break;
            case SmMember::Kind::all:
            case SmMember::Kind::all_channel_adapters:
                add(all, partition.pkey, full);
                break;
            case SmMember::Kind::group:
                return std::nullopt;
            case SmMember::Kind::all_switches:
            case SmMember::Kind::all_routers:
            case SmMember::Kind::self:
                break;
            }
        }
    }
    // opensm(8), PARTITION CONFIGURATION: without a rule of its own, the default partition has every port as
    // a limited member.
    if (!has_default)
        add(all, default_partition, false);
    return all;
}

// The partition in which both are limited members, if no partition lets them communicate; of several, the one
// with the lowest key. The default partition does not count: tenants share it and are not supposed to
// communicate.
std::optional<std::uint16_t> closed_partition(const Memberships& a, const Memberships& b)
{
    std::optional<std::uint16_t> closed;
    for (const auto& [pkey, full] : a) {
        const auto other = b.find(pkey);
        if (other == b.end())
            continue;
        if (full || other->second)
            return std::nullopt;
        if (!closed && pkey != default_partition)
            closed = pkey;
    }
    return closed;
}

// The collected hosts with ports in this subnet, by device.
std::vector<Host> hosts_in(const Fabric& fabric, std::uint32_t subnet)
{
    std::map<std::uint32_t, std::set<Guid>> found;
    for (const IbHostPort& port : fabric.ib_host_ports) {
        if (port.host != IbHostPort::none && port.port.device == subnet)
            found[port.host].insert(fabric.devices[subnet].subnet->ports[port.port.port].guid);
    }
    std::vector<Host> hosts;
    for (auto& [device, ports] : found)
        hosts.push_back({device, std::move(ports)});
    return hosts;
}

struct JobHosts {
    std::set<std::uint32_t> hosts;
    bool assumed = false; ///< nothing says which hosts the job runs on
};

// The hosts that a job runs on: those whose folders contain a file of its name, those that its file names, or
// any if the file names none and is elsewhere.
std::map<std::string_view, JobHosts> hosts_by_job(FabricContext& context)
{
    const Fabric& fabric = context.fabric;
    std::map<std::string_view, JobHosts> by_job;
    for (const std::uint32_t holder : fabric.jobs) {
        for (const Job& job : fabric.devices[holder].jobs) {
            JobHosts& on = by_job[job.name];
            const JobFacts::Hosts found = context.shared().jobs().hosts_of(holder, job);
            on.hosts.insert(found.all().begin(), found.all().end());
            on.assumed = on.assumed || found.any_host();
        }
    }
    return by_job;
}

Span place_of_member(const SubnetManager& manager, std::uint16_t pkey, const std::set<Guid>& ports)
{
    Span place;
    for (const SmPartition& partition : manager.partitions) {
        if (partition.pkey != pkey)
            continue;
        place = place.somewhere() ? place : partition.at;
        for (const SmMember& member : partition.members) {
            if (member.kind == SmMember::Kind::guid && ports.contains(member.guid))
                return member.at;
        }
    }
    return place;
}

void judge(FabricContext& context, std::uint32_t index, const std::vector<Host>& hosts)
{
    const Device& device = context.fabric.devices[index];
    const SubnetManager& manager = *device.manager;
    std::map<std::uint32_t, const Host*> by_device;
    std::map<std::uint32_t, Memberships> memberships;
    for (const Host& host : hosts) {
        auto of = memberships_of(manager, host.ports);
        if (!of) {
            context.not_checked(
                {index, Port::no_index}, "a partition names a group of ports, whose members are unknown");
            return;
        }
        by_device[host.device] = &host;
        memberships[host.device] = std::move(*of);
    }
    // Hosts with equal memberships are one case, and one pair is reported per combination of cases.
    std::set<std::pair<Memberships, Memberships>> told;
    for (const auto& [job, on] : hosts_by_job(context)) {
        std::map<Memberships, std::vector<std::uint32_t>> cases;
        for (const std::uint32_t host : on.hosts) {
            if (memberships.contains(host))
                cases[memberships[host]].push_back(host);
        }
        for (auto a = cases.begin(); a != cases.end(); ++a) {
            for (auto b = a; b != cases.end(); ++b) {
                if ((a == b && a->second.size() < 2) || !told.insert({a->first, b->first}).second)
                    continue;
                const auto closed = closed_partition(a->first, b->first);
                if (!closed)
                    continue;
                const std::uint32_t one = a->second.front();
                const std::uint32_t other = a == b ? a->second[1] : b->second.front();
                context.report({.severity = on.assumed ? std::optional(Severity::warning) : std::nullopt,
                    .at = place_of_member(manager, *closed, by_device[other]->ports),
                    .message
                    = fmt::format("{} {} {} and {}, which are both limited members of partition 0x{:04x} and "
                                  "share none in which one is full: they cannot reach each other",
                        job,
                        on.assumed ? "may run on" : "runs on",
                        context.fabric.devices[one].name,
                        context.fabric.devices[other].name,
                        *closed),
                    .subjects = {{{index, Port::no_index}, Property::partitions, Part::partition(*closed)}},
                    .related = {{place_of_member(manager, *closed, by_device[one]->ports),
                        context.fabric.devices[one].name}},
                    .fix = "Write =full after the members that run the job."});
            }
        }
    }
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const SubnetManager& manager = *context.fabric.devices[index].manager;
        const auto subnet = context.fabric.subnet_of_manager[index];
        if (!manager.has_partitions || manager.partitions_dropped || context.fabric.jobs.empty() || !subnet
            || !context.fabric.devices[*subnet].subnet)
            continue;
        judge(context, index, hosts_in(context.fabric, *subnet));
    }
}

}

extern const Rule rule = {
    .code = "SM048",
    .name = "limited-pair",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where nothing says which hosts the job runs on"}}},
    .scope = Scope::fabric,
    .summary
    = "Two hosts of a job are limited members of the partitions that they share, and cannot reach each "
      "other.",
    .why
    = "A limited member sends to full members only: the adapter of another limited member drops the packet and counts a "
      "P_Key violation. Limited members are right for clients of a storage server and wrong for the hosts of one job, "
      "which stops when it connects. Where a line states no membership, it is limited.",
    .source
    = "InfiniBand Architecture Specification 10.9.3 (limited members do not accept packets from limited members); "
      "opensm(8) 3.3.23, PARTITION CONFIGURATION",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Make the hosts of a job full members of its partition.",
    .check_fabric = check,
};

}
