// SPDX-License-Identifier: Apache-2.0
#include "workspace/unjudged_lines.h"

#include "models/fabric/fields.h"
#include "models/fabric/records.h"

#include <set>
#include <type_traits>

namespace rocelint::workspace {
namespace {

using Lines = std::map<SourceId, std::set<std::uint32_t>>;

// Visits where each setting is written; `unjudged` tells of which rows.
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

class LineNumbers {
public:
    explicit LineNumbers(const SourceSet& sources) : sources_(sources) { }

    // 0: of no file.
    std::uint32_t of(Span at)
    {
        const Source* source = at.somewhere() ? sources_.find(at.source) : nullptr;
        if (source == nullptr)
            return 0;
        const auto [table, fresh] = tables_.try_emplace(at.source, source->text());
        return static_cast<std::uint32_t>(table->second.position(at.offset).line);
    }

private:
    const SourceSet& sources_;
    std::map<SourceId, LineTable> tables_;
};

}

std::map<SourceId, std::vector<std::uint32_t>> unjudged_lines(const Device& device, const SourceSet& sources)
{
    LineNumbers numbers(sources);
    Lines lines;
    each_written(device, true, [&](Span at) {
        if (const std::uint32_t line = numbers.of(at))
            lines[at.source].insert(line);
    });
    // A line may state something else besides, that rules judge.
    if (!lines.empty())
        each_written(device, false, [&](Span at) {
            const auto file = lines.find(at.source);
            if (file != lines.end() && !file->second.empty())
                file->second.erase(numbers.of(at));
        });
    std::map<SourceId, std::vector<std::uint32_t>> found;
    for (const auto& [source, numbers_of_file] : lines) {
        if (!numbers_of_file.empty())
            found[source].assign(numbers_of_file.begin(), numbers_of_file.end());
    }
    return found;
}

}
