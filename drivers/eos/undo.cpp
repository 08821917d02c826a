// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/live.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>
#include <vector>

namespace rocelint::eos {
namespace {

// `no mtu 9214`; of a line that is itself a negation, `default mtu`.
std::string negation(std::string_view line)
{
    if (line.starts_with("no "))
        return fmt::format("default {}", line.substr(3));
    if (line.starts_with("default "))
        return fmt::format("no {}", line.substr(8));
    return fmt::format("no {}", line);
}

// Whether the stanza stands for something that is there without it, and cannot be taken away.
bool is_permanent(std::string_view header)
{
    return header.starts_with("interface Ethernet") || header.starts_with("interface Management")
        || header.starts_with("tx-queue") || header.starts_with("uc-tx-queue");
}

// All lines of the same text in one list of siblings are one stanza to EOS.
struct Level {
    std::vector<const Node*> before;
    std::vector<const Node*> after;
    std::vector<std::string> headers;
};

class Undoer {
public:
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

    static bool says_something(std::string_view line)
    {
        return !line.empty() && line != "!" && line != "end" && line != "exit";
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
            if (before.contains(node->key) || (node->first != nullptr && is_permanent(node->key))) {
                if (node->first != nullptr && descend(level, node->key, descended))
                    continue;
            } else {
                lines.push_back(negation(node->key));
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
        write(level.headers, lines);
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

    void write(const std::vector<std::string>& headers, const std::vector<std::string>& lines)
    {
        if (lines.empty())
            return;
        std::string indent;
        for (const std::string& header : headers) {
            out_ += fmt::format("{}{}\n", indent, header);
            indent += "   ";
        }
        for (const std::string& line : lines)
            out_ += fmt::format("{}{}\n", indent, line);
        for (std::size_t depth = headers.size(); depth > 0; --depth)
            out_ += fmt::format("{}exit\n", std::string(depth * 3, ' '));
    }

    std::vector<Level> open_;
    std::string out_;
};

}

Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& /*device_before*/,
    std::span<const Change> /*changes*/)
{
    Commands commands;
    commands.text = Undoer().run(before, after);
    return commands;
}

}
