// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::push {

/// The text of a member of a JSON object; empty if there is none.
[[nodiscard]] inline std::string text_of(const Node& object, std::string_view key)
{
    const Node* member = object.child(key);
    return member == nullptr || member->is_container() ? std::string{} : std::string(member->value);
}

/// The number in a member of a JSON object; 0 if the object has no such number.
[[nodiscard]] inline std::uint32_t number_of(const Node& object, std::string_view key)
{
    const std::string text = text_of(object, key);
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}
