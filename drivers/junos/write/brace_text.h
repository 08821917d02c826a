// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/write/draft.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace rocelint::junos {

/// Returns the indentation step of a file's blocks; four blanks, as the system prints it, if the file does
/// not show one.
[[nodiscard]] std::string step_of(const Tree& tree);
/// Returns the offset where the words of a node begin, after `inactive:` and the like.
[[nodiscard]] std::uint32_t first_word_of(const Node& node);
/// Joins lines into one, with single blanks between words.
[[nodiscard]] std::string on_one_line(std::string_view lines);
/// Whether a block is written with its statements on one line ("class NO-LOSS queue-num 3 no-loss;").
[[nodiscard]] bool is_one_line(const Statement& block);
/// Renders new statements as lines in braces, without line ends. Elements of one list share a line.
[[nodiscard]] std::vector<std::string> render_braces(const Draft& draft,
    const std::vector<const Statement*>& statements,
    const std::string& indent,
    const std::string& step);
/// Whether the statement is the first of several new elements of one list; true for statements that are not
/// in a list.
[[nodiscard]] bool leads_its_list(const Statement& statement, const std::vector<const Statement*>& among);
/// Returns the statement and the further elements of its list.
[[nodiscard]] std::vector<const Statement*> with_its_list(
    const Statement& statement, const std::vector<const Statement*>& among);

}
