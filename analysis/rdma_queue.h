// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/device.h"

#include <optional>

namespace rocelint {

/// The queue of an RDMA class on one port.
struct RdmaQueue {
    Setting<std::uint8_t> number;
    /// The queue that its packets leave by is not the one that its pause stops: which of them counts cannot be told.
    /// Or a class without PFC shares its queue with unmarked packets, which is what has to change (QOS002).
    bool disputed = false;
};

/// The queue by which lossless packets of the class leave, or, where the port does not make them lossless, the one
/// that pause of its priority stops. Of a class without PFC, the one that most of its code points leave by.
[[nodiscard]] RdmaQueue rdma_queue(const Device& device, const Port& port, const RdmaClass& rdma_class);

/// The priority in which a NIC sends packets of the class: of a class with PFC its own, else that of the NIC's map;
/// nothing where that is unknown.
[[nodiscard]] std::optional<Priority> nic_priority(
    const Device& host, const Port& port, const RdmaClass& rdma_class);

/// The ECN profile of a known setting, or null for none.
[[nodiscard]] const EcnProfile* profile_of(const Device& device, const Setting<Ref>& ecn);

/// The curve that decides about traffic that nothing meters, or null.
[[nodiscard]] const EcnCurve* green_curve(const EcnProfile& profile);

}
