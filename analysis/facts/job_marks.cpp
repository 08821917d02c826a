// SPDX-License-Identifier: Apache-2.0
// NCCL marks its own packets, so a host that marks nothing may still be right. Decides when that is the case,
// so that all rules agree.
#include "analysis/facts/job_marks.h"

#include <algorithm>

namespace rocelint {
namespace {

void add_dscps(SendersClasses& found, const RdmaClass& rdma_class)
{
    found.dscps = found.dscps | rdma_class.dscps;
    if (found.first == nullptr && !rdma_class.dscps.empty())
        found.first = &rdma_class;
}

}

const Setting<std::uint8_t>& class_of_job(const Job& job)
{
    return job.without_nccl && job.ucx_class.peek_known() ? job.ucx_class : job.traffic_class;
}

ForcedMarks::ForcedMarks(const Fabric& fabric, std::span<const std::uint32_t> hosts)
{
    for (const std::uint32_t host : hosts) {
        for (const Nic& nic : fabric.devices[host].nics) {
            if (nic.rdma_device.empty())
                continue;
            const bool forces = nic.forces_class();
            if (!forces && !nic.class_unset.is(true)) {
                unread_ = &nic;
                return;
            }
            any_ = true;
            nothing_ = nothing_ || !forces;
            if (forces)
                dscps_.insert(static_cast<Dscp>(nic.traffic_class.value >> 2));
        }
    }
}

ForcedMark ForcedMarks::compared_with(DscpSet dscps) const
{
    if (unread_ != nullptr && !unread_->forces_class() && !unread_->class_unset.is(true))
        return ForcedMark::unknown;
    if (!any_)
        return ForcedMark::unknown;
    return nothing_ ? ForcedMark::nothing : (dscps_ - dscps).empty() ? ForcedMark::wanted : ForcedMark::other;
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

SendersClasses classes_of_senders(const ClassModel& classes, std::span<const Role> roles)
{
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
