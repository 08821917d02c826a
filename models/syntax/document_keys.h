// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint {

/// The kinds of value that a key of a user-written file may have; several are OR-ed.
enum ValueKind : std::uint8_t {
    a_text = 1U << 0,
    a_number = 1U << 1, ///< between DocumentKey::least and most
    a_flag = 1U << 2, ///< true or false
    a_word = 1U << 3, ///< one of DocumentKey::words
    a_date = 1U << 4, ///< 2027-01-31
    a_mapping = 1U << 5, ///< with the keys of DocumentKey::of
    a_list = 1U << 6, ///< list of the kinds above; a single scalar counts as a list of one
    a_nothing = 1U << 7, ///< the key may have no value
};

struct KeyTable;

/// One key of a user-written file: what its reader accepts, and what the reference page and the JSON Schema
/// say about it.
struct DocumentKey {
    std::string_view name; ///< "priority"
    unsigned kinds = a_text;
    std::string_view effect; ///< what the key does, a sentence
    std::string_view fallback = "none"; ///< what applies without the key
    std::string_view example; ///< a value, as YAML in one line
    const KeyTable* of = nullptr; ///< the keys of a mapping here
    std::span<const std::string_view> words{};
    double least = 0;
    double most = 0;
    bool required = false;
};

/// The keys of one kind of mapping. Readers accept these and no others (DocumentReader::object_of).
struct KeyTable {
    std::string_view what; ///< the name in messages: "a waiver"
    std::string_view path; ///< its location, as a heading: "waivers[]"
    std::span<const DocumentKey> keys;
    /// The row for all other keys, whose names the user chooses ("leaf1"); null if there are none.
    const DocumentKey* any = nullptr;
    std::string_view note{}; ///< what applies to the keys together
};

/// The row of a key, else the row for other keys, else null.
[[nodiscard]] constexpr const DocumentKey* find_key(const KeyTable& table, std::string_view key)
{
    for (const DocumentKey& one : table.keys) {
        if (one.name == key)
            return &one;
    }
    return table.any;
}

/// The words that a key accepts, such as those of `trust`.
[[nodiscard]] constexpr std::span<const std::string_view> words_taken(
    const KeyTable& table, std::string_view key)
{
    const DocumentKey* found = find_key(table, key);
    return found == nullptr ? std::span<const std::string_view>{} : found->words;
}

}
