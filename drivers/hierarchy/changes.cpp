// SPDX-License-Identifier: Apache-2.0
// What the writers of all notations share. Line ends are those of the file.
#include "drivers/hierarchy/changes.h"

namespace rocelint::hierarchy {

std::string_view line_end_of(std::string_view text)
{
    const std::size_t feed = text.find('\n');
    return feed != std::string_view::npos && feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n";
}

std::size_t start_of_line(std::string_view text, std::size_t offset)
{
    while (offset > 0 && text[offset - 1] != '\n')
        --offset;
    return offset;
}

std::size_t end_of_line(std::string_view text, std::size_t offset)
{
    const std::size_t feed = text.find('\n', offset);
    return feed == std::string_view::npos ? text.size() : feed + 1;
}

Piece with_whole_lines(std::string_view text, Piece piece)
{
    const Piece lines{start_of_line(text, piece.begin), end_of_line(text, piece.end)};
    const std::string_view before = text.substr(lines.begin, piece.begin - lines.begin);
    const std::string_view after = text.substr(piece.end, lines.end - piece.end);
    const bool alone = before.find_first_not_of(" \t") == std::string_view::npos
        && after.find_first_not_of(" \t\r\n") == std::string_view::npos;
    return alone ? lines : piece;
}

std::string indentation_at(std::string_view text, std::size_t offset)
{
    const std::size_t start = start_of_line(text, offset);
    const std::size_t word = text.find_first_not_of(" \t", start);
    return std::string(text.substr(start, std::min(word, text.size()) - start));
}

BlockChanges changes_of(const Draft& draft, const Statement& block)
{
    BlockChanges changes;
    for (const Statement& child : block) {
        const Amendment* amendment = draft.of(child);
        if (amendment == nullptr || child.deleted || (amendment->added && amendment->removed))
            continue;
        if (amendment->added)
            changes.added.push_back(&child);
        else if (amendment->removed)
            changes.removed.push_back(&child);
        if (amendment->changed && !amendment->removed)
            changes.changed.push_back(&child);
        if (amendment->activated && !amendment->removed)
            changes.activated.push_back(&child);
    }
    return changes;
}

std::vector<const Statement*> inside_of(const Draft& draft, const Statement& block)
{
    std::vector<const Statement*> inside;
    for (const Statement& child : block) {
        if (!child.deleted && !draft.is_removed(child))
            inside.push_back(&child);
    }
    return inside;
}

std::vector<const Statement*> leaves_of(const Draft& draft, const Statement& statement)
{
    std::vector<const Statement*> leaves;
    std::vector<const Statement*> pending{&statement};
    while (!pending.empty()) {
        const Statement* at = pending.back();
        pending.pop_back();
        std::vector<const Statement*> inside = inside_of(draft, *at);
        if (inside.empty())
            leaves.push_back(at);
        std::ranges::reverse(inside);
        pending.insert(pending.end(), inside.begin(), inside.end());
    }
    return leaves;
}

}
