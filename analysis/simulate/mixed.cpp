// SPDX-License-Identifier: Apache-2.0
// Closed forms for senders with different rates. The egress queue is first in, first out, so each sender's share of
// the drain equals its share of the oldest bytes. While arrival and drain rates are constant, every fill level is
// linear in time, so that a threshold is crossed where two straight lines meet. Rates may also fall; a queue that has
// become empty begins to grow again at the next time at which more arrives than leaves.
#include "analysis/simulate/mixed.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace rocelint::simulate {
namespace {

constexpr double bits_in_byte = 8;
constexpr double ns_in_second = 1e9;
constexpr double never = std::numeric_limits<double>::infinity();

double in_bytes_per_ns(double bits_per_second) { return bits_per_second / bits_in_byte / ns_in_second; }

double count_of(Bytes bytes) { return static_cast<double>(bytes.count); }

Bytes rounded(double bytes) { return {bytes <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(bytes))}; }

// A group while the queue grows.
struct GroupFill {
    double fill = 0;
    double slope = 0; ///< bytes per nanosecond
    double paused_at = never;
    double slope_at_pause = 0;
    double queue_at_pause = 0;
};

class Backlog {
public:
    Backlog(const Incast& incast, std::span<const MixedSender> senders)
        : incast_(incast)
        , senders_(senders)
        , drained_(in_bytes_per_ns(static_cast<double>(incast.egress_rate.count)))
        , groups_(senders.size())
        , times_(step_times())
    {
        forms_.senders.resize(senders.size());
    }

    MixedForms forms()
    {
        for (double from = 0; find_begin(from);) {
            if (!forms_.grows)
                forms_.grows_from = Nanoseconds(begin_);
            forms_.grows = true;
            from = fill();
            if (from == never || any_paused())
                break;
            for (GroupFill& group : groups_)
                group = {};
        }
        if (forms_.grows)
            conclude();
        return std::move(forms_);
    }

private:
    [[nodiscard]] double rate(std::size_t sender, double time) const
    {
        return in_bytes_per_ns(senders_[sender].rate_at(Nanoseconds(time)));
    }

    [[nodiscard]] double arriving(double time) const
    {
        double sum = 0;
        for (std::size_t sender = 0; sender < senders_.size(); ++sender)
            sum += rate(sender, time);
        return sum;
    }

    [[nodiscard]] std::vector<double> step_times() const
    {
        std::vector<double> times;
        for (const MixedSender& sender : senders_) {
            for (const RateStep& step : sender.steps)
                times.push_back(step.from.count());
        }
        std::ranges::sort(times);
        times.erase(std::ranges::unique(times).begin(), times.end());
        return times;
    }

    // The next time from which on the queue grows. Until then, what arrives leaves at once.
    bool find_begin(double from)
    {
        const auto begin = std::ranges::find_if(
            times_, [&](double time) { return time >= from && arriving(time) > drained_ * rounding; });
        if (begin != times_.end())
            begin_ = *begin;
        return begin != times_.end();
    }

    // Follows the queue until it is empty again, and returns that time.
    double fill()
    {
        const std::vector<double> changes = find_changes();
        double queue = 0;
        for (std::size_t at = 0; at < changes.size(); ++at) {
            double until = at + 1 < changes.size() ? changes[at + 1] : never;
            set_slopes(changes[at]);
            const double growth = arriving(changes[at]) - drained_;
            const double empty = growth < 0 ? changes[at] - queue / growth : never;
            until = std::min(until, empty);
            find_mark(changes[at], until, queue, growth);
            find_pauses(changes[at], until, queue, growth);
            if (until == empty)
                return until;
            for (GroupFill& group : groups_)
                group.fill += group.slope * (until - changes[at]);
            queue += growth * (until - changes[at]);
        }
        return never;
    }

    [[nodiscard]] bool any_paused() const
    {
        return std::ranges::any_of(groups_, [](const GroupFill& group) { return group.paused_at != never; });
    }

    // The times at which another mixture begins to arrive, and those at which it begins to leave.
    std::vector<double> find_changes()
    {
        std::vector<double> changes{begin_};
        heads_.assign(1, {begin_, begin_});
        double arrived = 0;
        double before = begin_;
        for (const double time : times_) {
            if (time <= begin_)
                continue;
            arrived += arriving(before) * (time - before);
            before = time;
            heads_.emplace_back(begin_ + arrived / drained_, time);
            changes.push_back(time);
            changes.push_back(heads_.back().first);
        }
        std::ranges::sort(changes);
        changes.erase(std::ranges::unique(changes).begin(), changes.end());
        return changes;
    }

    void set_slopes(double time)
    {
        const auto next = std::ranges::upper_bound(heads_, time, {}, &std::pair<double, double>::first);
        const double mixture = std::prev(next)->second; // when the packets that leave now arrived
        const double of_mixture = arriving(mixture);
        for (std::size_t sender = 0; sender < senders_.size(); ++sender)
            groups_[sender].slope = rate(sender, time) - rate(sender, mixture) * drained_ / of_mixture;
    }

    void find_mark(double from, double until, double queue, double growth)
    {
        if (!incast_.marking || marked_at_ != never || growth <= 0)
            return;
        const double at = from + std::max(0.0, (count_of(incast_.marking->low) - queue) / growth);
        if (at < until)
            marked_at_ = at;
    }

    // How long the group still stays below its threshold.
    [[nodiscard]] static double until_full(
        const PauseThreshold& threshold, const GroupFill& group, double queue, double growth)
    {
        const double free = count_of(threshold.shared) - queue;
        const bool fills = growth > 0 && !(threshold.fixed && threshold.shared.count == 0);
        const double pool = fills ? free / growth : never;
        if (threshold.fixed)
            return group.slope <= 0
                ? pool
                : std::min(pool, (count_of(threshold.pause_at) - group.fill) / group.slope);
        if (threshold.alpha.infinite)
            return pool;
        const double alpha = threshold.alpha.value;
        const double closing = group.slope + alpha * growth;
        return closing <= 0 ? never : (alpha * free - group.fill) / closing;
    }

    void find_pauses(double from, double until, double queue, double growth)
    {
        for (std::size_t sender = 0; sender < senders_.size(); ++sender) {
            GroupFill& group = groups_[sender];
            if (group.paused_at != never || rate(sender, from) <= 0)
                continue;
            const double wait = std::max(0.0, until_full(senders_[sender].threshold, group, queue, growth));
            if (from + wait > until || wait == never)
                continue;
            group.paused_at = from + wait;
            group.slope_at_pause = group.slope;
            group.queue_at_pause = queue + growth * wait;
        }
    }

    [[nodiscard]] static double until_quiet(const GroupHeadroom& headroom)
    {
        return (2 * headroom.propagation + headroom.response).count();
    }

    void conclude()
    {
        std::size_t first = 0;
        for (std::size_t sender = 1; sender < groups_.size(); ++sender) {
            if (groups_[sender].paused_at < groups_[first].paused_at)
                first = sender;
        }
        const double to_pause = groups_[first].paused_at;
        if (to_pause != never) {
            forms_.to_pause = Nanoseconds(to_pause);
            forms_.queue_at_pause = rounded(groups_[first].queue_at_pause);
        }
        if (incast_.marking) {
            if (marked_at_ < to_pause)
                forms_.to_mark = Nanoseconds(marked_at_);
            if (to_pause != never)
                forms_.marks_in_time = marked_at_ + incast_.feedback.count() < to_pause;
        }
        if (to_pause != never)
            add_headroom(first, to_pause);
    }

    void add_headroom(std::size_t first, double to_pause)
    {
        const auto& of_first = senders_[first].headroom;
        // Equal groups cross their thresholds together, but for the last bits of a double.
        const double latest = to_pause * (1 + 1e-9) + (of_first ? until_quiet(*of_first) : 0);
        double in_pool = 0;
        for (std::size_t sender = 0; sender < senders_.size(); ++sender) {
            const GroupFill& group = groups_[sender];
            MixedSenderForms& forms = forms_.senders[sender];
            if (group.paused_at == never)
                continue;
            forms.to_pause = Nanoseconds(group.paused_at);
            forms.with_the_first = group.paused_at <= latest;
            const auto& headroom = senders_[sender].headroom;
            if (!forms.with_the_first || !headroom)
                continue;
            const double two_packets = 2 * count_of(incast_.packet);
            const double time = until_quiet(*headroom);
            const double used = group.slope_at_pause * time + two_packets;
            forms.headroom_used = rounded(used);
            forms.headroom_need = rounded(rate(sender, group.paused_at) * time + two_packets);
            in_pool += used;
        }
        for (std::size_t sender = 0; sender < senders_.size(); ++sender) {
            MixedSenderForms& forms = forms_.senders[sender];
            if (!forms.headroom_used)
                continue;
            const GroupHeadroom& headroom = *senders_[sender].headroom;
            const double used
                = groups_[sender].slope_at_pause * until_quiet(headroom) + 2 * count_of(incast_.packet);
            double room = count_of(headroom.size);
            if (headroom.pool)
                room = std::min(room, count_of(*headroom.pool) * used / in_pool);
            forms.lost = rounded(used - room);
        }
    }

    const Incast& incast_;
    std::span<const MixedSender> senders_;
    double drained_;
    double begin_ = never;
    double marked_at_ = never;
    std::vector<GroupFill> groups_;
    std::vector<double> times_; ///< at which a rate changes, ascending
    std::vector<std::pair<double, double>> heads_; ///< when bytes leave, and when they arrived
    MixedForms forms_;
};

}

double MixedSender::rate_at(Nanoseconds time) const
{
    const auto next = std::ranges::upper_bound(steps, time, {}, &RateStep::from);
    return next == steps.begin() ? 0 : std::prev(next)->bits_per_second;
}

double MixedSender::highest_rate() const
{
    double highest = 0;
    for (const RateStep& step : steps)
        highest = std::max(highest, step.bits_per_second);
    return highest;
}

std::optional<Bytes> MixedForms::lost() const
{
    std::optional<Bytes> sum;
    for (const MixedSenderForms& sender : senders) {
        if (sender.lost)
            sum = Bytes{(sum ? sum->count : 0) + sender.lost->count};
    }
    return sum;
}

MixedForms mixed_forms(const Incast& incast, std::span<const MixedSender> senders)
{
    return Backlog(incast, senders).forms();
}

std::vector<MixedSender> listed_senders(const Incast& incast)
{
    const MixedSender one{.steps = {{Nanoseconds(0), static_cast<double>(incast.sender_rate.count)}},
        .speed = incast.sender_rate,
        .threshold = incast.threshold,
        .headroom = incast.headroom};
    return std::vector<MixedSender>(incast.senders, one);
}

}
