// SPDX-License-Identifier: Apache-2.0
// Marking, scheduling and buffers of queues and priorities as lines of AOS-CX.
#include "drivers/aoscx/aoscx_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view no_queue = "AOS-CX has queues from 0 to 7";

// Whether every line of the block is one that a copy of it would have.
bool is_read_whole(const Block& profile)
{
    std::size_t lines = 0;
    for (const Node* line = profile.last_header->node->first; line != nullptr; line = line->next)
        ++lines;
    return profile.header == profile.last_header && lines == profile.facts.size()
        && std::ranges::all_of(profile.facts, [](const Fact* line) { return is_set(*line); });
}

}

const Fact* AoscxTranslator::pool_of(Priority priority) const
{
    for (std::uint8_t index = 1; index <= pool_count; ++index) {
        const Fact* line = editor().find_global_of({kind_of(LineKind::pool), index});
        if (line != nullptr && PrioritySet{static_cast<std::uint8_t>(line->value(3))}.has(priority))
            return line;
    }
    return nullptr;
}

const Change* AoscxTranslator::headroom_asked(std::uint32_t port, Priority priority) const
{
    for (const Change& change : editor().asked().changes()) {
        const auto* delta = std::get_if<PriorityDelta>(&change.value);
        if (change.port.port == port && change.property == Property::headroom && delta != nullptr
            && delta->add.has(priority))
            return &change;
    }
    return nullptr;
}

std::string_view AoscxTranslator::thresholds_of(std::uint32_t port) const
{
    if (const std::string_view own = blocks_.bound(port, LineKind::apply_thresholds); !own.empty())
        return own;
    const Fact* whole = editor().find_global(kind_of(LineKind::apply_thresholds));
    return whole != nullptr && is_set(*whole) ? whole->text : std::string_view{};
}

std::string_view AoscxTranslator::schedule_of(std::uint32_t port) const
{
    if (const std::string_view own = blocks_.bound(port, LineKind::apply_schedule); !own.empty())
        return own;
    const auto whole = applied_of(editor().find_global(kind_of(LineKind::apply_queues)));
    return whole ? whole->schedule : usual_profile;
}

// A line has one threshold or two, and replaces only a line of the same form.
std::string AoscxTranslator::put_marks(const Block& profile, const Fact& curve)
{
    const Fact* old = profile.find(LineKind::marks, curve.number);
    if (old != nullptr && old->statement == curve.statement)
        return blocks_.put_line(profile, *profile.last_header->node, curve, old);
    const bool drops = std::ranges::any_of(profile.facts,
        [&](const Fact* line) { return says(*line) == LineKind::drops && line->number == curve.number; });
    if (drops)
        return fmt::format(
            "queue {} has lines of WRED in threshold profile {}, which a negation of a line about its marking would "
            "remove too",
            curve.number,
            profile.name);
    std::string reason = blocks_.remove(profile, old);
    return reason.empty() ? blocks_.put_line(profile, *profile.last_header->node, curve, nullptr) : reason;
}

// Gives the port a profile of its own, with the lines that its present one has for other queues.
std::string AoscxTranslator::copy_thresholds(const Change& change, const Block* profile, const Fact& curve)
{
    if (profile != nullptr && !is_read_whole(*profile))
        return fmt::format(
            "threshold profile {} is that of other ports too, and has lines that a copy for this port would "
            "not have",
            profile->name);
    const std::string name = fmt::format("ECN-{}-{}-{}",
        curve.number,
        curve.value(1) / kilobyte,
        curve.value(is_step(curve) ? 1 : 2) / kilobyte);
    if (blocks_.blocks().find(LineKind::threshold_profile, name) != nullptr)
        return fmt::format("there is a threshold profile {} already", name);
    std::vector<Fact> lines;
    for (std::size_t at = 0; profile != nullptr && at < profile->facts.size(); ++at) {
        const Fact& line = *profile->facts[at];
        if (says(line) != LineKind::marks || line.number != curve.number)
            lines.push_back(line);
    }
    lines.push_back(curve);
    blocks_.make(blocks_.last() == nullptr ? this->lines().stanzas.front() : *blocks_.last(),
        named(LineKind::threshold_profile, name),
        lines);
    return put(change, named(LineKind::apply_thresholds, name));
}

std::string AoscxTranslator::set_ecn(const Change& change, const Port& port, const EcnTarget& target)
{
    if (change.number >= queue_count)
        return std::string(no_queue);
    if (port.kind != PortKind::physical)
        return "marking belongs to the physical ports";
    if (target.max_probability != Percent::whole(100))
        return "AOS-CX has no line for the marking probability, which grows to 100 % at the upper threshold";
    if (target.min_threshold.count % kilobyte != 0 || target.max_threshold.count % kilobyte != 0)
        return "AOS-CX takes marking thresholds in whole kilobytes of 1024 bytes";
    const bool step = target.min_threshold == target.max_threshold;
    Fact curve = fact_of(LineKind::marks,
        {change.number, target.min_threshold.count, target.max_threshold.count},
        change.number);
    curve.statement = row_with(LineKind::marks, step ? "both" : "low");
    if (step)
        curve.values[2] = {};
    if (std::string reason = line_cli::out_of_range(*curve.statement, curve); !reason.empty())
        return reason;
    const std::string_view name = thresholds_of(change.port.port);
    const Block* profile = blocks_.blocks().find(LineKind::threshold_profile, name);
    if (profile == nullptr && !name.empty())
        return fmt::format("threshold profile {} is not in the files", name);
    const bool alone = profile != nullptr
        && unwilling(change, name, [&](std::uint32_t index) { return thresholds_of(index); }) == nullptr;
    return alone ? put_marks(*profile, curve) : copy_thresholds(change, profile, curve);
}

std::string AoscxTranslator::set_scheduler(
    const Change& change, const Port& port, const SchedulerTarget& target)
{
    if (change.number >= queue_count)
        return std::string(no_queue);
    if (port.kind != PortKind::physical)
        return "queues belong to the physical ports";
    if (target.bandwidth)
        return "AOS-CX serves queues by weights, not by shares";
    const std::string_view name = schedule_of(change.port.port);
    const Block* profile = blocks_.blocks().find(LineKind::schedule_profile, name);
    if (profile == nullptr)
        return fmt::format("schedule profile {} {}",
            name,
            name == usual_profile || name == strict_profile
                ? "is that of the switch itself, and cannot be changed"
                : "is not in the files");
    if (const Port* other = unwilling(change, name, [&](std::uint32_t index) { return schedule_of(index); }))
        return fmt::format("schedule profile {} is that of {} too, which must not change", name, other->name);
    const bool strict = target.kind == SchedulerKind::strict;
    const Fact* old = profile->find(LineKind::served, change.number);
    if (old == nullptr)
        return fmt::format("schedule profile {} does not serve queue {}", name, change.number);
    if (!strict && !target.weight)
        return is_strict(*old) ? "a queue that is not strict needs a weight" : std::string{};
    // In an applied profile only the highest queue changes between the two, and only if all others have weights.
    const auto forbids = [&](const Fact* line) {
        return says(*line) == LineKind::served && is_set(*line) && line->number != change.number
            && (line->number > change.number || is_strict(*line));
    };
    if (strict != is_strict(*old) && std::ranges::any_of(profile->facts, forbids))
        return "only the highest queue of a schedule profile may be strict while others have weights (QoS Guide, qos "
               "schedule-profile)";
    Fact line = strict ? fact_of(LineKind::served, {change.number}, change.number)
                       : fact_of(LineKind::served, {change.number, *target.weight}, change.number);
    line.statement = strict ? row_with(LineKind::served, "rate") : row_with(LineKind::served, "weight");
    if (std::string reason = line_cli::out_of_range(*line.statement, line); !reason.empty())
        return reason;
    if (strict == is_strict(*old))
        return blocks_.put_line(*profile, *profile->last_header->node, line, old);
    std::string reason = blocks_.remove(*profile, old);
    return reason.empty() ? blocks_.put_line(*profile, *profile->last_header->node, line, nullptr) : reason;
}

std::string AoscxTranslator::set_headroom(const Change& change, const Port& port)
{
    if (port.kind != PortKind::physical)
        return "headroom is that of the physical ports";
    const PrioritySet paused = paused_after(change, port);
    if (const Bytes* bytes = std::get_if<Bytes>(&change.value))
        return change.number < queue_count && paused.has(change.number) && pool_of(change.number) != nullptr
            ? put(change, fact_of(LineKind::headroom, {change.number, bytes->count}, change.number))
            : "AOS-CX sets headroom aside for priorities with PFC that are in a lossless pool";
    const auto* delta = std::get_if<PriorityDelta>(&change.value);
    if (delta == nullptr || !delta->remove.empty() || !(delta->add - paused).empty())
        return "AOS-CX sets headroom aside for the priorities with PFC, and for no others";
    const Fact* first = nullptr;
    for (std::uint8_t index = pool_count; index > 0; --index) {
        if (const Fact* line = editor().find_global_of({kind_of(LineKind::pool), index}))
            first = line;
    }
    if (first == nullptr)
        return "the files have no `qos pool`, whose sizes are a choice";
    Fact pool = *first;
    PrioritySet missing;
    for (const Priority priority : delta->add) {
        if (pool_of(priority) == nullptr)
            missing.insert(priority);
    }
    if (missing.empty())
        return {};
    std::string reason = refuse_for_others(
        change, "the lossless pools are those of the whole switch", [&](std::uint32_t, const Port& other) {
            return !(missing - (missing - other.pfc_tx.value_or({}))).empty();
        });
    if (!reason.empty())
        return reason;
    pool.values[3] = line_cli::Value::of(pool.value(3) | missing.bits);
    return editor().put_global(pool, first);
}

std::string AoscxTranslator::set_buffer(const Change& change, const Port& port)
{
    if (port.kind != PortKind::physical || change.number >= queue_count
        || !port.pfc_tx.value_or({}).has(change.number) || pool_of(change.number) == nullptr)
        return "AOS-CX has thresholds for priorities with PFC that are in a lossless pool";
    const auto* threshold = std::get_if<DynamicThreshold>(&change.value);
    constexpr std::int64_t most = 3;
    if (threshold == nullptr || threshold->value < -exponent_zero || threshold->value > most)
        return "AOS-CX takes exponents from -7 to 3 (Fundamentals Guide, flow-control buffer xoff dynamic)";
    Fact line = fact_of(LineKind::xoff,
        {change.number, static_cast<std::uint64_t>(threshold->value + exponent_zero)},
        change.number);
    line.statement = row_with(LineKind::xoff, "exponent");
    return put(change, line);
}

}
