// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/blocks.h"
#include "drivers/os10/grammar.h"
#include "models/fabric/value/priority.h"

#include <optional>
#include <string_view>

namespace rocelint::os10 {

/// The headers of blocks that are bound by name. Each kind has its own namespace.
inline constexpr std::uint8_t block_kinds[]{kind_of(LineKind::network_policy),
    kind_of(LineKind::queuing_policy),
    kind_of(LineKind::pcp_map),
    kind_of(LineKind::dscp_map),
    kind_of(LineKind::traffic_map),
    kind_of(LineKind::wred),
    kind_of(LineKind::group_map),
    kind_of(LineKind::queue_map)};

/// Returns the qos-groups of a class of a network-qos policy. Nothing if its class-map is not in the files, or
/// matches none.
[[nodiscard]] std::optional<PrioritySet> groups_of(const Blocks& blocks, std::string_view class_name);
[[nodiscard]] std::optional<std::uint8_t> queue_of(const Blocks& blocks, std::string_view class_name);
/// Returns the class of a queuing policy that serves this queue, or null.
[[nodiscard]] const Block* class_of_queue(const Blocks& blocks, const Block& policy, std::uint8_t queue);

}
