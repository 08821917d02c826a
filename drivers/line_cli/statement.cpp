// SPDX-License-Identifier: Apache-2.0
// One row, four uses: a line is matched, checked, written and rewritten by the same pattern and slots. Nothing here knows
// a platform's words or what they mean; a pattern that would need a condition is not a pattern, but a handler.
#include "drivers/line_cli/statement.h"

#include "drivers/line_cli/slot.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

using Kind = Pattern::Kind;

bool is_word(std::string_view alternatives, std::string_view word)
{
    if (word.empty())
        return false;
    if (alternatives == word)
        return true;
    while (!alternatives.empty()) {
        const std::size_t bar = alternatives.find('|');
        if (alternatives.substr(0, bar) == word)
            return true;
        alternatives = bar == std::string_view::npos ? std::string_view{} : alternatives.substr(bar + 1);
    }
    return false;
}

std::string_view first_word(std::string_view alternatives)
{
    return alternatives.substr(0, alternatives.find('|'));
}

/// How far a line agrees with a row.
enum class Agreement : std::uint8_t {
    none,
    wrong, ///< but for one value
    whole,
};

/// Where a slot's value stands in a line.
struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
};

using Places = std::array<Place, most_slots>;

// Walks one line along one pattern, behind its first word.
class Walk {
public:
    Walk(const Statement& statement, Words words, bool negated, bool header, Match& match)
        : statement_(statement), words_(words), match_(match), negated_(negated), header_(header)
    {
    }
    /// Where the values stand comes back in `places`.
    Walk(const Statement& statement, std::string_view line, Match& match, Places& places)
        : Walk(statement, Words(line), false, false, match)
    {
        words_.next();
        line_ = line;
        places_ = &places;
    }

    Agreement run()
    {
        while (at_ < statement_.pattern.size()) {
            if (negated_ && at_ >= statement_.pattern.stem())
                take_always_written();
            if (negated_ && words_.at_end())
                return at_ >= statement_.pattern.stem() ? Agreement::whole : Agreement::none;
            const Kind kind = statement_.pattern[at_].kind;
            const Agreement taken = kind == Kind::open ? take_parts() : take_token(at_++);
            if (taken == Agreement::none)
                return misfit();
            if (taken != Agreement::whole)
                return taken;
        }
        if (words_.at_end() || header_)
            return Agreement::whole;
        return misfit();
    }

    [[nodiscard]] std::string_view rest() const { return words_.rest(); }
    /// Whether there is anything in the match that another walk must not find.
    [[nodiscard]] bool touched() const { return touched_; }

private:
    // Words that the row does not have: another line, unless it is clear already what this one is about.
    Agreement misfit()
    {
        if (negated_ || !statement_.pattern.has_marked_stem() || at_ <= statement_.pattern.stem())
            return Agreement::none;
        touched_ = match_.rejected = true;
        return Agreement::wrong;
    }

    // What a device wants with every change, it wants with a negation too: "no mtu force".
    void take_always_written()
    {
        const Pattern& pattern = statement_.pattern;
        for (std::size_t at = at_; at < pattern.size(); ++at) {
            if (pattern[at].kind == Kind::open && pattern[at].slot == Pattern::always_written
                && is_word(pattern.text(pattern[at + 1]), words_.peek()))
                words_.next();
        }
    }

    Agreement take_token(std::size_t at)
    {
        const Pattern::Token& token = statement_.pattern[at];
        if (token.kind == Kind::word)
            return statement_.pattern.take_word(token, words_) ? Agreement::whole : Agreement::none;
        touched_ = true;
        const Slot& slot = statement_.slots[token.slot];
        const std::string_view before = words_.rest();
        const Fit fit = take_slot(slot, token.slot, words_, match_.fact);
        if (fit == Fit::fits && places_ == nullptr)
            return Agreement::whole;
        if (fit == Fit::fits || fit == Fit::out_of_range) {
            std::string_view taken = before.substr(0, before.size() - words_.rest().size());
            taken = taken.substr(0, taken.find_last_not_of(" \t") + 1);
            const std::size_t begin = line_.size() - before.size();
            if (places_ != nullptr)
                (*places_)[token.slot] = {begin, begin + taken.size()};
            if (fit == Fit::out_of_range && match_.wrong == nullptr) {
                match_.wrong = &slot;
                match_.wrong_word = taken;
            }
            return Agreement::whole;
        }
        const bool identifies = slot.kind == SlotKind::index || slot.kind == SlotKind::set;
        Value& value = match_.fact.values[token.slot];
        value.state = Value::State::named;
        if (negated_ && !identifies)
            return Words(before).at_end() ? Agreement::whole : Agreement::none;
        match_.rejected = true;
        if (fit == Fit::impossible) {
            match_.wrong = &slot;
            match_.wrong_word = Words(before).peek();
        }
        return Agreement::wrong;
    }

    [[nodiscard]] std::size_t end_of_part(std::size_t open) const
    {
        while (statement_.pattern[open].kind != Kind::close)
            ++open;
        return open + 1;
    }

    // Optional parts that stand side by side, in whatever order the line has them.
    Agreement take_parts()
    {
        const std::size_t begin = at_;
        std::uint32_t done = 0;
        while (at_ < statement_.pattern.size() && statement_.pattern[at_].kind == Kind::open)
            at_ = end_of_part(at_);
        const std::size_t end = at_;
        for (bool again = true; again && !words_.at_end();) {
            again = false;
            for (std::size_t part = begin; part < end && !again; part = end_of_part(part)) {
                const std::size_t bit = part - begin;
                const Pattern::Token& first = statement_.pattern[part + 1];
                Words ahead = words_;
                if ((done >> bit & 1U) != 0
                    || !(first.kind == Kind::slot ? starts_slot(first)
                                                  : statement_.pattern.take_word(first, ahead)))
                    continue;
                done |= 1U << bit;
                for (std::size_t token = part + 1; token + 1 < end_of_part(part); ++token) {
                    if (const Agreement taken = take_token(token); taken != Agreement::whole)
                        return taken;
                }
                again = true;
            }
        }
        return Agreement::whole;
    }

    [[nodiscard]] bool starts_slot(const Pattern::Token& token) const
    {
        Words ahead = words_;
        Fact ignored;
        const Fit fit = take_slot(statement_.slots[token.slot], token.slot, ahead, ignored);
        return fit == Fit::fits || fit == Fit::out_of_range;
    }

    const Statement& statement_;
    Words words_;
    Match& match_;
    std::string_view line_;
    Places* places_ = nullptr;
    bool negated_;
    bool header_;
    bool touched_ = false;
    std::size_t at_ = 1;
};

// The word in front of a slot, by which people know it.
std::string_view label(const Statement& statement, const Slot& slot)
{
    std::string_view word;
    for (std::size_t at = 0; at < statement.pattern.size(); ++at) {
        const Pattern::Token& token = statement.pattern[at];
        if (token.kind == Kind::slot && &statement.slots[token.slot] == &slot)
            break;
        if (token.kind == Kind::word)
            word = first_word(statement.pattern.text(token));
    }
    return word;
}

std::string range_sentence(const Statement& statement, const Slot& slot, std::string_view value)
{
    return fmt::format("{} {}: out of range, {}{}{}{}",
        label(statement, slot),
        value.substr(0, 80),
        range_text(slot),
        statement.source.empty() ? "" : " (",
        statement.source,
        statement.source.empty() ? "" : ")");
}

// Whether an optional part has something to say.
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

// The line itself, without a negation. False where a value has no text.
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

// Whether the fact has values behind the stem, which may have an index itself.
bool has_values(const Statement& statement, const Fact& fact)
{
    for (std::size_t at = statement.pattern.stem(); at < statement.pattern.size(); ++at) {
        const Pattern::Token& token = statement.pattern[at];
        if (token.kind == Kind::slot && is_written(statement.slots[token.slot], token.slot, fact))
            return true;
    }
    return false;
}

// A negation ends in front of the first value that it does not have: "no traffic-class 3 mark from".
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
    // Slots stand in the line in an order of their own.
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
        if (row.fact == fact && (row.scopes & scopes) != 0 && row.coverage == CoverageState::read)
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
        while (count < row.pattern.size() && row.pattern[count].kind == Kind::word
            && is_word(row.pattern.text(row.pattern[count]), words.next()))
            ++count;
        return count;
    };
    const auto best = [&](Sense says) {
        const Statement* found = nullptr;
        for (const Statement& row : rows_) {
            if (row.fact == fact && row.coverage == CoverageState::read && row.says == says
                && (found == nullptr || common_words(row) > common_words(*found)))
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
        if ((row.opens & scopes) != 0)
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
            // Asides stand behind the rows: they are for what no row is about.
            known = true;
            if (agreement == Agreement::none)
                best.coverage = negated ? CoverageState::irrelevant : candidate.state;
            break;
        }
        if (Words ahead = words; !candidate.second.empty() && !ahead.take(candidate.second))
            continue;
        const Statement& row = rows_[static_cast<std::size_t>(candidate.row)];
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
            if ((others_[index].scopes & scope) != 0)
                best.coverage = negated ? CoverageState::irrelevant : others_[index].state;
        }
        return best;
    }
    const Statement& row = *best.statement;
    best.rejected = best.rejected || (!negated && row.says == Sense::unread);
    best.fact.kind = row.fact;
    best.fact.statement = &row;
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

std::string out_of_range(const Statement& statement, const Fact& fact)
{
    for (std::size_t at = 0; at < statement.pattern.slots(); ++at) {
        const Slot& slot = statement.slots[at];
        if (slot.kind == SlotKind::index && fact.number != Fact::no_number
            && (fact.number < slot.least || fact.number > slot.most))
            return range_sentence(statement, slot, fmt::format("{}", fact.number));
        if (!takes(slot, fact.values[at]))
            return range_sentence(statement, slot, slot_text(slot, at, fact, fact.values[at].term));
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
    const bool is_number
        = !match.wrong_word.empty() && match.wrong_word.front() >= '0' && match.wrong_word.front() <= '9';
    if (is_number)
        return range_sentence(row, *match.wrong, match.wrong_word);
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
        if (!takes(slot, fact.values[at]))
            fact.values[at].number = std::clamp(fact.values[at].number, slot.least, slot.most);
    }
    return fact;
}

}
