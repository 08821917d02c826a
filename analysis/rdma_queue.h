// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/device.h"

#include <optional>

namespace rocelint {

/// The queue of an RDMA class on one port.
struct RdmaQueue {
    Setting<std::uint8_t> number;
    /// The queue that the packets leave by is not the one that their pause stops, so it is unknown which one
    /// counts. Or a class without PFC shares its queue with unmarked packets, which has to change (QOS002).
    bool disputed = false;
};

/// The queue that lossless packets of the class leave by, or, if the port does not make them lossless, the
/// queue that pause of its priority stops. For a class without PFC, the queue that most of its code points
/// use.
[[nodiscard]] RdmaQueue rdma_queue(const Device& device, const Port& port, const RdmaClass& rdma_class);

/// The priority in which a NIC sends packets of the class: the class's own if it has PFC, otherwise that of
/// the NIC's map; nullopt if unknown.
[[nodiscard]] std::optional<Priority> nic_priority(
    const Device& host, const Port& port, const RdmaClass& rdma_class);

/// The ECN profile of a known setting; null for none.
[[nodiscard]] const EcnProfile* profile_of(const Device& device, const Setting<Ref>& ecn);

/// The curve for traffic that is not metered; or null.
[[nodiscard]] const EcnCurve* green_curve(const EcnProfile& profile);

}
