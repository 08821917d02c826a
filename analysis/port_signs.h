// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <optional>

namespace rocelint {

/// Where something RDMA-related is set up on a switch port, in force or not: a line about PFC, a PFC
/// watchdog, link pause in both directions, a dedicated queue that marks, or a name or description containing
/// "RDMA" or "RoCE". A watchdog of the whole switch does not count. nullopt if there is nothing of the kind.
[[nodiscard]] std::optional<Span> find_port_sign(
    const Device& device, const Port& port, const SourceSet& sources);

/// Whether the name of the switch or the port's description says that the port has a use other than RDMA:
/// management, a front-end network, or unused.
[[nodiscard]] bool is_for_other_use(const Device& device, const Port& port);

}
