// SPDX-License-Identifier: Apache-2.0
// Spans count bytes; readers count columns in code points or UTF-16 code units. The conversion tables are
// made once for each report.
#include "cli/report/data/locate.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::uint32_t checkpoint_distance = 4096;

// The number of columns that the byte begins: none for a continuation byte, two UTF-16 units for a four-byte
// character.
std::uint32_t columns_of(char byte, ColumnUnit unit)
{
    const auto value = static_cast<unsigned char>(byte);
    if ((value & 0xc0U) == 0x80U)
        return 0;
    return unit == ColumnUnit::utf16 && value >= 0xf0U ? 2 : 1;
}

std::uint32_t count_columns(std::string_view text, ColumnUnit unit)
{
    std::uint32_t count = 0;
    for (const char byte : text)
        count += columns_of(byte, unit);
    return count;
}

std::uint32_t line_at(const LineTable& lines, std::uint32_t offset)
{
    std::uint32_t low = 1;
    std::uint32_t high = lines.line_count();
    while (low < high) {
        const std::uint32_t middle = low + (high - low + 1) / 2;
        if (lines.start(middle) <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

}

Places::Table& Places::table(const Source& source)
{
    std::unique_ptr<Table>& slot = tables_[source.id()];
    if (slot == nullptr)
        slot = std::make_unique<Table>(source.text());
    return *slot;
}

std::uint32_t Places::column(
    Table& table, std::string_view text, std::uint32_t from, std::uint32_t to, ColumnUnit unit)
{
    if (to - from <= checkpoint_distance)
        return 1 + count_columns(text.substr(from, to - from), unit);
    std::vector<std::uint32_t>& counts = unit == ColumnUnit::utf16 ? table.units : table.code_points;
    if (counts.empty()) {
        counts.push_back(0);
        for (std::size_t at = 0; at + checkpoint_distance <= text.size(); at += checkpoint_distance)
            counts.push_back(counts.back() + count_columns(text.substr(at, checkpoint_distance), unit));
    }
    const auto before = [&](std::uint32_t offset) {
        const std::uint32_t index = offset / checkpoint_distance;
        const std::uint32_t at = index * checkpoint_distance;
        return counts[index] + count_columns(text.substr(at, offset - at), unit);
    };
    return 1 + before(to) - before(from);
}

Position Places::position(const Source& source, std::uint32_t offset, ColumnUnit unit)
{
    Table& known = table(source);
    if (known.lines.line_count() == 0)
        return {};
    const std::uint32_t line = line_at(known.lines, offset);
    return {line, column(known, source.text(), known.lines.start(line), offset, unit)};
}

Place Places::find(Span span, ColumnUnit unit)
{
    const Source* source = sources_.find(span.source);
    if (source == nullptr)
        return {};
    const std::string_view text = source->text();
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::uint32_t begin = std::min(span.offset, size);
    std::uint32_t end = begin + std::min(span.length, size - begin);
    while (end > begin && (text[end - 1] == '\n' || text[end - 1] == '\r'))
        --end;
    Place place;
    place.source = source;
    place.begin = position(*source, begin, unit);
    place.end = end == begin ? place.begin : position(*source, end, unit);
    const LineTable& lines = table(*source).lines;
    place.line_start = lines.line_count() == 0 ? 0 : lines.start(place.begin.line);
    return place;
}

}
