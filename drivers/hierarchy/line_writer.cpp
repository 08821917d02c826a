// SPDX-License-Identifier: Apache-2.0
// Writes amendments as edits of `set`, `delete` and `deactivate` lines.
#include "drivers/hierarchy/changes.h"
#include "drivers/hierarchy/words.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace rocelint::hierarchy {
namespace {

using Path = std::vector<std::string_view>;

struct Line {
    const Node* node;
    std::string_view verb;
    Path words; ///< from the outermost level, regardless of `edit`
    std::size_t base = 0; ///< how many of them `edit` supplies
};

Path path_of(const Statement& statement)
{
    Path path;
    for (const Statement* at = &statement; at->keyword != nullptr; at = at->parent) {
        if (!at->key.empty())
            path.push_back(at->key);
        if (!at->word().empty())
            path.push_back(at->word());
    }
    std::ranges::reverse(path);
    return path;
}

bool begins_with(const Path& words, const Path& path)
{
    return words.size() >= path.size() && std::equal(path.begin(), path.end(), words.begin());
}

class LineWriter {
public:
    LineWriter(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
        : draft_(draft)
        , tree_(tree)
        , text_(tree.source->text())
        , takes_new_(takes_new)
        , edits_(edits)
        , quotes_(256)
    {
    }

    void run()
    {
        visit_standing_blocks(draft_, [this](const Statement& block) { collect(block); });
        if (removed_.empty() && changed_.empty() && activated_.empty() && added_.empty())
            return;
        read_lines();
        for (const Statement* statement : removed_)
            remove(*statement);
        for (const Node* node : lists_)
            rewrite_list(*node);
        for (const Statement* statement : changed_)
            change(*statement);
        for (const Statement* statement : activated_)
            activate(*statement);
        for (const Statement* statement : added_)
            insert(*statement);
    }

private:
    void collect(const Statement& block)
    {
        const BlockChanges changes = changes_of(draft_, block);
        const auto take
            = [this](const std::vector<const Statement*>& from, std::vector<const Statement*>& to) {
                  std::ranges::copy_if(from, std::back_inserter(to), [this](const Statement* statement) {
                      return statement->at.source == tree_.source->id();
                  });
              };
        take(changes.removed, removed_);
        take(changes.changed, changed_);
        take(changes.activated, activated_);
        const bool mine = block.keyword == nullptr ? takes_new_ : block.at.source == tree_.source->id();
        if (mine)
            added_.insert(added_.end(), changes.added.begin(), changes.added.end());
    }

    void read_lines()
    {
        std::vector<Path> outer;
        Path base;
        for (const Node& node : *tree_.root) {
            StatementWords words(node.key, node.offset, quotes_);
            Line line{&node, words.next().text, base, base.size()};
            if (line.verb == "top" || line.verb == "up" || line.verb == "exit") {
                base = line.verb == "top" || outer.empty() ? Path{} : outer.back();
                if (line.verb == "top")
                    outer.clear();
                else if (!outer.empty())
                    outer.pop_back();
                continue;
            }
            for (Word word = words.next(); !word.empty(); word = words.next()) {
                if (line.words.size() == line.base)
                    word = below_top(draft_.language(), word);
                if (!word.empty())
                    line.words.push_back(word.text);
            }
            if (line.verb == "edit") {
                outer.push_back(base);
                base = line.words;
            }
            lines_.push_back(std::move(line));
        }
        last_base_ = std::move(base);
    }

    void edit(std::size_t from, std::size_t to, std::string text)
    {
        edits_.push_back(
            {{tree_.source->id(), static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from)},
                std::move(text)});
    }

    void remove_line(const Node& node)
    {
        if (!gone_.insert(&node).second)
            return;
        edit(start_of_line(text_, node.offset),
            end_of_line(text_, node.offset + std::size_t{node.length}),
            "");
    }

    void remove(const Statement& statement)
    {
        Path path = path_of(statement);
        if (statement.keyword->form == Form::value)
            path.pop_back();
        for (const Line& line : lines_) {
            const bool states = line.verb == "set" || line.verb == "deactivate" || line.verb == "activate"
                || line.verb == "protect" || line.verb == "annotate";
            if (states && begins_with(line.words, path))
                remove_line(*line.node);
        }
        if (gone_.contains(statement.node))
            return;
        if (statement.keyword->form == Form::list) {
            if (std::ranges::find(lists_, statement.node) == lists_.end())
                lists_.push_back(statement.node);
            return;
        }
        const std::size_t before = text_.find_last_not_of(" \t", statement.at.offset - 1) + 1;
        edit(before,
            statement.keyword->is_block() ? statement.node->offset + statement.node->length
                                          : statement.at.end(),
            "");
    }

    // Rewrites a line with several elements of a list, some of which are removed.
    void rewrite_list(const Node& node)
    {
        std::vector<std::string> kept;
        const Statement* any = nullptr;
        for (const Statement* gone : removed_) {
            if (gone->node == &node && gone->keyword->form == Form::list)
                any = gone;
        }
        for (const Statement& element : *any->parent) {
            if (element.keyword == any->keyword && element.node == &node && !draft_.is_removed(element))
                kept.push_back(quoted(element.key));
        }
        if (kept.empty())
            return remove_line(node);
        const std::size_t from = node.offset + node.key.rfind('[');
        const std::size_t to = node.offset + node.key.rfind(']') + 1;
        if (node.key.rfind('[') == std::string_view::npos || to <= from)
            return;
        edit(from, to, kept.size() == 1 ? kept.front() : fmt::format("[ {} ]", fmt::join(kept, " ")));
    }

    void change(const Statement& statement)
    {
        const std::string_view written
            = tree_.source->text_at({tree_.source->id(), statement.at.offset, statement.at.length});
        const std::size_t begin
            = written.ends_with('"') ? written.find('"') : written.find_last_of(" \t\r\n") + 1;
        edit(statement.at.offset + begin, statement.at.end(), quoted(draft_.of(statement)->value));
    }

    void activate(const Statement& statement)
    {
        const Path path = path_of(statement);
        Path keyword = path;
        if (statement.keyword->form == Form::value)
            keyword.pop_back();
        for (const Line& line : lines_) {
            if (line.verb == "deactivate" && (line.words == path || line.words == keyword))
                remove_line(*line.node);
        }
    }

    // Inserts after the last of the lines that share the most words with the new one.
    void insert(const Statement& statement)
    {
        for (const Statement* leaf : leaves_of(draft_, statement)) {
            const Path path = path_of(*leaf);
            const Line* best = nullptr;
            std::size_t most = 1;
            for (const Line& line : lines_) {
                const auto [end, other] = std::ranges::mismatch(line.words, path);
                const auto common = static_cast<std::size_t>(end - line.words.begin());
                if (line.verb == "set" && common >= most && common >= line.base) {
                    best = &line;
                    most = common;
                }
            }
            if (best != nullptr)
                insert_after(best->node->offset + std::size_t{best->node->length},
                    fmt::format("{}set {}{}",
                        indentation_at(text_, best->node->offset),
                        draft_.language().top,
                        words_from(path, best->base)));
            else
                append(path);
        }
    }

    void append(const Path& path)
    {
        if (!last_base_.empty() && !topped_)
            insert_after(text_.size(), "top");
        topped_ = true;
        insert_after(text_.size(), fmt::format("set {}{}", draft_.language().top, words_from(path, 0)));
    }

    static std::string words_from(const Path& path, std::size_t first)
    {
        std::string words;
        for (std::size_t at = first; at < path.size(); ++at)
            add_item(words, quoted(path[at]), " ");
        return words;
    }

    void insert_after(std::size_t at, const std::string& line)
    {
        const std::size_t end = end_of_line(text_, at);
        const bool bare = end == text_.size() && !text_.empty() && !text_.ends_with('\n');
        edit(end,
            end,
            bare ? fmt::format("{}{}", line_end_of(text_), line)
                 : fmt::format("{}{}", line, line_end_of(text_)));
    }

    const Draft& draft_;
    const Tree& tree_;
    std::string_view text_;
    bool takes_new_;
    std::vector<Edit>& edits_;
    Arena quotes_;
    std::vector<Line> lines_;
    Path last_base_;
    bool topped_ = false;
    std::unordered_set<const Node*> gone_;
    std::vector<const Node*> lists_;
    std::vector<const Statement*> removed_;
    std::vector<const Statement*> changed_;
    std::vector<const Statement*> activated_;
    std::vector<const Statement*> added_;
};

}

void write_lines(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
{
    if (tree.root != nullptr)
        LineWriter(draft, tree, takes_new, edits).run();
}

}
