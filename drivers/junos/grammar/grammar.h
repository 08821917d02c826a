// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/keyword.h"
#include "drivers/hierarchy/statement.h"
#include "drivers/hierarchy/words.h"

#include <string_view>

namespace rocelint::junos {

using hierarchy::Form;
using hierarchy::Grammar;
using hierarchy::Hierarchy;
using hierarchy::Keyword;
using hierarchy::Statement;
using hierarchy::StatementWords;
using hierarchy::visit_statements;
using hierarchy::Word;

/// The outermost level. Every configuration group has the same structure.
extern const Grammar configuration;
/// `apply-groups` and `apply-groups-except`, which may occur at every level.
extern const Keyword apply_groups;
extern const Keyword apply_groups_except;
/// Junos, in all three notations.
extern const hierarchy::Language language;

/// Returns every keyword of every level.
[[nodiscard]] std::vector<std::string_view> words_of_grammar();

/// Whether the word is a keyword that may occur at every level and changes nothing (`apply-macro`,
/// `apply-flags`).
[[nodiscard]] bool is_annotation(std::string_view word);
/// Whether the mere presence of a block has a meaning, whatever it contains.
[[nodiscard]] bool means_something(const Statement& block);
/// Whether a binding is a list entry (`classifiers dscp NAME`), so that another `set` adds an entry instead
/// of replacing it (Juniper YANG models 23.4R1 for QFX and Evolved, junos-conf-class-of-service).
[[nodiscard]] bool is_list_entry(const Statement& statement);

}
