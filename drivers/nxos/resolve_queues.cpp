// SPDX-License-Identifier: Apache-2.0
// Queues: what the queuing policy that a port uses says about each, or without one, the switch's default
// policy. A queue has the number of its qos-group.
#include "drivers/nxos/config.h"

#include <algorithm>

namespace rocelint::nxos {
namespace {

std::uint8_t measure_of(const Fact& fact, std::size_t slot)
{
    return fact.statement->slots[slot].terms[fact.values[slot].term].measure;
}

Setting<Bytes> threshold(Config& config, const Fact& line, std::size_t slot)
{
    if (measure_of(line, slot) != native_measure)
        return Setting<Bytes>::unread(config.unread("the threshold is not given in bytes"));
    return {Bytes{line.value(slot)}, config.device.origins.explicit_at(line.at)};
}

Setting<Ref> marking_of(Config& config, const Block& lines, std::string_view policy)
{
    const Fact* line = lines.find(LineKind::marking);
    if (line == nullptr) {
        Setting<Ref> absent = config.defaults.value("ecn", Ref{});
        absent.origin = config.device.origins.lacking(absent.origin, lines.header->at);
        return absent;
    }
    if (line->sense == Sense::unread)
        return Setting<Ref>::unread(config.unread(not_understood));
    const OriginId here = config.device.origins.explicit_at(line->at);
    EcnProfile profile;
    profile.name = policy;
    profile.at = line->at;
    EcnCurve& curve = profile.curves.emplace_back();
    curve.marks = {line->values[4].written(), here};
    curve.drops = {true, here};
    curve.min_threshold = threshold(config, *line, 0);
    curve.max_threshold = threshold(config, *line, 1);
    curve.max_probability = line->values[2].written()
        ? Setting<Percent>(Percent::whole(static_cast<std::uint32_t>(line->value(2))), here)
        : Setting<Percent>::unread(config.unread("drop-probability is not written"));
    if (line->values[3].written())
        curve.weight = {static_cast<std::uint8_t>(line->value(3)), here};
    return {add_to(config.device.ecn_profiles, std::move(profile)), here};
}

Setting<Ref> scheduler_of(Config& config, const Block& lines)
{
    const Fact* priority = lines.find(LineKind::priority);
    const Fact* share = lines.find(LineKind::share);
    const Fact* limit = lines.find(LineKind::limit);
    const OriginId header = config.device.origins.explicit_at(lines.header->at);
    Scheduler made;
    made.at = lines.header->at;
    const auto is_unread = [](const Fact* line) { return line != nullptr && line->sense == Sense::unread; };
    if (is_unread(priority) || is_unread(share))
        made.kind = Setting<SchedulerKind>::unread(config.unread(not_understood));
    else if (priority != nullptr)
        made.kind = {SchedulerKind::strict, config.device.origins.explicit_at(priority->at)};
    else if (share != nullptr)
        made.kind = {SchedulerKind::weighted, config.device.origins.explicit_at(share->at)};
    else
        made.kind
            = Setting<SchedulerKind>::unread(config.unread("its class has neither a share nor a priority"));
    // `priority` alone states no level.
    if (made.kind.is(SchedulerKind::strict) && priority->value() != 0)
        made.level = {static_cast<std::uint8_t>(priority->value()), made.kind.origin};
    if (share != nullptr && share->sense == Sense::set)
        made.bandwidth = {Percent::whole(static_cast<std::uint32_t>(share->value())),
            config.device.origins.explicit_at(share->at)};
    if (is_unread(limit))
        made.limit = Setting<BitsPerSecond>::unread(config.unread(not_understood));
    else if (limit != nullptr && limit->sense == Sense::set) {
        if (measure_of(*limit, 1) == native_measure)
            made.limit = {BitsPerSecond{limit->value(1)}, config.device.origins.explicit_at(limit->at)};
        else
            limit->node->mark(CoverageState::unsupported);
    }
    return {add_to(config.device.schedulers, made), header};
}

// default-8q-out-policy: queue 7 is strict, and queue 0 gets everything that remains.
Setting<Ref> usual_scheduler(Config& config, std::uint8_t number)
{
    Setting<Ref>& built = config.usual_schedulers.at(number);
    if (line_cli::stated(built))
        return built;
    const OriginId origin = config.defaults.origin("queuing");
    if (!config.defaults.known("queuing") || has_four_queues(config.blocks))
        return built = Setting<Ref>::unread(config.defaults.known("queuing")
                       ? config.unread("a switch with four queues has another default policy")
                       : origin);
    constexpr std::uint8_t first = 7;
    Scheduler made;
    made.kind = {number == first ? SchedulerKind::strict : SchedulerKind::weighted, origin};
    if (number != first)
        made.bandwidth = {Percent::whole(number == 0 ? 100 : 0), origin};
    return built = {add_to(config.device.schedulers, made), origin};
}

const Block* class_of_group(const Config& config, const Block& policy, std::uint8_t number)
{
    for (const Block& lines : policy.inner) {
        if (queue_group(config.blocks, lines.name) == number)
            return &lines;
    }
    return nullptr;
}

Queue make_queue(Config& config, const Block& policy, std::uint8_t number)
{
    Queue queue;
    queue.number = number;
    if (const Block* lines = class_of_group(config, policy, number)) {
        queue.ecn = marking_of(config, *lines, policy.name);
        queue.scheduler = scheduler_of(config, *lines);
        return queue;
    }
    queue.ecn = config.defaults.value("ecn", Ref{});
    queue.ecn.origin = config.device.origins.lacking(queue.ecn.origin, policy.header->at);
    queue.scheduler = Setting<Ref>::unread(config.unread("the queuing policy has no class for the queue"));
    return queue;
}

// Returns the queue as the port inherits it, through the line that binds the policy.
Queue as_bound(Config& config, Queue queue, Span binding)
{
    queue.ecn = config.inherit(queue.ecn, binding);
    queue.scheduler = config.inherit(queue.scheduler, binding);
    return queue;
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.bound(index, LineKind::service_queuing_out);
    const bool usual = !line || line.fact->text.starts_with("default-");
    const Block* policy = usual ? nullptr : config.blocks.find(LineKind::queuing_policy, line.fact->text);
    if (!usual && policy == nullptr) {
        config.add_unread_queues(port, group_count, config.lost("policy-map type queuing", *line.fact));
        return;
    }
    port.first_queue = static_cast<std::uint32_t>(config.device.queues.size());
    port.queue_count = group_count;
    port.queues_visible = policy != nullptr || config.defaults.known("ecn");
    const Span binding = policy == nullptr ? Span{}
        : line.reference.somewhere()       ? line.reference
                                           : line.fact->at;
    for (std::uint8_t number = 0; number < group_count; ++number) {
        if (policy == nullptr) {
            Queue queue;
            queue.number = number;
            queue.ecn = config.defaults.value("ecn", Ref{});
            queue.scheduler = usual_scheduler(config, number);
            config.device.queues.push_back(queue);
            continue;
        }
        const auto [entry, fresh] = config.queues.try_emplace({policy, number});
        if (fresh)
            entry->second = make_queue(config, *policy, number);
        config.device.queues.push_back(as_bound(config, entry->second, binding));
    }
}

}
