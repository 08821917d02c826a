// SPDX-License-Identifier: Apache-2.0
// The properties of Changes, stated once: which values each takes, how it is described, when it is made, and
// how to check that it is made. Writing, reading, ordering and checking Changes use these rows; drivers add
// the platform's syntax.
#pragma once

#include "models/change/change.h"
#include "models/change/phase.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

namespace rocelint {

/// The index of an alternative in ChangeValue.
template <class Value>
[[nodiscard]] constexpr std::size_t alternative()
{
    return []<class... Values>(std::type_identity<std::variant<Values...>>) {
        static_assert((std::is_same_v<Value, Values> || ...), "a ChangeValue has no such alternative");
        std::size_t place = 0;
        bool found = false;
        ((found = found || std::is_same_v<Value, Values>, place += found ? 0U : 1U), ...);
        return place;
    }(std::type_identity<ChangeValue>{});
}

/// For each alternative of ChangeValue: the first key of its JSON object, which identifies the alternative.
inline constexpr std::array<std::string_view, std::variant_size_v<ChangeValue>> value_keys{"add",
    "on",
    "trust",
    "map",
    "min_threshold",
    "min_fill",
    "watched",
    "bytes",
    "code",
    "roce",
    "bits_per_second",
    "fec",
    "metres",
    "served",
    "dynamic_threshold",
    "hash",
    "what"};

template <class Value>
inline constexpr std::string_view key_of = value_keys[alternative<Value>()];

/// The alternatives of ChangeValue that a property takes, as a bit set.
template <class... Values>
inline constexpr std::uint32_t takes = ((1U << alternative<Values>()) | ...);

/// A property that Changes can set.
struct PropertyRow {
    Property property;
    std::uint32_t values; ///< `takes<…>`
    /// How a change is described. {value} is the new value, {number} the number of the Change. Priorities are
    /// described as "PFC on for priority 3" with `words_for_priorities`.
    std::string_view words;
    std::string_view words_for_priorities;
    /// The phase if the change adds, increases or enables, and the phase if it takes away. Changes that move
    /// traffic (maps, trust and marks) are judged by the traffic instead.
    Phase gives = Phase::any;
    Phase takes_away = Phase::any;
    /// Whether the change is made. `port` is null if the Change is of the whole device.
    bool (*is_made)(const Device& device, const Port* port, const Change& change);

    [[nodiscard]] constexpr bool takes_value(std::size_t place) const
    {
        return ((values >> place) & 1U) != 0;
    }
};

/// One row for each property that a Change can set.
[[nodiscard]] std::span<const PropertyRow> property_rows();
/// The row of a property; null for one that no Change sets.
[[nodiscard]] const PropertyRow* find_row(Property property);

/// The setting that binds a port to a map of this kind; null for a kind that ports are not bound to.
[[nodiscard]] const Setting<Ref>* map_binding(const Port& port, MapKind kind);

}
