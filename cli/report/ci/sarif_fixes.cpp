// SPDX-License-Identifier: Apache-2.0
// Corrections of single findings as lines, taken from the hunks of the diff. A file is left out if its hunks
// do not turn the original into the corrected text (a secret that the diff hides, a last line without a line
// end).
#include "cli/report/ci/sarif_fixes.h"

#include "cli/report/data/finding_corrections.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string_view>
#include <utility>

namespace rocelint::cli {
namespace {

// Removes the first line of a text, with its line end, and returns it.
std::string_view take_line(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    return line;
}

// For "@@ -12,3 +12,4 @@" returns 12; 13 if the hunk removes no line.
std::uint32_t first_line(std::string_view header)
{
    constexpr std::string_view begin = "@@ -";
    std::uint32_t line = 0;
    const char* const end = header.data() + header.size();
    const auto read = std::from_chars(header.data() + begin.size(), end, line);
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    return rest.starts_with(",0 ") ? line + 1 : line;
}

std::vector<LineReplacement> replacements_of(std::string_view diff)
{
    std::vector<LineReplacement> found;
    std::uint32_t line = 0;
    bool open = false;
    bool in_hunk = false;
    while (!diff.empty()) {
        const std::string_view text = take_line(diff);
        if (text.starts_with("@@ -")) {
            line = first_line(text);
            open = false;
            in_hunk = true;
            continue;
        }
        const bool changes = in_hunk && (text.front() == '-' || text.front() == '+');
        if (changes && !open)
            found.push_back({line, 0, {}});
        open = changes;
        if (changes && text.front() == '+')
            found.back().text += text.substr(1);
        else if (changes)
            ++found.back().count;
        if (in_hunk && (text.front() == '-' || text.front() == ' '))
            ++line;
    }
    return found;
}

std::string replace_lines(std::string_view text, const std::vector<LineReplacement>& lines)
{
    std::string out;
    std::uint32_t number = 1;
    const auto copy_to = [&](std::uint32_t end) {
        for (; number < end && !text.empty(); ++number)
            out += take_line(text);
    };
    for (const LineReplacement& one : lines) {
        copy_to(one.first);
        out += one.text;
        for (std::uint32_t gone = 0; gone < one.count && !text.empty(); ++gone, ++number)
            take_line(text);
    }
    out += text;
    return out;
}

std::vector<FileReplacements> files_of(const workspace::Correction& correction, const SourceSet& sources)
{
    std::vector<FileReplacements> files;
    for (const workspace::CorrectedFile& file : correction.files) {
        const Source* source = sources.find(file.source);
        if (source == nullptr)
            return {};
        std::vector<LineReplacement> lines = replacements_of(file.diff);
        if (replace_lines(source->text(), lines) != file.text)
            return {};
        files.push_back({file.source, std::move(lines)});
    }
    return files;
}

}

std::map<std::uint32_t, std::vector<FileReplacements>> finding_fixes(
    const workspace::Outcome& outcome, std::size_t most)
{
    std::vector<std::uint32_t> order(outcome.report.findings.size());
    std::iota(order.begin(), order.end(), 0U);
    std::map<std::uint32_t, std::vector<FileReplacements>> found;
    for (const auto& [index, correction] : finding_corrections(outcome, order, most)) {
        if (auto files = files_of(correction, outcome.fabric.sources); !files.empty())
            found.emplace(index, std::move(files));
    }
    return found;
}

}
