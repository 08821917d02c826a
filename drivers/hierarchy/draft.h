// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/statement.h"
#include "models/text/objection.h"

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace rocelint::hierarchy {

/// The amendment of one statement.
struct Amendment {
    bool added = false; ///< it is not in any file yet
    bool removed = false;
    bool activated = false;
    bool changed = false;
    std::string_view value; ///< the new value of a changed statement
};

/// A configuration as its files write it, including inactive statements and groups, and its amendments.
/// Writers turn it into edits, commands and XML.
class Draft {
public:
    using Words = std::span<const std::string_view>;

    Draft(const Language& language, std::span<const Tree> trees);
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    [[nodiscard]] const Language& language() const { return language_; }
    [[nodiscard]] Statement* root() { return hierarchy_.root(); }
    /// Returns the written statement that a statement in force comes from: itself, or that of a group or
    /// range. Null if it is in no file.
    [[nodiscard]] Statement* written(const Statement& in_force) const;
    /// Returns the statement to which the words lead inwards from `from` ({"unit", "0", "classifiers"}), or
    /// null. Ignores inactive and removed statements.
    [[nodiscard]] Statement* find(Statement* from, Words words) const;
    [[nodiscard]] Statement* find(Statement* from, std::initializer_list<std::string_view> words) const
    {
        return find(from, Words(words.begin(), words.size()));
    }
    /// Ensures that the statement with these words exists, with every block that leads to it; the last word
    /// may be a value. Objects if a block on the path is inactive.
    Objection set(Statement* from, Words words);
    Objection set(Statement* from, std::initializer_list<std::string_view> words)
    {
        return set(from, Words(words.begin(), words.size()));
    }
    /// Changes the value of a statement that has one, or the name to which a binding refers.
    void change(Statement& statement, std::string_view value);
    /// Removes a statement, and the blocks around it that would be left empty and mean nothing.
    void remove(Statement& statement);
    /// Copies the contents of a block in force into a written block. Objects if the block contains something
    /// that is not understood.
    Objection copy(const Statement& from, Statement& to);

    /// Returns the amendment of the statement, or null.
    [[nodiscard]] const Amendment* of(const Statement& statement) const
    {
        const auto found = amendments_.find(&statement);
        return found == amendments_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool is_added(const Statement& statement) const;
    [[nodiscard]] bool is_removed(const Statement& statement) const;
    [[nodiscard]] bool empty() const { return amendments_.empty(); }
    /// Returns everything that is written, for writers.
    [[nodiscard]] const Statement& top() const { return *top_; }
    [[nodiscard]] std::string_view keep(std::string_view text) { return text_.keep(text); }

private:
    using Place = std::tuple<SourceId, std::uint32_t, const Keyword*>;
    [[nodiscard]] bool is_hollow(const Statement& block) const;
    Objection add(Statement*& at, const Keyword& keyword, std::string_view key);
    void restore(const Statement& statement); ///< cancels a removal
    Objection activate(Statement& statement, bool is_last);

    [[nodiscard]] const Keyword* keyword_of(const Statement& block, std::string_view word) const;

    const Language& language_;
    Arena statements_;
    Arena text_;
    Hierarchy hierarchy_;
    const Statement* top_ = nullptr;
    std::map<Place, Statement*> by_place_;
    std::unordered_map<const Statement*, Amendment> amendments_;
};

/// Returns the words that lead to a statement from the outermost level, quoted where necessary.
[[nodiscard]] std::vector<std::string> path_words(const Statement& statement);
/// Returns a value or name as it is written.
[[nodiscard]] std::string quoted(std::string_view word);

}
