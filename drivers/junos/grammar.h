// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <span>
#include <string_view>
#include <vector>

namespace rocelint::junos {

/// What follows a keyword.
enum class Form : std::uint8_t {
    flag, ///< nothing
    value, ///< one value; written again, the later one counts
    list, ///< values, in brackets where there are several
    block, ///< a block, or the words of the one statement in it
    named, ///< a name, and then a block
};

struct Grammar;

/// One keyword of the configuration language.
struct Keyword {
    std::string_view word; ///< empty: any name may stand here, and is the statement's key
    Form form = Form::flag;
    CoverageState state = CoverageState::read;
    const Grammar* inside = nullptr; ///< of a block; null: nothing in it is looked at
    bool telling = false; ///< its name alone says something, whatever stands in the block
    [[nodiscard]] bool is_block() const { return form == Form::block || form == Form::named; }
};

/// The keywords of one hierarchy level.
struct Grammar {
    std::span<const Keyword> keywords;
    const Keyword* name = nullptr; ///< for words that are no keyword
    CoverageState others = CoverageState::unrecognised; ///< what a word is that is neither
    /// Null for a word that nobody knows.
    [[nodiscard]] const Keyword* find(std::string_view word) const;
};

/// The outermost level, which every configuration group repeats.
extern const Grammar configuration;
/// `apply-groups` and `apply-groups-except`, which may stand on every level.
extern const Keyword apply_groups;
extern const Keyword apply_groups_except;

/// Every keyword of every level.
[[nodiscard]] std::vector<std::string_view> words_of_grammar();

/// Whether the word is a keyword of every level that changes nothing (`apply-macro`, `apply-flags`).
[[nodiscard]] bool is_annotation(std::string_view word);

}
