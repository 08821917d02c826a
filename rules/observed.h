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
        = nullptr; ///< the counter with the largest count; null if no capture shows a usable one
    std::uint64_t count = 0; ///< between two captures, or since the counter was last cleared
    bool is_growth = false; ///< `count` is a difference of two captures
    bool went_down = false; ///< a counter decreased between the captures and was ignored
    [[nodiscard]] bool counted() const { return count > 0; }
    /// Captures show the counter, and its count is zero.
    [[nodiscard]] bool stands_still() const { return counter != nullptr && count == 0; }
};

/// A difference between two captures takes precedence over the value of a single one.
[[nodiscard]] Observed observe(
    const Device& device, std::uint32_t port, CounterKind kind, std::uint8_t part = Counter::whole);

/// The same for the port that a rule looks at. Reports a row "not checked" if the difference means nothing.
[[nodiscard]] Observed observe(PortContext& context, CounterKind kind, std::uint8_t part = Counter::whole);

/// The PFC frames that a port sent for a priority. A counter for all priorities together is used only if the port
/// sends PFC frames for a single priority.
[[nodiscard]] Observed observe_pause_sent(const Device& device, std::uint32_t port, Priority priority);

/// The same for the port that a rule looks at. Reports a row "not checked" if the difference means nothing.
[[nodiscard]] Observed observe_pause_sent(PortContext& context, Priority priority);

/// The packets of a lossless priority that a port dropped: on ingress for lack of buffer, by priority or priority
/// group, and on egress because the port's queue, or a chassis queue towards the port, was full. Counters of a
/// group, queue or traffic class that also serves another priority are ignored, since they prove nothing.
[[nodiscard]] Observed observe_drops(const Device& device, std::uint32_t port, Priority priority);

/// The same for the port that a rule looks at. Reports a row "not checked" if the difference means nothing.
[[nodiscard]] Observed observe_drops(PortContext& context, Priority priority);

/// A counter of the queue of a priority, such as the packets that it marked.
[[nodiscard]] Observed observe_queue(
    const Device& device, std::uint32_t port, CounterKind kind, Priority priority);

/// The same for the port that a rule looks at, and only if no other priority uses the queue. Reports "not checked"
/// if the captures cannot be compared.
[[nodiscard]] Observed observe_own_queue(PortContext& context, CounterKind kind, Priority priority);

/// The packets that a port received in one priority.
struct Arrival {
    Priority priority = 0;
    Observed packets;
};
/// The priority in which the port received most packets between two captures; zero packets if no counter shows it.
[[nodiscard]] Arrival busiest_arrival(const Device& device, std::uint32_t port);

/// Whether captures show how full the headroom of a port was.
[[nodiscard]] bool shows_headroom(const Device& device, std::uint32_t port);

/// The counter with the highest peak of a priority's headroom on a switch port; null if no capture shows one, or if
/// the priority's group is unread. Other priorities may share the group, and with it the headroom.
[[nodiscard]] const Counter* headroom_peak(const Device& device, std::uint32_t port, Priority priority);

/// The peak in bytes: the larger value of two captures, since the counter may have been cleared in between.
[[nodiscard]] std::uint64_t peak_of(const Counter& counter);

/// "rx_prio3_buf_discard grew by 1200 between the two captures".
[[nodiscard]] std::string describe(const Observed& observed);

}
