// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/edit_draft.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace rocelint::junos {

/// How much further in a block stands than what is around it; four blanks, as the system prints it, where the file
/// does not show.
[[nodiscard]] std::string step_of(const Tree& tree);
/// Where the words of a node begin, behind `inactive:` and the like.
[[nodiscard]] std::uint32_t first_word_of(const Node& node);
/// Lines as one, with single blanks between their words.
[[nodiscard]] std::string on_one_line(std::string_view lines);
/// Whether a block is written with its statements in a row ("class NO-LOSS queue-num 3 no-loss;").
[[nodiscard]] bool is_one_line(const Statement& block);
/// New statements as lines in braces, without line ends. Elements of one list are one line.
[[nodiscard]] std::vector<std::string> render_braces(const Draft& draft,
    const std::vector<const Statement*>& statements,
    const std::string& indent,
    const std::string& step);
/// Of several new elements of one list, whether the statement is the first; true for what is no list.
[[nodiscard]] bool leads_its_list(const Statement& statement, const std::vector<const Statement*>& among);
/// The statement and the further elements of its list.
[[nodiscard]] std::vector<const Statement*> with_its_list(
    const Statement& statement, const std::vector<const Statement*>& among);
/// What stands in a new block.
[[nodiscard]] std::vector<const Statement*> inside_of(const Draft& draft, const Statement& block);

}
