// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint {

/// What a counter of a port counts, on every platform.
enum class CounterKind : std::uint8_t {
    pause_received, ///< PFC frames received for a priority, or for all priorities of the port together
    pause_sent, ///< PFC frames sent, likewise
    packets_received, ///< packets received in a priority
    packets_sent, ///< packets sent in a priority; not judged: switches do not count received packets by priority
    dropped, ///< received packets of a priority that were dropped for lack of buffer
    queue_stuck, ///< times that the PFC watchdog acted on a queue that the peer kept paused
    storm, ///< times that the device acted on uninterrupted pause
    marks_received, ///< RDMA packets that arrived marked with CE
    cnps_sent,
    cnps_handled, ///< received CNPs that made the NIC slow down
    cnps_ignored, ///< received CNPs that the NIC ignored
    out_of_sequence, ///< RDMA packets that arrived too early: others are missing, or on a longer path
    sequence_errors, ///< retransmissions that the peer requested (NAKs for lost packets)
    timeouts, ///< acknowledgement timeouts of RDMA packets
    marked, ///< packets of an egress queue that the switch marked with CE
    group_dropped, ///< received packets dropped because their priority group was full
    queue_sent, ///< packets that left an egress queue
    queue_trimmed, ///< packets of an egress queue that were trimmed to their headers instead of dropped
    queue_dropped, ///< packets dropped because their egress queue was full
    class_dropped, ///< packets of a traffic class that a chassis dropped before they reached the port's queues
    link_pause_received, ///< pause frames of IEEE 802.3x, which stop all priorities of the port
    link_pause_sent,
    pause_time_sent, ///< microseconds for which the port paused its peer in a priority
    bytes_received, ///< bytes received in a priority
    rdma_requests, ///< RDMA requests received; each consists of one or more packets
    link_errors, ///< damaged frames, symbols that FEC could not correct, link flaps
    /// The peak fill of a priority group's headroom since the counter was last cleared, in bytes. A high-water
    /// mark, not a count: the difference of two captures has no meaning.
    headroom_peak,
};

/// One counter as a capture shows it. Not a Setting: no configuration states it, and it changes by itself.
struct CounterReading {
    /// Which of the device's two captures it is from. `alone`: there is one capture, or their order is unknown.
    enum class Capture : std::uint8_t { alone, earlier, later };

    std::string_view on; ///< the interface or RDMA device, as the capture names it
    std::string_view name; ///< as the device spells it: "rx_prio3_pause"
    CounterKind kind = CounterKind::pause_received;
    /// The priority, priority group or egress queue; Counter::whole where the counter is about the whole port.
    std::uint8_t part = 0;
    std::uint64_t value = 0;
    Span at;
    Capture capture = Capture::alone;
    std::string_view
        taken{}; ///< when the capture was made, in the words of its folder; empty if it does not say
    bool only_with_pfc = false; ///< the device has this counter only while PFC is on for the priority
};

/// A counter of a known port, in its last capture, with its value in the one before where there are two.
struct Counter {
    static constexpr std::uint8_t whole = 0xff;

    std::uint32_t port = 0xffffffffU;
    CounterKind kind = CounterKind::pause_received;
    std::uint8_t part = whole;
    std::string_view name;
    std::uint64_t value = 0;
    Span at;
    bool only_with_pfc = false;
    std::optional<std::uint64_t> earlier;
    Span earlier_at;
    std::string_view taken{}; ///< see CounterReading::taken
    std::string_view earlier_taken{};
    /// Another counter of the same port went down between the same captures: this one may have been reset too.
    bool beside_reset = false;

    /// Whether the two values cannot be compared, because this counter or another one of the port went down
    /// between the captures: a reset, a wrap-around, or captures in the wrong order.
    [[nodiscard]] bool went_down() const { return earlier && (*earlier > value || beside_reset); }
    /// How much it grew between two captures; no value without two that can be compared.
    [[nodiscard]] std::optional<std::uint64_t> growth() const
    {
        return earlier && !went_down() ? std::optional(value - *earlier) : std::nullopt;
    }
};

struct Device;

/// The counters of one kind of a port's priority, or of the whole port.
[[nodiscard]] std::span<const Counter> counters_of(
    const Device& device, std::uint32_t port, CounterKind kind, std::uint8_t part = Counter::whole);

/// The counters of one kind of a port, of all its priorities or queues and of the whole port.
[[nodiscard]] std::span<const Counter> counters_of_any_part(
    const Device& device, std::uint32_t port, CounterKind kind);

/// The number in a capture: digits, with or without commas between groups of three ("1,200"). No value for anything else,
/// such as "N/A", "-", or a number with the separators of another language.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

/// The result of reading one counter in a capture.
enum class CounterText : std::uint8_t {
    number, ///< the reading was added
    none, ///< the device does not have the counter: "N/A", "-", empty, or null in JSON
    unknown, ///< not a number that a device prints
};

/// Adds a reading to the device, with `text` as its value and copies of its names.
CounterText add_reading(Device& device, CounterReading reading, std::string_view text);

}
