// SPDX-License-Identifier: Apache-2.0
// Parts of a line of a configuration, found without any reader of the product.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rocelint::testing {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

/// The text with `#` for each number. Ports and hosts differ only in their numbers; the mutations do the same to each.
[[nodiscard]] std::string without_numbers(std::string_view text);
/// How many blanks a line begins with.
[[nodiscard]] std::size_t indent_of(std::string_view line);
/// The words that name a line's subject: "interface ethernet 1/1", or "set class-of-service schedulers" for a scheduler.
[[nodiscard]] std::string first_words(std::string_view line);
/// The position of the comma before a JSON member, or that of the member if there is none.
[[nodiscard]] std::size_t comma_before(std::string_view line, std::size_t at);
/// The position of the comma or bracket after a JSON value; npos if the value does not end on this line.
[[nodiscard]] std::size_t end_of_value(std::string_view line, std::size_t at);

}
