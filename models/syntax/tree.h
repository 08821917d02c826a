// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/arena.h"
#include "models/text/source.h"
#include "models/text/span.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What became of a piece of input, from best to worst. Nothing is ever dropped silently: a node that no reader
/// has marked stays `unrecognised`.
enum class CoverageState : std::uint8_t {
    irrelevant, ///< known, and does not touch RDMA traffic
    read, ///< understood and in the model
    unsupported, ///< known, touches RDMA traffic, not modelled yet
    unrecognised, ///< not known
};

/// One node of a syntax tree: a line with its block (indented text), or a value with its members (JSON, YAML).
/// Nodes live in their tree's arena; `key` and `value` are decoded views into the source or that arena.
struct Node {
    enum class Kind : std::uint8_t { line, object, array, string, number, boolean, null };

    Kind kind = Kind::line;
    /// Set by the reader. Children of a node that is marked with its subtree take its state.
    mutable CoverageState state = CoverageState::unrecognised;
    mutable bool state_covers_subtree = false;
    std::uint32_t line = 1; ///< from 1
    std::uint32_t offset = 0; ///< of the key, or of the line's first word
    std::uint32_t length = 0; ///< up to the end of the value; of a container, its key alone
    std::uint32_t value_offset = 0;
    std::uint32_t value_length = 0; ///< as written, without quotes
    std::uint32_t child_count = 0;
    std::string_view key; ///< the member's key; of a line, the line without indentation
    std::string_view value; ///< a scalar's text
    const Node* first = nullptr;
    const Node* next = nullptr;

    /// The child with this key, or null. Of several, the last: the one that the device keeps.
    [[nodiscard]] const Node* child(std::string_view wanted) const;
    [[nodiscard]] bool is_container() const { return kind == Kind::object || kind == Kind::array; }
    [[nodiscard]] bool is_scalar() const { return kind >= Kind::string; }

    void mark(CoverageState new_state) const { state = new_state; }
    void mark_subtree(CoverageState new_state) const
    {
        state = new_state;
        state_covers_subtree = true;
    }

    class Iterator {
    public:
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using pointer = const Node*;
        using reference = const Node&;
        Iterator() = default;
        explicit Iterator(const Node* node) : node_(node) { }
        const Node& operator*() const { return *node_; }
        const Node* operator->() const { return node_; }
        Iterator& operator++()
        {
            node_ = node_->next;
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before = *this;
            node_ = node_->next;
            return before;
        }
        friend bool operator==(Iterator, Iterator) = default;

    private:
        const Node* node_ = nullptr;
    };
    [[nodiscard]] Iterator begin() const { return Iterator(first); }
    [[nodiscard]] Iterator end() const { return Iterator(); }
};

/// Something wrong with the text itself; becomes a SYN001 finding.
struct SyntaxProblem {
    enum class Severity : std::uint8_t { error, warning };
    Severity severity = Severity::error;
    Span at;
    std::string message;
    /// One file of the device shows something older than another: no contradiction between two devices.
    bool outdated = false;
    /// Of a reference to nothing: the name, and the word over the place where such names are defined. May be empty.
    std::string lost_name;
    std::string_view lost_from{}; ///< a literal
    Span hint{}; ///< where the name that was meant is defined, or where it would be
    std::string hint_message;
};

/// A syntax tree with everything it points into. What stands before a syntax error is in the tree; what follows
/// `unread_from` is not.
struct Tree {
    const Source* source = nullptr;
    std::unique_ptr<Arena> arena;
    /// Of indented text: a line node without text whose children are the top-level lines. Null when nothing was read.
    const Node* root = nullptr;
    std::vector<SyntaxProblem> problems;
    std::uint32_t unread_from = 0xffffffffU; ///< offset; 0xffffffff when everything was read
    std::uint32_t node_count = 0;
    std::uint32_t line_count = 0; ///< of the source
    /// Nodes that no reader sees: all but the last of equal keys, and what is nested too deep. They have a problem that
    /// tells of them, and count as unrecognised.
    std::vector<const Node*> left_out;

    [[nodiscard]] Span span(const Node& node) const { return {source->id(), node.offset, node.length}; }
    [[nodiscard]] Span value_span(const Node& node) const
    {
        return {source->id(), node.value_offset, node.value_length};
    }
    [[nodiscard]] bool complete() const { return unread_from == 0xffffffffU; }
};

/// The deepest nesting that is read; what is deeper ends in a SyntaxProblem.
inline constexpr std::size_t max_depth = 256;

/// The tree as one S-expression on one line, for tests and `rocelint debug tree`.
[[nodiscard]] std::string dump(const Tree& tree);

}
