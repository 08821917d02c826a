// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/load_balancing.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// Lists of words: of models and numbers in the catalog, of hashed fields in a line.
namespace rocelint::line_cli {

/// Whether the model's name begins with one of these words.
[[nodiscard]] inline bool is_of_models(std::string_view words, std::string_view model)
{
    for (Words all(words); !all.at_end();) {
        if (model.starts_with(all.next()))
            return true;
    }
    return false;
}

/// Returns the first numbers of a list: "1 0 2". Missing ones are 0.
template <std::size_t count>
[[nodiscard]] std::array<std::uint8_t, count> listed_numbers(std::string_view list)
{
    std::array<std::uint8_t, count> numbers{};
    Words words(list);
    for (std::uint8_t& number : numbers)
        number = static_cast<std::uint8_t>(parse_number(words.next()).value_or(0));
    return numbers;
}

/// A field that is hashed, and its word.
using HashWord = std::pair<HashField, std::string_view>;

/// Returns the fields that the words name, up to one of `ends`; a word of no field is HashField::other.
[[nodiscard]] inline HashFields hashed_fields(
    std::string_view text, std::span<const HashWord> known, std::initializer_list<std::string_view> ends = {})
{
    HashFields fields;
    for (Words words(text); !words.at_end();) {
        const std::string_view word = words.next();
        if (std::ranges::find(ends, word) != ends.end())
            break;
        const auto found = std::ranges::find(known, word, &HashWord::second);
        fields.insert(found == known.end() ? HashField::other : found->first);
    }
    return fields;
}

/// Returns the words of the fields in either set, with blanks between them. Empty if `now` has all that are `wanted`.
[[nodiscard]] inline std::string words_to_hash(
    const HashFields& now, const HashFields& wanted, std::span<const HashWord> known)
{
    std::string words;
    bool enough = true;
    for (const auto& [field, word] : known) {
        enough = enough && (now.has(field) || !wanted.has(field));
        if (now.has(field) || wanted.has(field))
            words += (words.empty() ? "" : " ") + std::string(word);
    }
    return enough ? std::string{} : words;
}

}
