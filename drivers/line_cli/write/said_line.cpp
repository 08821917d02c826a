// SPDX-License-Identifier: Apache-2.0
// Derives from its row what a line is about, and how to undo it.
#include "drivers/line_cli/write/said_line.h"

#include "drivers/line_cli/grammar/slot.h"
#include "drivers/line_cli/write/line_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

bool is_set(SlotKind kind)
{
    return kind == SlotKind::set || kind == SlotKind::ranges || kind == SlotKind::points;
}

bool is_text(SlotKind kind) { return kind == SlotKind::text || kind == SlotKind::rest; }

// Whether the slot comes before the point where a negation may end.
bool is_in_stem(const Pattern& pattern, std::size_t slot)
{
    for (std::size_t at = 0; at < pattern.stem(); ++at) {
        if (pattern[at].kind == Pattern::Kind::slot && pattern[at].slot == slot)
            return true;
    }
    return false;
}

std::string value_of(const Slot& slot, std::size_t index, const Fact& fact)
{
    return is_written(slot, index, fact) ? slot_text(slot, index, fact, fact.values[index].term)
                                         : std::string{};
}

// Negates a line that no row reads.
std::string negated(const Dialect& dialect, std::string_view line)
{
    Words words(line);
    const std::string_view first = words.next();
    if (first == dialect.negation)
        return dialect.to_default.empty() ? std::string(words.rest())
                                          : fmt::format("{} {}", dialect.to_default, words.rest());
    if (!dialect.to_default.empty() && first == dialect.to_default)
        return fmt::format("{} {}", dialect.negation, words.rest());
    return fmt::format("{} {}", dialect.negation, line);
}

}

SaidLine::SaidLine(const Grammar& grammar, Scopes scope, std::string_view line, bool negated)
    : scope_(scope)
    , text_(negated ? fmt::format("{} {}", grammar.dialect().negation, line) : std::string(line))
{
    const Match match = grammar.match(scope, line, negated);
    const bool read = match.statement != nullptr && !match.rejected && match.fact.kind != 0
        && match.statement->coverage == CoverageState::read;
    if (read)
        fact_ = match.fact;
    divide(grammar);
}

bool SaidLine::needs_no_first() const { return is_read() && row().displaces == Displaces::needs_no_first; }

void SaidLine::divide(const Grammar& grammar)
{
    if (!is_read() || needs_no_first() || row().opens != 0) {
        parts_.push_back({text_, text_});
        return;
    }
    if (row().displaces == Displaces::adds_up) {
        divide_members(grammar);
        return;
    }
    std::string about = fmt::format("{} {}", fact_.kind, fact_.number);
    for (std::size_t slot = 0; slot < row().pattern.slots(); ++slot) {
        const bool identifies
            = is_in_stem(row().pattern, slot) || (slot == 0 && row().displaces == Displaces::first_value);
        if (identifies && row().slots[slot].kind != SlotKind::index)
            about += ' ' + value_of(row().slots[slot], slot, fact_);
    }
    // Rows of a kind whose lines may lack all values are one part, so that a line without values gives way to
    // one with them.
    if (grammar.places_of(fact_.kind).by_value && row().pattern.has_marked_stem()) {
        for (std::size_t slot = 0; slot < row().pattern.slots(); ++slot) {
            if (std::string value = value_of(row().slots[slot], slot, fact_); !value.empty()) {
                parts_.push_back({fmt::format("{} {}", about, slot), std::move(value)});
                members_.push_back(static_cast<std::uint8_t>(slot));
            }
        }
        by_value_ = !parts_.empty();
    }
    if (parts_.empty())
        parts_.push_back({std::move(about), text_});
}

void SaidLine::divide_members(const Grammar& grammar)
{
    std::string about = fmt::format("{} {}", fact_.kind, row().pattern.stem_text());
    for (std::size_t slot = 0; slot < row().pattern.slots(); ++slot) {
        if (!is_set(row().slots[slot].kind))
            continue;
        if (set_ == most_slots)
            set_ = slot;
        else
            about += ' ' + value_of(row().slots[slot], slot, fact_);
    }
    const std::uint64_t members = set_ == most_slots ? 0 : fact_.values[set_].number;
    for (std::uint8_t member = 0; member < 64; ++member) {
        if ((members >> member & 1U) == 0)
            continue;
        Fact one = fact_;
        one.values[set_].number = std::uint64_t{1} << member;
        parts_.push_back({fmt::format("{} {}", about, member),
            fmt::format("{} {}", static_cast<int>(one.sense), write(grammar.dialect(), row(), one))});
        members_.push_back(member);
    }
    if (parts_.empty())
        parts_.push_back({std::string(plain_words(grammar.dialect(), text_).rest()), text_});
}

Fact SaidLine::with(Parts parts) const
{
    Fact fact = fact_;
    if (members_.empty())
        return fact;
    std::uint64_t chosen = 0;
    for (std::size_t part = 0; part < members_.size(); ++part) {
        if ((parts >> part & 1U) != 0)
            chosen |= std::uint64_t{1} << members_[part];
    }
    if (by_value_) {
        for (std::size_t slot = 0; slot < most_slots; ++slot) {
            if ((chosen >> slot & 1U) == 0)
                fact.values[slot] = {};
        }
    } else {
        fact.values[set_].number = chosen;
    }
    return fact;
}

std::string SaidLine::stated(const Grammar& grammar, Parts parts) const
{
    const Parts all = parts_.size() == 64 ? ~Parts{0} : (Parts{1} << parts_.size()) - 1;
    if (by_value_ || members_.empty() || (parts & all) == all)
        return text_;
    std::string line = write(grammar.dialect(), row(), with(parts), fact_.line);
    return line;
}

// A negation that states nothing leaves nothing to undo.
std::string SaidLine::negation_taken_back(const Grammar& grammar, Parts parts) const
{
    const Dialect& dialect = grammar.dialect();
    const std::string said = stated(grammar, parts);
    const std::string_view plain = plain_words(dialect, said).rest();
    if (!dialect.to_default.empty())
        return fmt::format("{} {}", dialect.to_default, plain);
    const Match match = grammar.match(scope_, plain);
    const bool is_line = match.statement == fact_.statement && !match.rejected;
    const bool switches = fact_.sense == Sense::off && row().displaces == Displaces::stem;
    return switches && is_line ? std::string(plain) : std::string{};
}

std::string SaidLine::negation_of(const Grammar& grammar, Parts parts) const
{
    const Dialect& dialect = grammar.dialect();
    const Pattern& pattern = row().pattern;
    const bool adds_up = row().displaces == Displaces::adds_up;
    Fact fact = with(parts);
    const auto has_text = [&] {
        return std::ranges::any_of(
            row().slots, [](const Slot& slot) { return !slot.name.empty() && is_text(slot.kind); });
    };
    const bool ends_at_stem = adds_up ? set_ != most_slots && is_in_stem(pattern, set_)
                                      : !by_value_
            && (pattern.has_marked_stem() || ((dialect.short_negations & scope_) != 0 && !has_text()));
    for (std::size_t at = pattern.stem(); at < pattern.size() && ends_at_stem; ++at) {
        if (pattern[at].kind != Pattern::Kind::slot)
            continue;
        fact.values[pattern[at].slot] = {};
        if (is_text(row().slots[pattern[at].slot].kind))
            fact.text = {};
    }
    if (row().says != Sense::set)
        return fmt::format("{} {}", dialect.negation, stated(grammar, parts));
    fact.sense = adds_up || by_value_ || !ends_at_stem ? Sense::off : Sense::clear;
    return write(dialect, row(), fact);
}

std::vector<std::string> SaidLine::taken_back(const RetraceStyle& style, Parts parts) const
{
    const Grammar& grammar = style.grammar;
    const Dialect& dialect = grammar.dialect();
    if (!is_read() || needs_no_first())
        return {negated(dialect, text_)};
    // If a row knows only the negated form of its line, none of its facts counts as negated.
    const bool is_only_negated = row().says == Sense::unread && Words(text_).next() == dialect.negation;
    if ((fact_.sense != Sense::set && row().says == Sense::set) || is_only_negated) {
        std::string line = negation_taken_back(grammar, parts);
        return line.empty() ? std::vector<std::string>{} : std::vector<std::string>{std::move(line)};
    }
    std::vector<std::string> lines;
    if (style.usual != nullptr) {
        for (const Fact& fact : style.usual(with(parts)))
            lines.push_back(write(dialect, row(), fact));
        if (!lines.empty())
            return lines;
    }
    // Some lines have their own words for off.
    const Statement* own = grammar.row_like(fact_.kind, Sense::off);
    if (dialect.to_default.empty() && own != nullptr && own->says == Sense::off && row().says == Sense::set)
        return {write(dialect, *own, {.kind = fact_.kind, .number = fact_.number, .sense = Sense::off})};
    return {negation_of(grammar, parts)};
}

}
