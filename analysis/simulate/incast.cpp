// SPDX-License-Identifier: Apache-2.0
// Closed forms of an incast, with bytes as a fluid. `m` senders of rate `s` feed an egress port of rate `r`,
// which drains every group at r / m.
#include "analysis/simulate/incast.h"

#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rocelint::simulate {
namespace {

constexpr double bits_per_byte = 8;
constexpr double nanoseconds_per_second = 1e9;

double of(Bytes bytes) { return static_cast<double>(bytes.count); }

Bytes nearest(double bytes) { return {bytes <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(bytes))}; }

// Bytes in a nanosecond.
double rate_of(BitsPerSecond speed)
{
    return static_cast<double>(speed.count) / bits_per_byte / nanoseconds_per_second;
}

// Q = alpha * B / (1 + m * alpha) for a dynamic threshold (Choudhury and Hahne 1998). The pool ends any
// threshold at B / m.
double fill_at_pause(const PauseThreshold& threshold, double senders)
{
    const double share = of(threshold.shared) / senders;
    if (threshold.fixed)
        return threshold.shared.count == 0 ? of(threshold.pause_at) : std::min(of(threshold.pause_at), share);
    if (threshold.alpha.infinite)
        return share;
    const double alpha = threshold.alpha.value;
    return alpha * of(threshold.shared) / (1 + senders * alpha);
}

void add_headroom(IncastForms& forms, const Incast& incast, double fill_rate)
{
    const GroupHeadroom& headroom = *incast.headroom;
    const double until_quiet = (2 * headroom.propagation + headroom.response).count();
    // The packet that crosses the threshold is whole, and so is the one that the sender has begun.
    const double used = fill_rate * until_quiet + 2 * of(incast.packet);
    forms.headroom_used = nearest(used);
    forms.headroom_need = nearest(rate_of(incast.sender_rate) * until_quiet + 2 * of(incast.packet));
    double room = of(headroom.size);
    if (headroom.pool) {
        forms.pool_used = nearest(std::min(used, room) * incast.senders);
        room = std::min(room, of(*headroom.pool) / incast.senders);
    }
    forms.lost = nearest(used - room);
}

void extend(std::vector<SenderRange>& ranges, std::uint32_t senders)
{
    if (!ranges.empty() && ranges.back().to + 1 == senders)
        ranges.back().to = senders;
    else
        ranges.push_back({senders, senders});
}

}

IncastForms closed_forms(const Incast& incast)
{
    const double senders = incast.senders;
    const double sent = rate_of(incast.sender_rate);
    const double drained = rate_of(incast.egress_rate);
    IncastForms forms;
    const double growth = senders * sent - drained; // of the egress queue
    const double fill_rate = sent - drained / senders; // of each group
    forms.grows = incast.senders > 0 && growth > 0;
    if (!forms.grows)
        return forms;
    const double fill = fill_at_pause(incast.threshold, senders);
    forms.group_at_pause = nearest(fill);
    forms.queue_at_pause = nearest(fill * senders);
    // t_xoff = Q / (s - r / m)
    forms.to_pause = Nanoseconds(fill / fill_rate);
    if (incast.marking) {
        // t_kmin = Kmin / (m * s - r)
        const Nanoseconds to_mark(of(incast.marking->low) / growth);
        if (to_mark < *forms.to_pause)
            forms.to_mark = to_mark;
        forms.marks_in_time = to_mark + incast.feedback < *forms.to_pause;
    }
    if (incast.headroom)
        add_headroom(forms, incast, fill_rate);
    return forms;
}

IncastVerdicts verdicts_up_to(Incast incast, std::uint32_t most)
{
    IncastVerdicts verdicts;
    for (std::uint32_t senders = 1; senders <= most; ++senders) {
        incast.senders = senders;
        const IncastForms forms = closed_forms(incast);
        if (forms.marks_in_time.has_value() && !*forms.marks_in_time)
            extend(verdicts.pause_first, senders);
        if (forms.lost && forms.lost->count > 0)
            extend(verdicts.loses, senders);
    }
    return verdicts;
}

std::string describe(const std::vector<SenderRange>& ranges)
{
    std::string out;
    for (const SenderRange& range : ranges)
        add_item(out,
            range.from == range.to ? fmt::format("{}", range.from)
                                   : fmt::format("{} to {}", range.from, range.to));
    return out;
}

Bytes mean_growth_to_mark(const Incast& incast)
{
    if (!incast.marking || incast.marking->most <= 0 || incast.marking->high <= incast.marking->low)
        return {};
    // Packets leave at r, and the queue grows by m * s / r - 1 packets while one leaves. With the growth x,
    // the hazard of a mark is Pmax * x / (Kmax - Kmin) for each packet that leaves.
    const double growth = incast.senders * rate_of(incast.sender_rate) / rate_of(incast.egress_rate) - 1;
    const double width = of(incast.marking->high) - of(incast.marking->low);
    return nearest(
        std::sqrt(std::numbers::pi / 2 * of(incast.packet) * growth * width / incast.marking->most));
}

}
