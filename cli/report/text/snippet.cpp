// SPDX-License-Identifier: Apache-2.0
// Shows the line that a finding points to, in the style of rustc. A minified file may have one line of
// megabytes, so the line is cut around the span; secrets are left out.
#include "cli/report/text/snippet.h"

#include "cli/terminal/visible.h"
#include "models/text/redact.h"

#include <algorithm>
#include <vector>

namespace rocelint::cli {
namespace {

constexpr std::size_t context_bytes = 300; // on each side of the span
constexpr std::size_t widest_line = 120;
constexpr std::size_t kept_before = 30;

// One unit on the screen: a glyph of the input, or a whole redaction.
struct Cell {
    std::size_t offset; ///< in the window
    std::size_t text; ///< start of its text in `shown`
    std::size_t columns;
};

struct Window {
    std::string_view text;
    std::size_t begin; ///< of the span, in the window
    std::size_t end;
    bool cut_left = false;
    bool cut_right = false;
};

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

Window window_of(const Place& place, Span span)
{
    const std::string_view text = place.source->text();
    const std::size_t begin = std::min<std::size_t>(span.offset, text.size());
    std::size_t from
        = std::max<std::size_t>(place.line_start, begin > context_bytes ? begin - context_bytes : 0);
    while (from < begin && continues(text[from]))
        ++from;
    const std::size_t length = std::min<std::size_t>(span.length, context_bytes);
    std::size_t to = std::min(text.size(), begin + length + context_bytes);
    const std::size_t feed = text.substr(0, to).find('\n', from);
    bool cut_right = to < text.size();
    if (feed != std::string_view::npos) {
        to = feed;
        cut_right = false;
    }
    if (to > from && !cut_right && text[to - 1] == '\r')
        --to;
    return {text.substr(from, to - from),
        std::min(begin, to) - from,
        std::min(begin + length, to) - from,
        from > place.line_start,
        cut_right};
}

std::vector<Cell> make_cells(std::string_view window, std::string& shown)
{
    const std::vector<Secret> secrets = find_secrets(window);
    std::vector<Cell> cells;
    cells.reserve(window.size());
    auto secret = secrets.begin();
    for (std::size_t at = 0; at < window.size();) {
        if (secret != secrets.end() && secret->begin == at) {
            cells.push_back({at, shown.size(), redaction.size()});
            shown += redaction;
            at = (secret++)->end;
            continue;
        }
        const std::size_t text = shown.size();
        const Glyph glyph = append_glyph(shown, window.substr(at));
        cells.push_back({at, text, glyph.columns});
        at += glyph.bytes;
    }
    return cells;
}

}

Snippet make_snippet(const Place& place, Span span)
{
    const Window window = window_of(place, span);
    std::string shown;
    std::vector<Cell> cells = make_cells(window.text, shown);
    cells.push_back({window.text.size(), shown.size(), 0});
    // The cell that covers a byte: the last cell that begins at or before it.
    const auto cell_at = [&](std::size_t offset) {
        const auto after = std::ranges::upper_bound(cells, offset, {}, &Cell::offset);
        return static_cast<std::size_t>(after - cells.begin()) - 1;
    };
    const std::size_t marked = cell_at(window.begin);
    const std::size_t marked_last = window.end > window.begin ? cell_at(window.end - 1) : marked;

    std::size_t total = 0;
    for (const Cell& cell : cells)
        total += cell.columns;
    std::size_t first = 0;
    if (total > widest_line) {
        std::size_t before = 0;
        first = marked;
        while (first > 0 && before + cells[first - 1].columns <= kept_before)
            before += cells[--first].columns;
    }
    Snippet snippet;
    const bool elided_left = window.cut_left || first > 0;
    if (elided_left)
        snippet.text = "…";
    std::size_t column = elided_left ? 1 : 0;
    std::size_t marker_end = 0;
    std::size_t last = first;
    for (; last < cells.size() && column + cells[last].columns <= widest_line; ++last) {
        if (last == marked)
            snippet.marker_begin = column;
        column += cells[last].columns;
        if (last <= marked_last)
            marker_end = column;
    }
    const std::size_t stop = last < cells.size() ? cells[last].text : shown.size();
    snippet.text += std::string_view(shown).substr(cells[first].text, stop - cells[first].text);
    if (last < cells.size() || window.cut_right)
        snippet.text += "…";
    snippet.marker_width
        = marker_end > snippet.marker_begin ? marker_end - snippet.marker_begin : std::size_t{1};
    while (!snippet.text.empty() && snippet.text.back() == ' ')
        snippet.text.pop_back();
    return snippet;
}

}
