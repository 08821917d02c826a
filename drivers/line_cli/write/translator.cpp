// SPDX-License-Identifier: Apache-2.0
// The loop over changes that all platforms share, and the properties that are the only value of a line.
#include "drivers/line_cli/write/translator.h"

#include "drivers/line_cli/grammar/slot.h"
#include "drivers/line_cli/write/adopted_profile.h"
#include "models/fabric/fec.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <variant>

namespace rocelint::line_cli {
namespace {

// Returns the number that stands for a value in lines; nothing if the value is more than one number.
struct NumberOf {
    std::optional<std::uint64_t> operator()(Bytes bytes) const { return bytes.count; }
    std::optional<std::uint64_t> operator()(BitsPerSecond speed) const { return speed.count; }
    template <class Value>
    std::optional<std::uint64_t> operator()(const Value& value) const
    {
        if constexpr (std::is_enum_v<Value> || std::is_integral_v<Value>)
            return static_cast<std::uint64_t>(value);
        return std::nullopt;
    }
};

}

Translator::Translator(const ChangeStyle& style, const Task& task)
    : style_(style)
    , device_(task.device)
    , changes_(task.changes)
    , lines_(read_lines(style.grammar, style.top, task.trees))
    , stanzas_(lines_, style.blocks, device_)
    , writer_(style.grammar)
    , editor_(style.grammar, stanzas_, device_, changes_, writer_, style.inherited)
    , lists_(editor_)
{
}

Editing Translator::edit()
{
    Editing made;
    made.refused = run();
    made.edits = writer_.edits();
    return made;
}

std::string Translator::dispatch(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::pfc:
        return set_pfc(change, port, std::get<PriorityDelta>(change.value));
    case Property::watchdog:
    case Property::watchdog_timers:
        return set_watchdog(change, port, std::get<WatchdogTarget>(change.value));
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
    case Property::dscp_rewrite:
        return set_map(change, port, std::get<MapEntry>(change.value));
    case Property::ecn:
    case Property::ecn_thresholds:
        if (const auto* target = std::get_if<EcnTarget>(&change.value))
            return set_ecn(change, port, *target);
        return "thresholds are set in bytes here, not as shares of a queue's depth";
    case Property::scheduler:
        return set_scheduler(change, port, std::get<SchedulerTarget>(change.value));
    default:
        return take(change, port);
    }
}

// Binds another port's profile to each port that gets its changes that way, and returns these ports.
std::set<std::uint32_t> Translator::adopt_profiles()
{
    std::set<std::uint32_t> adopted;
    std::set<std::uint32_t> asked;
    for (const Change& change : changes_) {
        const std::uint32_t port = change.port.port;
        if (port >= device_.ports.size() || !is_of_profile(change) || !asked.insert(port).second)
            continue;
        const std::string_view profile
            = find_adopted_profile(port, changes_, device_, stanzas_, style_.grammar);
        if (profile.empty())
            continue;
        writer_.begin();
        if (editor_.put(change, {.kind = style_.blocks.reference, .text = profile}).empty())
            adopted.insert(port);
        else
            writer_.roll_back();
    }
    return adopted;
}

std::vector<Refusal> Translator::run()
{
    std::vector<Refusal> refused;
    const std::string hindered = why_not_editable();
    const std::set<std::uint32_t> adopted = hindered.empty() ? adopt_profiles() : std::set<std::uint32_t>{};
    for (std::uint32_t index = 0; index < changes_.size(); ++index) {
        const Change& change = changes_[index];
        if (adopted.contains(change.port.port) && is_of_profile(change))
            continue;
        const ListLines lists = lists_;
        writer_.begin();
        std::string reason = hindered;
        if (reason.empty())
            reason = change.port.port < device_.ports.size()
                ? dispatch(change, device_.ports[change.port.port])
                : take_whole(change);
        if (reason.empty())
            continue;
        writer_.roll_back();
        lists_ = lists;
        refused.push_back({index, std::move(reason)});
    }
    lists_.finish();
    finish();
    return refused;
}

std::string Translator::not_supported(const Change& change) const
{
    return fmt::format("correcting {} on {} is not supported yet", name_of(change.property), style_.platform);
}

PrioritySet Translator::paused_after(const Change& change, const Port& port) const
{
    return editor_.asked().pfc_after(change.port.port, port.pfc_tx.value_or({}));
}

std::string Translator::refuse_for_paused(
    const Change& change, std::string_view sentence, Priority priority, bool add) const
{
    return refuse_for_others(change, sentence, [&](std::uint32_t index, const Port& port) {
        const PrioritySet now = port.pfc_tx.value_or({});
        return !now.empty() && editor_.asked().pfc_after(index, now).has(priority) != add;
    });
}

bool Translator::are_lossless(const Port& port, const PriorityDelta& delta) const
{
    return std::ranges::all_of(delta.add | delta.remove, [&](Priority priority) {
        const PriorityGroup* group = device_.group(port, priority);
        return group != nullptr && group->lossless.is(delta.add.has(priority));
    });
}

std::string Translator::must_not_change(std::string_view sentence, const Port& other)
{
    return fmt::format("{}, and {} must not change", sentence, other.name);
}

std::string Translator::take_value(const Change& change)
{
    const std::optional<std::uint64_t> value = std::visit(NumberOf{}, change.value);
    const auto is_meant = [&](const ValueLine& row) { return row.property == change.property; };
    if (!value || std::ranges::none_of(style_.values, is_meant))
        return not_supported(change);
    std::string reason;
    for (const ValueLine& row : style_.values) {
        if (is_meant(row) && reason.empty())
            reason = put_value(change, row, *value);
    }
    return reason;
}

// On a platform with a single word for the Reed-Solomon codes, the word means the code for the port's lanes.
std::string Translator::put_code(const Change& change, const ValueLine& row, Fec code)
{
    Fact wanted = fact_of(row.fact, {static_cast<std::uint64_t>(family_of(code))});
    const Slot& slot = style_.grammar.row(row.fact)->slots[0];
    const std::string word = slot_text(slot, 0, wanted, 0);
    std::string reason = no_word_for_code(word, device_.ports[change.port.port], code);
    return reason.empty() ? put_as(change, wanted, row) : reason;
}

std::string Translator::put_value(const Change& change, const ValueLine& row, std::uint64_t value)
{
    if (const Fec* code = std::get_if<Fec>(&change.value); code != nullptr && is_reed_solomon(*code))
        return put_code(change, row, *code);
    if (row.now != nullptr && (device_.ports[change.port.port].*row.now).is(value != 0))
        return {};
    Fact wanted = fact_of(row.fact);
    if (row.off != value) {
        wanted.values[0] = Value::of(std::max(value, row.less) - row.less);
        return put_as(change, wanted, row);
    }
    // If the negation means the default, the line is removed instead.
    if (style_.grammar.row(row.fact)->no != No::off)
        return take_away(change, wanted);
    wanted.sense = Sense::off;
    return put_as(change, wanted, row);
}

std::string Translator::put(const Change& change, const Fact& wanted)
{
    return put_as(change, wanted, {.property = change.property});
}

std::string Translator::put_as(const Change& change, const Fact& wanted, const ValueLine& row)
{
    if (editor_.text_of(wanted).empty())
        return row.no_words.empty()
            ? fmt::format("{} has no words for this value, or does not take it exactly", style_.platform)
            : std::string(row.no_words);
    Change moved = change;
    const LineName name{wanted.kind, wanted.number};
    std::string reason = editor_.move_to_lag(moved,
        name,
        row.of_members.value_or(style_.of_members),
        row.what.empty() ? name_of(change.property) : row.what);
    if (!reason.empty())
        return reason;
    const Fact* line = editor_.find(moved.port.port, name).fact;
    const bool other_row
        = wanted.statement != nullptr && line != nullptr && line->statement != wanted.statement;
    return editor_.put(moved, wanted, other_row ? Keep::nothing : Keep::other_values);
}

std::string Translator::put_speed_below(const Change& change, const Port& port, BitsPerSecond highest)
{
    constexpr std::uint64_t gigabit = 1'000'000'000;
    const BitsPerSecond speed = std::get<BitsPerSecond>(change.value);
    if (speed > highest)
        return fmt::format("{} works at {} Gb/s at most", port.name, highest.count / gigabit);
    if (speed < highest)
        return take_value(change);
    const auto row = std::ranges::find(style_.values, Property::speed, &ValueLine::property);
    return take_away(change, fact_of(row->fact, {speed.count}));
}

std::string Translator::take_away(const Change& change, Fact fact)
{
    fact.sense = Sense::off;
    Change moved = change;
    const LineName name{fact.kind, fact.number};
    std::string reason = editor_.move_to_lag(moved, name, style_.of_members, name_of(change.property));
    return reason.empty() ? editor_.take_away(moved, name, fact) : reason;
}

}
