// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

namespace rocelint {

/// Whether some jobs run on this host (or may run on any) and all of them mark RDMA with one of the DSCPs.
[[nodiscard]] bool marked_by_jobs(const Fabric& fabric, std::uint32_t host, DscpSet dscps);

/// The DSCPs that jobs should use: those of the RDMA classes. A class that was assumed because only switches
/// make it lossless, and that no host pauses, says nothing about jobs and is left out.
[[nodiscard]] DscpSet dscps_for_jobs(const ClassModel& classes);

/// The ToS byte with the lowest of these DSCPs and ECT(0), the format of NCCL_IB_TC and of the NICs'
/// settings.
[[nodiscard]] std::uint8_t type_of_service(DscpSet dscps);

/// The mark that the NICs of a job's hosts force on every RDMA packet.
enum class ForcedMark : std::uint8_t {
    unknown, ///< no host was collected, or no capture shows it
    nothing,
    wanted, ///< a DSCP of the RDMA classes, on every NIC
    other,
};
[[nodiscard]] ForcedMark forced_mark(const Fabric& fabric, std::uint32_t job, DscpSet dscps);

}
