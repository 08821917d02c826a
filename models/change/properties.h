// SPDX-License-Identifier: Apache-2.0
// What a Change of each property is, stated once: the values that it takes, how it is told, when it is made and how one
// sees that it is made. Writing, reading, ordering and checking Changes walk these rows; drivers add how a platform says it.
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

/// The place of an alternative among those of ChangeValue.
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

/// By alternative of ChangeValue: the first key of the JSON object that it is written as, which tells which one it is.
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

/// The alternatives of ChangeValue that a property takes, as a set of bits.
template <class... Values>
inline constexpr std::uint32_t takes = ((1U << alternative<Values>()) | ...);

/// A property that Changes set.
struct PropertyRow {
    Property property;
    std::uint32_t values; ///< `takes<…>`
    /// How a change is told. {value} is what is set, {number} the number of the Change; priorities are told as
    /// "PFC on for priority 3" with `words_for_priorities`.
    std::string_view words;
    std::string_view words_for_priorities;
    /// When it is made: where it gives, grows or is switched on, and where it takes away. What moves traffic (maps, trust
    /// and marks) is judged by the traffic.
    Phase gives = Phase::any;
    Phase takes_away = Phase::any;
    /// Whether it is made; null for the whole device where the Change is of no port.
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

/// The map of this kind that a port is bound to; null for a kind that no port is bound to.
[[nodiscard]] const Setting<Ref>* map_binding(const Port& port, MapKind kind);

}
