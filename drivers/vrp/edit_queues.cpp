// SPDX-License-Identifier: Apache-2.0
// Marking and scheduling of queues as lines of VRP.
#include "drivers/line_cli/grammar/slot.h"
#include "drivers/vrp/vrp_translator.h"

#include <fmt/format.h>

#include <ranges>

namespace rocelint::vrp {
namespace {

bool is_curve(const Block& profile, const Fact& wanted)
{
    const Fact* line = profile.find(LineKind::ecn);
    return line != nullptr && is_set(*line) && thresholds_of(*line, 0) == Thresholds::bytes
        && line->value(0) == wanted.value(0) && line->value(1) == wanted.value(1)
        && line->value(2) == wanted.value(2);
}

}

// One line of a profile is its curve for marking, in bytes, in cells or in percent.
std::string VrpTranslator::set_curve(const Block& profile, const Fact& curve)
{
    if (is_curve(profile, curve))
        return {};
    const Fact* old = profile.find(LineKind::ecn);
    if (old == nullptr || thresholds_of(*old, 0) == Thresholds::bytes)
        return blocks_.put(profile, curve);
    std::string reason = blocks_.remove(profile, old);
    return reason.empty() ? blocks_.put_line(profile, *profile.last_header->node, curve, nullptr) : reason;
}

// Hardware with a simulated headroom marks only with a line of the whole switch.
std::string VrpTranslator::switch_marking_on(const Change& change)
{
    const Fact* line = editor().find_global(kind_of(LineKind::ecn_everywhere));
    if (hardware_ == Hardware::headroom || (line != nullptr && is_set(*line)))
        return {};
    if (hardware_ == Hardware::unknown)
        return "whether this switch marks only with `qos ecn enable` depends on its hardware, which no line shows";
    std::string reason = refuse_for_others(change,
        "`qos ecn enable` makes every queue mark that has `qos queue ecn`",
        [&](std::uint32_t port, const Port&) { return has_line(port, LineKind::marks); });
    return reason.empty() ? editor().put_global(fact_of(LineKind::ecn_everywhere), nullptr) : reason;
}

std::string VrpTranslator::set_ecn(const Change& change, const Port& port, const EcnTarget& target)
{
    if (change.number >= queue_count)
        return "VRP has queues from 0 to 7";
    if (port.kind != PortKind::physical)
        return "marking belongs to the physical ports";
    if (target.max_probability.hundredths % 100 != 0)
        return "VRP takes a marking probability in whole percent";
    const Fact curve = fact_of(LineKind::ecn,
        {target.min_threshold.count, target.max_threshold.count, target.max_probability.hundredths / 100});
    if (std::string reason = line_cli::out_of_range(*grammar().row(curve.kind), curve); !reason.empty())
        return reason;
    if (std::string reason = switch_marking_on(change); !reason.empty())
        return reason;
    const std::string_view name = blocks_.bound(change.port.port, LineKind::drops_by, change.number);
    const Block* profile = name.empty() ? nullptr : block_of(blocks_.blocks(), LineKind::drop_profile, name);
    const auto every = std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(device().ports.size()));
    const auto marked_by_it = [&](std::uint32_t index, auto&& need) {
        for (std::uint8_t queue = 0; queue < queue_count; ++queue) {
            if (editor().find(index, {kind_of(LineKind::marks), queue}).states()
                && blocks_.bound(index, LineKind::drops_by, queue) == name)
                need(queue);
        }
    };
    const auto is_same = [&](const Block& other) { return is_curve(other, curve); };
    std::string reason;
    std::string made;
    if (profile != nullptr
        && editor().asked().first_unwilling(change, every, marked_by_it) == Port::no_index) {
        reason = set_curve(*profile, curve);
    } else if (const Block* same = blocks_.blocks().find_if(LineKind::drop_profile, is_same)) {
        reason = put(change, named(LineKind::drops_by, same->name, change.number));
    } else {
        made = fmt::format("ECN-{}-{}-{}", curve.value(0), curve.value(1), curve.value(2));
        if (block_of(blocks_.blocks(), LineKind::drop_profile, made) != nullptr)
            return fmt::format("there is a drop profile {} already, which marks otherwise", made);
        blocks_.make(before_new(), named(LineKind::drop_profile, made), {curve});
        reason = put(change, named(LineKind::drops_by, made, change.number));
    }
    const bool marks = editor().find(change.port.port, {kind_of(LineKind::marks), change.number}).states();
    return reason.empty() && !marks ? put(change, fact_of(LineKind::marks, {change.number}, change.number))
                                    : reason;
}

std::string VrpTranslator::set_scheduler(
    const Change& change, const Port& port, const SchedulerTarget& target)
{
    if (change.number >= queue_count)
        return "VRP has queues from 0 to 7";
    if (port.kind != PortKind::physical)
        return "queues belong to the physical ports";
    if (target.bandwidth)
        return "VRP serves queues by weights, not by shares";
    if (has_line(change.port.port, LineKind::ets))
        return "an ETS profile serves the queues, beside which `qos drr` cannot be configured (Configuration "
               "Precautions for DCB)";
    const bool strict = target.kind == SchedulerKind::strict;
    std::string reason;
    if (strict)
        reason = take_away(change, fact_of(LineKind::weight, {change.number}, change.number));
    else if (target.weight)
        reason = put(change, fact_of(LineKind::weight, {change.number, *target.weight}, change.number));
    if (!reason.empty())
        return reason;
    auto& [weighted, first] = served_[change.port.port];
    (strict ? first : weighted).insert(change.number);
    return {};
}

// Writes the queues of `qos drr`, and takes those that are served otherwise from the other lists.
void VrpTranslator::write_modes(std::uint32_t port, PrioritySet weighted, PrioritySet strict)
{
    PrioritySet left = weighted;
    const line_cli::PortStanza* target = nullptr;
    for (const line_cli::PortStanza* stanza : editor().stanzas().of_port(port)) {
        target = stanza;
        for (const Fact& line : editor().stanzas().facts(*stanza)) {
            const bool by_weight = says(line) == LineKind::by_weight;
            if ((!by_weight && says(line) != LineKind::strict && says(line) != LineKind::last)
                || !is_set(line))
                continue;
            const PrioritySet now = queues_of(line.text).value_or(PrioritySet{});
            PrioritySet then = now - strict;
            if (says(line) == LineKind::strict)
                then = now - weighted;
            else if (by_weight)
                then = then | left;
            else
                then = then - weighted;
            left = by_weight ? PrioritySet{} : left;
            if (then == now)
                continue;
            const std::string text = queues_text(then);
            // No other correction touches these lines, so neither edit can be refused.
            if (then.empty())
                static_cast<void>(editor().writer().remove(stanza->tree(), *line.node));
            else
                static_cast<void>(editor().writer().replace(
                    stanza->tree(), *line.node, editor().text_of(named(says(line), text))));
        }
    }
    if (left.empty() || target == nullptr)
        return;
    const std::string text = queues_text(left);
    editor().writer().insert_into(target->tree(),
        *editor().stanzas().header(*target).node,
        editor().text_of(named(LineKind::by_weight, text)));
}

}
