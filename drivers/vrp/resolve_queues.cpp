// SPDX-License-Identifier: Apache-2.0
// Queues: how each marks, drops and is served.
#include "drivers/vrp/config.h"

#include <algorithm>
#include <array>

namespace rocelint::vrp {
namespace {

constexpr std::string_view marks_somewhere
    = "some CloudEngine switches mark only with `qos ecn enable`, and no line shows which hardware this is";
constexpr std::string_view set_by_ai
    = "`ai-service` may mark packets of the queue by thresholds of its own, and is not read";
constexpr std::string_view no_profile
    = "ECN is on and no drop profile is bound: Huawei's guides do not state the thresholds then";
constexpr std::string_view no_curve
    = "its drop profile has no ecn line, and Huawei's guides do not state how a queue marks without one";
constexpr std::string_view of_depth = "thresholds are a share of the queue's depth, which no line shows";
constexpr std::string_view in_cells = "thresholds are in cells, whose size Huawei's guides do not state";
constexpr std::string_view not_everywhere
    = "this hardware marks only with `qos ecn enable` (Command Reference, qos ecn enable)";
constexpr std::string_view drops_at_its_end
    = "without a line of its colour a packet is dropped when the queue is full (Command Reference, color)";
constexpr std::string_view shares_group = "it shares its priority group of the ETS profile with other queues";
constexpr std::string_view no_weight
    = "its priority group has no weight, and Huawei's guides do not state the default of groups above 1";
/// The priority group that is served before all others.
constexpr std::uint8_t strict_group = 15;
constexpr std::string_view serves_last
    = "a queue of `qos lpq` is served when all others are empty, which is not modelled";

void set_thresholds(Config& config, const Fact& line, std::size_t first, EcnCurve& curve)
{
    const OriginId here = config.device.origins.explicit_at(line.at);
    curve.max_probability = {Percent::whole(static_cast<std::uint32_t>(line.value(first + 2))), here};
    const Thresholds form = thresholds_of(line, first);
    if (form == Thresholds::bytes) {
        curve.min_threshold = {Bytes{line.value(first)}, here};
        curve.max_threshold = {Bytes{line.value(first + 1)}, here};
        return;
    }
    curve.min_threshold = curve.max_threshold
        = Setting<Bytes>::unread(config.unread(form == Thresholds::cells ? in_cells : of_depth));
    if (form == Thresholds::percent) {
        curve.min_fill = {Percent::whole(static_cast<std::uint32_t>(line.value(first))), here};
        curve.max_fill = {Percent::whole(static_cast<std::uint32_t>(line.value(first + 1))), here};
    }
}

// A queue with ECN marks by the ecn line of its profile and drops nothing at random; any other queue drops by the
// line of each colour (Configuration Guide, Configuring ECN).
Ref make_marking(Config& config, const Block* profile, bool marks, Span at)
{
    const auto [entry, fresh] = config.markings.try_emplace({profile, marks});
    if (!fresh)
        return entry->second;
    EcnProfile made;
    made.name = profile == nullptr ? usual_name : profile->name;
    made.at = profile == nullptr ? at : profile->header->at;
    for (std::size_t line = 0; profile != nullptr && line < profile->facts.size(); ++line) {
        const Fact& fact = *profile->facts[line];
        if (fact.sense != Sense::set || says(fact) != (marks ? LineKind::ecn : LineKind::colour))
            continue;
        const Colour colour = marks ? Colour::green : static_cast<Colour>(fact.value());
        std::erase_if(made.curves, [&](const EcnCurve& known) { return known.colour == colour; });
        EcnCurve& curve = made.curves.emplace_back();
        const OriginId here = config.device.origins.explicit_at(fact.at);
        curve.colour = colour;
        curve.marks = {marks, here};
        curve.drops = {!marks, here};
        set_thresholds(config, fact, marks ? 0 : 1, curve);
    }
    if (std::ranges::find(made.curves, Colour::green, &EcnCurve::colour) == made.curves.end()) {
        const OriginId none = config.device.origins.derived(made.at, {}, drops_at_its_end);
        EcnCurve& curve = made.curves.emplace_back();
        curve.marks = curve.drops = {false, none};
    }
    return entry->second = add_to(config.device.ecn_profiles, std::move(made));
}

Setting<Ref> marking_of(Config& config, std::uint32_t index, std::uint8_t queue)
{
    const std::uint32_t place = config.ports[index].place;
    const Stated marks{config.find(place, LineKind::marks, queue)};
    const Stated bound{config.find(place, LineKind::drops_by, queue)};
    if (marks.is(Sense::unread) || bound.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    if (config.global(LineKind::ai_service) != nullptr)
        return Setting<Ref>::unread(config.unread(set_by_ai));
    bool on = marks.is(Sense::set);
    if (on && config.hardware != Hardware::headroom) {
        const Fact* everywhere = config.global(LineKind::ecn_everywhere);
        if (everywhere == nullptr && config.hardware == Hardware::unknown)
            return Setting<Ref>::unread(config.unread(marks_somewhere));
        on = everywhere != nullptr && is_set(*everywhere);
        if (!on && !bound)
            return {Ref{}, config.device.origins.derived(marks.fact->at, {}, not_everywhere)};
    }
    if (!bound)
        return on ? Setting<Ref>::unread(config.unread(no_profile)) : config.defaults.value("ecn", Ref{});
    const Block* profile = block_of(config.blocks, LineKind::drop_profile, bound.fact->text);
    if (profile == nullptr && bound.fact->text != usual_name)
        return Setting<Ref>::unread(config.lost("drop-profile", *bound.fact));
    if (on && (profile == nullptr || profile->find(LineKind::ecn) == nullptr))
        return Setting<Ref>::unread(config.unread(no_curve));
    for (std::size_t at = 0; profile != nullptr && at < profile->facts.size(); ++at) {
        if (profile->facts[at]->sense == Sense::unread)
            return Setting<Ref>::unread(config.unread("a line of its drop profile is not understood"));
    }
    return {make_marking(config, profile, on, bound.fact->at), config.origin_of(bound)};
}

// The line that says how each queue is served; null: none does.
using Modes = std::array<const Fact*, queue_count>;

Setting<Ref> scheduler_of(Config& config, std::uint32_t index, const Modes& modes, std::uint8_t queue)
{
    const std::uint32_t place = config.ports[index].place;
    const Fact* mode = modes.at(queue);
    const Fact* weight = config.find(place, LineKind::weight, queue);
    const Fact* shaper = config.find(place, LineKind::shaper, queue);
    if (shaper != nullptr && shaper->sense == Sense::unread)
        return Setting<Ref>::unread(config.unread(not_understood));
    if (mode != nullptr && says(*mode) == LineKind::last)
        return Setting<Ref>::unread(config.unread(serves_last));
    const bool by_weight = mode != nullptr && says(*mode) == LineKind::by_weight;
    Origins& origins = config.device.origins;
    const OriginId origin
        = mode == nullptr ? config.defaults.origin("scheduler") : origins.explicit_at(mode->at);
    if (origin.kind() == OriginKind::unread)
        return Setting<Ref>::unread(origin);
    const auto [entry, fresh] = config.schedulers.try_emplace({mode, by_weight ? weight : nullptr, shaper});
    if (!fresh)
        return {entry->second, origin};
    Scheduler made;
    made.at = mode == nullptr ? Span{} : mode->at;
    made.kind = {by_weight ? SchedulerKind::weighted : SchedulerKind::strict, origin};
    if (by_weight)
        made.weight = config.setting(
            Stated{weight},
            [](const Fact& line) { return static_cast<std::uint32_t>(line.value(1)); },
            config.lacking(config.defaults.number_as<std::uint32_t>("scheduler_weight"), mode->at));
    if (shaper != nullptr)
        made.limit = config.setting<BitsPerSecond>(Stated{shaper}, not_understood, [](const Fact& line) {
            return BitsPerSecond{line.values[2].written() ? line.value(2) : line.value(1)};
        });
    entry->second = add_to(config.device.schedulers, made);
    return {entry->second, origin};
}

// Which group of an ETS profile a queue is in, and the line that says so; null: it is the usual one.
struct Grouping {
    std::array<std::uint8_t, queue_count> group = usual_numbers("ets_queues");
    Modes lines{};
    bool unknown = false;
};

Grouping grouping_of(const Block* profile)
{
    Grouping made;
    for (std::size_t at = 0; profile != nullptr && at < profile->facts.size(); ++at) {
        const Fact& line = *profile->facts[at];
        if (says(line) != LineKind::group_queues || line.sense == Sense::clear)
            continue;
        const std::optional<PrioritySet> queues = queues_of(line.text);
        made.unknown = made.unknown || line.sense == Sense::unread || !queues;
        for (const Priority queue : queues.value_or(PrioritySet{})) {
            made.group.at(queue) = line.number;
            made.lines.at(queue) = &line;
        }
    }
    return made;
}

// Groups are served by weight, and group 15 before them. Within a group the queues are strict, or as lines say that are
// not modelled: the weight of a queue is known if it is alone in its group.
Scheduler scheduler_of_group(
    Config& config, const Block* profile, const Grouping& grouping, std::uint8_t queue)
{
    const std::uint8_t group = grouping.group.at(queue);
    const Fact* member = grouping.lines.at(queue);
    const OriginId origin = member != nullptr ? config.device.origins.explicit_at(member->at)
                                              : config.defaults.origin("ets_queues");
    Scheduler made;
    made.at = member != nullptr ? member->at : profile != nullptr ? profile->header->at : Span{};
    made.kind = {group == strict_group ? SchedulerKind::strict : SchedulerKind::weighted, origin};
    if (group == strict_group)
        return made;
    const Fact* weight = profile == nullptr ? nullptr : profile->find(LineKind::group_weight, group);
    if (std::ranges::count(grouping.group, group) > 1)
        made.weight = Setting<std::uint32_t>::unread(config.unread(shares_group));
    else if (weight == nullptr && group > 1)
        made.weight = Setting<std::uint32_t>::unread(config.unread(no_weight));
    else
        made.weight = config.setting(
            Stated{weight},
            [](const Fact& line) { return static_cast<std::uint32_t>(line.value(1)); },
            config.defaults.number_as<std::uint32_t>("ets_weight"));
    return made;
}

// How a queue of a port with an ETS profile is served.
Setting<Ref> scheduler_of_ets(Config& config, const Stated& line, std::uint8_t queue)
{
    if (line.is(Sense::unread))
        return Setting<Ref>::unread(config.unread(not_understood));
    const Block* profile = config.blocks.find(LineKind::ets_profile, line.fact->text);
    if (profile == nullptr && line.fact->text != usual_name)
        return Setting<Ref>::unread(config.lost("dcb ets-profile", *line.fact));
    const Grouping grouping = grouping_of(profile);
    if (grouping.unknown)
        return Setting<Ref>::unread(config.unread("a line of its ETS profile is not understood"));
    if (!config.defaults.known("ets_queues"))
        return Setting<Ref>::unread(config.defaults.origin("ets_queues"));
    const auto [entry, fresh] = config.ets.try_emplace({profile, queue});
    if (fresh)
        entry->second
            = add_to(config.device.schedulers, scheduler_of_group(config, profile, grouping, queue));
    return {entry->second, config.origin_of(line)};
}

Setting<Ref> buffer_of_queue(Config& config, std::uint32_t index, std::uint8_t queue)
{
    const std::uint32_t place = config.ports[index].place;
    const Fact* fixed = config.find(place, LineKind::queue_limit, queue);
    const Fact* line = fixed != nullptr ? fixed : config.find(place, LineKind::queue_share, queue);
    if (line == nullptr)
        return {};
    const OriginId here = config.device.origins.explicit_at(line->at);
    if (line->sense == Sense::unread)
        return Setting<Ref>::unread(config.unread(not_understood));
    BufferProfile made;
    made.at = line->at;
    if (fixed != nullptr)
        made.fixed_threshold = {Bytes{line->value(1)}, here};
    else
        made.dynamic_threshold = {static_cast<std::int64_t>(line->value(1)), here};
    return {add_to(config.device.buffer_profiles, made), here};
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    Modes modes{};
    OriginId unknown;
    const Stated ets{config.find(config.ports[index].place, LineKind::ets)};
    for (const Fact* line : config.ports[index].lists) {
        const std::optional<PrioritySet> queues = queues_of(line->text);
        if (!queues)
            unknown = config.unread(not_understood);
        for (const Priority queue : queues.value_or(PrioritySet{}))
            modes.at(queue) = line->sense == Sense::set ? line : nullptr;
    }
    config.begin_queues(port, queue_count);
    for (std::uint8_t number = 0; number < queue_count; ++number)
        config.device.queues.push_back({.number = number,
            .ecn = marking_of(config, index, number),
            .scheduler = ets            ? scheduler_of_ets(config, ets, number)
                : unknown == OriginId{} ? scheduler_of(config, index, modes, number)
                                        : Setting<Ref>::unread(unknown),
            .buffer = buffer_of_queue(config, index, number)});
}

}
