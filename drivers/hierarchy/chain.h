// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/statement.h"
#include "drivers/hierarchy/words.h"

namespace rocelint::hierarchy {

/// The position reached by reading a statement's words.
struct Chain {
    Statement* block = nullptr; ///< the innermost block
    const Grammar* grammar = nullptr; ///< grammar of that block
    const Language* language = nullptr;
    Statement* last = nullptr; ///< the last statement made, or null
    CoverageState state = CoverageState::irrelevant; ///< the coverage of the words
    bool told = false; ///< some of the words are information
    bool ended = false; ///< nothing further inside is read
    bool cut = false; ///< ended because of an unknown word, so whatever follows is skipped
    /// The last keyword lacks its value; `last` is the statement that gives it one, or null.
    bool naked = false;
};

/// Begins at the outermost level.
[[nodiscard]] Chain outermost(Hierarchy& hierarchy, const Language& language);
/// Reads the words of one statement, starting at `chain`.
void follow(Hierarchy& hierarchy, Chain& chain, StatementWords& words, const Tree& tree, const Node& node);
/// Reads one keyword and what follows it; follow() repeats this step.
void follow_one(
    Hierarchy& hierarchy, Chain& chain, Word word, StatementWords& words, const Tree& tree, const Node& node);
/// Adds the statements of a file of `set` and `delete` lines. Marks every node.
void build_commands(Hierarchy& hierarchy, const Language& language, const Tree& tree);

}
