// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/statement.h"

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace rocelint::junos {

/// What is to become of one statement.
struct Amendment {
    bool added = false; ///< it stands nowhere yet
    bool removed = false;
    bool activated = false;
    bool changed = false;
    std::string_view value; ///< the new one of a changed statement
};

/// A configuration as its files write it, inactive statements and groups included, and what is to become of it. Writers
/// turn it into edits, commands and XML.
class Draft {
public:
    using Words = std::span<const std::string_view>;

    explicit Draft(std::span<const Tree> trees);
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    [[nodiscard]] Statement* root() { return hierarchy_.root(); }
    /// The written statement that one in force comes from: itself, or that of a group or range. Null where it stands
    /// nowhere.
    [[nodiscard]] Statement* written(const Statement& in_force) const;
    /// What the words lead to from a statement inwards ({"unit", "0", "classifiers"}), or null. Inactive and removed
    /// statements are not there.
    [[nodiscard]] Statement* find(Statement* from, Words words) const;
    [[nodiscard]] Statement* find(Statement* from, std::initializer_list<std::string_view> words) const
    {
        return find(from, Words(words.begin(), words.size()));
    }
    /// Makes it that the words stand there, with every block that leads to them; the last word may be a value. Empty, or
    /// why that cannot be: a block on the way is inactive.
    [[nodiscard]] std::string set(Statement* from, Words words);
    [[nodiscard]] std::string set(Statement* from, std::initializer_list<std::string_view> words)
    {
        return set(from, Words(words.begin(), words.size()));
    }
    /// Gives another value to a statement that has one, or another name to what a binding refers to.
    void change(Statement& statement, std::string_view value);
    /// Takes a statement away, and the blocks around it that would be left empty and mean nothing.
    void remove(Statement& statement);
    /// Copies what stands in a block in force into a written one. Empty, or why not: it holds what is not understood.
    [[nodiscard]] std::string copy(const Statement& from, Statement& to);

    /// Null where nothing becomes of it.
    [[nodiscard]] const Amendment* of(const Statement& statement) const
    {
        const auto found = amendments_.find(&statement);
        return found == amendments_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool is_added(const Statement& statement) const;
    [[nodiscard]] bool is_removed(const Statement& statement) const;
    [[nodiscard]] bool empty() const { return amendments_.empty(); }
    /// Everything written; for writers.
    [[nodiscard]] const Statement& top() const { return *top_; }
    [[nodiscard]] std::string_view keep(std::string_view text) { return text_.keep(text); }

private:
    using Place = std::tuple<SourceId, std::uint32_t, const Keyword*>;
    [[nodiscard]] bool is_hollow(const Statement& block) const;
    [[nodiscard]] std::string add(Statement*& at, const Keyword& keyword, std::string_view key);
    void restore(const Statement& statement); ///< it is not to be removed after all
    [[nodiscard]] std::string activate(Statement& statement, bool is_last);

    Arena statements_;
    Arena text_;
    Hierarchy hierarchy_;
    const Statement* top_ = nullptr;
    std::map<Place, Statement*> by_place_;
    std::unordered_map<const Statement*, Amendment> amendments_;
};

/// The words that lead to a statement from the outermost level, in quotation marks where they need them.
[[nodiscard]] std::vector<std::string> path_words(const Statement& statement);
/// A value or name as it is written.
[[nodiscard]] std::string quoted(std::string_view word);

}
