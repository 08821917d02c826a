// SPDX-License-Identifier: Apache-2.0
// Converts Spans of a check into ranges of the protocol.
#include "cli/lsp/locator.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

void write_position(JsonWriter& out, std::string_view key, LspPosition position)
{
    out.key(key).begin_object();
    out.count("line", position.line);
    out.count("character", position.character);
    out.end();
}

}

const LineIndex& Locator::index(const Source& source)
{
    std::unique_ptr<LineIndex>& slot = indices_[source.id()];
    if (slot == nullptr)
        slot = std::make_unique<LineIndex>(source.text());
    return *slot;
}

LspRange Locator::exact(Span span)
{
    const Source* source = sources_.find(span.source);
    return source == nullptr ? LspRange{} : index(*source).range(span.offset, span.end(), encoding_);
}

LspRange Locator::shown(Span span)
{
    const Source* source = sources_.find(span.source);
    if (source == nullptr)
        return {};
    const std::string_view text = source->text();
    const LineIndex& lines = index(*source);
    const std::size_t begin = std::min<std::size_t>(span.offset, text.size());
    const std::size_t line_end = lines.line_end(lines.line_of(begin));
    std::size_t end = span.length == 0 ? line_end : std::min<std::size_t>(span.end(), line_end);
    while (end > begin + 1 && ascii::is_blank(text[end - 1]))
        --end;
    return lines.range(begin, std::max(begin, end), encoding_);
}

std::string json_string(std::string_view text)
{
    JsonWriter out;
    out.string(text);
    return out.take_value();
}

void write_range(JsonWriter& out, std::string_view key, const LspRange& range)
{
    out.key(key).begin_object();
    write_position(out, "start", range.start);
    write_position(out, "end", range.end);
    out.end();
}

}
