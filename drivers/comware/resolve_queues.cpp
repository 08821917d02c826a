// SPDX-License-Identifier: Apache-2.0
// Queues: how each marks, drops and is served.
#include "drivers/comware/config.h"
#include "drivers/comware/queue_lines.h"

#include <fmt/format.h>

namespace rocelint::comware {
namespace {

constexpr std::string_view set_by_ai
    = "`ai-service` may set the thresholds of the queue itself (AI ECN), and is not read";
constexpr std::string_view no_curve
    = "no line of the queue states the thresholds, and what holds on a port without a WRED table is not documented";
constexpr std::string_view service_differs
    = "no line states it, and how queues are served then differs by series (QoS commands, Congestion management commands)";
constexpr std::string_view weight_differs
    = "no line states it, and the usual weight of a queue differs by series";
constexpr std::string_view other_group
    = "the port has two groups of queues, and how the switch divides its rate between them differs by series";

/// The marking of a WRED table, or of a port, whose lines are in force in addition to the table that it applies.
struct Marking {
    const Block* table = nullptr;
    bool applied = false; ///< a table is, which has default values for what its lines leave out
    QueueLines lines;
};

Setting<Percent> probability(Config& config, const Fact& line, std::size_t slot)
{
    if (line.values.at(slot).written())
        return {Percent::whole(static_cast<std::uint32_t>(line.value(slot))),
            config.device.origins.explicit_at(line.at)};
    const Setting<std::uint32_t> usual = config.defaults.number_as<std::uint32_t>("wred_percent");
    return usual.peek_known() ? Setting<Percent>{Percent::whole(usual.value), usual.origin}
                              : Setting<Percent>::unread(usual.origin);
}

// Packets of a drop level between the thresholds are marked if they can be and ECN is on, else dropped.
EcnCurve curve_of(Config& config, const Marking& marking, std::uint8_t level)
{
    const Fact* line = marking.lines.levels.at(level);
    EcnCurve curve;
    curve.colour = static_cast<Colour>(level);
    const bool on = marking.lines.marks != nullptr;
    const OriginId usual = config.defaults.origin("ecn");
    curve.marks = {on, on ? config.device.origins.explicit_at(marking.lines.marks->at) : usual};
    if (line != nullptr) {
        const std::size_t first = is_of_level(*line) ? 2 : 1;
        curve.drops = {true, config.device.origins.explicit_at(line->at)};
        curve.min_threshold = config.bytes_of(line->value(first), *line);
        curve.max_threshold = config.bytes_of(line->value(first + 1), *line);
        curve.max_probability = probability(config, *line, first + 2);
    } else if (marking.applied) {
        const auto cells = [&](Default name) {
            const Setting<std::uint32_t> number = config.defaults.number_as<std::uint32_t>(name);
            if (!number.peek_known())
                return Setting<Bytes>::unread(number.origin);
            return config.cell == 0 ? config.bytes_of(0, *marking.lines.any)
                                    : Setting<Bytes>{Bytes{number.value * config.cell}, number.origin};
        };
        curve.drops = {true, config.defaults.origin("wred_low")};
        curve.min_threshold = cells("wred_low");
        curve.max_threshold = cells("wred_high");
        const auto percent = config.defaults.number_as<std::uint32_t>("wred_percent");
        curve.max_probability = percent.peek_known()
            ? Setting<Percent>{Percent::whole(percent.value), percent.origin}
            : Setting<Percent>::unread(percent.origin);
    } else {
        const OriginId why = config.unread(no_curve);
        curve.drops = Setting<bool>::unread(why);
        curve.min_threshold = curve.max_threshold = Setting<Bytes>::unread(why);
        curve.max_probability = Setting<Percent>::unread(why);
    }
    if (marking.lines.averaging != nullptr)
        curve.weight = {static_cast<std::uint8_t>(marking.lines.averaging->value(1)),
            config.device.origins.explicit_at(marking.lines.averaging->at)};
    else if (marking.applied)
        curve.weight = config.defaults.number_as<std::uint8_t>("wred_exponent");
    return curve;
}

Ref make_marking(Config& config, const Marking& marking, std::string_view name)
{
    EcnProfile made;
    made.name = name;
    made.at = marking.lines.any->at;
    for (std::uint8_t level = 0; level < level_count; ++level)
        made.curves.push_back(curve_of(config, marking, level));
    return add_to(config.device.ecn_profiles, std::move(made));
}

// A port without lines about it drops packets when the queue is full, and marks none.
Setting<Ref> marking_of(Config& config, std::uint32_t index, std::uint8_t queue)
{
    const Stated apply = config.find_of(index, LineKind::apply_table);
    if (apply.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    if (config.global(LineKind::marks) != nullptr)
        return Setting<Ref>::unread(config.unread(set_by_ai));
    Marking marking;
    if (apply && !apply.fact->text.empty()) {
        marking.table = config.blocks.find(LineKind::wred_table, apply.fact->text);
        if (marking.table == nullptr)
            return Setting<Ref>::unread(config.lost("qos wred queue table", *apply.fact));
        for (const Fact* line : marking.table->facts)
            marking.lines.take(*line, queue);
    }
    marking.applied = static_cast<bool>(apply);
    const bool is_of_table = marking.applied;
    bool own = false;
    for (const Fact* line : config.ports[index].lists)
        own = marking.lines.take(*line, queue) || own;
    if (marking.lines.unknown)
        return Setting<Ref>::unread(config.unread("a line about it is not understood"));
    if (!is_of_table && marking.lines.any == nullptr)
        return config.defaults.value("ecn", Ref{});
    if (marking.lines.any == nullptr)
        marking.lines.any = apply.fact;
    const OriginId origin
        = own ? config.device.origins.explicit_at(marking.lines.any->at) : config.origin_of(apply);
    if (own || marking.table == nullptr)
        return {make_marking(config,
                    marking,
                    config.device.arena->keep(
                        fmt::format("queue {} of {}", queue, config.device.ports[index].name))),
            origin};
    const auto [entry, fresh] = config.markings.try_emplace({marking.table, queue});
    if (fresh)
        entry->second = make_marking(config, marking, marking.table->name);
    return {entry->second, origin};
}

// The lines that say how a port serves its queues. If two exclude each other, the later one is in force.
struct Service {
    const Fact* mode = nullptr; ///< SP, WRR or WFQ
    bool strict = false;
    bool unknown = false;
    bool two_groups = false;
};

Service service_of(const Config& config, std::uint32_t place)
{
    Service service;
    for (const LineKind kind : {LineKind::strict, LineKind::wrr, LineKind::wfq}) {
        const Fact* line = config.find(place, kind);
        if (line == nullptr)
            continue;
        service.unknown = service.unknown || line->sense == Sense::unread;
        if (service.mode == nullptr || line > service.mode) {
            service.mode = line;
            service.strict = kind == LineKind::strict;
        }
    }
    for (std::uint8_t queue = 0; queue < queue_count; ++queue) {
        const Fact* line = config.find(place, LineKind::served, queue);
        service.two_groups = service.two_groups
            || (line != nullptr && is_set(*line) && static_cast<Group>(line->value(1)) == Group::second);
    }
    return service;
}

Setting<std::uint32_t> weight_of(Config& config, const Fact* line, bool two_groups)
{
    if (two_groups)
        return Setting<std::uint32_t>::unread(config.unread(other_group));
    for (const std::size_t slot : {std::size_t{2}, std::size_t{3}}) {
        if (line != nullptr && line->values.at(slot).written())
            return {
                static_cast<std::uint32_t>(line->value(slot)), config.device.origins.explicit_at(line->at)};
    }
    return Setting<std::uint32_t>::unread(config.unread(weight_differs));
}

Setting<Ref> scheduler_of(Config& config, std::uint32_t index, const Service& service, std::uint8_t queue)
{
    const std::uint32_t place = config.ports[index].place;
    const Fact* served = config.find(place, LineKind::served, queue);
    const Fact* shaper = config.find(place, LineKind::shaper, queue);
    for (const Fact* line : {served, shaper}) {
        if (service.unknown || (line != nullptr && line->sense == Sense::unread))
            return Setting<Ref>::unread(config.unread(not_understood));
    }
    if (service.mode == nullptr && served == nullptr)
        return Setting<Ref>::unread(config.unread(service_differs));
    const bool strict
        = service.strict || (served != nullptr && static_cast<Group>(served->value(1)) == Group::strict);
    const Fact* says_how = service.strict || served == nullptr ? service.mode : served;
    const OriginId origin = config.device.origins.explicit_at(says_how->at);
    const auto [entry, fresh]
        = config.schedulers.try_emplace({service.mode, served, shaper, service.two_groups});
    if (!fresh)
        return {entry->second, origin};
    Scheduler made;
    made.at = says_how->at;
    made.kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, origin};
    if (!strict)
        made.weight = weight_of(config, served, service.two_groups);
    if (shaper != nullptr)
        made.limit = {BitsPerSecond{shaper->value(1)}, config.device.origins.explicit_at(shaper->at)};
    entry->second = add_to(config.device.schedulers, made);
    return {entry->second, origin};
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    const Service service = service_of(config, config.ports[index].place);
    const Setting<Ref> buffer = config.global(LineKind::buffer) == nullptr
        ? Setting<Ref>{}
        : Setting<Ref>::unread(config.unread(not_understood));
    config.begin_queues(config.device.ports[index], queue_count);
    for (std::uint8_t number = 0; number < queue_count; ++number)
        config.device.queues.push_back({.number = number,
            .ecn = marking_of(config, index, number),
            .scheduler = scheduler_of(config, index, service, number),
            .buffer = buffer});
}

}
