// SPDX-License-Identifier: Apache-2.0
// Writes a fact as a line: in the words of its row, or based on an existing line, with that line's units,
// order and options.
#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/grammar/line_walk.h"

#include <algorithm>

namespace rocelint::line_cli {
namespace {

using Kind = Pattern::Kind;

// Whether an optional part is to be written.
bool part_is_written(const Statement& statement, std::size_t open, const Fact& fact)
{
    if (statement.pattern[open].slot == Pattern::always_written)
        return true;
    for (std::size_t at = open + 1; statement.pattern[at].kind != Kind::close; ++at) {
        const Pattern::Token& token = statement.pattern[at];
        if (token.kind == Kind::slot && is_written(statement.slots[token.slot], token.slot, fact))
            return true;
    }
    return false;
}

std::size_t after_part(const Pattern& pattern, std::size_t open)
{
    while (pattern[open].kind != Kind::close)
        ++open;
    return open + 1;
}

void append(std::string& line, std::string_view word)
{
    if (word.empty())
        return;
    if (!line.empty())
        line += ' ';
    line += word;
}

// Appends the line itself, without a negation. False if a value cannot be written.
bool append_tokens(
    std::string& line, const Statement& statement, const Fact& fact, std::size_t from, std::size_t to)
{
    const Pattern& pattern = statement.pattern;
    for (std::size_t at = from; at < to; ++at) {
        const Pattern::Token& token = pattern[at];
        if (token.kind == Kind::open && !part_is_written(statement, at, fact)) {
            at = after_part(pattern, at) - 1;
        } else if (token.kind == Kind::word) {
            append(line, first_word(pattern.text(token)));
        } else if (token.kind == Kind::slot) {
            const Slot& slot = statement.slots[token.slot];
            if (!is_written(slot, token.slot, fact)) {
                if (slot.kind == SlotKind::rest)
                    continue;
                return false;
            }
            const std::string text = slot_text(slot, token.slot, fact, fact.values[token.slot].term);
            if (text.empty())
                return false;
            append(line, text);
        }
    }
    return true;
}

// Whether the fact has values after the stem. (The stem may contain an index itself.)
bool has_values(const Statement& statement, const Fact& fact)
{
    for (std::size_t at = statement.pattern.stem(); at < statement.pattern.size(); ++at) {
        const Pattern::Token& token = statement.pattern[at];
        if (token.kind == Kind::slot && is_written(statement.slots[token.slot], token.slot, fact))
            return true;
    }
    return false;
}

// A negation ends before the first value that it lacks: "no traffic-class 3 mark from".
std::size_t end_of_negation(const Statement& statement, const Fact& fact)
{
    const Pattern& pattern = statement.pattern;
    for (std::size_t at = pattern.stem(); at < pattern.size(); ++at) {
        if (pattern[at].kind == Kind::open)
            at = after_part(pattern, at) - 1;
        else if (pattern[at].kind == Kind::slot
            && !is_written(statement.slots[pattern[at].slot], pattern[at].slot, fact))
            return at;
    }
    return pattern.size();
}

std::string write_like(const Statement& statement, const Fact& fact, std::string_view like)
{
    Match match;
    Places places{};
    if (Walk(statement, like, match, places).run() != Agreement::whole)
        return {};
    const Pattern& pattern = statement.pattern;
    std::string line;
    std::size_t copied = 0;
    // The line may have its slots in any order.
    std::array<std::size_t, most_slots> order{};
    std::size_t count = 0;
    for (std::size_t slot = 0; slot < pattern.slots(); ++slot) {
        const bool present = places[slot].end != 0;
        if (present && is_written(statement.slots[slot], slot, fact))
            order[count++] = slot;
    }
    std::sort(order.begin(),
        order.begin() + static_cast<std::ptrdiff_t>(count),
        [&](std::size_t a, std::size_t b) { return places[a].begin < places[b].begin; });
    for (std::size_t at = 0; at < count; ++at) {
        const std::size_t slot = order[at];
        const std::string text = slot_text(statement.slots[slot], slot, fact, match.fact.values[slot].term);
        if (text.empty())
            return {};
        line += like.substr(copied, places[slot].begin - copied);
        line += text;
        copied = places[slot].end;
    }
    line += like.substr(copied);
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at].kind != Kind::open || pattern[at].slot == Pattern::always_written)
            continue;
        const std::size_t end = after_part(pattern, at);
        bool present = false;
        for (std::size_t token = at; token < end; ++token)
            present = present || (pattern[token].kind == Kind::slot && places[pattern[token].slot].end != 0);
        if (!present && part_is_written(statement, at, fact)
            && !append_tokens(line, statement, fact, at + 1, end))
            return {};
    }
    return line;
}

}

std::string write(const Dialect& dialect, const Statement& statement, const Fact& fact, std::string_view like)
{
    if (!like.empty() && fact.sense == Sense::set)
        return write_like(statement, fact, like);
    std::string line;
    const bool in_own_words = fact.sense == statement.says;
    if (fact.sense == Sense::off && !in_own_words)
        line = dialect.negation;
    else if (fact.sense == Sense::clear)
        line = dialect.to_default.empty() ? dialect.negation : dialect.to_default;
    // A negation needs no values.
    const bool whole = fact.sense == Sense::set || in_own_words || has_values(statement, fact);
    const bool negated = fact.sense != Sense::set && !in_own_words;
    const std::size_t end = !whole ? statement.pattern.stem()
        : negated                  ? end_of_negation(statement, fact)
                                   : statement.pattern.size();
    if (!append_tokens(line, statement, fact, 0, end))
        return {};
    for (std::size_t at = end; at < statement.pattern.size(); ++at) {
        if (statement.pattern[at].kind == Kind::open && statement.pattern[at].slot == Pattern::always_written)
            append(line, statement.pattern.text(statement.pattern[at + 1]));
    }
    return line;
}

std::string write(const Grammar& grammar, const Fact& fact, const Fact* like)
{
    if (like != nullptr && like->sense == Sense::set && fact.sense == Sense::set)
        return write(grammar.dialect(), *like->statement, fact, like->line);
    const Statement* row = fact.statement != nullptr
        ? fact.statement
        : grammar.row_like(fact.kind, fact.sense, like == nullptr ? std::string_view{} : like->line);
    return row == nullptr ? std::string{} : write(grammar.dialect(), *row, fact);
}
}
