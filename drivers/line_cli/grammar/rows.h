// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/statement.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>

/// Helpers for writing a platform's table of rows. `Kind` is the platform's own enumeration of facts.
namespace rocelint::line_cli::rows {

// Names that every table of rows uses.
using line_cli::Aside;
using line_cli::Dialect;
using line_cli::nothing_modelled;
using line_cli::number_of;
using line_cli::Scopes;
using line_cli::Slot;
using line_cli::SlotKind;
using line_cli::Statement;
using line_cli::Term;
using line_cli::Unreads;

using Slots = std::initializer_list<Slot>;

inline constexpr CoverageState unsupported = CoverageState::unsupported;
inline constexpr CoverageState irrelevant = CoverageState::irrelevant;
inline constexpr std::uint64_t giga = 1'000'000'000; ///< bit/s, for speeds

inline constexpr Slot rest{.name = "rest", .kind = SlotKind::rest};
[[nodiscard]] constexpr Slot text(std::string_view name) { return {.name = name, .kind = SlotKind::text}; }
/// The same for lines that are written.
[[nodiscard]] constexpr Slot rest_of(const TextLimit& limit)
{
    return {.name = "rest", .kind = SlotKind::rest, .text = &limit};
}
[[nodiscard]] constexpr Slot text(std::string_view name, const TextLimit& limit)
{
    return {.name = name, .kind = SlotKind::text, .text = &limit};
}
[[nodiscard]] constexpr Slot word(std::string_view name, std::span<const Term> terms)
{
    return {.name = name, .terms = terms, .kind = SlotKind::word};
}
[[nodiscard]] constexpr Slot points(std::string_view name, std::uint64_t most)
{
    return {.name = name, .most = most, .kind = SlotKind::points};
}

[[nodiscard]] constexpr Slot number(
    std::string_view name, std::uint64_t least, std::uint64_t most, std::span<const Term> terms = {})
{
    return {.name = name, .least = least, .most = most, .terms = terms};
}
/// Which of `most` + 1 queues, classes or priorities the line is for.
[[nodiscard]] constexpr Slot index(
    std::string_view name, std::uint64_t most, std::span<const Term> terms = {})
{
    return {.name = name, .most = most, .terms = terms, .kind = SlotKind::index};
}

/// A line that is read.
template <class Kind>
[[nodiscard]] consteval Statement reads(
    Scopes scopes, Pattern pattern, Slots slots, Kind what, std::string_view source, Scopes opens = 0)
{
    Statement made{.scopes = scopes,
        .pattern = pattern,
        .fact = static_cast<std::uint8_t>(what),
        .source = source,
        .opens = opens};
    std::ranges::copy(slots, made.slots);
    return made;
}
/// A line whose negation says that the feature is off.
template <class Kind>
[[nodiscard]] consteval Statement switched(
    Scopes scopes, Pattern pattern, Slots slots, Kind what, std::string_view source)
{
    Statement made = reads(scopes, pattern, slots, what, source);
    made.no = No::off;
    return made;
}
/// A line that itself says that something is off.
template <class Kind>
[[nodiscard]] consteval Statement says_off(
    Scopes scopes, Pattern pattern, Slots slots, Kind what, std::string_view source)
{
    Statement made = switched(scopes, pattern, slots, what, source);
    made.says = Sense::off;
    return made;
}
/// A line whose negation only removes something that is then not in the configuration.
template <class Kind>
[[nodiscard]] consteval Statement there(
    Scopes scopes, Pattern pattern, Slots slots, Kind what, std::string_view source, Scopes opens = 0)
{
    Statement made = reads(scopes, pattern, slots, what, source, opens);
    made.no = No::irrelevant;
    return made;
}
/// A line that is known but not read; fact 0 of a platform says nothing.
[[nodiscard]] consteval Statement known(
    Scopes scopes, Pattern pattern, Slots slots, CoverageState state, Scopes opens = 0)
{
    Statement made = reads(scopes, pattern, slots, 0, {}, opens);
    made.coverage = state;
    return made;
}
/// The facts that become unread because of a line that affects RDMA and is not modelled.
template <class... Kinds>
[[nodiscard]] consteval Unreads unread(Kinds... kinds)
{
    return {static_cast<std::uint8_t>(kinds)...};
}
/// A line that is not modelled and makes these facts unread.
template <class... Kinds>
[[nodiscard]] consteval Statement unmodelled_line(Scopes scopes, Pattern pattern, Slots slots, Kinds... kinds)
{
    Statement made = known(scopes, pattern, slots, CoverageState::unsupported);
    made.unreads = unread(kinds...);
    return made;
}
/// A line that affects RDMA, but no Setting of the model.
[[nodiscard]] consteval Statement outside_model(Scopes scopes, Pattern pattern, Slots slots)
{
    Statement made = known(scopes, pattern, slots, CoverageState::unsupported);
    made.unreads = nothing_modelled;
    return made;
}
/// Sets the coverage of a line in which one value does not fit the row.
[[nodiscard]] consteval Statement misfit(Statement row, CoverageState state)
{
    row.misfit = state;
    return row;
}
/// The row defines a `what` named by the text of the line.
[[nodiscard]] consteval Statement defines(std::string_view what, Statement row)
{
    row.defines = what;
    return row;
}
/// The row uses the `what` that the text of the line names.
[[nodiscard]] consteval Statement uses(std::string_view what, Statement row)
{
    row.uses = what;
    return row;
}
/// The line says what another row says in its own words, and is written only where a configuration already has
/// it, or for a fact that names the row.
[[nodiscard]] consteval Statement synonym(Statement row)
{
    row.synonym = true;
    return row;
}
/// The line goes before the lines of its block that begin with the same word.
[[nodiscard]] consteval Statement leading(Statement row)
{
    row.leads = true;
    return row;
}
/// The line displaces lines about the same member of its set, or none if it has no set.
[[nodiscard]] consteval Statement adds_up(Statement row)
{
    row.displaces = Displaces::adds_up;
    return row;
}
/// The line displaces lines with the same first value.
[[nodiscard]] consteval Statement of_first_value(Statement row)
{
    row.displaces = Displaces::first_value;
    return row;
}
/// A contradicting line has to be negated first.
[[nodiscard]] consteval Statement after_no(Statement row)
{
    row.displaces = Displaces::needs_no_first;
    return row;
}
/// A line that exists only in its negated form.
[[nodiscard]] consteval Statement only_negated(Statement row)
{
    row.says = Sense::unread;
    return row;
}

}
