// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

namespace rocelint {

/// Whether there are jobs that run on this host (or may run on any) and all of them mark RDMA with one of the DSCPs.
[[nodiscard]] bool marked_by_jobs(const Fabric& fabric, std::uint32_t host, DscpSet dscps);

/// What jobs should mark their packets with: the DSCPs of the RDMA classes. What switches alone make lossless in an assumed
/// class, and no host pauses, is no statement about jobs.
[[nodiscard]] DscpSet dscps_for_jobs(const ClassModel& classes);

/// The type of service with the lowest of these DSCPs and ECT(0), as NCCL_IB_TC and the NICs' settings want it.
[[nodiscard]] std::uint8_t type_of_service(DscpSet dscps);

/// What the NICs of the hosts that a job runs on force on every RDMA packet.
enum class ForcedMark : std::uint8_t {
    unknown, ///< no host was collected, or no capture tells
    nothing,
    wanted, ///< on every NIC, a DSCP of the RDMA classes
    other,
};
[[nodiscard]] ForcedMark forced_mark(const Fabric& fabric, std::uint32_t job, DscpSet dscps);

}
