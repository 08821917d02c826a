// SPDX-License-Identifier: Apache-2.0
// The NIC or job on the host chooses the code point of RDMA packets; classes are inferred from it.
#include "analysis/host_marks.h"

namespace rocelint {

JobMarks::JobMarks(const Fabric& fabric) : of_host(fabric.devices.size())
{
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const auto host = index < fabric.host_of_job.size() ? fabric.host_of_job[index] : std::nullopt;
        for (const Job& job : fabric.devices[index].jobs) {
            if (job.traffic_class.known() && job.traffic_class.value != 0)
                (host ? of_host[*host] : everywhere).insert(static_cast<Dscp>(job.traffic_class.value >> 2));
        }
    }
}

DscpSet marked_dscps(const Nic& nic)
{
    DscpSet marked;
    if (nic.forces_class()) {
        if (nic.traffic_class.value != 0)
            marked.insert(static_cast<Dscp>(nic.traffic_class.value >> 2));
        return marked;
    }
    if (nic.cm_tos.known() && nic.cm_tos.value != 0)
        marked.insert(static_cast<Dscp>(nic.cm_tos.value >> 2));
    return marked;
}

}
