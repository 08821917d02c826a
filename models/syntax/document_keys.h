// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint {

/// What may stand behind a key of a file that people write; several are or-ed.
enum ValueKind : std::uint8_t {
    a_text = 1U << 0,
    a_number = 1U << 1, ///< between DocumentKey::least and most
    a_flag = 1U << 2, ///< true or false
    a_word = 1U << 3, ///< one of DocumentKey::words
    a_date = 1U << 4, ///< 2027-01-31
    a_mapping = 1U << 5, ///< of DocumentKey::of
    a_list = 1U << 6, ///< of the kinds above; of scalars a single one stands for a list of one
    a_nothing = 1U << 7, ///< the key may stand alone
};

struct KeyTable;

/// One key of a file that people write: what its reader takes, and what the reference page and the JSON Schema say of it.
struct DocumentKey {
    std::string_view name; ///< "priority"
    unsigned kinds = a_text;
    std::string_view effect; ///< what it does, a sentence
    std::string_view fallback = "none"; ///< what holds without it
    std::string_view example; ///< a value, as YAML in one line
    const KeyTable* of = nullptr; ///< what a mapping here may hold
    std::span<const std::string_view> words{};
    double least = 0;
    double most = 0;
    bool required = false;
};

/// The keys of one kind of mapping. Readers accept these and no others (DocumentReader::object_of).
struct KeyTable {
    std::string_view what; ///< as messages call it: "a waiver"
    std::string_view path; ///< where it stands, as a heading: "waivers[]"
    std::span<const DocumentKey> keys;
    /// What stands behind any other key, whose name is the writer's own ("leaf1"); null where there is none.
    const DocumentKey* any = nullptr;
    std::string_view note{}; ///< what holds for the keys together
};

/// The row of a key, or that of any other key, or null.
[[nodiscard]] constexpr const DocumentKey* find_key(const KeyTable& table, std::string_view key)
{
    for (const DocumentKey& one : table.keys) {
        if (one.name == key)
            return &one;
    }
    return table.any;
}

/// The words of a key, such as those of `trust`.
[[nodiscard]] constexpr std::span<const std::string_view> words_taken(
    const KeyTable& table, std::string_view key)
{
    const DocumentKey* found = find_key(table, key);
    return found == nullptr ? std::span<const std::string_view>{} : found->words;
}

}
