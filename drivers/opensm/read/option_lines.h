// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// How opensm reads one line of its option file. Views into the source.
struct OptionLine {
    const Node* node = nullptr;
    std::string_view name;
    std::string_view value; ///< without the quotes around it
    std::string_view whole; ///< name and value, as far as opensm reads them
    bool continues = false; ///< the rest of a line that was longer than opensm reads at once
    bool quote_is_cut = false; ///< a comment sign is inside quotes
};

/// The longest line that fits into opensm's buffer of 1024 bytes: fgets(line, 1023, …).
inline constexpr std::size_t longest_line = 1022;

/// Parses an option file as opensm reads it: one node for each piece of a line that is not empty. A line
/// longer than `longest_line` is several pieces, and a later piece may belong to a comment.
[[nodiscard]] Tree parse_options(const Source& source);

/// Returns the pieces of such a tree.
[[nodiscard]] std::vector<OptionLine> option_lines(const Tree& tree);

}
