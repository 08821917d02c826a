// SPDX-License-Identifier: Apache-2.0
// The eight queues of a port: how each is served and how it marks. Ports that add nothing to their profile
// share what was built from it.
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

// Returns the rate of a shaper; unread if it is not written in kbps.
Setting<BitsPerSecond> rate_of(Config& config, const Stated& shape)
{
    constexpr std::string_view reason = "the shaper's rate is not written in kbps";
    if (shape.is(Sense::set)
        && shape.fact->statement->slots[0].terms[shape.fact->values[0].term].measure != native_measure)
        return Setting<BitsPerSecond>::unread(config.unread(reason));
    return config.setting<BitsPerSecond>(shape, reason, value_as<BitsPerSecond>);
}

// A place with blocks of queues, and the port's line that refers to it; nowhere: the port's own place.
struct Place {
    std::uint32_t at = 0; ///< index in Config::said
    Span reference;
    PrioritySet queues; ///< queues that have a block here
};

// The places that apply to a port, nearest first: its own, its profile's, its port channel's.
struct Reach {
    std::array<Place, 4> entries{};
    std::size_t count = 0;

    /// Returns the queues that have a block in the place. A place without any is not added.
    PrioritySet add(const Config& config, std::uint32_t place, Span reference)
    {
        Place added{place, reference, {}};
        for (std::uint8_t number = 0; number < queue_count; ++number) {
            if (config.find(place, LineKind::tx_queue, number) != nullptr)
                added.queues.insert(number);
        }
        if (!added.queues.empty())
            entries[count++] = added;
        return added.queues;
    }
    [[nodiscard]] std::span<const Place> all() const { return std::span(entries).first(count); }
};

std::uint32_t key_of(const Place& place, std::uint8_t number) { return place.at * queue_count + number; }

class Queues {
public:
    Queues(PortView& view, const Reach& reach, std::string_view profile_name, bool shared)
        : view_(view), config_(view.config), reach_(reach), profile_name_(profile_name), shared_(shared)
    {
    }

    /// Call it from the highest queue down. `written` returns whether any block names the queue.
    Queue make(std::uint8_t number, PrioritySet& written)
    {
        Queue queue;
        queue.number = number;
        queue.ecn = ecn(number);
        const Place* nearest = nullptr;
        for (const Place& place : reach_.all()) {
            if (nearest == nullptr && place.queues.has(number))
                nearest = &place;
        }
        if (nearest != nullptr)
            written.insert(number);
        queue.scheduler = nearest == nullptr ? without_block() : scheduler(number, *nearest);
        return queue;
    }

private:
    Setting<Ref> refer(const Setting<Ref>& built, Span reference)
    {
        return reference.somewhere() ? config_.inherit(built, reference) : built;
    }

    static bool depends_on_speed(const Fact* fact)
    {
        if (fact == nullptr || fact->sense != Sense::set)
            return false;
        for (std::size_t slot = 0; slot < fact->statement->pattern.slots(); ++slot) {
            const auto terms = fact->statement->slots[slot].terms;
            if (!terms.empty() && terms[fact->values[slot].term].measure == time_measure)
                return true;
        }
        return false;
    }

    Setting<Ref> ecn(std::uint8_t number)
    {
        Span block; // the nearest block that would contain the line
        for (const Place& place : reach_.all()) {
            if (!place.queues.has(number))
                continue;
            if (!block.somewhere())
                block = config_.find(place.at, LineKind::tx_queue, number)->at;
            const Fact* marks = config_.find(place.at, LineKind::ecn, number);
            const Fact* drops = config_.find(place.at, LineKind::drop, number);
            if (marks == nullptr && drops == nullptr)
                continue;
            if (!place.reference.somewhere())
                return build_ecn(config_, marks, drops, view_.port, {});
            if (depends_on_speed(marks) || depends_on_speed(drops))
                return refer(build_ecn(config_, marks, drops, view_.port, profile_name_), place.reference);
            Setting<Ref>& built = config_.built_ecn[key_of(place, number)];
            if (!stated(built))
                built = build_ecn(config_, marks, drops, view_.port, profile_name_);
            return refer(built, place.reference);
        }
        return config_.lacking(config_.defaults.value("ecn", Ref{}), block);
    }

    Setting<Ref> add(const Scheduler& scheduler, OriginId origin)
    {
        config_.device.schedulers.push_back(scheduler);
        return {Ref{static_cast<std::uint32_t>(config_.device.schedulers.size() - 1)}, origin};
    }

    // How a queue without a `priority` line is served. The default is known only if no queue above it was
    // made round-robin.
    [[nodiscard]] Setting<SchedulerKind> unwritten_kind()
    {
        if (!below_round_robin_)
            return config_.defaults.value("queue_priority", SchedulerKind::strict);
        return Setting<SchedulerKind>::unread(config_.unread(
            "a queue above it is round-robin, and how EOS then serves this one is undocumented"));
    }

    // The scheduler of a queue that no block names; every such port shares it.
    Setting<Ref> without_block()
    {
        Setting<Ref>& built = below_round_robin_ ? config_.unknown_scheduler : config_.strict_scheduler;
        if (!stated(built)) {
            Scheduler made;
            made.kind = unwritten_kind();
            built = made.kind.known() ? add(made, made.kind.origin) : Setting<Ref>::unread(made.kind.origin);
        }
        return built;
    }

    // Returns the first line about it, nearest place first. A shared scheduler refers to the profile's own
    // line.
    Stated line(LineKind what, std::uint8_t number)
    {
        for (const Place& place : reach_.all()) {
            const Fact* fact = place.queues.has(number) ? config_.find(place.at, what, number) : nullptr;
            if (fact != nullptr)
                return {fact, shared_ ? Span{} : place.reference};
        }
        return {};
    }

    Setting<Ref> scheduler(std::uint8_t number, const Place& nearest)
    {
        const Stated kind = line(LineKind::priority, number);
        Setting<Ref> unshared;
        Setting<Ref>& built = shared_ ? config_.built_schedulers[key_of(nearest, number)] : unshared;
        if (!stated(built)) {
            const Span header = config_.find(nearest.at, LineKind::tx_queue, number)->at;
            Scheduler made;
            made.at = header;
            made.kind = config_.setting<SchedulerKind>(
                kind, "the priority line is not understood", [](const Fact& fact) {
                    return fact.sense == Sense::set ? SchedulerKind::strict : SchedulerKind::weighted;
                });
            if (!stated(made.kind))
                made.kind = unwritten_kind();
            made.bandwidth = config_.setting<Percent>(line(LineKind::bandwidth, number),
                "the bandwidth percent line is not understood",
                [](const Fact& fact) { return Percent::whole(static_cast<std::uint32_t>(fact.value())); });
            made.limit = rate_of(config_, line(LineKind::shape, number));
            built = add(made, config_.device.origins.explicit_at(header));
        }
        below_round_robin_ = below_round_robin_ || kind.is(Sense::off);
        return refer(built, nearest.reference);
    }

    PortView& view_;
    Config& config_;
    const Reach& reach_;
    std::string_view profile_name_;
    bool shared_; ///< the port has only its profile, so it shares its schedulers with all such ports
    bool below_round_robin_ = false;
};

}

void resolve_queues(PortView& view)
{
    Config& config = view.config;
    Device& device = config.device;
    Port& port = view.port;
    port.limit = rate_of(config, view.find(LineKind::port_shape));
    port.queues_visible = !view.dangling && config.defaults.known("ecn");
    port.first_queue = static_cast<std::uint32_t>(device.queues.size());
    Reach reach;
    std::string_view profile_name;
    const bool own = !reach.add(config, view.lines.place, {}).empty();
    if (view.profile != nullptr) {
        reach.add(config, view.profile->place, view.profile_line);
        profile_name = view.profile->name;
    }
    if (port.lag != Port::no_index) {
        const PortLines& lag = config.ports[port.lag];
        const Span group = view.lines.membership;
        const Profile* profile = profile_of(config, lag);
        const Fact* named = config.find(lag.place, LineKind::service_profile);
        port.queues_visible
            = port.queues_visible && (profile != nullptr || named == nullptr || named->sense != Sense::set);
        reach.add(config, lag.place, group);
        if (profile != nullptr)
            reach.add(config, profile->place, group);
        if (profile != nullptr && view.profile == nullptr)
            profile_name = profile->name;
    }
    const bool shared = view.profile != nullptr && port.lag == Port::no_index && !own;
    Queues queues(view, reach, profile_name, shared);
    std::array<Queue, queue_count> made;
    PrioritySet written;
    for (std::uint8_t number = queue_count; number-- > 0;)
        made[number] = queues.make(number, written);
    for (const Queue& queue : made) {
        if (port.queues_visible || written.has(queue.number)) {
            device.queues.push_back(queue);
            ++port.queue_count;
        }
    }
}

}
