// SPDX-License-Identifier: Apache-2.0
// What the output of show commands says about PFC at one moment.
#pragma once

#include "models/fabric/value/priority.h"
#include "models/fabric/value/setting.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <span>
#include <unordered_map>

namespace rocelint::line_cli {

/// PFC of one port as a switch shows it.
struct ShownPfc {
    Setting<bool> negotiated; ///< the port's PFC is as DCBX negotiates it
    Setting<PrioritySet> paused; ///< the priorities with PFC in force
};

/// By index of the port.
using ShownPfcByPort = std::unordered_map<std::uint32_t, ShownPfc>;

/// Where a line stands in its file; nowhere if it is in none of the trees.
[[nodiscard]] Span span_in(std::span<const Tree> trees, const Node& node);

}
