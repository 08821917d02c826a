// SPDX-License-Identifier: Apache-2.0
// The way back, out of two texts alone: it needs to know no line, only how a line is taken away.
#include "drivers/line_cli/undo.h"

#include "drivers/line_cli/line_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace rocelint::line_cli {
namespace {

// `no mtu 9214`; of a line that is itself a negation, `default mtu` where there is such a word, else the line itself.
std::string negation(const Dialect& dialect, std::string_view line)
{
    Words words(line);
    const std::string_view first = words.next();
    if (first == dialect.negation)
        return dialect.to_default.empty() ? std::string(words.rest())
                                          : fmt::format("{} {}", dialect.to_default, words.rest());
    if (!dialect.to_default.empty() && first == dialect.to_default)
        return fmt::format("{} {}", dialect.negation, words.rest());
    return fmt::format("{} {}", dialect.negation, line);
}

// Whether the stanza stands for something that is there without it, and cannot be taken away.
bool is_permanent(const Dialect& dialect, std::string_view header)
{
    return std::ranges::any_of(
        dialect.permanent, [&](std::string_view beginning) { return header.starts_with(beginning); });
}

// All lines of the same text in one list of siblings are one stanza to EOS.
struct Level {
    std::vector<const Node*> before;
    std::vector<const Node*> after;
    std::vector<std::string> headers;
};

class Undoer {
public:
    explicit Undoer(const Dialect& dialect) : dialect_(dialect) { }

    std::string run(std::span<const Tree> before, std::span<const Tree> after)
    {
        Level top;
        for (const Tree& tree : before)
            add_children(tree.root, top.before);
        for (const Tree& tree : after)
            add_children(tree.root, top.after);
        open_.push_back(std::move(top));
        while (!open_.empty()) {
            const Level level = std::move(open_.back());
            open_.pop_back();
            compare(level);
        }
        return std::move(out_);
    }

private:
    static void add_children(const Node* node, std::vector<const Node*>& into)
    {
        if (node == nullptr)
            return;
        for (const Node& child : *node)
            into.push_back(&child);
    }

    [[nodiscard]] bool says_something(std::string_view line) const
    {
        return !line.empty() && line != dialect_.separator && line != "end" && line != dialect_.leave;
    }

    void compare(const Level& level)
    {
        std::unordered_set<std::string_view> before;
        std::unordered_set<std::string_view> after;
        for (const Node* node : level.before)
            before.insert(node->key);
        for (const Node* node : level.after)
            after.insert(node->key);
        std::vector<std::string> lines;
        std::vector<std::string_view> descended;
        for (const Node* node : level.after) {
            if (!says_something(node->key))
                continue;
            if (before.contains(node->key) || (node->first != nullptr && is_permanent(dialect_, node->key))) {
                if (node->first != nullptr && descend(level, node->key, descended))
                    continue;
            } else {
                lines.push_back(negation(dialect_, node->key));
            }
        }
        // What was taken away or displaced comes back; its block with it.
        for (const Node* node : level.before) {
            if (!says_something(node->key))
                continue;
            if (node->first != nullptr)
                (void)descend(level, node->key, descended);
            else if (!after.contains(node->key))
                lines.emplace_back(node->key);
        }
        if (!lines.empty())
            append_block(out_, dialect_, level.headers, lines);
    }

    // Compares the blocks under all lines `header`, once.
    bool descend(const Level& level, std::string_view header, std::vector<std::string_view>& done)
    {
        for (const std::string_view other : done) {
            if (other == header)
                return true;
        }
        done.push_back(header);
        Level inner;
        inner.headers = level.headers;
        inner.headers.emplace_back(header);
        for (const Node* node : level.before) {
            if (node->key == header)
                add_children(node, inner.before);
        }
        for (const Node* node : level.after) {
            if (node->key == header)
                add_children(node, inner.after);
        }
        open_.push_back(std::move(inner));
        return true;
    }

    const Dialect& dialect_;
    std::vector<Level> open_;
    std::string out_;
};

}

std::string undo_lines(const Dialect& dialect, std::span<const Tree> before, std::span<const Tree> after)
{
    return Undoer(dialect).run(before, after);
}

}
