// SPDX-License-Identifier: Apache-2.0
// Applies an editor's changes to a text that it sent before.
#include "cli/lsp/documents.h"

#include "cli/lsp/message.h"

#include <algorithm>
#include <limits>

namespace rocelint::cli {
namespace {

// U+FFFD, which read_message() substitutes for an unpaired surrogate.
constexpr std::string_view half_pair = "\xef\xbf\xbd";

// Whether a position is between the two UTF-16 units of the character at its offset.
bool is_in_pair(std::string_view text,
    const LineIndex& lines,
    LspPosition position,
    std::size_t offset,
    Encoding encoding)
{
    return encoding == Encoding::utf16 && offset < text.size()
        && static_cast<unsigned char>(text[offset]) >= 0xf0U && lines.position(offset, encoding) < position;
}

}

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
        const LspPosition stop = std::max(range->start, range->end);
        const std::size_t begin = lines.offset(range->start, encoding);
        std::size_t end = lines.offset(stop, encoding);
        std::string written(*fresh);
        // An editor that counts in UTF-16 keeps the surrogate that the change does not replace, and still
        // counts it.
        if (is_in_pair(after, lines, range->start, begin, encoding))
            written.insert(0, half_pair);
        if (is_in_pair(after, lines, stop, end, encoding)) {
            written += half_pair;
            end = std::min(after.size(), end + 4);
        }
        after.replace(begin, end - begin, written);
        lines.follow(after, begin, end, written.size());
    }
    text = std::move(after);
    return true;
}

}
