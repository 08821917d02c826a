// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/slot.h"
#include "drivers/line_cli/grammar/statement.h"

/// Reading a line along its row: the part that matching and rewriting share.
namespace rocelint::line_cli {

/// Whether `word` is one of the alternatives, such as "qos|quality-of-service".
[[nodiscard]] inline bool is_word(std::string_view alternatives, std::string_view word)
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

/// Returns the alternative that is written.
[[nodiscard]] inline std::string_view first_word(std::string_view alternatives)
{
    return alternatives.substr(0, alternatives.find('|'));
}

/// How well a line matches a row.
enum class Agreement : std::uint8_t {
    none,
    wrong, ///< all but one value match
    whole,
};

/// The position of a slot's value in a line.
struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
};

using Places = std::array<Place, most_slots>;

/// Walks along one line and its pattern, starting after the first word.
class Walk {
    using Kind = Pattern::Kind;

public:
    Walk(const Statement& statement, Words words, bool negated, bool header, Match& match)
        : statement_(statement), words_(words), match_(match), negated_(negated), header_(header)
    {
    }
    /// Returns the positions of the values in `places`.
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
    /// Whether the walk wrote to the match, which must then be reset before another walk.
    [[nodiscard]] bool touched() const { return touched_; }

private:
    // The line has words that the row does not. It is a different line, unless the stem has already
    // identified it.
    Agreement misfit()
    {
        if (negated_ || !statement_.pattern.has_marked_stem() || at_ <= statement_.pattern.stem())
            return Agreement::none;
        touched_ = match_.rejected = true;
        return Agreement::wrong;
    }

    // A part that the device requires in every change is required in a negation too: "no mtu force".
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

    // Takes adjacent optional parts, in whatever order the line has them.
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

}
