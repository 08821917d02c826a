// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/dcqcn.h"
#include "analysis/simulate/incast.h"
#include "analysis/simulate/mixed.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rocelint::simulate {

/// How an incast is simulated packet by packet. The headroom of its groups must be known.
struct PacketRun {
    Incast incast;
    RateControl control = RateControl::none;
    Nanoseconds duration{1'000'000}; ///< from the first bit that arrives
    Bytes resume_offset{
        3072}; ///< how far below its threshold a group must be before it lets its sender resume
    std::uint64_t seed = 1; ///< of the probabilities of marks
    std::uint32_t samples = 60; ///< of the fill of the egress queue
    std::vector<MixedSender> senders{}; ///< senders that differ, instead of those of the incast; empty: those
    std::optional<DcqcnParameters> parameters{}; ///< of every sender, instead of those of `control`
    Nanoseconds settled{0}; ///< from when on `mean_queue` and `delivered_by` count
};

/// The outcome for the packets.
struct PacketOutcome {
    std::optional<Nanoseconds> first_mark;
    std::optional<Nanoseconds> first_pause;
    std::optional<Bytes> queue_at_mark; ///< when the first packet was marked
    Bytes most_headroom; ///< of one group
    Bytes most_pool; ///< headroom of all groups together
    Bytes most_queue;
    Bytes lost; ///< of all senders
    Bytes delivered;
    std::uint64_t marked = 0; ///< packets
    std::uint64_t pauses = 0; ///< pause frames
    Bytes mean_queue; ///< mean fill of the egress queue over time, from `settled` on
    std::vector<Bytes> delivered_by; ///< by sender, from `settled` on
    std::vector<Bytes> queue; ///< largest fill of the egress queue in each of `samples` equal parts
};

/// Simulates the incast with the shared memory of a switch. The same run gives the same outcome on every
/// machine.
[[nodiscard]] PacketOutcome simulate_packets(const PacketRun& run);

}
