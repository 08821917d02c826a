// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// One character of input, ready to be printed.
struct Glyph {
    std::uint32_t bytes = 1; ///< that it takes in the input
    std::uint32_t columns = 1; ///< that it takes on the screen
};

/// Appends the first character of `text` (which must not be empty) to `out`. What would steer the terminal or is not
/// UTF-8 is written as an escape (`\x1b`, `\u202e`); a tab becomes four blanks.
Glyph append_glyph(std::string& out, std::string_view text);

/// `text` with every character that could steer the terminal made visible; line feeds too.
[[nodiscard]] std::string visible(std::string_view text);
/// The same for a text of many lines, whose line feeds stay.
[[nodiscard]] std::string visible_lines(std::string_view text);

}
