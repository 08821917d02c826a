// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/keyword.h"
#include "models/syntax/tree.h"
#include "models/text/arena.h"
#include "models/text/open_table.h"

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::hierarchy {

/// One statement of the merged configuration: a keyword with its name or value, and the contents of its
/// block. All notations of a language are read into it.
struct Statement {
    const Keyword* keyword = nullptr; ///< null: the whole configuration
    std::string_view key; ///< the name of a named block, or the value
    Span at; ///< the words of this statement
    /// The statement that brought it here, such as Junos' `apply-groups`; nowhere: it is written here.
    Span via;
    const Node* node = nullptr; ///< the node that it was written in
    Statement* parent = nullptr;
    Statement* first = nullptr;
    Statement* last = nullptr;
    Statement* next = nullptr;
    bool inactive = false;
    bool deleted = false;
    bool applies = false; ///< a keyword with Keyword::applies is here or further inside
    bool holds_more = false; ///< it contains something that is not read

    [[nodiscard]] std::string_view word() const
    {
        return keyword == nullptr ? std::string_view{} : keyword->word;
    }
    /// Returns the first child with this keyword (for `keyword NAME` statements: with this name), or null.
    [[nodiscard]] const Statement* child(std::string_view word) const;
    [[nodiscard]] const Statement* child(std::string_view word, std::string_view key) const;
    /// Returns the value of the keyword here, or empty.
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

/// One word of a file, and its position.
struct Word {
    std::string_view text; ///< without quotation marks
    std::uint32_t offset = 0;
    std::uint32_t length = 0; ///< length as written
    [[nodiscard]] bool empty() const { return length == 0; }
};

/// The configuration being assembled from the statements of one or more files.
class Hierarchy {
public:
    /// `text` keeps words that are not in any file, and must live as long as the device.
    Hierarchy(Arena& statements, Arena& text, std::size_t expected_statements);

    [[nodiscard]] Statement* root() { return root_; }
    /// Returns the statement with this keyword and key in `block`, creating it if necessary. For a keyword
    /// with one value, the value is replaced.
    Statement* put(Statement* block, const Keyword& keyword, std::string_view key, Span at, const Node* node);
    [[nodiscard]] Statement* find(const Statement* block, const Keyword& keyword, std::string_view key) const;
    /// Removes the statement from its block with everything in it; a later put() creates a new one.
    static void remove(Statement* statement) { statement->deleted = true; }
    /// Permanently removes what is inactive or removed; its lines become irrelevant.
    void drop_inactive();
    /// Makes files in braces and in XML also return their inactive statements, marked as such, for editing.
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

/// Returns the key that distinguishes statements of one keyword in one block: the name of a block or of a
/// list's element.
[[nodiscard]] inline std::string_view identity_of(const Keyword& keyword, std::string_view key)
{
    const bool told_apart = keyword.form == Form::named || keyword.form == Form::list || keyword.word.empty();
    return told_apart ? key : std::string_view{};
}

/// Marks what a node of a file states in `block` as inactive.
void deactivate_node(Statement& block, const Node& node);

/// Calls `visit` for the statement and everything in it.
template <class Any, class Visit>
void visit_statements(Any* top, Visit&& visit)
{
    Any* at = top;
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
