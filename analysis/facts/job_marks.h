// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

namespace rocelint {

/// Whether some jobs use RDMA on this host (or may run on any) and all of them mark RDMA with one of the DSCPs.
[[nodiscard]] bool marked_by_jobs(const Fabric& fabric, std::uint32_t host, DscpSet dscps);

/// The classes of those devices that send RDMA packets, by which their marks are judged.
struct SendersClasses {
    DscpSet dscps; ///< of all these classes: a packet with any of them is marked correctly
    const RdmaClass* first = nullptr; ///< the first class with DSCPs; null if `dscps` is empty
    bool lossless = false; ///< PFC protects one of them
};

/// The classes of a host of this role.
[[nodiscard]] SendersClasses classes_of_host(const ClassModel& classes, Role role);

/// The classes of a job of device `holder`: those of its hosts, or of any host that may run it. A class that was
/// assumed because only switches make it lossless, and that no host pauses, says nothing about jobs and is left
/// out.
[[nodiscard]] SendersClasses classes_of_job(
    const ClassModel& classes, const Fabric& fabric, std::uint32_t holder, const Job& job);

/// The ToS byte with the lowest of these DSCPs and ECT(0), the format of NCCL_IB_TC and of the NICs'
/// settings.
[[nodiscard]] std::uint8_t type_of_service(DscpSet dscps);

/// The mark that the NICs of a job's hosts force on every RDMA packet.
enum class ForcedMark : std::uint8_t {
    unknown, ///< no host was collected, or no capture shows it
    nothing,
    wanted, ///< one of the DSCPs, on every NIC
    other,
};
/// For a job of device `holder`.
[[nodiscard]] ForcedMark forced_mark(
    const Fabric& fabric, std::uint32_t holder, const Job& job, DscpSet dscps);

}
