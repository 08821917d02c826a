// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/device.h"

namespace rocelint {

/// The queue of an RDMA class on one port.
struct RdmaQueue {
    Setting<std::uint8_t> number;
    /// The queue that its packets leave by is not the one that its pause stops: which of them counts cannot be told.
    bool disputed = false;
};

/// The queue by which lossless packets of the class leave, or, where the port does not make them lossless, the one
/// that pause of its priority stops.
[[nodiscard]] RdmaQueue rdma_queue(const Device& device, const Port& port, const RdmaClass& rdma_class);

/// The ECN profile of a known setting, or null for none.
[[nodiscard]] const EcnProfile* profile_of(const Device& device, const Setting<Ref>& ecn);

/// The curve that decides about traffic that nothing meters, or null.
[[nodiscard]] const EcnCurve* green_curve(const EcnProfile& profile);

}
