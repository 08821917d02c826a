// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/incast.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rocelint::simulate {

/// Sums of shares of a rate reach the rate itself only nearly.
inline constexpr double rounding = 1 + 1e-6;

/// The offered rate of a sender, and when it starts.
struct RateStep {
    Nanoseconds from{0};
    double bits_per_second = 0;
};

/// One sender of an incast whose senders differ in rate, threshold, headroom or start.
struct MixedSender {
    std::vector<RateStep> steps; ///< ascending; before the first it offers nothing
    BitsPerSecond speed; ///< of the ingress port, at which each packet arrives
    PauseThreshold threshold;
    std::optional<GroupHeadroom> headroom; ///< nullopt: unknown

    /// Bits per second at a time.
    [[nodiscard]] double rate_at(Nanoseconds time) const;
    /// The highest rate that it ever offers, in bits per second.
    [[nodiscard]] double highest_rate() const;
};

/// The result for one sender of such an incast.
struct MixedSenderForms {
    /// When its group sends pause, if nothing has slowed the senders down before.
    std::optional<Nanoseconds> to_pause;
    /// Pause comes before the first sender that was paused falls silent. For the others the forms do not hold,
    /// and the members below are empty.
    bool with_the_first = false;
    std::optional<Bytes> headroom_used;
    std::optional<Bytes> headroom_need;
    std::optional<Bytes> lost;
};

/// The result for an incast of different senders without congestion control.
struct MixedForms {
    bool grows = false; ///< the senders together are at some time faster than the egress port
    std::optional<Nanoseconds> grows_from; ///< when they first become so
    Bytes queue_at_pause; ///< fill of the egress queue at the first pause
    std::optional<Nanoseconds>
        to_pause; ///< until the first group sends pause; nullopt: none does, since the queue does not grow so far
    std::optional<Nanoseconds>
        to_mark; ///< nullopt: nothing marks, the queue stays shorter, or pause is earlier
    std::optional<bool> marks_in_time; ///< nullopt: unknown marking, or no group sends pause
    std::vector<MixedSenderForms> senders; ///< in the order of the senders

    /// The bytes lost by the senders whose headroom is known; nullopt if no sender's headroom is known.
    [[nodiscard]] std::optional<Bytes> lost() const;
};

/// The closed forms for senders that differ. `incast` gives the egress port, marking, feedback and packets; its
/// own senders do not count.
[[nodiscard]] MixedForms mixed_forms(const Incast& incast, std::span<const MixedSender> senders);

/// The equal senders of an incast as a list.
[[nodiscard]] std::vector<MixedSender> listed_senders(const Incast& incast);

}
