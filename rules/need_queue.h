// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <cstdint>
#include <optional>

namespace rocelint {

/// The queue of the class on the port, by which rules ask for it: where it is unread, or where two queues could be meant, that is
/// said as "not checked" and nothing is returned, so that no rule is silent about a port for lack of it.
[[nodiscard]] std::optional<std::uint8_t> need_queue(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, DeviceFacts& facts);
[[nodiscard]] std::optional<std::uint8_t> need_queue(PortContext& context, const RdmaClass& rdma_class);

/// As need_queue(), for a rule whose finding holds whichever of two queues is meant: both, where there are two. Empty where the queue is
/// unread, which is said.
struct PossibleQueues {
    std::optional<std::uint8_t> first; ///< by which the packets leave
    std::optional<std::uint8_t> second; ///< another one, which pause of the class stops
};
[[nodiscard]] PossibleQueues possible_queues(PortContext& context, const RdmaClass& rdma_class);

/// Says that the rule is not checked because two queues could be meant.
void explain_two_queues(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, std::uint8_t queue);

}
