// SPDX-License-Identifier: Apache-2.0
// Writes amendments as edits of a text in braces.
#include "drivers/junos/write/brace_text.h"
#include "drivers/junos/write/writer.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

class BraceWriter {
public:
    BraceWriter(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
        : draft_(draft)
        , tree_(tree)
        , text_(tree.source->text())
        , step_(step_of(tree))
        , takes_new_(takes_new)
        , edits_(edits)
    {
    }

    void run()
    {
        visit_standing_blocks(draft_, [this](const Statement& block) {
            if (is_mine(block))
                write(block);
        });
    }

private:
    [[nodiscard]] bool is_mine(const Statement& block) const
    {
        return block.keyword == nullptr || block.at.source == tree_.source->id();
    }

    void edit(std::size_t from, std::size_t to, std::string text)
    {
        edits_.push_back(
            {{tree_.source->id(), static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from)},
                std::move(text)});
    }

    void write(const Statement& block)
    {
        BlockChanges changes = changes_of(draft_, block);
        const auto elsewhere
            = [this](const Statement* statement) { return statement->at.source != tree_.source->id(); };
        std::erase_if(changes.removed, elsewhere);
        std::erase_if(changes.changed, elsewhere);
        std::erase_if(changes.activated, elsewhere);
        if (block.keyword == nullptr && !takes_new_)
            changes.added.clear();
        if (changes.empty())
            return;
        rewrite_lists(block, changes);
        if (becomes_empty(block, changes))
            return edit(block.at.end(), end_of(*block.node), ";");
        for (const Statement* statement : changes.removed)
            remove(*statement);
        for (const Statement* statement : changes.changed)
            change(*statement);
        for (const Statement* statement : changes.activated)
            edit(statement->node->offset, first_word_of(*statement->node), "");
        if (!changes.added.empty())
            insert(block, changes.added);
    }

    // Handles elements of lists that stay lists, and removes them from the other changes.
    void rewrite_lists(const Statement& block, BlockChanges& changes)
    {
        std::vector<const Node*> nodes;
        for (const Statement& child : block) {
            if (child.keyword->form == Form::list && child.node != nullptr && !child.deleted
                && child.at.source == tree_.source->id()
                && std::ranges::find(nodes, child.node) == nodes.end())
                nodes.push_back(child.node);
        }
        for (const Node* node : nodes)
            rewrite_list(block, *node, changes);
    }

    void rewrite_list(const Statement& block, const Node& node, BlockChanges& changes)
    {
        std::vector<const Statement*> before;
        std::vector<std::string> kept;
        for (const Statement& child : block) {
            if (child.node != &node || child.keyword->form != Form::list || child.deleted)
                continue;
            before.push_back(&child);
            if (!draft_.is_removed(child))
                kept.push_back(quoted(child.key));
        }
        std::vector<const Statement*> fresh;
        for (const Statement* added : changes.added) {
            if (added->keyword == before.front()->keyword)
                fresh.push_back(added);
        }
        if (kept.size() == before.size() && fresh.empty())
            return;
        for (const Statement* added : fresh)
            kept.push_back(quoted(added->key));
        std::erase_if(changes.added,
            [&](const Statement* added) { return std::ranges::find(fresh, added) != fresh.end(); });
        if (kept.empty())
            return;
        std::erase_if(changes.removed, [&](const Statement* gone) { return gone->node == &node; });
        std::size_t from = before.front()->at.offset;
        std::size_t to = before.back()->at.end();
        const std::size_t left = text_.find_last_not_of(" \t\r\n", from - 1);
        const std::size_t right = text_.find_first_not_of(" \t\r\n", to);
        if (text_[left] == '[' && right < text_.size() && text_[right] == ']') {
            from = left;
            to = right + 1;
        }
        edit(from, to, kept.size() == 1 ? kept.front() : fmt::format("[ {} ]", fmt::join(kept, " ")));
    }

    static std::size_t end_of(const Node& node) { return node.value_offset + std::size_t{node.value_length}; }
    [[nodiscard]] bool has_block(const Node& node) const { return text_[node.value_offset] == '{'; }

    // Whether a block that stays would become empty. A block that contains a comment does not count as empty.
    [[nodiscard]] bool becomes_empty(const Statement& block, const BlockChanges& changes) const
    {
        if (block.keyword == nullptr || block.holds_more || !changes.added.empty() || changes.removed.empty()
            || !has_block(*block.node) || block.at.end() != block.node->offset + block.node->length)
            return false;
        const bool all_gone = std::all_of(block.begin(), block.end(), [this](const Statement& child) {
            return child.deleted || draft_.is_removed(child);
        });
        const std::string_view inside = text_.substr(block.node->value_offset, block.node->value_length);
        return all_gone && inside.find("/*") == std::string_view::npos
            && inside.find('#') == std::string_view::npos;
    }

    void remove(const Statement& statement)
    {
        const Node& node = *statement.node;
        // Another element of the same list has the same node, which is removed only once.
        if (statement.keyword->form == Form::list && !removed_nodes_.insert(&node).second)
            return;
        const std::uint32_t first = first_word_of(node);
        const bool leads = statement.keyword->form == Form::list
            ? text_.substr(first).starts_with(statement.word())
            : statement.at.offset == first;
        if (leads)
            return remove_node(node);
        const std::size_t before = text_.find_last_not_of(" \t\r\n", word_before(statement)) + 1;
        if (!statement.keyword->is_block() && statement.keyword->form != Form::list)
            return edit(before, statement.at.end(), "");
        if (has_block(node))
            return edit(before, end_of(node), ";");
        edit(before, node.offset + node.length, "");
    }

    // Returns the last byte before the statement's first word; for a list, before its keyword.
    [[nodiscard]] std::size_t word_before(const Statement& statement) const
    {
        std::size_t at = statement.at.offset;
        if (statement.keyword->form == Form::list)
            at = text_.rfind(statement.word(), at);
        return at - 1;
    }

    void remove_node(const Node& node)
    {
        const Piece gone = with_whole_lines(text_, {node.offset, end_of(node)});
        edit(gone.begin, gone.end, "");
    }

    void change(const Statement& statement)
    {
        const std::string_view value = draft_.of(statement)->value;
        const std::string_view written
            = tree_.source->text_at({tree_.source->id(), statement.at.offset, statement.at.length});
        // The value is the last word.
        std::size_t begin = written.size();
        if (written.ends_with('"'))
            begin = written.find('"');
        else
            begin = written.find_last_of(" \t\r\n") + 1;
        edit(statement.at.offset + begin, statement.at.end(), quoted(value));
    }

    void insert(const Statement& block, const std::vector<const Statement*>& added)
    {
        if (block.keyword == nullptr)
            return insert_inside(nullptr, added);
        const Node& node = *block.node;
        const std::size_t words_end = node.offset + std::size_t{node.length};
        const bool innermost = block.at.end() == words_end;
        if (innermost && has_block(node))
            return insert_inside(&node, added);
        const std::string indent = indentation_at(text_, node.offset);
        const std::string_view end = line_end_of(text_);
        if (!innermost && !has_block(node) && is_one_line(block))
            return edit(words_end, words_end, " " + words_of(added));
        if (has_block(node)) {
            const std::string_view words
                = text_.substr(first_word_of(node), block.at.end() - first_word_of(node));
            return insert_after(end_of(node),
                fmt::format("{}{} {{{}{}{}}}", indent, words, end, lines(added, indent + step_), indent));
        }
        // A single line becomes a block.
        std::string body = lines(added, indent + step_);
        if (!innermost) {
            const std::size_t rest = text_.find_first_not_of(" \t\r\n", block.at.end());
            edit(block.at.end(), rest, fmt::format(" {{{}{}{}", end, indent, step_));
            return edit(
                node.value_offset, end_of(node), fmt::format(";{}{}{}}}", end, std::move(body), indent));
        }
        edit(node.value_offset, end_of(node), fmt::format(" {{{}{}{}}}", end, std::move(body), indent));
    }

    [[nodiscard]] std::string lines(
        const std::vector<const Statement*>& added, const std::string& indent) const
    {
        std::string out;
        for (const std::string& line : render_braces(draft_, added, indent, step_))
            out += fmt::format("{}{}", line, line_end_of(text_));
        return out;
    }

    [[nodiscard]] std::string words_of(const std::vector<const Statement*>& added) const
    {
        std::string words;
        for (const std::string& line : render_braces(draft_, added, "", " "))
            add_item(words, line.substr(0, line.find(';')), " ");
        return words;
    }

    // Inserts into a block, or (null) at the outermost level.
    void insert_inside(const Node* node, const std::vector<const Statement*>& added)
    {
        const Node* parent = node == nullptr ? tree_.root : node;
        std::string indent = node == nullptr ? "" : indentation_at(text_, node->offset) + step_;
        if (parent->first != nullptr && is_at_line_start(*parent->first))
            indent = indentation_at(text_, parent->first->offset);
        for (const Statement* statement : added) {
            // The elements of a new list are one statement, represented by the first.
            if (!leads_its_list(*statement, added))
                continue;
            const std::vector<const Statement*> group = with_its_list(*statement, added);
            const Node* after = place_for(*parent, *statement);
            std::size_t at = node == nullptr ? text_.size() : node->value_offset + 1;
            if (after != nullptr)
                at = end_of(*after);
            std::string block;
            for (const std::string& line : render_braces(draft_, group, indent, step_))
                block += fmt::format("{}{}", block.empty() ? std::string_view{} : line_end_of(text_), line);
            insert_after(at, block);
        }
    }

    [[nodiscard]] bool is_at_line_start(const Node& node) const
    {
        return text_
                   .substr(start_of_line(text_, node.offset), node.offset - start_of_line(text_, node.offset))
                   .find_first_not_of(" \t")
            == std::string_view::npos;
    }

    // Returns the node after which a new statement goes: the last similar one. Otherwise a line goes after
    // the leading lines, and a block goes last.
    [[nodiscard]] const Node* place_for(const Node& parent, const Statement& statement) const
    {
        const Node* alike = nullptr;
        const Node* leading = nullptr;
        const Node* last = nullptr;
        bool only_lines = true;
        for (const Node& child : parent) {
            const std::string_view words = child.key.substr(first_word_of(child) - child.offset);
            only_lines = only_lines && !has_block(child);
            if (only_lines)
                leading = &child;
            last = &child;
            if (statement.word().empty()
                || words.substr(0, words.find_first_of(" \t\r\n")) == statement.word())
                alike = &child;
        }
        if (alike != nullptr)
            return alike;
        return statement.keyword->is_block() ? last : leading;
    }

    // Inserts whole lines after the line of `at`, or after a blank if the line continues.
    void insert_after(std::size_t at, const std::string& block)
    {
        const std::size_t end = end_of_line(text_, at);
        std::string_view rest = text_.substr(at, end - at);
        const std::size_t word = rest.find_first_not_of(" \t\r\n");
        rest = word == std::string_view::npos ? std::string_view{} : rest.substr(word);
        const bool comment = rest.starts_with('#')
            || (rest.starts_with("/*") && rest.find("*/") == rest.find_last_not_of(" \t\r\n") - 1);
        if (!rest.empty() && !comment) {
            return edit(at, at, " " + on_one_line(block));
        }
        if (end == text_.size() && !text_.ends_with('\n'))
            return edit(end,
                end,
                fmt::format("{}{}", text_.empty() ? std::string_view{} : line_end_of(text_), block));
        edit(end, end, fmt::format("{}{}", block, line_end_of(text_)));
    }

    const Draft& draft_;
    const Tree& tree_;
    std::string_view text_;
    std::string step_;
    bool takes_new_;
    std::vector<Edit>& edits_;
    std::unordered_set<const Node*> removed_nodes_;
};

}

void write_braces(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
{
    if (tree.root != nullptr)
        BraceWriter(draft, tree, takes_new, edits).run();
}

}
