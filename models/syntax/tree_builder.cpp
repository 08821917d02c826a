// SPDX-License-Identifier: Apache-2.0
// Builds a hash index for an object with many members when it is closed, because CONFIG_DB tables have
// thousands of rows.
#include "models/syntax/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace rocelint {
namespace {

std::uint64_t key_hash(std::string_view key)
{
    // Uses every byte: keys with equal ends ("QUEUE|Ethernet100|3") must not collide.
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

}

TreeBuilder::TreeBuilder(const Source& source, EqualKeys equal_keys) : equal_keys_(equal_keys)
{
    tree_.source = &source;
    tree_.arena = std::make_unique<Arena>(source.size() * 2 + 4096);
    open_.reserve(16);
}

bool TreeBuilder::is_open(const Node* node) const
{
    return std::ranges::any_of(open_, [node](const Open& open) { return open.node == node; });
}

void TreeBuilder::problem(SyntaxProblem::Severity severity, Span at, std::string message)
{
    tree_.problems.push_back({severity, at, std::move(message)});
}

namespace {

// Compares all pairs, because most rows have few members.
bool has_distinct_keys(const Node& node)
{
    for (const Node* one = node.first; one != nullptr; one = one->next) {
        for (const Node* other = one->next; other != nullptr; other = other->next) {
            if (one->key.size() == other->key.size() && one->key == other->key)
                return false;
        }
    }
    return true;
}

}

void TreeBuilder::drop_duplicate_keys(Node& node)
{
    constexpr std::uint32_t few = 6;
    if (node.child_count <= few && has_distinct_keys(node))
        return;
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
                equal_keys_ == EqualKeys::mistake
                    ? fmt::format(
                        "key \"{}\" appears twice in one mapping, here and in line {}", child.key, child.line)
                    : fmt::format("key \"{}\" appears twice in one object; the later one (line {}) is used",
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
        // The builder created every node of this tree and still owns it: const is for readers.
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
    const std::string_view text = tree_.source->text();
    const std::string_view rest = text.substr(std::min<std::size_t>(line_offset_, text.size()));
    // Count the lines after the last node: a started line ends there or with the text.
    tree_.line_count = line_ - 1 + count_lines(rest);
    if (rest.empty() && !text.empty() && text.back() != '\n')
        ++tree_.line_count;
    return std::move(tree_);
}

}
