// SPDX-License-Identifier: Apache-2.0
// The rows of models/fabric/fields/fields.h.
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// How the comparison of two readings treats a setting.
enum class Compare : std::uint8_t {
    value, ///< by its value; a Change of the row's property can set it
    target, ///< by the content of its target, ignoring the target's name; a Change can set it
    read_only, ///< by its value or target; no Change sets it
    /// Follows from other settings of its property, or from the plugged-in hardware. Differs only if both
    /// readings state it; a Change of the property accounts for the difference.
    derived,
    observed, ///< seen at one moment (a link, an error rate): changes by itself, so it is never compared
};

/// The row of one setting.
template <class T, class V>
struct Field {
    using Record = T;
    using Value = V;
    std::string_view name; ///< as `debug model` prints it; unique in its table
    Setting<V> T::*member;
    Property property; ///< what would have to change
    Compare compare;
    std::string_view what; ///< for messages, as in "autonegotiation differs"; defaults to the name
    bool optional = false; ///< see optional()
    std::string_view unjudged; ///< see unjudged()

    constexpr Field(std::string_view own_name,
        Setting<V> T::*setting,
        Property changes,
        Compare by = Compare::value,
        std::string_view words = {})
        : name(own_name)
        , member(setting)
        , property(changes)
        , compare(by)
        , what(words.empty() ? own_name : words)
    {
    }
};

/// The row of a setting that refers to another object of the device.
template <class T, class Target>
struct Reference {
    using Record = T;
    using Value = Ref;
    std::string_view name;
    Setting<Ref> T::*member;
    Property property;
    std::vector<Target> Device::*targets;
    Compare compare;
    std::string_view what;
    bool optional = false;
    std::string_view unjudged;

    constexpr Reference(std::string_view own_name,
        Setting<Ref> T::*setting,
        Property changes,
        std::vector<Target> Device::*where,
        Compare by = Compare::target,
        std::string_view words = {})
        : name(own_name)
        , member(setting)
        , property(changes)
        , targets(where)
        , compare(by)
        , what(words.empty() ? own_name : words)
    {
    }
};

/// The row of a setting that is a port index; Port::no_index is a known none.
template <class T>
struct PortField {
    using Record = T;
    using Value = std::uint32_t;
    std::string_view name;
    Setting<std::uint32_t> T::*member;
    Property property;
    Compare compare = Compare::read_only;
    std::string_view what;
    bool optional = false;
    std::string_view unjudged;

    constexpr PortField(std::string_view own_name,
        Setting<std::uint32_t> T::*setting,
        Property changes,
        std::string_view words = {})
        : name(own_name), member(setting), property(changes), what(words.empty() ? own_name : words)
    {
    }
};

/// The row of a setting that many devices do not have, or that duplicates another setting in a different
/// form. If no line states it, rules still run; if it is unread for a reason, they report "not checked".
template <class Row>
[[nodiscard]] constexpr Row optional(Row row)
{
    row.optional = true;
    return row;
}

/// The row of a setting that no rule examines, with the reason. Lines that state it are counted as unjudged.
template <class Row>
[[nodiscard]] constexpr Row unjudged(std::string_view why, Row row)
{
    row.unjudged = why;
    return row;
}

/// One row in its place of a table.
template <std::size_t place, class Row>
struct PlacedRow {
    Row row;
};

template <class Places, class... Rows>
struct PlacedRows;

template <std::size_t... places, class... Rows>
struct PlacedRows<std::index_sequence<places...>, Rows...> : PlacedRow<places, Rows>... {
    constexpr explicit PlacedRows(const Rows&... rows) : PlacedRow<places, Rows>{rows}... { }

    /// Calls `visit(row)` for each row, in the order of the table.
    template <class Visit>
    constexpr void visit_each(Visit&& visit) const
    {
        (visit(static_cast<const PlacedRow<places, Rows>&>(*this).row), ...);
    }
};

/// A table of rows of different types. Unlike std::tuple it checks no conversions of its elements, which took an eighth of
/// the time of every source file that walks the tables.
template <class... Rows>
struct FieldRows : PlacedRows<std::index_sequence_for<Rows...>, Rows...> {
    constexpr explicit FieldRows(const Rows&... rows)
        : PlacedRows<std::index_sequence_for<Rows...>, Rows...>(rows...)
    {
    }
};

/// Calls `visit(row)` for each row, in the order of the table.
template <class... Rows, class Visit>
constexpr void for_each_field(const FieldRows<Rows...>& rows, Visit&& visit)
{
    rows.visit_each(visit);
}

}
