// SPDX-License-Identifier: Apache-2.0
// One node type for lines, braces, JSON, YAML and XML (ADR 0004). A wide object gets a hash index, since CONFIG_DB
// tables have thousands of rows.
#include "models/syntax/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace rocelint {
namespace {

std::uint64_t key_hash(std::string_view key)
{
    // Every byte counts: keys that agree in their ends ("QUEUE|Ethernet100|3") must not fall together.
    std::uint64_t mixed = key.size();
    while (key.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, key.data(), 8);
        mixed = std::rotl((mixed ^ word) * 0x9e3779b97f4a7c15ULL, 29);
        key.remove_prefix(8);
    }
    std::uint64_t tail = 0;
    if (!key.empty())
        std::memcpy(&tail, key.data(), key.size());
    mixed = (mixed ^ tail) * 0xc2b2ae3d27d4eb4fULL;
    mixed ^= mixed >> 31;
    return mixed * 0x9e3779b97f4a7c15ULL >> 20;
}

void append_scalar(std::string& out, const Node& node)
{
    if (node.kind != Node::Kind::string) {
        out += node.value;
        return;
    }
    out += '"';
    for (const char c : node.value) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    out += '"';
}

// What stands for a node after its opening parenthesis.
void append_head(std::string& out, const Node& node, bool keyed)
{
    out += '(';
    if (node.kind == Node::Kind::line) {
        out += node.key;
        return;
    }
    if (keyed) {
        out += node.key;
        if (node.is_scalar()) {
            out += ' ';
            append_scalar(out, node);
        } else if (node.kind == Node::Kind::array) {
            out += " array";
        }
        return;
    }
    if (node.is_scalar())
        append_scalar(out, node);
    else
        out += node.kind == Node::Kind::array ? "array" : "object";
}

}

const Node* Node::child(std::string_view wanted) const
{
    const Node* found = nullptr;
    for (const Node& candidate : *this) {
        if (candidate.key == wanted)
            found = &candidate;
    }
    return found;
}

std::string dump(const Tree& tree)
{
    if (tree.root == nullptr)
        return "()";
    struct Step {
        const Node* node;
        bool in_object;
    };
    std::string out;
    std::vector<Step> path;
    const Node* node = tree.root;
    bool in_object = false;
    while (node != nullptr) {
        append_head(out, *node, in_object);
        if (node->first != nullptr) {
            if (out.back() != '(')
                out += ' ';
            path.push_back({node, in_object});
            in_object = node->kind == Node::Kind::object;
            node = node->first;
            continue;
        }
        out += ')';
        while (node->next == nullptr && !path.empty()) {
            node = path.back().node;
            in_object = path.back().in_object;
            path.pop_back();
            out += ')';
        }
        node = node == tree.root ? nullptr : node->next;
        if (node != nullptr)
            out += ' ';
    }
    return out;
}

TreeBuilder::TreeBuilder(const Source& source)
{
    tree_.source = &source;
    tree_.arena = std::make_unique<Arena>(source.size() * 2 + 4096);
    open_.reserve(16);
}

std::uint32_t TreeBuilder::line_at(std::uint32_t offset)
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

Node* TreeBuilder::make_node(Node::Kind kind, std::uint32_t offset, std::uint32_t length)
{
    Node* node = tree_.arena->make<Node>();
    ++tree_.node_count;
    node->kind = kind;
    node->line = line_at(offset);
    node->offset = offset;
    node->length = length;
    return node;
}

void TreeBuilder::add(Node* node)
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

void TreeBuilder::open(Node* node)
{
    add(node);
    open_.push_back({node, nullptr});
}

void TreeBuilder::close()
{
    Node* node = open_.back().node;
    open_.pop_back();
    if (node->kind == Node::Kind::object && node->child_count > 1)
        drop_duplicate_keys(*node);
}

bool TreeBuilder::is_open(const Node* node) const
{
    return std::ranges::any_of(open_, [node](const Open& open) { return open.node == node; });
}

void TreeBuilder::problem(SyntaxProblem::Severity severity, Span at, std::string message)
{
    tree_.problems.push_back({severity, at, std::move(message)});
}

void TreeBuilder::drop_duplicate_keys(Node& node)
{
    const std::size_t capacity = std::bit_ceil(std::size_t{node.child_count} * 2);
    seen_.assign(capacity, nullptr);
    bool duplicates = false;
    for (const Node& child : node) {
        std::size_t slot = key_hash(child.key) & (capacity - 1);
        while (seen_[slot] != nullptr && seen_[slot]->key != child.key)
            slot = (slot + 1) & (capacity - 1);
        if (seen_[slot] != nullptr) {
            duplicates = true;
            problem(SyntaxProblem::Severity::warning,
                tree_.span(*seen_[slot]),
                fmt::format("key \"{}\" appears twice in one object; the later one (line {}) is used",
                    child.key,
                    child.line));
        }
        seen_[slot] = &child;
    }
    if (!duplicates)
        return;
    const auto is_kept = [&](const Node& child) {
        std::size_t slot = key_hash(child.key) & (capacity - 1);
        while (seen_[slot]->key != child.key)
            slot = (slot + 1) & (capacity - 1);
        return seen_[slot] == &child;
    };
    const Node* kept_first = nullptr;
    Node* kept_last = nullptr;
    std::uint32_t count = 0;
    for (const Node* child = node.first; child != nullptr;) {
        const Node* following = child->next;
        // The builder made every node of this tree and still owns it: const is for readers.
        auto* writable = const_cast<Node*>(child);
        writable->next = nullptr;
        if (!is_kept(*child)) {
            leave_out(child);
        } else {
            if (kept_last == nullptr)
                kept_first = child;
            else
                kept_last->next = child;
            kept_last = writable;
            ++count;
        }
        child = following;
    }
    node.first = kept_first;
    node.child_count = count;
}

Tree TreeBuilder::finish()
{
    while (!open_.empty())
        close();
    return std::move(tree_);
}

}
