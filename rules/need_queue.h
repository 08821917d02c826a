// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

/// The queue in words: "queue 3 of leaf1 Ethernet4"; on a device with virtual output queues, "virtual output queue 3
/// of card1 Ethernet4" or "virtual output queue 3 of card1 towards card2|asic0|Ethernet8".
[[nodiscard]] std::string queue_label(const RuleContext& context, PortId port, std::uint8_t queue);

/// Why the queues towards ports of other cards are not checked (Device::other_cards_unread).
inline constexpr std::string_view other_cards_unread = "the ports of other cards are not in the files";

/// Reports "not checked" because two queues are possible.
void explain_two_queues(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, std::uint8_t queue);

}
