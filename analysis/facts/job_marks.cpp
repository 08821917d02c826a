// SPDX-License-Identifier: Apache-2.0
// NCCL marks its own packets, so a host that marks nothing may still be right. Decides when that is the case,
// so that all rules agree.
#include "analysis/facts/job_marks.h"

#include "analysis/facts/job_devices.h"

#include <algorithm>
#include <vector>

namespace rocelint {
namespace {

// The class of the library that the job uses.
const Setting<std::uint8_t>& class_of(const Job& job)
{
    return job.without_nccl && job.ucx_class.peek_known() ? job.ucx_class : job.traffic_class;
}

std::vector<Role> roles_of_senders(const Fabric& fabric, const HostsOfJob& senders, const Job& job)
{
    if (senders.any_host)
        return serves_storage(job) ? std::vector{Role::host, Role::storage} : std::vector{Role::host};
    std::vector<Role> roles;
    for (const std::uint32_t host : senders.hosts) {
        const Setting<Role>& role = fabric.devices[host].role;
        roles.push_back(role.peek_known() ? role.value : Role::unknown);
    }
    return roles;
}

void add_dscps(SendersClasses& found, const RdmaClass& rdma_class)
{
    found.dscps = found.dscps | rdma_class.dscps;
    if (found.first == nullptr && !rdma_class.dscps.empty())
        found.first = &rdma_class;
}

}

bool marked_by_jobs(const Fabric& fabric, std::uint32_t host, DscpSet dscps)
{
    bool any = false;
    for (const std::uint32_t index : fabric.jobs) {
        const auto joined = fabric.host_of_job[index];
        if (joined && *joined != host)
            continue;
        for (const Job& job : fabric.devices[index].jobs) {
            if (nccl_avoids_rdma(job))
                continue;
            const Setting<std::uint8_t>& of_job = class_of(job);
            if (!of_job.known() || !dscps.has(static_cast<Dscp>(of_job.value >> 2)))
                return false;
            any = true;
        }
    }
    return any;
}

ForcedMark forced_mark(const Fabric& fabric, std::uint32_t holder, const Job& job, DscpSet dscps)
{
    bool any = false;
    bool all_wanted = true;
    bool nothing = false;
    for (const std::uint32_t host : hosts_of_job(fabric, holder, job)) {
        for (const Nic& nic : fabric.devices[host].nics) {
            if (nic.rdma_device.empty())
                continue;
            const bool forces = nic.forces_class();
            if (!forces && !nic.class_unset.is(true))
                return ForcedMark::unknown;
            any = true;
            nothing = nothing || !forces;
            all_wanted = all_wanted && dscps.has(static_cast<Dscp>(nic.traffic_class.value >> 2));
        }
    }
    if (!any)
        return ForcedMark::unknown;
    return nothing ? ForcedMark::nothing : all_wanted ? ForcedMark::wanted : ForcedMark::other;
}

SendersClasses classes_of_host(const ClassModel& classes, Role role)
{
    SendersClasses found;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (!ClassModel::applies_to(rdma_class, role))
            continue;
        found.lossless = found.lossless || rdma_class.pause != Pause::nowhere;
        add_dscps(found, rdma_class);
    }
    return found;
}

SendersClasses classes_of_job(
    const ClassModel& classes, const Fabric& fabric, std::uint32_t holder, const Job& job)
{
    const std::vector<Role> roles = roles_of_senders(fabric, find_hosts_of_job(fabric, holder, job), job);
    SendersClasses found;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (std::ranges::none_of(roles, [&](Role role) { return ClassModel::applies_to(rdma_class, role); }))
            continue;
        found.lossless = found.lossless || rdma_class.pause != Pause::nowhere;
        if (!classes.assumed || rdma_class.dscps_from_hosts || rdma_class.used_by_hosts)
            add_dscps(found, rdma_class);
    }
    return found;
}

std::uint8_t type_of_service(DscpSet dscps)
{
    constexpr unsigned ect_0 = 2; // RFC 3168
    return dscps.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(dscps.first() * 4 + ect_0);
}

}
