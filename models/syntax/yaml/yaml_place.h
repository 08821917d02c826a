// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rocelint {

/// Finds parts of a YAML text whose places its libraries do not report. All offsets count bytes.

/// The offset after the anchor and tag that begin at `at`, and after the blanks that follow them.
[[nodiscard]] std::uint32_t after_properties(std::string_view text, std::uint32_t at);

/// The offset of the first byte from `at` that is not a blank, a line end or part of a comment.
[[nodiscard]] std::uint32_t after_blanks(std::string_view text, std::uint32_t at);

/// The offset after the scalar that begins at `at` and is read as `value`, including its closing quote. A
/// block ends after its last character that is not blank.
[[nodiscard]] std::uint32_t scalar_end(std::string_view text, std::uint32_t at, std::string_view value);

/// Whether the quote at `at` opens a scalar that is not closed.
[[nodiscard]] bool is_open_quote(std::string_view text, std::size_t at);

/// The first quote from `from` that opens a scalar and is not closed, or npos.
[[nodiscard]] std::size_t open_quote(std::string_view text, std::size_t from);

/// The first tab in the indentation of the line of `at`, or npos.
[[nodiscard]] std::size_t tab_before(std::string_view text, std::size_t at);

/// The first byte of the line of `at`.
[[nodiscard]] std::size_t line_start(std::string_view text, std::size_t at);

/// Whether only blanks and comments stand between the end of a document, `...`, and `at`.
[[nodiscard]] bool follows_document_end(std::string_view text, std::size_t at);

/// Whether the bracket at `at` is closed.
[[nodiscard]] bool is_closed(std::string_view text, std::size_t at);

/// The first byte from `from` that is not UTF-8 or is a control character, and the length of the bad
/// sequence; npos if there is none.
struct BadBytes {
    std::size_t at = std::string_view::npos;
    std::size_t length = 0;
    bool is_utf8 = false;
};
[[nodiscard]] BadBytes find_bad_bytes(std::string_view text, std::size_t from);

}
