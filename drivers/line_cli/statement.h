// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/dialect.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Lines of configuration as rows: one Statement says how a line is spelt, which numbers it takes and what it means, and
/// from that row the line is read, checked, written, and written again in the unit that it had.
namespace rocelint::line_cli {

/// A unit behind a number ("kbytes", 1000), or a word that stands for a value of the model ("cos", Trust::pcp).
struct Term {
    std::string_view word; ///< an empty unit is one that is not written
    std::uint64_t number = 1;
    /// What the unit counts. Numbers in units of one measure become each other; others need what a row does not know.
    std::uint8_t measure = 0;
    bool only_read = false; ///< a word that is understood, and not written where it does not stand already
};

enum class SlotKind : std::uint8_t {
    number, ///< a whole number, with one of the terms behind it where the slot has any
    thousandths, ///< "0.05": up to three decimals; the value counts thousandths
    index, ///< a whole number, or one of the terms, that tells which queue, class or priority the line is of: Fact::number
    word, ///< one of the terms
    set, ///< "3,4-5", one word: bits of the numbers 0 to 63
    points, ///< "0 8 12-14 ef": DSCPs or CoS values up to a word that is none: bits
    text, ///< one word
    rest, ///< everything that the line still has
};

/// The place of one value in a pattern.
struct Slot {
    std::string_view name; ///< as in the pattern
    /// What the device takes, units applied (thousandths where that is the kind). Another number is told when it is
    /// read, refused when it is to be written, and brought into the range when a design is rendered.
    std::uint64_t least = 0;
    std::uint64_t most = 1'000'000'000'000;
    std::span<const Term> terms;
    SlotKind kind = SlotKind::number;
    std::string_view instead; ///< a word that may stand for a number ("auto")
    /// No number above it is one at all (a field of 16 bits); 0: `most` for indexes, sets and points, else 10^12.
    std::uint64_t impossible_above = 0;
};

inline constexpr std::size_t most_slots = 6;

/// A line's words, with slots and optional parts: "random-detect ecn minimum-threshold {min} [weight {weight}]". A word
/// may have alternatives ("qos|quality-of-service"), of which the first is written. A run of optional parts may come in
/// any order; a part without a slot is kept but not written, unless it begins with a plus: "mtu {mtu} [+force]". Parts do not nest. A negation ends in front of the first value
/// that it does not have, or at a " / ": from there on it is clear what the line is about, and a line that goes on with other
/// words is one that is not understood. Malformed patterns do not compile.
class Pattern {
public:
    enum class Kind : std::uint8_t { word, slot, open, close };
    struct Token {
        Kind kind = Kind::word;
        std::uint8_t slot = 0; ///< slots are numbered in the order of the pattern
        std::uint8_t begin = 0;
        std::uint8_t length = 0;
    };
    static constexpr std::size_t most_tokens = 26;
    static constexpr std::uint8_t always_written = 1; ///< slot of the token that opens such a part
    static constexpr std::uint8_t has_alternatives = 1; ///< slot of such a word

    // NOLINTNEXTLINE(google-explicit-constructor): rows are tables of text.
    consteval Pattern(const char* text) : text_(text)
    {
        bool inside = false;
        for (std::size_t at = 0; at < text_.size();) {
            if (text_[at] == ' ') {
                ++at;
            } else if (text_[at] == '/') {
                stem_ = count_;
                stem_is_marked_ = true;
                ++at;
            } else if (text_[at] == '[' || text_[at] == ']') {
                if (inside == (text_[at] == '['))
                    throw "optional parts do not nest";
                inside = !inside;
                add(inside ? Kind::open : Kind::close, at, 1);
                if (inside && text_[at + 1] == '+')
                    tokens_[count_ - 1U].slot = always_written;
                at += tokens_[count_ - 1U].slot == always_written ? 2U : 1U;
            } else {
                const bool slot = text_[at] == '{';
                std::size_t end = at;
                while (end < text_.size() && text_[end] != ' ' && text_[end] != ']')
                    ++end;
                if (slot && text_[end - 1] != '}')
                    throw "a slot has no closing brace";
                if (slot)
                    add(Kind::slot, at + 1, end - at - 2);
                else
                    add(Kind::word, at, end - at);
                at = end;
            }
        }
        if (inside || count_ == 0 || tokens_[0].kind != Kind::word)
            throw "a pattern begins with a word and closes its optional parts";
        while (!stem_is_marked_ && stem_ < count_ && tokens_[stem_].kind == Kind::word)
            ++stem_;
    }

    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr const Token& operator[](std::size_t at) const { return tokens_[at]; }
    [[nodiscard]] constexpr std::string_view text(const Token& token) const
    {
        return text_.substr(token.begin, token.length);
    }
    [[nodiscard]] constexpr std::string_view text() const { return text_; }
    [[nodiscard]] constexpr std::size_t slots() const { return slots_; }
    /// Takes a token that is a word from a line.
    [[nodiscard]] bool take_word(const Token& token, Words& words) const
    {
        const std::string_view word = text(token);
        if (token.slot != has_alternatives)
            return words.take(word);
        return take_alternative(word, words);
    }
    /// How many tokens a negation has at least.
    [[nodiscard]] constexpr std::size_t stem() const { return stem_; }
    /// Whether the stem ends at a " / ".
    [[nodiscard]] constexpr bool has_marked_stem() const { return stem_is_marked_; }
    /// The words of the stem, up to its first slot: "random-detect ecn".
    [[nodiscard]] constexpr std::string_view stem_text() const
    {
        std::size_t end = 0;
        for (std::size_t at = 0; at < stem_ && tokens_[at].kind == Kind::word; ++at)
            end = std::size_t{tokens_[at].begin} + tokens_[at].length;
        return text_.substr(0, end);
    }

private:
    [[nodiscard]] static bool take_alternative(std::string_view alternatives, Words& words);
    consteval void add(Kind kind, std::size_t begin, std::size_t length)
    {
        if (count_ == most_tokens || begin + length > 0xff)
            throw "the pattern is too long";
        const bool either
            = kind == Kind::word && text_.substr(begin, length).find('|') != std::string_view::npos;
        tokens_[count_++] = {kind,
            static_cast<std::uint8_t>(kind == Kind::slot ? slots_++
                    : either                             ? has_alternatives
                                                         : 0),
            static_cast<std::uint8_t>(begin),
            static_cast<std::uint8_t>(length)};
    }
    std::string_view text_;
    std::array<Token, most_tokens> tokens_{};
    std::uint8_t count_ = 0;
    std::uint8_t slots_ = 0;
    std::uint8_t stem_ = 0;
    bool stem_is_marked_ = false;
};

/// What a line says once it is negated.
enum class No : std::uint8_t {
    clear, ///< nothing: the default holds
    off, ///< that it is off
    irrelevant, ///< it takes something away that is therefore not in the configuration
};

enum class Sense : std::uint8_t {
    set,
    off, ///< a negation that means off
    clear, ///< back to the default
    unread, ///< there is such a line, and its values are not understood
};

/// Bits of the blocks that a line may stand in, and the block that it opens: each platform numbers its own.
using Scopes = std::uint16_t;
inline constexpr Scopes any_scope = 0xffff;

/// One line of a platform's configuration: the only place that knows how it is spelt.
struct Statement {
    Scopes scopes = 1;
    Pattern pattern;
    Slot slots[most_slots]{};
    std::uint8_t fact = 0; ///< what it says, by the platform's own enum; several rows may say the same
    No no = No::clear;
    /// Of a line that is not modelled, what it is; its negation is irrelevant.
    CoverageState coverage = CoverageState::read;
    std::string_view source; ///< of the spelling and the ranges
    Scopes opens = 0;
    Sense says
        = Sense::set; ///< of a line that says "off" in its own words, off; unread: only its negation is one
    /// What a line is whose words agree but for one value that is none of the row's.
    CoverageState misfit = CoverageState::unrecognised;
    /// Stands in front of the other lines of its block that begin with the same word.
    bool leads = false;
};

/// First words of lines that are known and not read, all of one state: "aaa alias banner". Their negation is irrelevant. A
/// "*" stands for all lines that nothing else is about.
struct Aside {
    Scopes scopes = 1;
    CoverageState state = CoverageState::irrelevant;
    std::string_view words; ///< parted by blanks
};

/// One value of a fact. Numbers are in the smallest unit of their measure.
struct Value {
    enum class State : std::uint8_t {
        absent,
        written,
        instead, ///< by the word that may stand for a number
        named, ///< a negation speaks of it without a value
    };
    std::uint64_t number = 0;
    std::uint8_t term = 0; ///< index of the unit or word that stands in the line
    State state = State::absent;

    [[nodiscard]] constexpr bool written() const { return state == State::written; }
    [[nodiscard]] static constexpr Value of(std::uint64_t number, std::uint8_t term = 0)
    {
        return {number, term, State::written};
    }
};

/// What one line says, in the platform's own terms: the currency between lines and meaning.
struct Fact {
    std::uint8_t kind = 0;
    std::uint8_t number = no_number; ///< queue, class or priority; of a line in a block, the block's
    Sense sense = Sense::set;
    std::array<Value, most_slots> values{}; ///< by slot
    std::string_view text; ///< of a text or rest slot
    Span at; ///< nowhere: to be written
    const Node* node = nullptr;
    const Node* block = nullptr; ///< of a line in a block inside a block: the inner one's header
    const Statement* statement = nullptr; ///< that the line was read by
    std::string_view line; ///< what the statement read: of a flat line, without its header

    static constexpr std::uint8_t no_number = 0xff;
    [[nodiscard]] constexpr std::uint64_t value(std::size_t slot = 0) const { return values[slot].number; }
};

/// The number by which lines say a value of an enumeration.
template <class Enum>
[[nodiscard]] constexpr std::uint64_t number_of(Enum value)
{
    return static_cast<std::uint64_t>(value);
}

/// A fact that is to be written; its values in the order of the slots of its row.
template <class Kind>
[[nodiscard]] Fact fact_of(
    Kind kind, std::initializer_list<std::uint64_t> values = {}, std::uint8_t number = Fact::no_number)
{
    Fact fact{.kind = static_cast<std::uint8_t>(kind), .number = number};
    std::size_t slot = 0;
    for (const std::uint64_t value : values)
        fact.values.at(slot++) = Value::of(value);
    return fact;
}

/// What became of a line.
struct Match {
    const Statement* statement = nullptr; ///< null where no row is about this line
    Fact fact;
    /// Of the line, without what is inside its block.
    CoverageState coverage = CoverageState::unrecognised;
    const Slot* wrong = nullptr; ///< a slot whose number is not in its range, or not a number
    std::string_view wrong_word; ///< that stands there
    bool rejected = false; ///< a value could not be one, so that the fact is unread
    std::string_view rest; ///< of a header in a flat line: the line that is in its block
    bool negated = false;
};

/// The rows of one platform, by their first words.
class Grammar {
public:
    consteval Grammar(const Dialect& dialect, std::span<const Statement> rows, std::span<const Aside> asides)
        : dialect_(&dialect), rows_(rows)
    {
        for (std::size_t at = 0; at < rows.size(); ++at) {
            check(rows[at]);
            const Pattern& pattern = rows[at].pattern;
            Candidate candidate{static_cast<std::int16_t>(at), rows[at].scopes};
            // A line with another second word is another line.
            if (pattern.stem() > 1 && pattern[1].kind == Pattern::Kind::word
                && pattern[1].slot != Pattern::has_alternatives)
                candidate.second = pattern.text(pattern[1]);
            add_words(pattern.text(pattern[0]), '|', candidate);
        }
        for (const Aside& aside : asides) {
            if (aside.words == "*")
                others_.at(other_count_++) = aside;
            else
                add_words(aside.words, ' ', {-1, aside.scopes, aside.state});
        }
        give_places();
    }

    [[nodiscard]] const Dialect& dialect() const { return *dialect_; }
    [[nodiscard]] std::span<const Statement> rows() const { return rows_; }
    /// The row by which this fact is written in one of the scopes: the first of its kind. Null where there is none.
    [[nodiscard]] const Statement* row(std::uint8_t fact, Scopes scopes = any_scope) const;
    /// The row for a fact of this sense: one that says it in words of its own, else one that is negated for it. Of several
    /// the one that has most words of `like`, else the first.
    [[nodiscard]] const Statement* row_like(std::uint8_t fact, Sense sense, std::string_view like = {}) const;
    /// The row that opens the block in which lines of these scopes stand, or null.
    [[nodiscard]] const Statement* opener(Scopes scopes) const;
    /// The places that facts of a kind take in a FactTable: [first, first + count). One for each number of a kind that has
    /// numbers, one for each value of a kind all of whose values are optional, else one.
    struct Places {
        std::uint16_t first = 0;
        std::uint8_t count = 0;
        bool by_value = false;
    };
    [[nodiscard]] Places places_of(std::uint8_t fact) const { return places_[fact % most_kinds]; }
    [[nodiscard]] std::size_t place_count() const { return place_count_; }
    /// What a line says that stands in this scope. Its Span and node are the caller's. `negated`: the negation stood in
    /// front of the header that `line` followed.
    [[nodiscard]] Match match(Scopes scope, std::string_view line, bool negated = false) const;

private:
    /// A row, or an aside, that lines with one first word may be of.
    struct Candidate {
        std::int16_t row = -1; ///< -1: an aside
        Scopes scopes = 0;
        CoverageState state = CoverageState::irrelevant;
        std::int16_t next = 0; ///< one more than the index of the next; 0: none
        std::string_view second{}; ///< word that the line must have; empty: any
    };
    /// A first word.
    struct Entry {
        std::string_view word;
        std::int16_t first = 0; ///< one more than the index of its first candidate
        std::int16_t last = 0;
        std::int16_t next = 0; ///< one more than the index of the next entry in its bucket
    };
    static constexpr std::size_t buckets = 512;
    static constexpr std::size_t most_candidates = 512;
    static constexpr std::size_t most_kinds = 128;

    [[nodiscard]] static constexpr std::size_t bucket_of(std::string_view word)
    {
        const auto at = [&](std::size_t place) { return static_cast<unsigned char>(word[place]); };
        const std::size_t size = word.size();
        return size == 0 ? 0 : (at(0) * 31U + at(size / 2) * 7U + at(size - 1) * 131U + size * 17U) % buckets;
    }
    static consteval void check(const Statement& row)
    {
        if (row.pattern.slots() > most_slots)
            throw "a pattern has more slots than a fact has values";
        for (std::size_t at = 0; at < row.pattern.size(); ++at) {
            const Pattern::Token& token = row.pattern[at];
            if (token.kind == Pattern::Kind::slot && row.slots[token.slot].name != row.pattern.text(token))
                throw "the slots of a row are not those of its pattern, in its order";
        }
        for (const Slot& slot : row.slots) {
            for (const Term& term : slot.terms) {
                if (slot.kind == SlotKind::number && term.number == 0)
                    throw "a unit of nothing";
            }
        }
    }
    consteval void give_places()
    {
        Scopes numbered = 0;
        for (const Statement& row : rows_) {
            for (const Slot& slot : row.slots)
                numbered = static_cast<Scopes>(
                    numbered | (slot.kind == SlotKind::index && !slot.name.empty() ? row.opens : 0));
        }
        for (const Statement& row : rows_) {
            if (row.fact >= most_kinds)
                throw "a kind of fact is beyond most_kinds";
            Places& places = places_[row.fact];
            std::size_t count = (row.scopes & numbered) != 0 ? 8 : 1;
            bool optional = row.pattern.slots() > 1;
            bool inside = false;
            for (std::size_t at = 0; at < row.pattern.size(); ++at) {
                const Pattern::Token& token = row.pattern[at];
                inside = token.kind == Pattern::Kind::open || (inside && token.kind != Pattern::Kind::close);
                if (token.kind != Pattern::Kind::slot)
                    continue;
                optional = optional && inside;
                const Slot& slot = row.slots[token.slot];
                if ((slot.kind == SlotKind::index || slot.kind == SlotKind::set) && count <= slot.most)
                    count = slot.most + 1;
            }
            if (count > 64)
                throw "a kind of fact has more numbers than places";
            places.by_value = places.by_value || (optional && count == 1);
            count = places.by_value ? most_slots : count;
            if (places.count < count)
                places.count = static_cast<std::uint8_t>(count);
        }
        for (Places& places : places_) {
            places.first = static_cast<std::uint16_t>(place_count_);
            place_count_ += places.count;
        }
    }
    consteval void add_words(std::string_view words, char separator, Candidate candidate)
    {
        while (!words.empty()) {
            const std::size_t end = words.find(separator);
            const std::string_view word = words.substr(0, end);
            words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
            if (!word.empty())
                add_candidate(word, candidate);
        }
    }
    consteval void add_candidate(std::string_view word, const Candidate& candidate)
    {
        if (count_ == most_candidates)
            throw "too many rows";
        std::int16_t* link = &first_[bucket_of(word)];
        while (*link != 0 && entries_[static_cast<std::size_t>(*link) - 1].word != word)
            link = &entries_[static_cast<std::size_t>(*link) - 1].next;
        if (*link == 0) {
            entries_[entry_count_] = {.word = word};
            *link = static_cast<std::int16_t>(++entry_count_);
        }
        Entry& entry = entries_[static_cast<std::size_t>(*link) - 1];
        candidates_[count_] = candidate;
        const auto here = static_cast<std::int16_t>(++count_);
        (entry.last == 0 ? entry.first : candidates_[static_cast<std::size_t>(entry.last) - 1].next) = here;
        entry.last = here;
    }

    const Dialect* dialect_;
    std::span<const Statement> rows_;
    std::array<std::int16_t, buckets> first_{}; ///< one more than the index of the bucket's first entry
    std::array<Entry, most_candidates> entries_{};
    std::size_t entry_count_ = 0;
    std::array<Candidate, most_candidates> candidates_{};
    std::size_t count_ = 0;
    std::array<Aside, 8> others_{};
    std::size_t other_count_ = 0;
    std::array<Places, most_kinds> places_{};
    std::size_t place_count_ = 0;
};

/// The fact as a line without indentation, in the first of each slot's units in which it comes out even. Where `like` is
/// a line of the same row, that line with the fact's values in its units, everything else as it is. Empty where a value
/// cannot be written in the measure that the fact has.
[[nodiscard]] std::string write(
    const Dialect& dialect, const Statement& statement, const Fact& fact, std::string_view like = {});

/// The fact as a line: by the row that it names, else by Grammar::row_like. `like`: a line that it takes the place of, or
/// null; what of it the fact does not speak of is kept.
[[nodiscard]] std::string write(const Grammar& grammar, const Fact& fact, const Fact* like = nullptr);

/// A sentence about the first value that the device does not take: "mtu 9300: out of range, 68 to 9214 (SOURCE)".
/// Empty where all are in range.
[[nodiscard]] std::string out_of_range(const Statement& statement, const Fact& fact);
/// What is wrong with a line that was read: the same sentence, or that it is not understood. Empty where nothing is, and
/// where a word is none that the row knows: such a line is unrecognised and may be of a newer release.
[[nodiscard]] std::string problem_of(const Match& match);
/// The fact with the nearest values that the device takes.
[[nodiscard]] Fact in_range(const Statement& statement, Fact fact);

/// A DSCP as number or name: "46", "ef", "cs3", "af31".
[[nodiscard]] std::optional<std::uint8_t> parse_dscp(std::string_view word);

}
