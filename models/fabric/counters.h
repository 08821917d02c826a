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
    pause_received, ///< PFC frames of a priority, or of all priorities of the port together
    pause_sent, ///< the same that the port sent
    packets_received, ///< of a priority
    packets_sent, ///< of a priority; not judged, since switches do not count what arrives by priority
    dropped, ///< received packets of a priority that found no buffer
    queue_stuck, ///< a queue that the peer paused for so long that a watchdog did something about it
    storm, ///< pause without interruption for so long that the device did something about it
    marks_received, ///< RDMA packets that arrived marked with CE
    cnps_sent,
    cnps_handled, ///< CNPs on which the NIC slowed down
    cnps_ignored, ///< CNPs that changed nothing
    out_of_sequence, ///< RDMA packets that arrived too early: others are missing, or on a longer path
    sequence_errors, ///< requests of the peer for packets that it misses
    timeouts, ///< RDMA packets without an acknowledgement in time
    marked, ///< packets that a switch marked with CE and sent; of an egress queue
    group_dropped, ///< received packets that found no room in a priority group
    queue_sent, ///< packets that left an egress queue
    queue_trimmed, ///< packets of an egress queue that lost their payload instead of being dropped
    queue_dropped, ///< packets that found no room in an egress queue
    class_dropped, ///< packets of a traffic class to the port that a chassis dropped on their way to its queues
    link_pause_received, ///< pause frames of IEEE 802.3x, which stop all priorities of the port
    link_pause_sent,
    pause_time_sent, ///< microseconds for which the port paused its peer in a priority
    bytes_received, ///< of a priority
    rdma_requests, ///< requests of RDMA that arrived, each in one packet or more
    link_errors, ///< frames that arrived damaged, symbols that FEC did not correct, times that the link went down
    /// Most bytes that lay in the headroom of a priority group at one time since it was last cleared. Not a count: a
    /// difference of two captures means nothing.
    headroom_peak,
};

/// One counter as a capture shows it. Not a Setting: no configuration states it, and it changes by itself.
struct CounterReading {
    /// Which of two captures of a device shows it. `alone`: nothing says so.
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
    /// Another counter of the same port in the same captures went down, so that this one may have begun at zero as well.
    bool beside_reset = false;

    /// Whether its difference means nothing: it went down between the captures, or one beside it did. They were reset,
    /// they wrapped around, or the captures are in the wrong order.
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

/// What became of a counter of a capture.
enum class CounterText : std::uint8_t {
    number, ///< the reading was added
    none, ///< the device does not have the counter: "N/A", "-", null in JSON, nothing
    unknown, ///< not a number that a device prints
};

/// Adds a reading to the device, with `text` as its value and copies of its names.
CounterText add_reading(Device& device, CounterReading reading, std::string_view text);

}
