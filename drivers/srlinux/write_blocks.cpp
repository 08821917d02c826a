// SPDX-License-Identifier: Apache-2.0
// Amendments as edits of blocks: one statement a line, four blanks a level, as `info` prints them.
#include "drivers/srlinux/write_blocks.h"

#include "drivers/hierarchy/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace rocelint::srlinux {
namespace {

using hierarchy::inside_of;
using hierarchy::quoted;

constexpr std::string_view step = "    ";

// The statement and what follows on its line: further keys of a list entry.
std::string head_of(const Statement& statement)
{
    std::string words(statement.word());
    if (!statement.key.empty())
        words += " " + quoted(statement.key);
    return words;
}

class BlockWriter {
public:
    BlockWriter(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
        : draft_(draft), tree_(tree), text_(tree.source->text()), takes_new_(takes_new), edits_(edits)
    {
    }

    void run()
    {
        hierarchy::visit_standing_blocks(draft_, [this](const Statement& block) {
            const hierarchy::BlockChanges changes = hierarchy::changes_of(draft_, block);
            for (const Statement* statement : changes.removed) {
                if (is_here(*statement))
                    remove(*statement);
            }
            for (const Statement* statement : changes.changed) {
                if (is_here(*statement))
                    change(*statement);
            }
            const bool mine = block.keyword == nullptr ? takes_new_ : is_here(block);
            if (mine && !changes.added.empty())
                insert(block, changes.added);
        });
    }

private:
    [[nodiscard]] bool is_here(const Statement& statement) const
    {
        return statement.at.source == tree_.source->id() && statement.node != nullptr;
    }

    void edit(std::size_t from, std::size_t to, std::string text)
    {
        edits_.push_back(
            {{tree_.source->id(), static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from)},
                std::move(text)});
    }

    void remove(const Statement& statement)
    {
        const Node& node = *statement.node;
        if (statement.keyword->form == Form::list)
            return remove_value(statement);
        if (!gone_.insert(&node).second)
            return;
        const std::size_t end = std::max<std::size_t>(
            std::size_t{node.offset} + node.length, std::size_t{node.value_offset} + node.value_length);
        edit(hierarchy::start_of_line(text_, node.offset), hierarchy::end_of_line(text_, end), "");
    }

    // One value of a list; with the last one the statement goes.
    void remove_value(const Statement& statement)
    {
        const auto stays = [&](const Statement& other) {
            return other.keyword == statement.keyword && other.node == statement.node
                && !draft_.is_removed(other);
        };
        if (std::any_of(statement.parent->begin(), statement.parent->end(), stays)) {
            const std::size_t begin = text_.find_last_not_of(" \t\r\n", statement.at.offset - 1) + 1;
            return edit(begin, statement.at.end(), "");
        }
        if (gone_.insert(statement.node).second)
            edit(hierarchy::start_of_line(text_, statement.node->offset),
                hierarchy::end_of_line(text_, statement.node->offset + std::size_t{statement.node->length}),
                "");
    }

    void change(const Statement& statement)
    {
        const std::string_view written = tree_.source->text_at(statement.at);
        const std::size_t begin
            = written.ends_with('"') ? written.find('"') : written.find_last_of(" \t\r\n") + 1;
        edit(statement.at.offset + begin, statement.at.end(), quoted(draft_.of(statement)->value));
    }

    void render(
        const std::vector<const Statement*>& statements, const std::string& indent, std::string& out) const
    {
        for (const Statement* statement : statements) {
            if (statement->keyword->is_block())
                render_block(*statement, head_of(*statement), indent, out);
            else
                out += fmt::format("{}{}{}", indent, head_of(*statement), hierarchy::line_end_of(text_));
        }
    }

    // All keys of a list entry are on one line, and each combination of them is an entry.
    void render_block(
        const Statement& block, const std::string& head, const std::string& indent, std::string& out) const
    {
        const std::vector<const Statement*> inner = inside_of(draft_, block);
        if (!inner.empty() && inner.front()->keyword->further_key) {
            for (const Statement* key : inner)
                render_block(*key, head + " " + head_of(*key), indent, out);
            return;
        }
        const std::string_view line_end = hierarchy::line_end_of(text_);
        out += fmt::format("{}{} {{{}", indent, head, line_end);
        render(inner, indent + std::string(step), out);
        out += fmt::format("{}}}{}", indent, line_end);
    }

    // At the end of the block.
    void insert(const Statement& block, const std::vector<const Statement*>& added)
    {
        const std::string_view line_end = hierarchy::line_end_of(text_);
        std::string text;
        if (block.keyword == nullptr) {
            render(added, "", text);
            const bool bare = !text_.empty() && !text_.ends_with('\n');
            return edit(text_.size(), text_.size(), bare ? std::string(line_end) + text : text);
        }
        const Node& node = *block.node;
        const std::string indent = hierarchy::indentation_at(text_, node.offset);
        // A further key has no block of its own: the new entry goes behind the one that shares its first keys.
        if (added.front()->keyword->further_key) {
            std::string head = head_of(block);
            for (const Statement* up = &block; up->keyword->further_key; up = up->parent)
                head = head_of(*up->parent) + " " + head;
            for (const Statement* key : added)
                render_block(*key, head + " " + head_of(*key), indent, text);
            const std::size_t end
                = hierarchy::end_of_line(text_, std::size_t{node.value_offset} + node.value_length);
            return edit(end, end, text);
        }
        render(added, indent + std::string(step), text);
        if (node.value_length == 0) {
            // It has no block yet, or an empty one on its own line.
            const std::size_t from = std::size_t{node.offset} + node.length;
            const std::size_t end = hierarchy::end_of_line(text_, from);
            return edit(from, end, fmt::format(" {{{}{}{}}}{}", line_end, text, indent, line_end));
        }
        const std::size_t close
            = hierarchy::start_of_line(text_, std::size_t{node.value_offset} + node.value_length - 1);
        edit(close, close, text);
    }

    const Draft& draft_;
    const Tree& tree_;
    std::string_view text_;
    bool takes_new_;
    std::vector<Edit>& edits_;
    std::unordered_set<const Node*> gone_;
};

}

void write_blocks(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
{
    if (tree.root != nullptr)
        BlockWriter(draft, tree, takes_new, edits).run();
}

}
