// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/device.h"

#include <optional>

namespace rocelint {

/// The priorities that a port has PFC on for, in either direction. A port that obeys every pause by design counts with
/// those that it sends. Both settings must be known.
[[nodiscard]] PrioritySet paused_priorities(const Port& port);

/// Whether the port is known to have PFC on for no priority.
[[nodiscard]] bool pauses_nothing(const Port& port);

/// Whether PFC is known to be on at any physical port. Beside such a port, one that pauses nothing is not set up at all,
/// which PFC001 tells; what its maps do follows from that.
[[nodiscard]] bool any_pauses(const Device& device);

/// Where a class whose priority the port does not pause is lossless all the same: the priorities that its DSCPs are
/// classified into and that the port pauses. Empty where the class is lost, or is where it should be.
[[nodiscard]] PrioritySet displaced_to(const RdmaClass& rdma_class, const Device& device, const Port& port);
[[nodiscard]] PrioritySet displaced_to(
    const ClassModel& classes, const Device& device, const Port& port, Priority priority);

/// The priority that the port pauses for congestion notification packets: by their DSCP where it is known and the
/// port's maps tell, else the stated one.
[[nodiscard]] std::optional<Priority> cnp_priority(
    const ClassModel& classes, const Device& device, const Port& port);

}
