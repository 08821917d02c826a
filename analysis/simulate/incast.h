// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"
#include "models/physics/threshold.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::simulate {

/// A time within an incast, whose events are a fraction of a nanosecond apart.
using Nanoseconds = std::chrono::duration<double, std::nano>;

/// The marking curve of a queue: no packet up to `low`, a share of at most `most` up to `high`, then all.
struct Marking {
    Bytes low;
    Bytes high;
    double most = 1; ///< probability at `high`, from 0 to 1
};

/// When the priority group of an ingress port sends pause.
struct PauseThreshold {
    bool fixed = false; ///< true: pauses at `pause_at` bytes; false: at its share of the free memory
    Bytes pause_at;
    physics::Alpha alpha;
    Bytes shared; ///< the pool from which the groups take their memory
};

/// The bytes that a group may hold beyond its threshold, and the time that its sender takes to stop.
struct GroupHeadroom {
    Bytes size;
    std::optional<Bytes> pool; ///< shared by all groups, where there is such a pool
    Nanoseconds propagation{0}; ///< on the cable to the sender, one way
    Nanoseconds response{0}; ///< from the arrival of a pause frame to the end of the last packet
};

/// Equal senders that begin at the same time, each through an ingress port of its own, and send at full rate
/// to one egress port.
struct Incast {
    std::uint32_t senders = 2;
    BitsPerSecond sender_rate;
    BitsPerSecond egress_rate;
    PauseThreshold threshold;
    std::optional<Marking> marking; ///< nullopt: the queue marks nothing, or it is unknown what it marks
    std::optional<GroupHeadroom> headroom; ///< nullopt: unknown
    Nanoseconds feedback{0}; ///< from the mark of a packet to the arrival of slower packets of its sender
    Bytes packet{1024};
};

/// What happens in an incast without congestion control, by closed forms. Memory counts in bytes, not in
/// cells, and what a group has for itself alone is left out.
struct IncastForms {
    bool grows = false; ///< the senders together are faster than the egress port
    Bytes group_at_pause; ///< fill of each ingress group when it sends pause
    Bytes queue_at_pause; ///< fill of the egress queue at that time
    std::optional<Nanoseconds> to_pause; ///< nullopt: the queue does not grow
    std::optional<Nanoseconds>
        to_mark; ///< until the lower threshold; nullopt: nothing marks, or pause is earlier
    std::optional<bool> marks_in_time; ///< slower packets arrive before pause; nullopt: unknown marking
    std::optional<Bytes> headroom_used; ///< by each group, while its queue is drained
    std::optional<Bytes> headroom_need; ///< by each group if nothing is drained
    std::optional<Bytes> lost; ///< by each sender, after the first pause
    std::optional<Bytes> pool_used; ///< of the shared headroom pool, by all groups together
};
[[nodiscard]] IncastForms closed_forms(const Incast& incast);

/// The smallest and the largest of successive numbers of senders with the same verdict.
struct SenderRange {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    friend bool operator==(const SenderRange&, const SenderRange&) = default;
};

/// The numbers of senders, up to `most`, for which an incast goes wrong.
struct IncastVerdicts {
    std::vector<SenderRange> pause_first; ///< pause comes before marking can slow the senders down
    std::vector<SenderRange> loses; ///< packets are lost
};
[[nodiscard]] IncastVerdicts verdicts_up_to(Incast incast, std::uint32_t most);

/// "2 to 8, 12": the numbers of these ranges.
[[nodiscard]] std::string describe(const std::vector<SenderRange>& ranges);

/// Mean growth of the egress queue from the lower threshold to the first marked packet: the probability
/// begins at zero there, so that the number of packets until the first mark has a Rayleigh distribution.
[[nodiscard]] Bytes mean_growth_to_mark(const Incast& incast);

}
