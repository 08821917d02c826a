// SPDX-License-Identifier: Apache-2.0
// A switch with one egress queue, simulated packet by packet. Admission to the shared pool and to headroom,
// pause, resume and marking follow the model of alibaba-edu/High-Precision-Congestion-Control
// simulation/src/point-to-point/model/switch-mmu.cc: a packet over the threshold goes to headroom, headroom
// drains first, and packets are marked as they leave.
#include "analysis/simulate/packets.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>

namespace rocelint::simulate {
namespace {

using Picoseconds = std::uint64_t;

Picoseconds picoseconds(Nanoseconds time)
{
    return static_cast<Picoseconds>(std::llround(std::max(0.0, time.count()) * 1000));
}

Nanoseconds nanoseconds(Picoseconds time) { return Nanoseconds(static_cast<double>(time) / 1000); }

Picoseconds time_on_wire(Bytes packet, double bits_per_second)
{
    return static_cast<Picoseconds>(
        std::llround(static_cast<double>(packet.count) * 8 * 1e12 / bits_per_second));
}

// Numbers from 0 to below 1 that are the same on every machine (SplitMix64, Steele et al. 2014).
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) { }
    double next()
    {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        mixed ^= mixed >> 31U;
        return static_cast<double>(mixed >> 11U) * 0x1.0p-53;
    }

private:
    std::uint64_t state_;
};

enum class EventKind : std::uint8_t {
    send, ///< a sender begins a packet
    arrive, ///< the last bit of a packet has arrived at the switch
    leave, ///< the last bit of a packet has left the switch
    stop, ///< a pause frame takes effect
    resume,
    notify, ///< a CNP arrives at a sender
    update_alpha,
    decrease,
    increase,
};

struct Event {
    Picoseconds time;
    std::uint64_t order; ///< of events at the same time
    EventKind kind;
    std::uint32_t sender;
    std::uint32_t timer; ///< for increases: the restart of the timer that they belong to
};

struct Later {
    bool operator()(const Event& a, const Event& b) const
    {
        return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
};

// An ingress group and the sender behind it.
struct Group {
    std::uint64_t shared = 0; ///< bytes in the shared pool
    std::uint64_t headroom = 0; ///< bytes in headroom
    bool paused = false; ///< as the switch sees it
    bool stopped = false; ///< as the sender sees it
    bool waits = false; ///< the sender has a packet to send but is stopped
    Picoseconds next_packet = 0; ///< the earliest start that the sender's rate allows
    std::uint32_t timer = 0;
};

class Simulation {
public:
    explicit Simulation(const PacketRun& run)
        : run_(run)
        , incast_(run.incast)
        , headroom_(*run.incast.headroom)
        , chance_(run.seed)
        , control_(dcqcn_parameters(run.control, incast_.sender_rate))
        , groups_(incast_.senders)
        , propagation_(picoseconds(headroom_.propagation))
        , until_stop_(propagation_ + picoseconds(headroom_.response))
        , feedback_(picoseconds(incast_.feedback))
        , duration_(picoseconds(run.duration))
        , packet_time_(time_on_wire(incast_.packet, static_cast<double>(incast_.sender_rate.count)))
        , egress_time_(time_on_wire(incast_.packet, static_cast<double>(incast_.egress_rate.count)))
    {
        outcome_.queue.resize(std::max<std::size_t>(run.samples, 1));
        if (control_)
            senders_.assign(incast_.senders, DcqcnSender(*control_, incast_.sender_rate));
    }

    PacketOutcome outcome()
    {
        // Packets of different senders do not begin at the same time.
        for (std::uint32_t sender = 0; sender < incast_.senders; ++sender)
            add(packet_time_ * sender / incast_.senders, EventKind::send, sender);
        while (!events_.empty() && since_first_bit(events_.top().time) <= duration_) {
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            take(event);
        }
        return std::move(outcome_);
    }

private:
    [[nodiscard]] Picoseconds since_first_bit(Picoseconds time) const
    {
        return time > propagation_ ? time - propagation_ : 0;
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
                add(now_ + control_->alpha_interval, EventKind::update_alpha, event.sender);
                // A nanosecond later, so that it follows an update of alpha that is due at the same time.
                add(now_ + control_->decrease_interval + 1000, EventKind::decrease, event.sender);
            }
            return;
        case EventKind::update_alpha:
            senders_[event.sender].update_alpha();
            return add(now_ + control_->alpha_interval, EventKind::update_alpha, event.sender);
        case EventKind::decrease:
            if (senders_[event.sender].decrease())
                add(now_ + control_->increase_interval,
                    EventKind::increase,
                    event.sender,
                    ++groups_[event.sender].timer);
            return add(now_ + control_->decrease_interval, EventKind::decrease, event.sender);
        case EventKind::increase:
            if (event.timer != groups_[event.sender].timer)
                return;
            senders_[event.sender].increase();
            return add(now_ + control_->increase_interval, EventKind::increase, event.sender, event.timer);
        }
    }

    void send(std::uint32_t sender)
    {
        Group& group = groups_[sender];
        group.waits = group.stopped;
        if (group.stopped)
            return;
        add(now_ + packet_time_ + propagation_, EventKind::arrive, sender);
        const Picoseconds gap
            = control_ ? time_on_wire(incast_.packet, senders_[sender].rate()) : packet_time_;
        group.next_packet = now_ + gap;
        add(group.next_packet, EventKind::send, sender);
    }

    void resume(std::uint32_t sender)
    {
        Group& group = groups_[sender];
        group.stopped = false;
        if (!group.waits)
            return;
        group.waits = false;
        add(std::max(now_, group.next_packet), EventKind::send, sender);
    }

    // Bytes that the group may have in the shared pool.
    [[nodiscard]] double limit_of(const Group& group) const
    {
        const PauseThreshold& threshold = incast_.threshold;
        const double free = static_cast<double>(threshold.shared.count) - static_cast<double>(shared_);
        const double whole = static_cast<double>(group.shared) + free;
        if (threshold.fixed)
            return threshold.shared.count == 0
                ? static_cast<double>(threshold.pause_at.count)
                : std::min(static_cast<double>(threshold.pause_at.count), whole);
        return threshold.alpha.infinite ? whole : threshold.alpha.value * free;
    }

    [[nodiscard]] bool fits_headroom(const Group& group) const
    {
        return group.headroom + incast_.packet.count <= headroom_.size.count
            && (!headroom_.pool || in_headroom_ + incast_.packet.count <= headroom_.pool->count);
    }

    void arrive(std::uint32_t sender)
    {
        Group& group = groups_[sender];
        const std::uint64_t size = incast_.packet.count;
        if (static_cast<double>(group.shared + size) <= limit_of(group)) {
            group.shared += size;
            shared_ += size;
        } else if (fits_headroom(group)) {
            group.headroom += size;
            in_headroom_ += size;
            outcome_.most_headroom.count = std::max(outcome_.most_headroom.count, group.headroom);
            outcome_.most_pool.count = std::max(outcome_.most_pool.count, in_headroom_);
        } else {
            outcome_.lost.count += size;
            return pause(sender);
        }
        waiting_.push_back(sender);
        queue_ += size;
        outcome_.most_queue.count = std::max(outcome_.most_queue.count, queue_);
        pause_if_full(sender);
        if (waiting_.size() == 1)
            add(now_ + egress_time_, EventKind::leave, sender);
    }

    void pause_if_full(std::uint32_t sender)
    {
        const Group& group = groups_[sender];
        if (group.headroom > 0 || static_cast<double>(group.shared) >= limit_of(group))
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
        add(now_ + until_stop_, EventKind::stop, sender);
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
            if (control_)
                add(now_ + feedback_, EventKind::notify, sender);
        }
        note_queue();
        queue_ -= size;
        outcome_.delivered.count += size;
        if (group.headroom > 0) {
            group.headroom -= size;
            in_headroom_ -= size;
        } else {
            group.shared -= size;
            shared_ -= size;
        }
        if (group.paused && group.headroom == 0
            && (group.shared == 0
                || static_cast<double>(group.shared + run_.resume_offset.count) <= limit_of(group))) {
            group.paused = false;
            add(now_ + until_stop_, EventKind::resume, sender);
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
    const GroupHeadroom& headroom_;
    Chance chance_;
    std::optional<DcqcnParameters> control_;
    std::vector<Group> groups_;
    std::vector<DcqcnSender> senders_;
    const Picoseconds propagation_;
    const Picoseconds until_stop_;
    const Picoseconds feedback_;
    const Picoseconds duration_;
    const Picoseconds packet_time_;
    const Picoseconds egress_time_;
    std::priority_queue<Event, std::vector<Event>, Later> events_;
    std::uint64_t order_ = 0;
    Picoseconds now_ = 0;
    std::deque<std::uint32_t> waiting_; ///< senders of the packets in the egress queue
    std::uint64_t queue_ = 0; ///< bytes in the egress queue
    std::uint64_t shared_ = 0; ///< bytes in the shared pool
    std::uint64_t in_headroom_ = 0; ///< bytes in headroom
    PacketOutcome outcome_;
};

}

PacketOutcome simulate_packets(const PacketRun& run) { return Simulation(run).outcome(); }

}
