// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <optional>

namespace rocelint {

/// Where something about RDMA is set up on a switch port, whatever becomes of it: a line about PFC, a watchdog for it, link
/// pause in both directions, a queue of its own that marks, a name or description with "RDMA" or "RoCE". Nothing where the
/// port shows nothing of the kind.
[[nodiscard]] std::optional<Span> find_port_sign(
    const Device& device, const Port& port, const SourceSet& sources);

/// Whether the name of the switch or the port's description says that the port is for something else than RDMA: management,
/// a front-end network, or nothing yet.
[[nodiscard]] bool is_for_other_use(const Device& device, const Port& port);

}
