// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// The size of one printed character.
struct Glyph {
    std::uint32_t bytes = 1; ///< length in the input
    std::uint32_t columns = 1; ///< width on the screen
};

/// Appends the first character of `text` (which must not be empty) to `out`. Characters that could control
/// the terminal and bytes that are not UTF-8 are written as escapes (`\x1b`, `\u202e`); a tab becomes four
/// blanks.
Glyph append_glyph(std::string& out, std::string_view text);

/// Returns `text` with every character that could control the terminal escaped, including line feeds.
[[nodiscard]] std::string visible(std::string_view text);
/// Like visible(), for text of several lines: line feeds stay.
[[nodiscard]] std::string visible_lines(std::string_view text);

}
