// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/statement.h"
#include "drivers/junos/words.h"

namespace rocelint::junos {

/// Where reading a statement's words has led to.
struct Chain {
    Statement* block = nullptr; ///< the innermost block
    const Grammar* grammar = nullptr; ///< of that block
    Statement* last = nullptr; ///< the statement made last, or null
    CoverageState state = CoverageState::irrelevant; ///< what became of the words
    bool told = false; ///< some of them are information
    bool ended = false; ///< nothing further in is looked at
    bool cut = false; ///< ended because of a word that is not followed, so whatever comes after it
    bool naked
        = false; ///< the last keyword lacks its value; `last` is the statement that gives it one, or null
};

/// Begins at the outermost level.
[[nodiscard]] Chain outermost(Hierarchy& hierarchy);
/// Reads the words of one statement from where `chain` stands.
void follow(Hierarchy& hierarchy, Chain& chain, StatementWords& words, const Tree& tree, const Node& node);
/// Reads one keyword with what follows it; the step that follow() repeats.
void follow_one(
    Hierarchy& hierarchy, Chain& chain, Word word, StatementWords& words, const Tree& tree, const Node& node);

/// Adds the statements of a file: in braces, as `set` lines, or as XML. Marks every node.
void build_braces(Hierarchy& hierarchy, const Tree& tree);
void build_commands(Hierarchy& hierarchy, const Tree& tree);
void build_xml(Hierarchy& hierarchy, const Tree& tree);

/// Lets the configuration inherit from its groups and interface ranges, nearest and first-named first (Junos OS CLI
/// User Guide, Use Configuration Groups to Quickly Configure Devices).
void inherit_groups(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems);
void expand_ranges(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems);

/// Whether a name matches a wildcard of a group (`<xe-*>`) or of class-of-service (`et-0/0/*`): `*`, `?`, `[0-9]` and
/// `[!0-9]`.
[[nodiscard]] bool matches_wildcard(std::string_view pattern, std::string_view name);
[[nodiscard]] bool is_group_wildcard(std::string_view key);

}
