// SPDX-License-Identifier: Apache-2.0
// What the editor has done to a text since it told all of it.
#include "cli/lsp/documents.h"

#include "cli/lsp/message.h"

#include <algorithm>
#include <limits>

namespace rocelint::cli {

std::optional<LspPosition> read_position(const Node* node)
{
    const auto line = number_of(find(node, "line"));
    const auto character = number_of(find(node, "character"));
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    if (!line || !character || *line < 0 || *character < 0 || *line > most || *character > most)
        return std::nullopt;
    return LspPosition{static_cast<std::uint32_t>(*line), static_cast<std::uint32_t>(*character)};
}

std::optional<LspRange> read_range(const Node* node)
{
    const auto start = read_position(find(node, "start"));
    const auto end = read_position(find(node, "end"));
    if (!start || !end)
        return std::nullopt;
    return LspRange{*start, *end};
}

bool apply_changes(std::string& text, const Node* changes, Encoding encoding)
{
    if (changes == nullptr || changes->kind != Node::Kind::array)
        return false;
    std::string after = text;
    LineIndex lines(after);
    for (const Node& change : *changes) {
        const auto fresh = text_of(find(&change, "text"));
        if (!fresh)
            return false;
        const Node* where = find(&change, "range");
        if (where == nullptr || where->kind == Node::Kind::null) {
            after = *fresh;
            lines = LineIndex(after);
            continue;
        }
        const auto range = read_range(where);
        if (!range)
            return false;
        const std::size_t begin = lines.offset(range->start, encoding);
        const std::size_t end = std::max(begin, lines.offset(range->end, encoding));
        after.replace(begin, end - begin, *fresh);
        lines.follow(after, begin, end, fresh->size());
    }
    text = std::move(after);
    return true;
}

}
