// SPDX-License-Identifier: Apache-2.0
// Says in one sentence what is wrong with a value that was read or is to be written: the limit and its
// source, from the value's row.
#include "drivers/line_cli/grammar/line_walk.h"
#include "drivers/line_cli/grammar/statement.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::line_cli {
namespace {

// Returns the word before a slot, by which people know the value.
std::string_view label(const Statement& statement, const Slot& slot)
{
    std::string_view word;
    for (std::size_t at = 0; at < statement.pattern.size(); ++at) {
        const Pattern::Token& token = statement.pattern[at];
        if (token.kind == Pattern::Kind::slot && &statement.slots[token.slot] == &slot)
            break;
        if (token.kind == Pattern::Kind::word)
            word = first_word(statement.pattern.text(token));
    }
    return word;
}

std::string range_sentence(
    const Statement& statement, const Slot& slot, const Value& number, std::string_view value)
{
    return fmt::format("{} {}: out of range, {}{}{}{}",
        label(statement, slot),
        value.substr(0, 80),
        range_text(slot, number),
        statement.source.empty() ? "" : " (",
        statement.source,
        statement.source.empty() ? "" : ")");
}

// The value of the slot that is wrong.
Value value_of(const Match& match)
{
    const auto* const wrong = std::ranges::find_if(
        match.statement->slots, [&](const Slot& slot) { return &slot == match.wrong; });
    return wrong == std::end(match.statement->slots)
        ? Value{}
        : match.fact.values.at(static_cast<std::size_t>(wrong - std::begin(match.statement->slots)));
}

bool is_text(const Slot& slot) { return slot.kind == SlotKind::text || slot.kind == SlotKind::rest; }
}

std::string text_sentence(
    const Statement& statement, const Slot& slot, std::string_view text, Measures measures)
{
    const std::string objection
        = slot.text == nullptr ? std::string{} : text_objection(*slot.text, text, measures);
    return objection.empty()
        ? objection
        : fmt::format("{} {} {}", statement.pattern.stem_text(), text.substr(0, 80), objection);
}

std::string out_of_range(const Statement& statement, const Fact& fact)
{
    for (std::size_t at = 0; at < statement.pattern.slots(); ++at) {
        const Slot& slot = statement.slots[at];
        if (std::string wrong = is_text(slot) ? text_sentence(statement, slot, fact.text) : std::string{};
            !wrong.empty())
            return wrong;
        if (slot.kind == SlotKind::index && fact.number != Fact::no_number
            && (fact.number < slot.least || fact.number > slot.most))
            return range_sentence(statement, slot, {}, fmt::format("{}", fact.number));
        if (!takes(slot, fact.values[at]))
            return range_sentence(
                statement, slot, fact.values[at], slot_text(slot, at, fact, fact.values[at].term));
    }
    return {};
}

std::string problem_of(const Match& match)
{
    if (match.statement == nullptr)
        return {};
    const Statement& row = *match.statement;
    if (match.wrong == nullptr)
        return match.rejected && row.pattern.has_marked_stem()
            ? fmt::format("this {} line is not understood", row.pattern.stem_text())
            : std::string{};
    if (is_text(*match.wrong))
        return text_sentence(row, *match.wrong, match.wrong_word);
    const bool is_number
        = !match.wrong_word.empty() && match.wrong_word.front() >= '0' && match.wrong_word.front() <= '9';
    if (is_number)
        return range_sentence(row, *match.wrong, value_of(match), match.wrong_word);
    const std::string_view name = label(row, *match.wrong);
    const std::string range = range_text(*match.wrong);
    return match.wrong_word.empty()
        ? fmt::format("{}: the number is missing, {}", name, range)
        : fmt::format("{} {} is not a number in range, {}", name, match.wrong_word.substr(0, 80), range);
}

Fact in_range(const Statement& statement, Fact fact)
{
    for (std::size_t at = 0; at < statement.pattern.slots(); ++at) {
        const Slot& slot = statement.slots[at];
        if (takes(slot, fact.values[at]))
            continue;
        if (const Term* term = other_measure_of(slot, fact.values[at]); term != nullptr) {
            fact.values[at].number = std::min(fact.values[at].number, term->most);
        } else {
            const std::uint64_t within = std::clamp(fact.values[at].number, slot.least, slot.most);
            fact.values[at].number = within - within % slot.step;
        }
    }
    return fact;
}

std::string name_in_range(const Statement& statement, std::string_view name)
{
    for (const Slot& slot : statement.slots) {
        if (slot.text != nullptr && !slot.text->fixed)
            return short_name(name, slot.text->longest);
    }
    return std::string(name);
}

}
