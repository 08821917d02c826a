// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

#include <cstdint>
#include <span>

namespace rocelint {

/// The traffic class of the library that a job uses.
[[nodiscard]] const Setting<std::uint8_t>& class_of_job(const Job& job);

/// The classes of a group of senders, against which their marks are judged.
struct SendersClasses {
    DscpSet dscps; ///< of all these classes: a packet with any of them is marked correctly
    const RdmaClass* first = nullptr; ///< the first class with DSCPs; null if `dscps` is empty
    bool lossless = false; ///< PFC protects one of them
};

/// The classes of a host of this role.
[[nodiscard]] SendersClasses classes_of_host(const ClassModel& classes, Role role);
/// The classes of a job whose hosts have these roles (JobFacts::classes_of).
[[nodiscard]] SendersClasses classes_of_senders(const ClassModel& classes, std::span<const Role> roles);

/// The ToS byte with the lowest of these DSCPs and ECT(0), the format of NCCL_IB_TC and of the NICs'
/// settings.
[[nodiscard]] std::uint8_t type_of_service(DscpSet dscps);

/// The mark that NICs force on every RDMA packet.
enum class ForcedMark : std::uint8_t {
    unknown, ///< no host was collected, or no capture shows it
    nothing,
    wanted, ///< one of the DSCPs, on every NIC
    other,
};

/// What the NICs of some hosts force on every RDMA packet.
class ForcedMarks {
public:
    ForcedMarks() = default;
    /// The fabric must outlive this object.
    ForcedMarks(const Fabric& fabric, std::span<const std::uint32_t> hosts);
    /// If the answer is unknown, accesses the unread setting that causes it, so that the rule counts as not checked.
    [[nodiscard]] ForcedMark compared_with(DscpSet dscps) const;

private:
    const Nic* unread_ = nullptr; ///< the first NIC whose mark no capture shows
    bool any_ = false;
    bool nothing_ = false; ///< at least one NIC forces no mark
    DscpSet dscps_; ///< the DSCPs that NICs force
};

}
