// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace rocelint {

/// The word that agrees with a number: one_or_many(hosts, "is", "are"). Zero takes the plural.
[[nodiscard]] constexpr std::string_view one_or_many(
    std::integral auto number, std::string_view one, std::string_view many)
{
    return number == 1 ? one : many;
}

/// "1 switch", "2 switches": a number with its noun.
[[nodiscard]] inline std::string counted(
    std::integral auto number, std::string_view noun, std::string_view plural)
{
    return std::to_string(number).append(" ").append(one_or_many(number, noun, plural));
}

/// "1 device", "2 devices": a number with its noun, for nouns with a plural in s.
[[nodiscard]] inline std::string counted(std::integral auto number, std::string_view noun)
{
    return std::to_string(number).append(" ").append(noun).append(number == 1 ? "" : "s");
}

/// Appends an item to a list that is written one item at a time, after the separator unless it is the first.
inline void add_item(std::string& list, std::string_view item, std::string_view separator = ", ")
{
    list.append(list.empty() ? std::string_view{} : separator).append(item);
}

/// "a, b and c": the items of a container or view of texts, with this word before the last. Empty for no
/// items.
[[nodiscard]] std::string listed(const auto& items, std::string_view before_last = "and")
{
    std::string text;
    std::size_t left = std::size(items);
    for (const auto& item : items) {
        --left;
        text.append(item);
        if (left > 1)
            text.append(", ");
        else if (left == 1)
            text.append(" ").append(before_last).append(" ");
    }
    return text;
}

/// "a, b, c and 4 more": at most `most` of the texts, and how many are left out.
[[nodiscard]] std::string listed_at_most(
    const auto& items, std::size_t most, std::string_view before_rest = " and ")
{
    std::string text;
    std::size_t shown = 0;
    for (const auto& item : items) {
        if (shown++ == most)
            break;
        add_item(text, std::string_view(item));
    }
    if (const std::size_t size = std::size(items); size > most)
        text.append(before_rest).append(std::to_string(size - most)).append(" more");
    return text;
}

}
