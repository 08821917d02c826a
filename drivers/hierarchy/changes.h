// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/draft.h"
#include "models/text/edit.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace rocelint::hierarchy {

/// Returns the line end that a text uses: that of its first line.
[[nodiscard]] std::string_view line_end_of(std::string_view text);
[[nodiscard]] std::size_t start_of_line(std::string_view text, std::size_t offset);
/// Returns the offset after the line feed, or the end of the text.
[[nodiscard]] std::size_t end_of_line(std::string_view text, std::size_t offset);
/// A piece of a text, by offsets.
struct Piece {
    std::size_t begin;
    std::size_t end;
};
/// Extends the piece to whole lines if nothing else is on them.
[[nodiscard]] Piece with_whole_lines(std::string_view text, Piece piece);
/// Returns the blanks at the beginning of a line.
[[nodiscard]] std::string indentation_at(std::string_view text, std::size_t offset);

/// The additions to and removals from one block, in the order of the statements.
struct BlockChanges {
    std::vector<const Statement*> added;
    std::vector<const Statement*> removed;
    std::vector<const Statement*> changed;
    std::vector<const Statement*> activated;
    [[nodiscard]] bool empty() const
    {
        return added.empty() && removed.empty() && changed.empty() && activated.empty();
    }
};
[[nodiscard]] BlockChanges changes_of(const Draft& draft, const Statement& block);

/// Calls `visit(block)` for every block that stays where it is, from the outermost level inwards.
template <class Visit>
void visit_standing_blocks(const Draft& draft, Visit&& visit)
{
    std::vector<const Statement*> pending{&draft.top()};
    while (!pending.empty()) {
        const Statement* block = pending.back();
        pending.pop_back();
        visit(*block);
        const std::size_t first = pending.size();
        for (const Statement& child : *block) {
            const Amendment* amendment = draft.of(child);
            const bool stays = amendment == nullptr || (!amendment->added && !amendment->removed);
            if (stays && !child.deleted && child.first != nullptr)
                pending.push_back(&child);
        }
        std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
    }
}

/// Returns the statements in a new block.
[[nodiscard]] std::vector<const Statement*> inside_of(const Draft& draft, const Statement& block);
/// Returns what a new statement states: itself, or the innermost statements in it.
[[nodiscard]] std::vector<const Statement*> leaves_of(const Draft& draft, const Statement& statement);

/// Writes a draft as edits of one file of `set` lines. Only what the draft amends is changed. A draft amends a file's own
/// statements; new outermost blocks go to the file for which `takes_new` is set.
void write_lines(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits);

}
