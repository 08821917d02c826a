// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

// The blocks that have a say in one queue, the nearest first: the port's own, its profile's, its port channel's.
struct QueueSources {
    static constexpr std::size_t most = 4;
    struct Entry {
        QueueLines* lines = nullptr;
        Span reference; ///< of an inherited block: the line of the port that refers to it
    };
    std::array<Entry, most> entries{};
    std::size_t count = 0;

    void add(Config& config, std::uint32_t first, std::uint8_t number, Span reference)
    {
        for (std::uint32_t at = first; at != no_lines; at = config.queues[at].next) {
            if (config.queues[at].number == number)
                entries[count++] = {&config.queues[at], reference};
        }
    }
};

template <class T>
Setting<T> first_stated(Config& config, const QueueSources& sources, Setting<T> QueueLines::*member)
{
    for (std::size_t at = 0; at < sources.count; ++at) {
        const Setting<T>& setting = sources.entries[at].lines->*member;
        if (stated(setting))
            return at == 0 && !sources.entries[at].reference.somewhere()
                ? setting
                : inherit(config, setting, sources.entries[at].reference);
    }
    return {};
}

Setting<Ref> ecn_of(
    Config& config, const QueueSources& sources, const Port& port, std::string_view profile_name)
{
    for (std::size_t at = 0; at < sources.count; ++at) {
        QueueLines& lines = *sources.entries[at].lines;
        if (lines.ecn.line == OriginId{} && lines.drop.line == OriginId{})
            continue;
        const Span reference = sources.entries[at].reference;
        const bool shared
            = reference.somewhere() && !depends_on_speed(lines.ecn) && !depends_on_speed(lines.drop);
        Setting<Ref> built = shared ? lines.built_ecn : Setting<Ref>{};
        if (!stated(built)) {
            built = build_ecn(config, lines, port, reference.somewhere() ? profile_name : std::string_view{});
            if (shared)
                lines.built_ecn = built;
        }
        return reference.somewhere() ? inherit(config, built, reference) : built;
    }
    return config.defaults.value(Default::ecn, Ref{});
}

Setting<Ref> add_scheduler(Config& config, const Scheduler& scheduler, OriginId origin)
{
    config.device.schedulers.push_back(scheduler);
    return {Ref{static_cast<std::uint32_t>(config.device.schedulers.size() - 1)}, origin};
}

// How a queue without a `priority` line is served. The default is known where no queue above it was made round-robin.
Setting<SchedulerKind> unwritten_kind(Config& config, bool below_round_robin)
{
    if (!below_round_robin)
        return config.defaults.value(Default::queue_priority, SchedulerKind::strict);
    return Setting<SchedulerKind>::unread(
        config.unread("a queue above it is round-robin, and no source says what that makes of this one"));
}

// The scheduler of a queue that no block names: the same for every such port.
Setting<Ref> scheduler_without_block(Config& config, bool below_round_robin)
{
    Setting<Ref>& shared = below_round_robin ? config.unknown_scheduler : config.strict_scheduler;
    if (!stated(shared)) {
        Scheduler scheduler;
        scheduler.kind = unwritten_kind(config, below_round_robin);
        shared = scheduler.kind.known() ? add_scheduler(config, scheduler, scheduler.kind.origin)
                                        : Setting<Ref>::unread(scheduler.kind.origin);
    }
    return shared;
}

// `shared`: the port has nothing but its profile, so that every port of that profile has this very scheduler.
Setting<Ref> scheduler_of(Config& config, const QueueSources& sources, bool& below_round_robin, bool shared)
{
    if (sources.count == 0)
        return scheduler_without_block(config, below_round_robin);
    QueueLines& nearest = *sources.entries[0].lines;
    const Span reference = sources.entries[0].reference;
    const auto refer = [&](const Setting<Ref>& built) {
        return reference.somewhere() ? inherit(config, built, reference) : built;
    };
    if (shared && stated(nearest.built_scheduler)) {
        if (nearest.kind.is(SchedulerKind::weighted))
            below_round_robin = true;
        return refer(nearest.built_scheduler);
    }
    Scheduler scheduler;
    scheduler.at = config.device.origins.span(nearest.header);
    scheduler.kind = shared ? nearest.kind : first_stated(config, sources, &QueueLines::kind);
    scheduler.bandwidth = shared ? nearest.bandwidth : first_stated(config, sources, &QueueLines::bandwidth);
    scheduler.limit = shared ? nearest.limit : first_stated(config, sources, &QueueLines::limit);
    if (!stated(scheduler.kind))
        scheduler.kind = unwritten_kind(config, below_round_robin);
    else if (scheduler.kind.is(SchedulerKind::weighted))
        below_round_robin = true;
    const Setting<Ref> built = add_scheduler(config, scheduler, nearest.header);
    if (shared)
        nearest.built_scheduler = built;
    return refer(built);
}

}

void resolve_queues(Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling)
{
    Device& device = config.device;
    port.queues_visible = !dangling && config.defaults.known(Default::ecn);
    port.first_queue = static_cast<std::uint32_t>(device.queues.size());
    const PortLines* lag = port.lag == Port::no_index ? nullptr : &config.ports[port.lag];
    const Profile* lag_profile = nullptr;
    if (lag != nullptr && lag->profile.known()) {
        if (const auto found = config.profile_by_name.find(lag->profile.value);
            found != config.profile_by_name.end())
            lag_profile = &config.profiles[found->second];
        else
            port.queues_visible = false;
    }
    const Span profile_line = device.origins.span(lines.profile.origin);
    const Span group_line = device.origins.span(lines.channel_group.origin);
    const bool shared = profile != nullptr && lag == nullptr && lines.qos.first_queue == no_lines;
    const std::string_view profile_name = profile != nullptr ? profile->name
        : lag_profile != nullptr                             ? lag_profile->name
                                                             : std::string_view{};
    bool below_round_robin = false;
    std::array<Queue, queue_count> queues{};
    PrioritySet written;
    for (std::uint8_t number = queue_count; number-- > 0;) {
        QueueSources sources;
        sources.add(config, lines.qos.first_queue, number, {});
        if (profile != nullptr)
            sources.add(config, profile->qos.first_queue, number, profile_line);
        if (lag != nullptr)
            sources.add(config, lag->qos.first_queue, number, group_line);
        if (lag_profile != nullptr)
            sources.add(config, lag_profile->qos.first_queue, number, group_line);
        queues[number].number = number;
        if (sources.count > 0)
            written.insert(number);
        queues[number].ecn = ecn_of(config, sources, port, profile_name);
        queues[number].scheduler = scheduler_of(config, sources, below_round_robin, shared);
    }
    for (const Queue& queue : queues) {
        if (port.queues_visible || written.has(queue.number)) {
            device.queues.push_back(queue);
            ++port.queue_count;
        }
    }
}

}
