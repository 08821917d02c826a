// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/grammar/statement.h"
#include "drivers/junos/grammar/words.h"

namespace rocelint::junos {

/// The position reached by reading a statement's words.
struct Chain {
    Statement* block = nullptr; ///< the innermost block
    const Grammar* grammar = nullptr; ///< grammar of that block
    Statement* last = nullptr; ///< the last statement made, or null
    CoverageState state = CoverageState::irrelevant; ///< the coverage of the words
    bool told = false; ///< some of the words are information
    bool ended = false; ///< nothing further inside is read
    bool cut = false; ///< ended because of an unknown word, so whatever follows is skipped
    /// The last keyword lacks its value; `last` is the statement that gives it one, or null.
    bool naked = false;
};

/// Begins at the outermost level.
[[nodiscard]] Chain outermost(Hierarchy& hierarchy);
/// Reads the words of one statement, starting at `chain`.
void follow(Hierarchy& hierarchy, Chain& chain, StatementWords& words, const Tree& tree, const Node& node);
/// Reads one keyword and what follows it; follow() repeats this step.
void follow_one(
    Hierarchy& hierarchy, Chain& chain, Word word, StatementWords& words, const Tree& tree, const Node& node);

/// Adds the statements of a file: in braces, as `set` lines, or as XML. Marks every node.
void build_braces(Hierarchy& hierarchy, const Tree& tree);
void build_commands(Hierarchy& hierarchy, const Tree& tree);
void build_xml(Hierarchy& hierarchy, const Tree& tree);

/// Lets the configuration inherit from its groups and interface ranges; nearer and first-named ones win
/// (Junos OS CLI User Guide, Use Configuration Groups to Quickly Configure Devices).
void inherit_groups(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems);
void expand_ranges(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems);

/// Whether a name matches a wildcard of a group (`<xe-*>`) or of class-of-service (`et-0/0/*`): `*`, `?`,
/// `[0-9]` and `[!0-9]`.
[[nodiscard]] bool matches_wildcard(std::string_view pattern, std::string_view name);
[[nodiscard]] bool is_group_wildcard(std::string_view key);

}
