// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/fabric/device.h"

#include <optional>

namespace rocelint {

/// The priorities that the port has PFC enabled for, in either direction. A port that always obeys every
/// pause frame by design counts only the priorities it sends pause for. Both settings must be known.
[[nodiscard]] PrioritySet paused_priorities(const Port& port);

/// Whether the port is known to have PFC enabled for no priority.
[[nodiscard]] bool pauses_nothing(const Port& port);

/// Whether PFC is known to be enabled on any physical port. If so, a port of the device without PFC was not
/// set up at all, which PFC001 reports; its maps are a consequence.
[[nodiscard]] bool any_pauses(const Device& device);

/// For a class whose priority the port does not pause but which is lossless anyway: the priorities that its
/// DSCPs are classified into and that the port pauses. Empty if the class is lossy or is classified as it
/// should be.
[[nodiscard]] PrioritySet displaced_to(const RdmaClass& rdma_class, const Device& device, const Port& port);
[[nodiscard]] PrioritySet displaced_to(
    const ClassModel& classes, const Device& device, const Port& port, Priority priority);

/// Whether the port carries a lossless class in one of the priorities: the class's own, or one that the port
/// pauses in its place. True if no class is known, or if tunnels remap priorities.
[[nodiscard]] bool carries_rdma(const Analysis& analysis, PortId id, PrioritySet priorities);

/// The priority that the port pauses for CNPs: derived from their DSCP if that and the port's maps are known,
/// otherwise the stated one.
[[nodiscard]] std::optional<Priority> cnp_priority(
    const ClassModel& classes, const Device& device, const Port& port);

}
