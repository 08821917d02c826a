// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// What the counters of one kind show at a port.
struct Observed {
    const Counter* counter
        = nullptr; ///< the one that counted most; null if no capture shows one that can be used
    std::uint64_t count = 0; ///< between two captures, or since the counter was last cleared
    bool is_growth = false; ///< `count` is a difference of two captures
    bool went_down = false; ///< a counter was lower in the later capture, so that it was left out
    [[nodiscard]] bool counted() const { return count > 0; }
    /// Captures show the counter, and it did not count.
    [[nodiscard]] bool stands_still() const { return counter != nullptr && count == 0; }
};

/// Differences between two captures count before values of one.
[[nodiscard]] Observed observe(
    const Device& device, std::uint32_t port, CounterKind kind, std::uint8_t part = Counter::whole);

/// The same for the port that a rule looks at. Reports a row "not checked" if the difference means nothing.
[[nodiscard]] Observed observe(PortContext& context, CounterKind kind, std::uint8_t part = Counter::whole);

/// The PFC frames of a priority that a port sent. A counter of all priorities together counts for the only one for which the
/// port sends them.
[[nodiscard]] Observed observe_pause_sent(const Device& device, std::uint32_t port, Priority priority);

/// The same for the port that a rule looks at. Reports a row "not checked" if the difference means nothing.
[[nodiscard]] Observed observe_pause_sent(PortContext& context, Priority priority);

/// What a port dropped of a lossless priority: received packets that found no buffer, by priority or priority group, and
/// packets that found no room in its queue, or in the queues of a chassis that lead to it. A group, queue or traffic class that
/// also holds another priority proves nothing.
[[nodiscard]] Observed observe_drops(const Device& device, std::uint32_t port, Priority priority);

/// The same for the port that a rule looks at. Reports a row "not checked" if the difference means nothing.
[[nodiscard]] Observed observe_drops(PortContext& context, Priority priority);

/// What the queue of a priority counted, such as the packets that it marked.
[[nodiscard]] Observed observe_queue(
    const Device& device, std::uint32_t port, CounterKind kind, Priority priority);

/// The same for the port that a rule looks at, and only if no other priority has the queue. Reports a row "not checked" if
/// the difference means nothing.
[[nodiscard]] Observed observe_own_queue(PortContext& context, CounterKind kind, Priority priority);

/// The packets that reached a port in one priority.
struct Arrival {
    Priority priority = 0;
    Observed packets;
};
/// Those of the priority in which most packets arrived between two captures; nothing counted if none shows that.
[[nodiscard]] Arrival busiest_arrival(const Device& device, std::uint32_t port);

/// Whether captures show how full the headroom of a port was.
[[nodiscard]] bool shows_headroom(const Device& device, std::uint32_t port);

/// The counter that shows most bytes in the headroom of a priority of a switch port; null if none shows it, or if the
/// priority's group is unread. A group that also holds another priority counts: its headroom is theirs together.
[[nodiscard]] const Counter* headroom_peak(const Device& device, std::uint32_t port, Priority priority);

/// The bytes that it shows: the larger one of two captures, since it may have been cleared between them.
[[nodiscard]] std::uint64_t peak_of(const Counter& counter);

/// "rx_prio3_buf_discard grew by 1200 between the two captures".
[[nodiscard]] std::string describe(const Observed& observed);

}
