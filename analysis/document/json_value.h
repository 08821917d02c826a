// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fields/fields.h"
#include "models/fabric/words.h"
#include "models/jq/program.h"

#include <chrono>
#include <concepts>
#include <string_view>
#include <type_traits>

namespace rocelint::document {

/// Converts a value of the model to JSON. Units: bytes, bits per second, meters, milliseconds, seconds,
/// percent. json_type() gives the JSON Schema of the result.
template <class T>
[[nodiscard]] jv json_value(const T& value);

/// The JSON Schema fragment that describes what json_value() returns for a type.
template <class T>
[[nodiscard]] constexpr std::string_view json_type();

namespace detail {

template <class Enum>
jv word(Enum value)
{
    const std::string_view text = word_of(value);
    return jv_string_sized(text.data(), static_cast<int>(text.size()));
}

template <class Enum, class Set>
jv words(const Set& set)
{
    jv list = jv_array();
    for (std::size_t index = 0; index < words_of<Enum>.size(); ++index) {
        if (set.has(static_cast<Enum>(index)))
            list = jv_array_append(list, word(static_cast<Enum>(index)));
    }
    return list;
}

inline jv text(std::string_view value)
{
    return jv_string_sized(value.data(), static_cast<int>(value.size()));
}

}

template <class T>
jv json_value(const T& value)
{
    if constexpr (std::same_as<T, bool>) {
        return jv_bool(value ? 1 : 0);
    } else if constexpr (std::same_as<T, std::string_view>) {
        return detail::text(value);
    } else if constexpr (std::same_as<T, std::uint64_t>) {
        return detail::text(guid_text(value));
    } else if constexpr (std::is_enum_v<T>) {
        return detail::word(value);
    } else if constexpr (std::is_arithmetic_v<T>) {
        return jv_number(static_cast<double>(value));
    } else if constexpr (std::same_as<T,
                             Bytes> || std::same_as<T, Metres> || std::same_as<T, BitsPerSecond>) {
        return jv_number(static_cast<double>(value.count));
    } else if constexpr (std::same_as<T, Percent>) {
        return jv_number(value.value());
    } else if constexpr (std::same_as<T, Milliseconds> || std::same_as<T, std::chrono::seconds>) {
        return jv_number(static_cast<double>(value.count()));
    } else if constexpr (std::same_as<T, HashFields>) {
        return detail::words<HashField>(value);
    } else if constexpr (std::same_as<T, IbWidths>) {
        return detail::words<IbWidth>(value);
    } else if constexpr (std::same_as<T, IbSpeeds>) {
        return detail::words<IbSpeed>(value);
    } else if constexpr (std::same_as<T, SlToVl>) {
        jv list = jv_array();
        for (const std::uint8_t lane : value.vl)
            list = jv_array_append(list, jv_number(lane));
        return list;
    } else {
        static_assert(std::same_as<T, PrioritySet> || std::same_as<T, DscpSet>);
        jv list = jv_array();
        for (const std::uint8_t member : value)
            list = jv_array_append(list, jv_number(member));
        return list;
    }
}

}
