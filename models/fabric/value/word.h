// SPDX-License-Identifier: Apache-2.0
// How the words of an enumeration are defined and looked up.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace rocelint {

/// By enumerator, in enumeration order.
template <class Enum>
inline constexpr auto words_of = nullptr;

namespace words_detail {
template <class... Word>
constexpr std::array<std::string_view, sizeof...(Word)> list(const Word&... word)
{
    return {std::string_view(word)...};
}
}

/// The word of a value.
template <class Enum>
[[nodiscard]] constexpr std::string_view word_of(Enum value)
{
    return words_of<Enum>[static_cast<std::size_t>(value)];
}

/// The value of a word; nothing if the enumeration has no such word.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> find_word(std::string_view word)
{
    for (std::size_t index = 0; index < words_of<Enum>.size(); ++index) {
        if (words_of<Enum>[index] == word)
            return static_cast<Enum>(index);
    }
    return std::nullopt;
}

}
