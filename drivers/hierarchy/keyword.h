// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/limit.h"
#include "models/syntax/tree.h"

#include <span>
#include <string_view>
#include <vector>

namespace rocelint::hierarchy {

/// What follows a keyword.
enum class Form : std::uint8_t {
    flag, ///< nothing
    value, ///< one value; if written again, the later one counts
    list, ///< values, in brackets if there are several
    block, ///< a block, or the words of the only statement in it
    named, ///< a name, followed by a block
};

struct Grammar;

/// One keyword of a configuration language.
struct Keyword {
    std::string_view word; ///< empty: any name is allowed here and becomes the statement's key
    Form form = Form::flag;
    CoverageState state = CoverageState::read;
    const Grammar* inside = nullptr; ///< for a block; null: nothing in it is read
    bool telling = false; ///< the name alone is information, whatever is in the block
    bool applies
        = false; ///< it brings statements from elsewhere to the blocks around it (Statement::applies)
    std::string_view key_name{}; ///< for a named block: what JSON calls the member that holds its name
    /// For a named block: its name is a further key of the list entry around it, and JSON has both in one object.
    bool further_key = false;
    std::uint16_t number = 0; ///< in the Schema that made the keyword
    const Limit* limit
        = nullptr; ///< the numbers that its value or name may be; null: no number, or none stated
    std::span<const std::string_view> words{}; ///< the words that its value may be; empty: any
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

class Hierarchy;
struct Statement;

/// A platform's configuration language, as far as it is read.
struct Language {
    const Grammar* configuration = nullptr; ///< the outermost level
    std::span<const Keyword* const> everywhere{}; ///< keywords that may occur at every level
    /// Whether the word may occur at every level and changes nothing. May be null.
    bool (*is_annotation)(std::string_view word) = nullptr;
    /// Adds the statements of one file, in any of the language's notations.
    void (*build)(Hierarchy& hierarchy, const Tree& tree) = nullptr;
    /// Whether the mere presence of a block has a meaning, whatever it contains.
    bool (*means_something)(const Statement& block) = nullptr;
    /// Whether another `set` of a statement with one value adds an entry instead of replacing it.
    bool (*is_list_entry)(const Statement& statement) = nullptr;
    /// What stands between a verb and the first keyword of a line, with a blank; may be empty.
    std::string_view top{};
    /// Verbs of lines that change no statement: "commit".
    std::span<const std::string_view> idle_verbs{};
};

/// Returns every keyword of every level.
[[nodiscard]] std::vector<std::string_view> words_of(const Language& language);

// Helpers that make the keywords in the tables.

constexpr Keyword flag(std::string_view word, CoverageState state = CoverageState::read)
{
    return {word, Form::flag, state};
}
constexpr Keyword value(std::string_view word, CoverageState state = CoverageState::read)
{
    return {word, Form::value, state};
}
constexpr Keyword list(std::string_view word, CoverageState state = CoverageState::read)
{
    return {word, Form::list, state};
}
constexpr Keyword block(std::string_view word, const Grammar& inside)
{
    return {word, Form::block, CoverageState::read, &inside};
}
constexpr Keyword named(std::string_view word, const Grammar& inside)
{
    return {word, Form::named, CoverageState::read, &inside};
}
/// A value that is a number.
constexpr Keyword number(std::string_view word, const Limit& limit)
{
    return {.word = word, .form = Form::value, .limit = &limit};
}
/// A value that is one of these words.
constexpr Keyword choice(std::string_view word, std::span<const std::string_view> words)
{
    return {.word = word, .form = Form::value, .words = words};
}
/// A named block whose name is information by itself.
constexpr Keyword telling(std::string_view word, const Grammar& inside)
{
    return {word, Form::named, CoverageState::read, &inside, true};
}
/// A block that is irrelevant itself, but may contain something relevant.
constexpr Keyword through(std::string_view word, Form form, const Grammar& inside)
{
    return {word, form, CoverageState::irrelevant, &inside};
}
/// Known, and without influence on RDMA traffic.
constexpr Keyword skip(std::string_view word) { return {word, Form::block, CoverageState::irrelevant}; }
/// Known, with influence on RDMA traffic, but not modelled.
constexpr Keyword later(std::string_view word) { return {word, Form::block, CoverageState::unsupported}; }

}
