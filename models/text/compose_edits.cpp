// SPDX-License-Identifier: Apache-2.0
#include "models/text/compose_edits.h"

#include <algorithm>
#include <cstdint>

namespace rocelint {
namespace {

// Bytes [begin, end) of the text between the two lists.
struct Stretch {
    std::size_t begin;
    std::size_t end;
};

void sort_by_place(std::vector<Edit>& edits)
{
    std::ranges::stable_sort(
        edits, {}, [](const Edit& edit) { return std::pair(edit.at.offset, edit.at.length); });
}

// Where the texts of `first` are after it is applied, in order.
std::vector<Stretch> written_stretches(const std::vector<Edit>& first)
{
    std::vector<Stretch> stretches;
    std::size_t added = 0;
    std::size_t removed = 0;
    for (const Edit& edit : first) {
        const std::size_t begin = edit.at.offset + added - removed;
        stretches.push_back({begin, begin + edit.text.size()});
        added += edit.text.size();
        removed += edit.at.length;
    }
    return stretches;
}

// Merges stretches that overlap or touch.
std::vector<Stretch> joined(std::vector<Stretch> stretches)
{
    std::ranges::sort(stretches, {}, [](const Stretch& one) { return std::pair(one.begin, one.end); });
    std::vector<Stretch> out;
    for (const Stretch& one : stretches) {
        if (!out.empty() && one.begin <= out.back().end)
            out.back().end = std::max(out.back().end, one.end);
        else
            out.push_back(one);
    }
    return out;
}

}

std::vector<Edit> compose_edits(std::vector<Edit> first, std::string_view between, std::vector<Edit> second)
{
    sort_by_place(first);
    sort_by_place(second);
    const std::vector<Stretch> written = written_stretches(first);
    std::vector<Stretch> stretches = written;
    for (const Edit& edit : second)
        stretches.push_back({edit.at.offset, std::size_t{edit.at.offset} + edit.at.length});
    std::vector<Edit> composed;
    std::size_t next_first = 0;
    std::size_t next_second = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    for (const Stretch& one : joined(std::move(stretches))) {
        const std::size_t offset = one.begin + removed - added;
        for (; next_first < first.size() && written[next_first].end <= one.end; ++next_first) {
            added += first[next_first].text.size();
            removed += first[next_first].at.length;
        }
        const std::size_t end = one.end + removed - added;
        std::string text;
        std::size_t from = one.begin;
        for (; next_second < second.size()
             && std::size_t{second[next_second].at.offset} + second[next_second].at.length <= one.end;
             ++next_second) {
            const Edit& edit = second[next_second];
            text += between.substr(from, edit.at.offset - from);
            text += edit.text;
            from = std::size_t{edit.at.offset} + edit.at.length;
        }
        text += between.substr(from, one.end - from);
        composed.push_back({{first.empty() ? second.front().at.source : first.front().at.source,
                                static_cast<std::uint32_t>(offset),
                                static_cast<std::uint32_t>(end - offset)},
            std::move(text)});
    }
    return composed;
}

}
