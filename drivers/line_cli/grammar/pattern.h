// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/text_limit.h"
#include "models/syntax/indent_tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// How one line is spelled: its words, and the positions of its values.
namespace rocelint::line_cli {

/// A unit after a number ("kbytes", 1000), or a word that stands for a value of the model ("cos",
/// Trust::pcp).
struct Term {
    std::string_view word; ///< empty: a unit that is not written
    std::uint64_t number = 1;
    /// The quantity that the unit measures. Numbers in units of one measure convert into each other;
    /// converting between measures needs information that a row does not have.
    std::uint8_t measure = 0;
    bool only_read = false; ///< a word that is read, but written only where the line already has it
    /// The largest number in a unit of another measure than the first: 100 percent. 0: not known.
    std::uint64_t most = 0;
};

enum class SlotKind : std::uint8_t {
    number, ///< a whole number, followed by one of the terms if the slot has any
    thousandths, ///< "0.05": up to three decimals; the value counts thousandths
    /// A whole number, or one of the terms, that says which queue, class or priority the line is for:
    /// Fact::number.
    index,
    word, ///< one of the terms
    set, ///< "3,4-5", one word: bits of the numbers 0 to 63
    ranges, ///< the same, written in ranges as the device prints it: "3-5,7": bits
    points, ///< "0 8 12-14 ef": DSCPs or CoS values, up to the first word that is neither: bits
    text, ///< one word
    rest, ///< everything left in the line
};

/// The position of one value in a pattern.
struct Slot {
    std::string_view name; ///< as in the pattern
    /// The range that the device allows, with units applied (thousandths for that kind). A number outside the
    /// range is reported when read, refused when it is to be written, and brought into range when a design is
    /// rendered.
    std::uint64_t least = 0;
    std::uint64_t most = 1'000'000'000'000;
    std::span<const Term> terms;
    SlotKind kind = SlotKind::number;
    std::string_view instead; ///< a word that may stand for a number ("auto")
    /// A number above this cannot be a value at all (a 16-bit field). 0: `most` for indexes, sets and points,
    /// else 10^12.
    std::uint64_t impossible_above = 0;
    std::uint64_t step = 1; ///< the device takes only multiples of it: 10 for thousandths with two decimals
    /// For a text or rest slot that is written. Null: the line is only read, or kept as it is.
    const TextLimit* text = nullptr;
};

inline constexpr std::size_t most_slots = 6;

/// The words of a line, with slots and optional parts: "random-detect ecn minimum-threshold {min} [weight
/// {weight}]".
/// * A word may have alternatives ("qos|quality-of-service"), of which the first is written.
/// * Adjacent optional parts may come in any order. A part without a slot is kept but not written, unless it
///   begins with a plus: "mtu {mtu} [+force]". Parts do not nest.
/// * A negation ends before the first value that it lacks, or at a " / ". The words up to there (the stem)
///   identify the line; if it then continues with unknown words, it is not understood.
/// Malformed patterns do not compile.
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
    static constexpr std::uint8_t always_written = 1; ///< slot value of the token that opens such a part
    static constexpr std::uint8_t has_alternatives = 1; ///< slot value of a word with alternatives

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
    /// Takes a word token from a line.
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
    /// Returns the words of the stem, up to its first slot: "random-detect ecn".
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

/// Parses a DSCP given as a number or a name: "46", "ef", "cs3", "af31".
[[nodiscard]] std::optional<std::uint8_t> parse_dscp(std::string_view word);

}
