// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/dialect.h"
#include "drivers/line_cli/grammar/pattern.h"
#include "models/syntax/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

/// Lines of configuration as rows. A Statement says how a line is spelled, which numbers it allows and what
/// it means; that row is used to read the line, check it, write it, and rewrite it in the units that it had.
namespace rocelint::line_cli {

/// The meaning of a negated line.
enum class No : std::uint8_t {
    clear, ///< nothing: the default applies
    off, ///< that the feature is off
    irrelevant, ///< it removes something that is then not in the configuration
};

enum class Sense : std::uint8_t {
    set,
    off, ///< a negation that means off
    clear, ///< back to the default
    unread, ///< the line exists, but its values are not understood
};

/// The lines that a device drops when it takes a new line of the row.
enum class Displaces : std::uint8_t {
    stem, ///< the line of the same kind and number: `mtu 9216` takes the place of `mtu 1532`
    first_value, ///< the same, if its first value is the same too: one curve for each color
    /// Only what names the same member of a set: `class dscp 26 to 3` moves 26 from any other line. Without a
    /// set, nothing.
    adds_up,
    needs_no_first, ///< nothing: a contradicting line has to be negated first
};

/// Bits for the blocks that a line may be in, and for the block that it opens. Each platform numbers its own.
using Scopes = std::uint16_t;
inline constexpr Scopes any_scope = 0xffff;

/// The facts that become unread because of a line that affects RDMA and is not modelled. An `unsupported` row
/// names them, or states that such a line cannot change any Setting of the model.
using Unreads = std::array<std::uint8_t, 4>;
inline constexpr std::uint8_t no_setting = 0xff;
inline constexpr Unreads nothing_modelled{no_setting};
/// Whether the line makes any fact unread.
[[nodiscard]] constexpr bool makes_unread(const Unreads& unreads)
{
    return unreads[0] != 0 && unreads[0] != no_setting;
}

/// One line of a platform's configuration: the only place that knows its spelling.
struct Statement {
    Scopes scopes = 1;
    Pattern pattern;
    Slot slots[most_slots]{};
    std::uint8_t fact = 0; ///< what it says, by the platform's own enum; several rows may say the same
    No no = No::clear;
    /// The coverage of a line that is not modelled; its negation is irrelevant.
    CoverageState coverage = CoverageState::read;
    std::string_view source; ///< source of the spelling and the ranges
    Scopes opens = 0;
    /// `off`: the line itself says "off" in its own words; `unread`: only its negation exists.
    Sense says = Sense::set;
    /// Coverage of a line that matches except for a value that the row does not list.
    CoverageState misfit = CoverageState::unrecognised;
    /// The line goes before the other lines of its block that begin with the same word.
    bool leads = false;
    Displaces displaces = Displaces::stem;
    /// Other words for what another row says: written only in place of a line of this row, or for a fact that
    /// names the row.
    bool synonym = false;
    /// The kind of thing that the line defines under its text ("policy-map type queuing"), or uses by that
    /// name.
    std::string_view defines{};
    std::string_view uses{};
    /// The facts that become unread if the line affects RDMA and is not modelled.
    Unreads unreads{};
};

/// First words of lines that are known but not read and share a state: "aaa alias banner". Their negation is
/// irrelevant. A "*" stands for all lines that match nothing else.
struct Aside {
    Scopes scopes = 1;
    CoverageState state = CoverageState::irrelevant;
    std::string_view words; ///< separated by blanks
    /// The facts that become unread if the lines affect RDMA.
    Unreads unreads{};
};

/// One value of a fact. Numbers are in the smallest unit of their measure.
struct Value {
    enum class State : std::uint8_t {
        absent,
        written,
        instead, ///< replaced by the word that may stand for a number
        named, ///< a negation names it without a value
    };
    std::uint64_t number = 0;
    std::uint8_t term = 0; ///< index of the unit or word in the line
    State state = State::absent;

    [[nodiscard]] constexpr bool written() const { return state == State::written; }
    [[nodiscard]] static constexpr Value of(std::uint64_t number, std::uint8_t term = 0)
    {
        return {number, term, State::written};
    }
};

/// The meaning of one line, in the platform's own terms: the exchange format between lines and meaning.
struct Fact {
    std::uint8_t kind = 0;
    std::uint8_t number = no_number; ///< queue, class or priority; for a line in a block, the block's number
    Sense sense = Sense::set;
    std::array<Value, most_slots> values{}; ///< by slot
    std::string_view text; ///< text of a text or rest slot
    Span at; ///< nowhere: the line is still to be written
    const Node* node = nullptr;
    const Node* block = nullptr; ///< for a line in an inner block, the header of that block
    const Statement* statement = nullptr; ///< the row that read the line
    std::string_view line; ///< the text that the row read: for a flat line, without its header

    static constexpr std::uint8_t no_number = 0xff;
    [[nodiscard]] constexpr std::uint64_t value(std::size_t slot = 0) const { return values[slot].number; }
};

/// The number that stands for an enumeration value in a line.
template <class Enum>
[[nodiscard]] constexpr std::uint64_t number_of(Enum value)
{
    return static_cast<std::uint64_t>(value);
}

/// Makes a fact that is to be written; the values are in the order of its row's slots.
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

/// Makes a fact with this text, which must outlive the fact.
template <class Kind>
[[nodiscard]] Fact named(Kind kind, std::string_view text, std::uint8_t number = Fact::no_number)
{
    return {.kind = static_cast<std::uint8_t>(kind), .number = number, .text = text};
}
/// Makes a fact that says something is off.
template <class Kind>
[[nodiscard]] Fact off(Kind kind, std::uint8_t number = Fact::no_number)
{
    return {.kind = static_cast<std::uint8_t>(kind), .number = number, .sense = Sense::off};
}

/// The result of matching a line.
struct Match {
    const Statement* statement = nullptr; ///< null if no row matches the line
    Fact fact;
    /// The state of the line, without the contents of its block.
    CoverageState coverage = CoverageState::unrecognised;
    const Slot* wrong = nullptr; ///< a slot whose number is out of range, or not a number
    std::string_view wrong_word; ///< the word in that slot
    bool rejected = false; ///< a value is impossible, so the fact is unread
    std::string_view rest; ///< for a header in a flat line: the line inside its block
    bool negated = false;
    Unreads unreads{}; ///< the facts that become unread if the line is not modelled
};

/// The statement of facts that a line which is not modelled makes unread. Such a fact overrides all other
/// lines of its kind.
inline constexpr Statement unmodelled{.pattern = "(not modelled)", .coverage = CoverageState::unsupported};

/// Returns the fact as a line without indentation; each value is in the first of its slot's units that
/// expresses it exactly. If `like` is a line of the same row, returns that line with the fact's values in its
/// units and everything else unchanged. Empty if a value cannot be written in the measure that the fact has.
[[nodiscard]] std::string write(
    const Dialect& dialect, const Statement& statement, const Fact& fact, std::string_view like = {});

/// Returns a sentence about the first value that the device does not allow: "mtu 9300: out of range, 68 to
/// 9214 (SOURCE)". Empty if all are in range, and the text is one that the device takes.
[[nodiscard]] std::string out_of_range(const Statement& statement, const Fact& fact);
/// Returns what is wrong with a line that was read: the same sentence, or that the line is not understood.
/// Empty if nothing is wrong, and if the line has a word that the row does not know: such a line is
/// unrecognised and may come from a newer release.
[[nodiscard]] std::string problem_of(const Match& match);
/// Returns the fact with the nearest numbers that the device allows.
[[nodiscard]] Fact in_range(const Statement& statement, Fact fact);

}

/// The names that the files of every platform use unqualified. Each header of this library adds its own; a platform's grammar.h
/// says `using namespace line_cli::vocabulary;`.
namespace rocelint::line_cli::vocabulary {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::named;
using line_cli::number_of;
using line_cli::off;
using line_cli::Sense;
using line_cli::Value;

}
