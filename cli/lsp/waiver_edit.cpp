// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/waiver_edit.h"

#include "drivers/driver.h"
#include "models/syntax/waiver_comment.h"
#include "rules/engine/inline_waiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rocelint::cli {
namespace {

// The beginning of a comment; empty where the file has none, as JSON and XML.
std::string_view comment_of(const workspace::Outcome& outcome, const Source& source)
{
    const std::size_t first = source.text().find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos
        || std::string_view("{[<").find(source.text()[first]) != std::string_view::npos)
        return {};
    if (source.path() == outcome.policy.path || source.path() == outcome.fabric.topology.path)
        return "#";
    const auto found = recognise(source);
    return found.driver == nullptr ? std::string_view() : found.driver->comment;
}

bool has_waiver(const Source& source, std::uint32_t line, std::string_view code)
{
    return std::ranges::any_of(find_inline_waivers(source), [&](const InlineWaiver& waiver) {
        return line >= waiver.line && line <= waiver.covers_to && waiver.lists(code);
    });
}

}

std::optional<Edit> waiver_edit(
    const workspace::Outcome& outcome, const Finding& finding, const Source& source)
{
    if (finding.at.source != source.id())
        return std::nullopt;
    const std::string_view comment = comment_of(outcome, source);
    const LineTable lines(source.text());
    const std::uint32_t number = lines.position(finding.at.offset).line;
    const std::string_view line = lines.line(number);
    // A finding about a waiver is not waived; a continued line cannot be interrupted by a comment.
    if (comment.empty() || find_waiver_mark(line, 0) != std::string_view::npos
        || has_waiver(source, number, finding.rule->code))
        return std::nullopt;
    if (number > 1) {
        std::string_view before = lines.line(number - 1);
        before = before.substr(0, before.find_last_not_of("\r\n") + 1);
        if (before.ends_with('\\'))
            return std::nullopt;
    }
    const std::uint32_t begin = lines.start(number);
    const std::size_t end = source.text().find('\n', begin);
    const bool returns = end != std::string_view::npos && end > begin && source.text()[end - 1] == '\r';
    return Edit{.at = {source.id(), begin, 0},
        .text = fmt::format("{}{} {} ignore={} reason=\"\"{}",
            line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())),
            comment,
            waiver_mark,
            finding.rule->code,
            returns ? "\r\n" : "\n")};
}

}
