// SPDX-License-Identifier: Apache-2.0
#include "workspace/check/unjudged_lines.h"

#include "models/fabric/fields/fields.h"
#include "models/fabric/records.h"

#include <algorithm>
#include <string_view>
#include <type_traits>

namespace rocelint::workspace {
namespace {

// Visits the place where each setting is written, of rows that are unjudged or judged, as `unjudged` says.
template <class Visit>
void each_written(const Device& device, bool unjudged, Visit&& visit)
{
    for_each_list(device, [&](auto records) {
        using Record = std::remove_const_t<typename decltype(records)::element_type>;
        for_each_field(fields_of<Record>, [&](const auto& row) {
            if (row.unjudged.empty() == unjudged)
                return;
            for (const auto& record : records) {
                const OriginId origin = (record.*row.member).origin;
                if (origin.kind() == OriginKind::explicit_)
                    visit(device.origins.span(origin));
                else if (origin.kind() == OriginKind::inherited)
                    visit(device.origins.look_up(origin).via);
            }
        });
    });
}

// The line that contains an offset, as the offsets of its first and last byte.
struct Line {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

Line line_at(std::string_view text, std::uint32_t offset)
{
    const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t feed = std::min(text.find('\n', offset), text.size() - 1);
    return {before == std::string_view::npos ? 0 : static_cast<std::uint32_t>(before + 1),
        static_cast<std::uint32_t>(feed)};
}

using LinesOfFile = std::vector<Line>; // ascending, each once

LinesOfFile::iterator find_line(LinesOfFile& lines, std::uint32_t offset)
{
    const auto found = std::ranges::lower_bound(lines, offset, {}, &Line::last);
    return found != lines.end() && found->first <= offset ? found : lines.end();
}

std::map<SourceId, LinesOfFile> written_lines(const Device& device, const SourceSet& sources)
{
    std::map<SourceId, LinesOfFile> found;
    each_written(device, true, [&](Span at) {
        const Source* source = at.somewhere() ? sources.find(at.source) : nullptr;
        if (source != nullptr && at.offset < source->text().size())
            found[at.source].push_back(line_at(source->text(), at.offset));
    });
    for (auto& [source, lines] : found) {
        std::ranges::sort(lines, {}, &Line::first);
        lines.erase(std::ranges::unique(lines, {}, &Line::first).begin(), lines.end());
    }
    return found;
}

}

std::map<SourceId, std::vector<std::uint32_t>> unjudged_lines(const Device& device, const SourceSet& sources)
{
    std::map<SourceId, LinesOfFile> lines = written_lines(device, sources);
    // A line may also state something that rules judge.
    if (!lines.empty())
        each_written(device, false, [&](Span at) {
            const auto file = lines.find(at.source);
            if (file == lines.end())
                return;
            if (const auto line = find_line(file->second, at.offset); line != file->second.end())
                file->second.erase(line);
        });
    std::map<SourceId, std::vector<std::uint32_t>> found;
    for (const auto& [source, left] : lines) {
        const std::string_view text = sources.find(source)->text();
        std::uint32_t number = 1;
        std::uint32_t at = 0;
        for (const Line line : left) {
            number
                += static_cast<std::uint32_t>(std::count(text.begin() + at, text.begin() + line.first, '\n'));
            at = line.first;
            found[source].push_back(number);
        }
    }
    return found;
}

}
