// SPDX-License-Identifier: Apache-2.0
// Marking and scheduling of queues as lines of OS10.
#include "drivers/line_cli/grammar/slot.h"
#include "drivers/os10/os10_translator.h"

#include <fmt/format.h>

namespace rocelint::os10 {
namespace {

}

// Returns the name of the class-map for this number, and creates it next to the policy that uses it if there
// is none.
std::string Os10Translator::class_map_for(const Block& policy, LineKind kind, std::uint8_t number)
{
    const bool group = kind == LineKind::group_map;
    const Blocks& all = blocks_.blocks();
    const Block* known = all.find_if(kind, [&](const Block& map) {
        return group ? groups_of(all, map.name) == PrioritySet::of(number)
                     : queue_of(all, map.name) == number;
    });
    if (known != nullptr)
        return std::string(known->name);
    std::string name = fmt::format("{}-{}", group ? "QOS-GROUP" : "QUEUE", number);
    while (all.find(kind, name) != nullptr)
        name += "-ONLY";
    // Goes after another class-map if there is one, so that it is defined before it is used.
    const Block* beside = nullptr;
    for (const Block& lines : policy.inner) {
        const Block* map = all.find(kind, lines.name);
        beside = map == nullptr ? beside : map;
    }
    blocks_.make(beside == nullptr ? *policy.stanza : *beside->stanza,
        named(kind, name),
        {group ? fact_of(LineKind::match_group, {PrioritySet::of(number).bits})
               : fact_of(LineKind::match_queue, {number})});
    return name;
}

std::string Os10Translator::put_queue_line(const Block& policy, std::uint8_t queue, const Fact& wanted)
{
    if (queue >= groups)
        return "OS10 has queues from 0 to 7";
    if (const Block* lines = class_of_queue(blocks_.blocks(), policy, queue))
        return blocks_.put(*lines, wanted);
    return blocks_.put_class(policy, class_map_for(policy, LineKind::queue_map, queue), {wanted});
}

std::string Os10Translator::set_ecn(const Change& change, const Port&, const EcnTarget& target)
{
    if (target.max_probability.hundredths % 100 != 0)
        return "OS10 takes a marking probability in whole percent";
    const Fact curve = fact_of(LineKind::curve,
        {line_cli::number_of(Colour::green),
            target.min_threshold.count,
            target.max_threshold.count,
            target.max_probability.hundredths / 100});
    if (std::string reason = line_cli::out_of_range(*grammar().row(curve.kind), curve); !reason.empty())
        return reason;
    if (editor().text_of(curve).empty())
        return "OS10 takes thresholds in whole kilobytes";
    const Block* policy = blocks_.blocks().find(
        LineKind::queuing_policy, blocks_.bound(change.port.port, LineKind::service_queuing));
    const Block* lines
        = policy == nullptr ? nullptr : class_of_queue(blocks_.blocks(), *policy, change.number);
    const Fact* line = lines == nullptr ? nullptr : lines->find(LineKind::detect);
    if (line == nullptr)
        return new_profile(change, curve);
    const Block* profile = blocks_.blocks().find(LineKind::wred, line->text);
    if (profile == nullptr)
        return fmt::format("wred profile {} is not in the files", line->text);
    std::string reason = blocks_.refuse_for_marked(change, *profile);
    if (reason.empty())
        reason = put_curve(*profile, curve);
    return reason.empty() && profile->find(LineKind::marks) == nullptr
        ? blocks_.put(*profile, fact_of(LineKind::marks))
        : reason;
}

// A profile has a curve for each color; only the green one applies to unmetered traffic.
std::string Os10Translator::put_curve(const Block& profile, const Fact& curve)
{
    Block green = profile;
    std::erase_if(green.facts, [](const Fact* fact) {
        return says(*fact) == LineKind::curve && fact->value(0) != line_cli::number_of(Colour::green);
    });
    return blocks_.put(green, curve);
}

std::string Os10Translator::new_profile(const Change& change, const Fact& curve)
{
    const Found found = find(change, LineKind::service_queuing);
    if (!found.reason.empty())
        return found.reason;
    if (change.number >= groups)
        return "OS10 has queues from 0 to 7";
    const std::string name = line_cli::name_in_range(
        *grammar().row(kind_of(LineKind::wred)), fmt::format("{}-{}", found.policy->name, change.number));
    if (blocks_.blocks().find(LineKind::wred, name) != nullptr)
        return fmt::format("wred profile {} is there already, and not of this queue", name);
    // A profile must be defined before it is used, so it goes after the class-map of the policy's first
    // class.
    const Block* beside = found.policy->inner.empty()
        ? nullptr
        : blocks_.blocks().find(LineKind::queue_map, found.policy->inner.front().name);
    if (beside == nullptr)
        return "the queuing policy has no class beside whose class-map a wred profile could stand";
    blocks_.make(*beside->stanza, named(LineKind::wred, name), {curve, fact_of(LineKind::marks)});
    return put_queue_line(*found.policy, change.number, named(LineKind::detect, name));
}

std::string Os10Translator::set_scheduler(const Change& change, const Port&, const SchedulerTarget& target)
{
    if (target.weight)
        return "OS10 serves queues by shares in percent, not by weights";
    if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
        return "OS10 takes a share in whole percent";
    const Found found = find(change, LineKind::service_queuing);
    if (!found.reason.empty())
        return found.reason;
    const auto put = [&](const Fact& wanted) { return put_queue_line(*found.policy, change.number, wanted); };
    return blocks_.serve(class_of_queue(blocks_.blocks(), *found.policy, change.number),
        target,
        fact_of(LineKind::priority),
        kind_of(LineKind::share),
        put);
}

}
