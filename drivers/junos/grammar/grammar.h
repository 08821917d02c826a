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
    value, ///< one value; if written again, the later one counts
    list, ///< values, in brackets if there are several
    block, ///< a block, or the words of the only statement in it
    named, ///< a name, followed by a block
};

struct Grammar;

/// One keyword of the configuration language.
struct Keyword {
    std::string_view word; ///< empty: any name is allowed here and becomes the statement's key
    Form form = Form::flag;
    CoverageState state = CoverageState::read;
    const Grammar* inside = nullptr; ///< for a block; null: nothing in it is read
    bool telling = false; ///< the name alone is information, whatever is in the block
    [[nodiscard]] bool is_block() const { return form == Form::block || form == Form::named; }
};

/// The keywords of one hierarchy level.
struct Grammar {
    std::span<const Keyword> keywords;
    const Keyword* name = nullptr; ///< for words that are not keywords
    CoverageState others = CoverageState::unrecognised; ///< coverage of a word that is neither
    /// Returns the keyword of a word; null if the word is unknown.
    [[nodiscard]] const Keyword* find(std::string_view word) const;
};

/// The outermost level. Every configuration group has the same structure.
extern const Grammar configuration;
/// `apply-groups` and `apply-groups-except`, which may occur at every level.
extern const Keyword apply_groups;
extern const Keyword apply_groups_except;

/// Returns every keyword of every level.
[[nodiscard]] std::vector<std::string_view> words_of_grammar();

/// Whether the word is a keyword that may occur at every level and changes nothing (`apply-macro`,
/// `apply-flags`).
[[nodiscard]] bool is_annotation(std::string_view word);

}
