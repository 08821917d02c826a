// SPDX-License-Identifier: Apache-2.0
// Queues: what the queuing policy that a port uses says about each, or without one, the switch's default
// policy. A queue has the number of its qos-group.
#include "drivers/line_cli/read/policy_classes.h"
#include "drivers/nxos/config.h"

#include <optional>

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
    if (line == nullptr)
        return config.lacking(config.defaults.value("ecn", Ref{}), lines.header->at);
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

std::optional<BitsPerSecond> rate_of(const Fact& limit)
{
    return measure_of(limit, 1) == native_measure ? std::optional(BitsPerSecond{limit.value(1)})
                                                  : std::nullopt;
}

Setting<Ref> scheduler_of(Config& config, const Block& lines)
{
    Scheduler made = line_cli::service_of(config,
        lines,
        {kind_of(LineKind::priority), kind_of(LineKind::share), kind_of(LineKind::limit), rate_of});
    // `priority` alone states no level.
    const Fact* priority = lines.find(LineKind::priority);
    if (made.kind.is(SchedulerKind::strict) && priority->value() != 0)
        made.level = {static_cast<std::uint8_t>(priority->value()), made.kind.origin};
    return {add_to(config.device.schedulers, made), config.device.origins.explicit_at(lines.header->at)};
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

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated line = config.find_bound(index, LineKind::service_queuing_out);
    const bool usual = !line || line.fact->text.starts_with("default-");
    const Block* policy = usual ? nullptr : config.blocks.find(LineKind::queuing_policy, line.fact->text);
    if (!usual && policy == nullptr) {
        config.add_unread_queues(port, group_count, config.lost("policy-map type queuing", *line.fact));
        return;
    }
    const auto unbound = [&](std::uint8_t number) { return usual_scheduler(config, number); };
    line_cli::add_policy_queues(config, port, group_count, line, policy, unbound, [&](Queue& queue) {
        const Block* lines = class_of_group(config, *policy, queue.number);
        if (lines == nullptr)
            return false;
        queue.ecn = marking_of(config, *lines, policy->name);
        queue.scheduler = scheduler_of(config, *lines);
        return true;
    });
}

}
