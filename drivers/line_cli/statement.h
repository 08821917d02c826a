// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/dialect.h"
#include "drivers/line_cli/pattern.h"
#include "models/syntax/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

/// Lines of configuration as rows: one Statement says how a line is spelt, which numbers it takes and what it means, and
/// from that row the line is read, checked, written, and written again in the unit that it had.
namespace rocelint::line_cli {

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

/// The facts that a line makes unread which is not modelled and touches RDMA. A row that is `unsupported` names them, or states
/// that the model has no Setting which such a line could change.
using Unreads = std::array<std::uint8_t, 4>;
inline constexpr std::uint8_t no_setting = 0xff;
inline constexpr Unreads nothing_modelled{no_setting};
/// Whether the line makes any fact unread.
[[nodiscard]] constexpr bool makes_unread(const Unreads& unreads)
{
    return unreads[0] != 0 && unreads[0] != no_setting;
}

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
    /// The kind of thing that the line defines under its text ("policy-map type queuing"), or uses by that name.
    std::string_view defines{};
    std::string_view uses{};
    /// Of a line that is not modelled and touches RDMA: the facts that it makes unread.
    Unreads unreads{};
};

/// First words of lines that are known and not read, all of one state: "aaa alias banner". Their negation is irrelevant. A
/// "*" stands for all lines that nothing else is about.
struct Aside {
    Scopes scopes = 1;
    CoverageState state = CoverageState::irrelevant;
    std::string_view words; ///< parted by blanks
    /// Of lines that touch RDMA: the facts that they make unread.
    Unreads unreads{};
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
    Unreads unreads{}; ///< of a line that is not modelled: the facts that it makes unread
};

/// The statement of facts that a line which is not modelled makes unread. No other line of the same kind counts beside it.
inline constexpr Statement unmodelled{.pattern = "(not modelled)", .coverage = CoverageState::unsupported};

/// The fact as a line without indentation, in the first of each slot's units in which it comes out even. Where `like` is
/// a line of the same row, that line with the fact's values in its units, everything else as it is. Empty where a value
/// cannot be written in the measure that the fact has.
[[nodiscard]] std::string write(
    const Dialect& dialect, const Statement& statement, const Fact& fact, std::string_view like = {});

/// A sentence about the first value that the device does not take: "mtu 9300: out of range, 68 to 9214 (SOURCE)".
/// Empty where all are in range.
[[nodiscard]] std::string out_of_range(const Statement& statement, const Fact& fact);
/// What is wrong with a line that was read: the same sentence, or that it is not understood. Empty where nothing is, and
/// where a word is none that the row knows: such a line is unrecognised and may be of a newer release.
[[nodiscard]] std::string problem_of(const Match& match);
/// The fact with the nearest values that the device takes.
[[nodiscard]] Fact in_range(const Statement& statement, Fact fact);

}
