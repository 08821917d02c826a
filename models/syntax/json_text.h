// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// Why a JSON text is read no further, and from where on.
struct JsonMistake {
    std::size_t offset;
    std::string what;
};

/// The first string that is not closed or holds a control character: simdjson's first pass does not name it.
[[nodiscard]] std::optional<JsonMistake> find_bad_json_string(std::string_view text);

/// Offset of the first character that is not white space; 0 where there is none.
[[nodiscard]] std::size_t first_json_token(std::string_view text);

/// Whether `text` is a number as RFC 8259 writes it.
[[nodiscard]] bool is_json_number(std::string_view text);

/// A string as it is written, up to its closing quote.
struct JsonString {
    std::size_t length = 0;
    bool escaped = false; ///< it holds a backslash
};
/// The string whose raw text begins at `raw` inside of `text`.
[[nodiscard]] JsonString json_string_at(std::string_view text, const char* raw);

}
