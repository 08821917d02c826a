// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// Where reading a JSON text stopped, and why.
struct JsonMistake {
    std::size_t offset;
    std::string what;
};

/// The first string that is not closed or contains a control character, which simdjson's first pass does not
/// identify.
[[nodiscard]] std::optional<JsonMistake> find_bad_json_string(std::string_view text);

/// Offset of the first character that is not white space; 0 if there is none.
[[nodiscard]] std::size_t first_json_token(std::string_view text);

/// Whether `text` is a number as defined by RFC 8259.
[[nodiscard]] bool is_json_number(std::string_view text);

/// A string as written, up to its closing quote.
struct JsonString {
    std::size_t length = 0;
    bool escaped = false; ///< it contains a backslash
};
/// The string whose raw text begins at `raw` within `text`.
[[nodiscard]] JsonString json_string_at(std::string_view text, const char* raw);

}
