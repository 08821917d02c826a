// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {

/// How a platform spells a value of the model. The same table serves reading and writing: of several words
/// for one value the first is written; of several values with one word the first is read.
template <class Value>
struct Spelling {
    std::string_view word;
    Value value{};
    bool read_only = false; ///< understood when read, but never written or proposed
};

template <class Value>
[[nodiscard]] constexpr std::optional<Value> value_of(
    std::span<const Spelling<Value>> spellings, std::string_view word)
{
    for (const Spelling<Value>& each : spellings) {
        if (each.word == word)
            return each.value;
    }
    return std::nullopt;
}

/// Empty if the platform has no word for the value.
template <class Value>
[[nodiscard]] constexpr std::string_view word_of(std::span<const Spelling<Value>> spellings, Value value)
{
    for (const Spelling<Value>& each : spellings) {
        if (each.value == value && !each.read_only)
            return each.word;
    }
    return {};
}

/// "ingress, egress or both", each word once.
template <class Value>
[[nodiscard]] std::string choice_of(std::span<const Spelling<Value>> spellings)
{
    std::string text;
    std::string_view last;
    for (const Spelling<Value>& each : spellings) {
        if (each.read_only)
            continue;
        if (!last.empty())
            text.append(text.empty() ? "" : ", ").append(last);
        last = each.word;
    }
    return text.empty() ? std::string(last) : text.append(" or ").append(last);
}

}
