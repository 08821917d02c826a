// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <cstdint>
#include <optional>

namespace rocelint {

/// The queue of the class on the port. If it is unread, or if two queues are possible, reports "not checked"
/// and returns nullopt, so that no rule silently skips a port.
[[nodiscard]] std::optional<std::uint8_t> need_queue(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, DeviceFacts& facts);
[[nodiscard]] std::optional<std::uint8_t> need_queue(PortContext& context, const RdmaClass& rdma_class);

/// Like need_queue(), for a rule whose finding is valid for either of two queues: returns both if there are
/// two. Empty if the queue is unread, which is reported as "not checked".
struct PossibleQueues {
    std::optional<std::uint8_t> first; ///< the queue that the packets leave by
    std::optional<std::uint8_t> second; ///< another queue, which pause of the class stops
};
[[nodiscard]] PossibleQueues possible_queues(PortContext& context, const RdmaClass& rdma_class);

/// Reports "not checked" because two queues are possible.
void explain_two_queues(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, std::uint8_t queue);

}
