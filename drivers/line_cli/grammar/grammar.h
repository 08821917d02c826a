// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/statement.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// The rows of one platform, by their first words.
class Grammar {
public:
    consteval Grammar(const Dialect& dialect, std::span<const Statement> rows, std::span<const Aside> asides)
        : dialect_(&dialect), rows_(rows), asides_(asides)
    {
        for (std::size_t at = 0; at < rows.size(); ++at) {
            check(rows[at]);
            check_written(rows, at);
            const Pattern& pattern = rows[at].pattern;
            Candidate candidate{static_cast<std::int16_t>(at), rows[at].scopes};
            // A different second word makes a different line.
            if (pattern.stem() > 1 && pattern[1].kind == Pattern::Kind::word
                && pattern[1].slot != Pattern::has_alternatives)
                candidate.second = pattern.text(pattern[1]);
            add_words(pattern.text(pattern[0]), '|', candidate);
        }
        for (const Aside& aside : asides) {
            if (aside.state == CoverageState::unsupported && aside.unreads[0] == 0)
                throw "an unsupported line names no fact that it makes unread";
            if (aside.words == "*")
                others_.at(other_count_++) = aside;
            else
                add_words(aside.words,
                    ' ',
                    {.row = -1, .scopes = aside.scopes, .state = aside.state, .unreads = aside.unreads});
        }
        give_places();
    }

    [[nodiscard]] const Dialect& dialect() const { return *dialect_; }
    [[nodiscard]] std::span<const Statement> rows() const { return rows_; }
    [[nodiscard]] std::span<const Aside> asides() const { return asides_; }
    /// Returns the row that writes this fact in one of the scopes: the first row of its kind that is not a
    /// synonym, or null.
    [[nodiscard]] const Statement* row(std::uint8_t fact, Scopes scopes = any_scope) const;
    /// Returns the row for a fact with this sense: a row that states it in its own words, else one that is
    /// negated for it. If there are several rows, the one that shares the most words with `like`, else the
    /// first that is not a synonym.
    [[nodiscard]] const Statement* row_like(std::uint8_t fact, Sense sense, std::string_view like = {}) const;
    /// Returns the row that writes the header of the block that contains lines of these scopes, or null.
    [[nodiscard]] const Statement* opener(Scopes scopes) const;
    /// Returns every word that a row or an aside names.
    [[nodiscard]] std::vector<std::string_view> words() const;
    /// The places that facts of a kind take in a FactTable: [first, first + count). A kind with numbers has a
    /// place for each number, a kind whose values are all optional a place for each value, any other kind a
    /// single place.
    struct Places {
        std::uint16_t first = 0;
        std::uint8_t count = 0;
        bool by_value = false;
    };
    [[nodiscard]] Places places_of(std::uint8_t fact) const { return places_[fact % most_kinds]; }
    [[nodiscard]] std::size_t place_count() const { return place_count_; }
    /// Reads a line in this scope. The caller sets the Span and the node of the fact. `negated`: a negation
    /// preceded the header before `line`.
    [[nodiscard]] Match match(Scopes scope, std::string_view line, bool negated = false) const;

private:
    /// A row or an aside that a line with a given first word may match.
    struct Candidate {
        std::int16_t row = -1; ///< -1: an aside
        Scopes scopes = 0;
        CoverageState state = CoverageState::irrelevant;
        std::int16_t next = 0; ///< index of the next candidate plus one; 0: none
        std::string_view second{}; ///< the line's second word must be this; empty: any
        Unreads unreads{}; ///< of an aside
    };
    /// A first word.
    struct Entry {
        std::string_view word;
        std::int16_t first = 0; ///< index of its first candidate plus one
        std::int16_t last = 0;
        std::int16_t next = 0; ///< index of the next entry in its bucket plus one
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
        if (row.coverage == CoverageState::unsupported && row.unreads[0] == 0)
            throw "an unsupported line names no fact that it makes unread";
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
    // A fact without a row of its own is written by one row only: the others are synonyms.
    static consteval void check_written(std::span<const Statement> rows, std::size_t at)
    {
        const auto writes
            = [](const Statement& row) { return row.coverage == CoverageState::read && !row.synonym; };
        for (const Statement& other : rows.first(at)) {
            if (rows[at].fact != 0 && other.fact == rows[at].fact && other.says == rows[at].says
                && other.says != Sense::unread && (other.scopes & rows[at].scopes) != 0 && writes(other)
                && writes(rows[at]))
                throw "two rows write the same fact: all but one are synonyms";
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
        const auto give_one = [&](const Unreads& unreads) {
            for (const std::uint8_t kind : unreads) {
                if (kind != 0 && kind != no_setting && places_.at(kind).count == 0)
                    places_.at(kind).count = 1;
            }
        };
        for (const Statement& row : rows_)
            give_one(row.unreads);
        for (const Aside& aside : asides_)
            give_one(aside.unreads);
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
    std::span<const Aside> asides_;
    std::array<std::int16_t, buckets> first_{}; ///< index of the bucket's first entry plus one
    std::array<Entry, most_candidates> entries_{};
    std::size_t entry_count_ = 0;
    std::array<Candidate, most_candidates> candidates_{};
    std::size_t count_ = 0;
    std::array<Aside, 8> others_{};
    std::size_t other_count_ = 0;
    std::array<Places, most_kinds> places_{};
    std::size_t place_count_ = 0;
};

/// Returns the fact as a line, written by the row that the fact names, else by Grammar::row_like(). `like` is
/// the line that it replaces, or null; the parts of that line which the fact does not state are kept.
[[nodiscard]] std::string write(const Grammar& grammar, const Fact& fact, const Fact* like = nullptr);

}
