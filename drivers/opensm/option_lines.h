// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// What opensm takes for one line of its option file. Views into the source.
struct OptionLine {
    const Node* node = nullptr;
    std::string_view name;
    std::string_view value; ///< without the quotes around it
    std::string_view whole; ///< name and value, as far as they are read
    bool continues = false; ///< what is left of a line that was longer than opensm reads at once
    bool quote_is_cut = false; ///< a comment sign stands between quotes
};

/// The longest line that opensm's buffer of 1024 bytes takes: fgets(line, 1023, …).
inline constexpr std::size_t longest_line = 1022;

/// An option file as opensm reads it: one node for each piece of a line that says something. A line longer than
/// `longest_line` is several pieces, of which the later may follow a comment.
[[nodiscard]] Tree parse_options(const Source& source);

/// The pieces of such a tree.
[[nodiscard]] std::vector<OptionLine> option_lines(const Tree& tree);

}
