// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/grammar.h"
#include "models/syntax/tree.h"
#include "models/text/arena.h"
#include "models/text/open_table.h"

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::junos {

/// One statement of the merged configuration: a keyword with its name or value, and what stands in its block. The
/// three ways to write a configuration all end here.
struct Statement {
    const Keyword* keyword = nullptr; ///< null: the whole configuration
    std::string_view key; ///< the name of a named block, or the value
    Span at; ///< the words of this statement
    Span
        via; ///< the `apply-groups` or `member` statement that brought it here; nowhere: it stands here itself
    const Node* node = nullptr; ///< that it was written in
    Statement* parent = nullptr;
    Statement* first = nullptr;
    Statement* last = nullptr;
    Statement* next = nullptr;
    bool inactive = false;
    bool deleted = false;
    bool applies = false; ///< groups are applied here or further in
    bool holds_more = false; ///< something stands in it that is not looked at

    [[nodiscard]] std::string_view word() const
    {
        return keyword == nullptr ? std::string_view{} : keyword->word;
    }
    /// The first child of this keyword (of `keyword NAME` statements: with this name), or null.
    [[nodiscard]] const Statement* child(std::string_view word) const;
    [[nodiscard]] const Statement* child(std::string_view word, std::string_view key) const;
    /// The value that stands here under the keyword, or empty.
    [[nodiscard]] std::string_view value(std::string_view word) const;

    class Iterator {
    public:
        using value_type = Statement;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using pointer = const Statement*;
        using reference = const Statement&;
        explicit Iterator(const Statement* statement) : statement_(statement) { }
        const Statement& operator*() const { return *statement_; }
        Iterator& operator++()
        {
            statement_ = statement_->next;
            return *this;
        }
        friend bool operator==(Iterator, Iterator) = default;

    private:
        const Statement* statement_;
    };
    [[nodiscard]] Iterator begin() const { return Iterator(first); }
    [[nodiscard]] Iterator end() const { return Iterator(nullptr); }
};

/// One word of a file, and where it stands.
struct Word {
    std::string_view text; ///< without quotation marks
    std::uint32_t offset = 0;
    std::uint32_t length = 0; ///< as written
    [[nodiscard]] bool empty() const { return length == 0; }
};

/// The configuration being put together, from the statements of one or more files.
class Hierarchy {
public:
    /// `text` keeps words that stand nowhere in a file, and must live as long as the device.
    Hierarchy(Arena& statements, Arena& text, std::size_t expected_statements);

    [[nodiscard]] Statement* root() { return root_; }
    /// The statement of this keyword and key in `block`, made if there is none. Of a keyword with one value, the value
    /// is replaced.
    Statement* put(Statement* block, const Keyword& keyword, std::string_view key, Span at, const Node* node);
    [[nodiscard]] Statement* find(const Statement* block, const Keyword& keyword, std::string_view key) const;
    /// Takes the statement out of its block, with all that stands in it; put() then begins anew.
    static void remove(Statement* statement) { statement->deleted = true; }
    /// Takes out for good what is inactive or removed; its lines become irrelevant.
    void drop_inactive();
    /// Files in braces and in XML then give their inactive statements too, marked as such: for whoever edits them.
    void keep_inactive() { keeps_inactive_ = true; }
    [[nodiscard]] bool keeps_inactive() const { return keeps_inactive_; }
    [[nodiscard]] Arena& text() { return text_; }
    [[nodiscard]] std::size_t size() const { return count_; }

private:
    struct Slot {
        std::uint64_t hash = 0;
        Statement* statement = nullptr;
        [[nodiscard]] bool taken() const { return statement != nullptr; }
    };
    struct IsIt {
        const Statement* block;
        const Keyword& keyword;
        std::string_view key;
        bool operator()(const Slot& slot) const;
    };
    [[nodiscard]] static std::uint64_t hash_of(
        const Statement* block, const Keyword& keyword, std::string_view key);

    Arena& arena_;
    Arena& text_;
    Statement* root_;
    OpenTable<Slot> slots_;
    std::size_t count_ = 0; ///< statements ever made
    bool keeps_inactive_ = false;
};

/// The key that tells statements of one keyword in one block apart: the name of a block or of a list's element.
[[nodiscard]] inline std::string_view identity_of(const Keyword& keyword, std::string_view key)
{
    const bool told_apart = keyword.form == Form::named || keyword.form == Form::list || keyword.word.empty();
    return told_apart ? key : std::string_view{};
}

/// Marks as inactive what a node of a file states in `block`.
void deactivate_node(Statement& block, const Node& node);

/// Calls `visit` for the statement and everything in it.
template <class Visit>
void visit_statements(Statement* top, Visit&& visit)
{
    Statement* at = top;
    for (;;) {
        visit(*at);
        if (at->first != nullptr) {
            at = at->first;
            continue;
        }
        while (at != top && at->next == nullptr)
            at = at->parent;
        if (at == top)
            return;
        at = at->next;
    }
}

}
