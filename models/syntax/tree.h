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

/// How a piece of input was handled, from best to worst. Nothing is dropped silently: a node that no reader
/// marks stays `unrecognised`.
enum class CoverageState : std::uint8_t {
    irrelevant, ///< known, and does not affect RDMA traffic
    read, ///< understood, and part of the model
    unsupported, ///< known, affects RDMA traffic, not modeled yet
    unrecognised, ///< unknown
};

/// One node of a syntax tree: a line with its block (indented text), or a value with its members (JSON,
/// YAML). Nodes live in their tree's arena; `key` and `value` are decoded views of the source or of that
/// arena.
struct Node {
    enum class Kind : std::uint8_t {
        line,
        lines, ///< a run of `value_length` lines of the same form that are read together
        object,
        array,
        string,
        number,
        boolean,
        null
    };

    Kind kind = Kind::line;
    /// Set by the reader. If a node is marked with its subtree, its children take its state.
    mutable CoverageState state = CoverageState::unrecognised;
    mutable bool state_covers_subtree = false;
    std::uint32_t line = 1; ///< from 1
    std::uint32_t offset = 0; ///< of the key, or of the line's first word
    std::uint32_t length = 0; ///< up to the end of the value; for a container, only its key
    std::uint32_t value_offset = 0;
    std::uint32_t value_length = 0; ///< as written, without quotes
    std::uint32_t child_count = 0;
    std::string_view key; ///< the member's key; for a line, the line without indentation
    std::string_view value; ///< a scalar's text
    const Node* first = nullptr;
    const Node* next = nullptr;

    /// The child with this key, or null. If there are several, the last, because the device keeps that one.
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

/// An error in the text itself; becomes a SYN001 finding.
struct SyntaxProblem {
    enum class Severity : std::uint8_t { error, warning };
    Severity severity = Severity::error;
    Span at;
    std::string message;
    /// One file of the device shows an older state than another file, so the two do not contradict each
    /// other.
    bool outdated = false;
    /// For an undefined reference: the name, and the keyword of the section where such names are defined. May
    /// be empty.
    std::string lost_name;
    std::string_view lost_from{}; ///< a literal
    Span hint{}; ///< where the intended name is defined, or where it would be
    std::string hint_message;
    /// A problem only if every device that the file sets up has it: another device may have what one lacks.
    bool of_all_devices = false;
};

/// A syntax tree with everything that it points to. Contains everything before a syntax error, and nothing
/// after `unread_from`.
struct Tree {
    const Source* source = nullptr;
    std::unique_ptr<Arena> arena;
    /// For indented text: a line node without text whose children are the top-level lines. Null if nothing
    /// was read.
    const Node* root = nullptr;
    std::vector<SyntaxProblem> problems;
    std::uint32_t unread_from = 0xffffffffU; ///< offset; 0xffffffff if everything was read
    std::uint32_t node_count = 0;
    std::uint32_t line_count = 0; ///< of the source
    /// Nodes hidden from readers: all but the last of equal keys, and nodes that are nested too deep. A
    /// problem reports each, and they count as unrecognized.
    std::vector<const Node*> left_out;

    [[nodiscard]] Span span(const Node& node) const { return {source->id(), node.offset, node.length}; }
    [[nodiscard]] Span value_span(const Node& node) const
    {
        return {source->id(), node.value_offset, node.value_length};
    }
    [[nodiscard]] bool complete() const { return unread_from == 0xffffffffU; }
};

/// The deepest nesting that is read; deeper nesting causes a SyntaxProblem.
inline constexpr std::size_t max_depth = 256;

/// The tree as one S-expression on one line, for tests and `rocelint debug tree`.
[[nodiscard]] std::string dump(const Tree& tree);

}
