// SPDX-License-Identifier: Apache-2.0
// NCCL marks its own packets, so a host that marks nothing may still be right. Decides when that is the case,
// so that all rules agree.
#include "analysis/facts/job_marks.h"

namespace rocelint {
namespace {

// The class of the library that the job uses.
const Setting<std::uint8_t>& class_of(const Job& job)
{
    return job.without_nccl && job.ucx_class.peek_known() ? job.ucx_class : job.traffic_class;
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
            const Setting<std::uint8_t>& of_job = class_of(job);
            if (!of_job.known() || !dscps.has(static_cast<Dscp>(of_job.value >> 2)))
                return false;
            any = true;
        }
    }
    return any;
}

ForcedMark forced_mark(const Fabric& fabric, std::uint32_t job, DscpSet dscps)
{
    const auto joined = fabric.host_of_job[job];
    bool any = false;
    bool all_wanted = true;
    bool nothing = false;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        if (device.kind != DeviceKind::host || device.is_template || (joined && *joined != index))
            continue;
        for (const Nic& nic : device.nics) {
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

DscpSet dscps_for_jobs(const ClassModel& classes)
{
    DscpSet wanted;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (!classes.assumed || rdma_class.dscps_from_hosts || rdma_class.used_by_hosts)
            wanted = wanted | rdma_class.dscps;
    }
    return wanted;
}

std::uint8_t type_of_service(DscpSet dscps)
{
    constexpr unsigned ect_0 = 2; // RFC 3168
    return dscps.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(dscps.first() * 4 + ect_0);
}

}
