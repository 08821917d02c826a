// SPDX-License-Identifier: Apache-2.0
// Finds the row that a line matches. Nothing here knows a platform's words or what they mean. If matching a
// line would need a condition, a handler reads it, not a pattern.
#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/grammar/line_walk.h"

#include <algorithm>

namespace rocelint::line_cli {

bool Pattern::take_alternative(std::string_view alternatives, Words& words)
{
    while (!alternatives.empty()) {
        const std::size_t bar = alternatives.find('|');
        if (words.take(alternatives.substr(0, bar)))
            return true;
        alternatives = bar == std::string_view::npos ? std::string_view{} : alternatives.substr(bar + 1);
    }
    return false;
}

const Statement* Grammar::row(std::uint8_t fact, Scopes scopes) const
{
    for (const Statement& row : rows_) {
        if (row.fact == fact && (row.scopes & scopes) != 0 && row.coverage == CoverageState::read
            && !row.synonym)
            return &row;
    }
    return nullptr;
}

const Statement* Grammar::row_like(std::uint8_t fact, Sense sense, std::string_view like) const
{
    const auto common_words = [&](const Statement& row) {
        Words words(like);
        if (words.peek() == dialect_->negation || words.peek() == dialect_->to_default)
            words.next();
        std::size_t count = 0;
        while (count < row.pattern.size() && row.pattern[count].kind == Pattern::Kind::word
            && is_word(row.pattern.text(row.pattern[count]), words.next()))
            ++count;
        return count;
    };
    const auto is_closer = [&](const Statement& row, const Statement& other) {
        const std::size_t common = common_words(row);
        const std::size_t known = common_words(other);
        return common > known || (common == known && other.synonym && !row.synonym);
    };
    const auto best = [&](Sense says) {
        const Statement* found = nullptr;
        for (const Statement& row : rows_) {
            if (row.fact == fact && row.coverage == CoverageState::read && row.says == says
                && !(row.synonym && like.empty()) && (found == nullptr || is_closer(row, *found)))
                found = &row;
        }
        return found;
    };
    const Statement* own = sense == Sense::off ? best(Sense::off) : nullptr;
    return own != nullptr ? own : best(Sense::set);
}

const Statement* Grammar::opener(Scopes scopes) const
{
    for (const Statement& row : rows_) {
        if ((row.opens & scopes) != 0 && !row.synonym)
            return &row;
    }
    return nullptr;
}

Match Grammar::match(Scopes scope, std::string_view line, bool negated) const
{
    Match best;
    Words words(line);
    std::string_view first = words.next();
    const bool to_default = !dialect_->to_default.empty() && first == dialect_->to_default;
    if (to_default || first == dialect_->negation) {
        first = words.next();
        negated = true;
    }
    best.negated = negated;
    std::int16_t entry = first.empty() ? std::int16_t{0} : first_[bucket_of(first)];
    const auto is_first = [&](std::string_view word) {
        return word.size() == first.size() && same_text(word.data(), first.data(), first.size());
    };
    while (entry != 0 && !is_first(entries_[static_cast<std::size_t>(entry) - 1].word))
        entry = entries_[static_cast<std::size_t>(entry) - 1].next;
    Agreement agreement = Agreement::none;
    bool known = false;
    std::int16_t at = entry == 0 ? std::int16_t{0} : entries_[static_cast<std::size_t>(entry) - 1].first;
    for (; at != 0; at = candidates_[static_cast<std::size_t>(at) - 1].next) {
        const Candidate& candidate = candidates_[static_cast<std::size_t>(at) - 1];
        if ((candidate.scopes & scope) == 0)
            continue;
        if (candidate.row < 0) {
            // Asides come after the rows: they are for lines that match no row.
            known = true;
            if (agreement == Agreement::none) {
                best.coverage = negated ? CoverageState::irrelevant : candidate.state;
                best.unreads = negated ? Unreads{} : candidate.unreads;
            }
            break;
        }
        if (Words ahead = words; !candidate.second.empty() && !ahead.take(candidate.second))
            continue;
        const Statement& row = rows_[static_cast<std::size_t>(candidate.row)];
        // A line that is not modelled never hides one with a wrong value.
        if (agreement != Agreement::none && row.coverage == CoverageState::unsupported)
            continue;
        const bool header = dialect_->flat && row.opens != 0;
        const auto walk_into = [&](Match& match) {
            Walk walk(row, words, negated, header, match);
            const Agreement now = walk.run();
            match.statement = &row;
            match.rest = header ? walk.rest() : std::string_view{};
            if (now == Agreement::none && walk.touched())
                match.fact = {};
            return now;
        };
        Agreement now = Agreement::none;
        if (agreement == Agreement::none) {
            now = walk_into(best);
            if (now == Agreement::none) {
                best.statement = nullptr;
                best.wrong = nullptr;
                best.rejected = false;
            }
        } else {
            Match other;
            other.negated = negated;
            now = walk_into(other);
            if (now > agreement)
                best = other;
        }
        if (now > agreement && negated && row.no == No::irrelevant) {
            best.statement = nullptr;
            best.coverage = CoverageState::irrelevant;
            return best;
        }
        agreement = std::max(agreement, now);
        if (agreement == Agreement::whole)
            break;
    }
    if (best.statement == nullptr) {
        for (std::size_t index = 0; index < other_count_ && !known; ++index) {
            if ((others_[index].scopes & scope) != 0) {
                best.coverage = negated ? CoverageState::irrelevant : others_[index].state;
                best.unreads = negated ? Unreads{} : others_[index].unreads;
            }
        }
        return best;
    }
    const Statement& row = *best.statement;
    best.rejected = best.rejected || (!negated && row.says == Sense::unread);
    best.fact.kind = row.fact;
    best.fact.statement = &row;
    if (row.coverage == CoverageState::unsupported && !negated)
        best.unreads = row.unreads;
    best.fact.line = line;
    best.coverage = negated && row.coverage != CoverageState::read ? CoverageState::irrelevant : row.coverage;
    if (best.rejected) {
        best.fact.sense = Sense::unread;
        best.coverage = row.coverage == CoverageState::read ? row.misfit : row.coverage;
    } else if (negated) {
        best.fact.sense = to_default || row.no == No::clear ? Sense::clear : Sense::off;
    } else {
        best.fact.sense = row.says;
    }
    return best;
}
}
