// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// Writes one line of words, which continues on indented lines where the width is used up. A word, such as a place
/// in a file, is never broken.
class FoldedLine {
public:
    /// `width` 0: the line is not folded. `begin` and `indent` are the blanks before the first line and the others.
    FoldedLine(std::string& out, std::size_t width, std::size_t begin, std::size_t indent);

    /// Adds words that are separated by blanks; they may contain nothing that controls the terminal. `colour` and
    /// `end` are written around them.
    void add(std::string_view words, std::string_view colour = {}, std::string_view end = {});
    /// Adds a text that is not broken at its blanks either, such as a path.
    void add_whole(std::string_view text, std::string_view colour = {}, std::string_view end = {});
    /// The number of blanks before the next word, unless that begins a line; 1 by default.
    void gap(std::size_t blanks) { gap_ = blanks; }
    void finish() { out_ += '\n'; }

private:
    void add_word(std::string_view word, std::string_view colour);

    std::string& out_;
    std::size_t width_;
    std::size_t indent_;
    std::size_t column_;
    std::size_t gap_ = 0;
    bool begins_line_ = true;
};

/// The number of columns of a text without escapes.
[[nodiscard]] std::size_t columns_of_text(std::string_view text);
/// The text, cut off with "…" where it has more columns than this; 0: not cut off.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

}
