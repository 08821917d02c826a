// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace rocelint {

/// Appends nodes to a tree in document order, with their lines. Shared by all tree readers. Functions that
/// run for every node are defined here so that the compiler can inline them.
class TreeBuilder {
public:
    /// What a second member of an object with an equal key means: a device uses the last, a person made a
    /// mistake. Only the message differs.
    enum class EqualKeys : std::uint8_t { last_is_used, mistake };

    explicit TreeBuilder(const Source& source, EqualKeys equal_keys = EqualKeys::last_is_used);

    /// The number of the line at `offset`. Offsets must not decrease between calls.
    [[nodiscard]] std::uint32_t line_at(std::uint32_t offset)
    {
        const char* const text = tree_.source->data();
        while (line_offset_ < offset) {
            const void* feed = std::memchr(text + line_offset_, '\n', offset - line_offset_);
            if (feed == nullptr) {
                line_offset_ = offset;
                break;
            }
            line_offset_ = static_cast<std::uint32_t>(static_cast<const char*>(feed) - text) + 1;
            ++line_;
        }
        return line_;
    }
    [[nodiscard]] Node* make_node(Node::Kind kind, std::uint32_t offset, std::uint32_t length)
    {
        Node* node = tree_.arena->make<Node>();
        ++tree_.node_count;
        node->kind = kind;
        node->line = line_at(offset);
        node->offset = offset;
        node->length = length;
        return node;
    }

    /// Opens `node` as the last child of the open node; the first node becomes the root.
    void open(Node* node)
    {
        add(node);
        open_.push_back({node, nullptr});
    }
    void close()
    {
        Node* node = open_.back().node;
        open_.pop_back();
        if (node->kind == Node::Kind::object && node->child_count > 1)
            drop_duplicate_keys(*node);
    }
    /// Adds `node` as a leaf of the open node.
    void add(Node* node)
    {
        if (open_.empty()) {
            if (tree_.root == nullptr)
                tree_.root = node;
            return;
        }
        Open& parent = open_.back();
        if (parent.last_child == nullptr)
            parent.node->first = node;
        else
            parent.last_child->next = node;
        parent.last_child = node;
        ++parent.node->child_count;
    }
    [[nodiscard]] std::size_t depth() const { return open_.size(); }
    [[nodiscard]] const Node* innermost() const { return open_.empty() ? nullptr : open_.back().node; }
    /// The first node, or null.
    [[nodiscard]] const Node* root() const { return tree_.root; }

    /// Whether `node` is open. An alias to an open node would make the tree infinite.
    [[nodiscard]] bool is_open(const Node* node) const;

    void problem(SyntaxProblem::Severity severity, Span at, std::string message);
    /// The problems so far.
    [[nodiscard]] const std::vector<SyntaxProblem>& problems() const { return tree_.problems; }
    /// Keeps a node that is not part of the tree, for its coverage.
    void leave_out(const Node* node) { tree_.left_out.push_back(node); }
    void stop_reading_at(std::uint32_t offset) { tree_.unread_from = offset; }
    [[nodiscard]] Arena& arena() { return *tree_.arena; }
    [[nodiscard]] const Source& source() const { return *tree_.source; }
    /// Drops all but the last of equal keys in `node` and reports each dropped one.
    void drop_duplicate_keys(Node& node);
    [[nodiscard]] Tree finish();

private:
    struct Open {
        Node* node;
        Node* last_child;
    };
    Tree tree_;
    EqualKeys equal_keys_;
    std::vector<Open> open_;
    std::vector<const Node*> seen_;
    std::uint32_t line_ = 1;
    std::uint32_t line_offset_ = 0;
};

}
