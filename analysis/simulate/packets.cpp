// SPDX-License-Identifier: Apache-2.0
// A switch with one egress queue, simulated packet by packet. Admission to the shared pool and to headroom,
// pause, resume and marking follow the model of alibaba-edu/High-Precision-Congestion-Control
// simulation/src/point-to-point/model/switch-mmu.cc: a packet over the threshold goes to headroom, headroom
// drains first, and packets are marked as they leave.
#include "analysis/simulate/packets.h"

#include "analysis/simulate/packet_events.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <queue>

namespace rocelint::simulate {
namespace {

// The start of a packet that is never sent.
constexpr Picoseconds no_packet = std::numeric_limits<Picoseconds>::max();

class Simulation {
public:
    explicit Simulation(const PacketRun& run)
        : run_(run)
        , incast_(run.incast)
        , sources_(run.senders.empty() ? listed_senders(run.incast) : run.senders)
        , chance_(run.seed)
        , groups_(sources_.size())
        , feedback_(picoseconds(incast_.feedback))
        , duration_(picoseconds(run.duration))
        , settled_(picoseconds(run.settled))
        , egress_time_(time_on_wire(incast_.packet, static_cast<double>(incast_.egress_rate.count)))
    {
        outcome_.queue.resize(std::max<std::size_t>(run.samples, 1));
        outcome_.delivered_by.resize(sources_.size());
        controls_.reserve(sources_.size()); // senders point to their parameters
        for (const MixedSender& source : sources_) {
            const GroupHeadroom& headroom = *source.headroom;
            const Picoseconds propagation = picoseconds(headroom.propagation);
            times_.push_back({time_on_wire(incast_.packet, static_cast<double>(source.speed.count)),
                propagation,
                propagation + picoseconds(headroom.response)});
            nearest_ = std::min(nearest_, propagation);
            if (headroom.pool)
                pool_ = headroom.pool;
            const auto control
                = run.parameters ? run.parameters : dcqcn_parameters(run.control, source.speed);
            if (!control)
                continue;
            controls_.push_back(*control);
            senders_.emplace_back(controls_.back(), source.speed);
        }
    }

    PacketOutcome outcome()
    {
        // Packets of different senders do not begin at the same time.
        const auto count = static_cast<std::uint32_t>(sources_.size());
        for (std::uint32_t sender = 0; sender < count; ++sender) {
            const auto& steps = sources_[sender].steps;
            const auto begins
                = std::ranges::find_if(steps, [](const RateStep& step) { return step.bits_per_second > 0; });
            if (begins != steps.end())
                add(picoseconds(begins->from) + times_[sender].packet * sender / count,
                    EventKind::send,
                    sender);
        }
        while (!events_.empty() && since_first_bit(events_.top().time) <= duration_) {
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            take(event);
        }
        note_mean(nearest_ + duration_);
        if (duration_ > settled_)
            outcome_.mean_queue.count = static_cast<std::uint64_t>(
                std::llround(queue_time_ / static_cast<double>(duration_ - settled_)));
        return std::move(outcome_);
    }

private:
    [[nodiscard]] Picoseconds since_first_bit(Picoseconds time) const
    {
        return time > nearest_ ? time - nearest_ : 0;
    }

    void add(Picoseconds time, EventKind kind, std::uint32_t sender, std::uint32_t timer = 0)
    {
        events_.push({time, order_++, kind, sender, timer});
    }

    void take(const Event& event)
    {
        switch (event.kind) {
        case EventKind::send:
            return send(event.sender);
        case EventKind::arrive:
            return arrive(event.sender);
        case EventKind::leave:
            return leave();
        case EventKind::stop:
            groups_[event.sender].stopped = true;
            return;
        case EventKind::resume:
            return resume(event.sender);
        case EventKind::notify:
            if (senders_[event.sender].notify()) {
                add(now_ + controls_[event.sender].alpha_interval, EventKind::update_alpha, event.sender);
                // A nanosecond later, so that it follows an update of alpha that is due at the same time.
                add(now_ + controls_[event.sender].decrease_interval + 1000,
                    EventKind::decrease,
                    event.sender);
            }
            return;
        case EventKind::update_alpha:
            senders_[event.sender].update_alpha();
            return add(now_ + controls_[event.sender].alpha_interval, EventKind::update_alpha, event.sender);
        case EventKind::decrease:
            if (senders_[event.sender].decrease())
                add(now_ + controls_[event.sender].increase_interval,
                    EventKind::increase,
                    event.sender,
                    ++groups_[event.sender].timer);
            return add(now_ + controls_[event.sender].decrease_interval, EventKind::decrease, event.sender);
        case EventKind::increase:
            if (event.timer != groups_[event.sender].timer)
                return;
            senders_[event.sender].increase();
            return add(now_ + controls_[event.sender].increase_interval,
                EventKind::increase,
                event.sender,
                event.timer);
        }
    }

    void send(std::uint32_t sender)
    {
        Group& group = groups_[sender];
        group.waits = group.stopped;
        if (group.stopped)
            return;
        add(now_ + times_[sender].packet + times_[sender].propagation, EventKind::arrive, sender);
        group.next_packet = next_offered(sender);
        if (group.next_packet != no_packet)
            add(group.next_packet, EventKind::send, sender);
    }

    // When the sender offers its next packet after one that it sends now. Its rate may change meanwhile.
    Picoseconds next_offered(std::uint32_t sender)
    {
        const std::vector<RateStep>& steps = sources_[sender].steps;
        std::size_t& step = groups_[sender].step;
        while (step + 1 < steps.size() && picoseconds(steps[step + 1].from) <= now_)
            ++step;
        double missing = 1; // of the packet
        Picoseconds from = now_;
        for (std::size_t at = step; at < steps.size(); ++at) {
            const Picoseconds until = at + 1 < steps.size() ? picoseconds(steps[at + 1].from) : no_packet;
            double rate = steps[at].bits_per_second;
            if (!senders_.empty())
                rate = std::min(rate, senders_[sender].rate());
            if (rate > 0) {
                const auto whole = static_cast<double>(time_on_wire(incast_.packet, rate));
                const auto time = static_cast<Picoseconds>(std::llround(missing * whole));
                if (time <= until - from)
                    return from + time;
                missing -= static_cast<double>(until - from) / whole;
            }
            from = until;
        }
        return no_packet;
    }

    void resume(std::uint32_t sender)
    {
        Group& group = groups_[sender];
        group.stopped = false;
        if (!group.waits)
            return;
        group.waits = false;
        if (group.next_packet != no_packet)
            add(std::max(now_, group.next_packet), EventKind::send, sender);
    }

    // Bytes that the group may have in the shared pool.
    [[nodiscard]] double limit_of(std::uint32_t sender) const
    {
        const Group& group = groups_[sender];
        const PauseThreshold& threshold = sources_[sender].threshold;
        const double free = static_cast<double>(threshold.shared.count) - static_cast<double>(shared_);
        const double whole = static_cast<double>(group.shared) + free;
        if (threshold.fixed)
            return threshold.shared.count == 0
                ? static_cast<double>(threshold.pause_at.count)
                : std::min(static_cast<double>(threshold.pause_at.count), whole);
        return threshold.alpha.infinite ? whole : threshold.alpha.value * free;
    }

    [[nodiscard]] bool fits_headroom(std::uint32_t sender) const
    {
        return groups_[sender].headroom + incast_.packet.count <= sources_[sender].headroom->size.count
            && (!pool_ || in_headroom_ + incast_.packet.count <= pool_->count);
    }

    void arrive(std::uint32_t sender)
    {
        Group& group = groups_[sender];
        const std::uint64_t size = incast_.packet.count;
        if (static_cast<double>(group.shared + size) <= limit_of(sender)) {
            group.shared += size;
            shared_ += size;
        } else if (fits_headroom(sender)) {
            group.headroom += size;
            in_headroom_ += size;
            outcome_.most_headroom.count = std::max(outcome_.most_headroom.count, group.headroom);
            outcome_.most_pool.count = std::max(outcome_.most_pool.count, in_headroom_);
        } else {
            outcome_.lost.count += size;
            return pause(sender);
        }
        waiting_.push_back(sender);
        note_mean(now_);
        queue_ += size;
        outcome_.most_queue.count = std::max(outcome_.most_queue.count, queue_);
        pause_if_full(sender);
        if (waiting_.size() == 1)
            add(now_ + egress_time_, EventKind::leave, sender);
    }

    void pause_if_full(std::uint32_t sender)
    {
        const Group& group = groups_[sender];
        if (group.headroom > 0 || static_cast<double>(group.shared) >= limit_of(sender))
            pause(sender);
    }

    void pause(std::uint32_t sender)
    {
        if (groups_[sender].paused)
            return;
        groups_[sender].paused = true;
        ++outcome_.pauses;
        if (!outcome_.first_pause)
            outcome_.first_pause = nanoseconds(since_first_bit(now_));
        add(now_ + times_[sender].until_stop, EventKind::stop, sender);
    }

    void leave()
    {
        const std::uint32_t sender = waiting_.front();
        waiting_.pop_front();
        Group& group = groups_[sender];
        const std::uint64_t size = incast_.packet.count;
        if (is_marked()) {
            ++outcome_.marked;
            if (!outcome_.first_mark) {
                outcome_.first_mark = nanoseconds(since_first_bit(now_));
                outcome_.queue_at_mark = Bytes{queue_};
            }
            if (!senders_.empty())
                add(now_ + feedback_, EventKind::notify, sender);
        }
        note_queue();
        note_mean(now_);
        queue_ -= size;
        outcome_.delivered.count += size;
        if (since_first_bit(now_) >= settled_)
            outcome_.delivered_by[sender].count += size;
        if (group.headroom > 0) {
            group.headroom -= size;
            in_headroom_ -= size;
        } else {
            group.shared -= size;
            shared_ -= size;
        }
        if (group.paused && group.headroom == 0
            && (group.shared == 0
                || static_cast<double>(group.shared + run_.resume_offset.count) <= limit_of(sender))) {
            group.paused = false;
            add(now_ + times_[sender].until_stop, EventKind::resume, sender);
        }
        if (!waiting_.empty())
            add(now_ + egress_time_, EventKind::leave, waiting_.front());
    }

    [[nodiscard]] bool is_marked()
    {
        if (!incast_.marking || queue_ <= incast_.marking->low.count)
            return false;
        if (queue_ > incast_.marking->high.count)
            return true;
        const double width = static_cast<double>(incast_.marking->high.count - incast_.marking->low.count);
        const double above = static_cast<double>(queue_ - incast_.marking->low.count);
        return chance_.next() < incast_.marking->most * above / width;
    }

    // Adds the fill since the last change to the mean.
    void note_mean(Picoseconds until)
    {
        const Picoseconds from = std::max(noted_, nearest_ + settled_);
        if (until > from)
            queue_time_ += static_cast<double>(queue_) * static_cast<double>(until - from);
        noted_ = until;
    }

    void note_queue()
    {
        if (duration_ == 0)
            return;
        const auto parts = static_cast<double>(outcome_.queue.size());
        const auto part = static_cast<std::size_t>(
            static_cast<double>(since_first_bit(now_)) / static_cast<double>(duration_) * parts);
        std::uint64_t& most = outcome_.queue[std::min(part, outcome_.queue.size() - 1)].count;
        most = std::max(most, queue_);
    }

    const PacketRun& run_;
    const Incast& incast_;
    std::vector<MixedSender> sources_;
    Chance chance_;
    std::vector<Group> groups_;
    std::vector<SenderTimes> times_;
    std::vector<DcqcnParameters> controls_; ///< empty: nothing but pause slows the senders down
    std::vector<DcqcnSender> senders_;
    std::optional<Bytes> pool_; ///< of headroom
    Picoseconds nearest_ = std::numeric_limits<Picoseconds>::max(); ///< the shortest propagation
    const Picoseconds feedback_;
    const Picoseconds duration_;
    const Picoseconds settled_;
    const Picoseconds egress_time_;
    std::priority_queue<Event, std::vector<Event>, Later> events_;
    std::uint64_t order_ = 0;
    Picoseconds now_ = 0;
    std::deque<std::uint32_t> waiting_; ///< senders of the packets in the egress queue
    std::uint64_t queue_ = 0; ///< bytes in the egress queue
    Picoseconds noted_ = 0; ///< until when the mean is computed
    double queue_time_ = 0; ///< bytes times picoseconds
    std::uint64_t shared_ = 0; ///< bytes in the shared pool
    std::uint64_t in_headroom_ = 0; ///< bytes in headroom
    PacketOutcome outcome_;
};

}

PacketOutcome simulate_packets(const PacketRun& run) { return Simulation(run).outcome(); }

}
