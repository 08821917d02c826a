// SPDX-License-Identifier: Apache-2.0
// A waiver comment after a line waives that line's finding and does not change what the line means.
#include "rules/engine/engine.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace rocelint {
namespace {

// The text with `comment` after the line that contains `at`.
std::string with_comment(const Source& source, Span at, std::string_view comment)
{
    std::string text(source.text());
    std::size_t end = std::min(text.find('\n', at.offset), text.size());
    if (end > 0 && text[end - 1] == '\r')
        --end;
    return text.insert(end, comment);
}

struct Seen {
    std::size_t waived = 0;
    std::size_t open = 0;
    std::size_t of_waivers = 0; ///< findings about the waiver itself
    std::string other; ///< any other finding
};

Seen look(const workspace::Outcome& outcome, std::string_view code)
{
    Seen seen;
    for (const Finding& finding : outcome.report.findings) {
        if (finding.rule->code == code)
            ++(finding.waived.empty() ? seen.open : seen.waived);
        else if (finding.message.find("waiver") != std::string::npos)
            ++seen.of_waivers;
        else
            seen.other += fmt::format("{}: {}\n", finding.rule->code, finding.message);
    }
    return seen;
}

// The finding's file if its lines may end in a comment; null otherwise.
const Source* commented_source(
    const workspace::Outcome& outcome, const Finding& finding, std::string_view& mark)
{
    const Source* source = outcome.fabric.sources.find(finding.at.source);
    if (source == nullptr || source->path().ends_with(".yaml") || source->text().starts_with("{"))
        return nullptr;
    // The log of a job is written by its program, and never edited.
    if (source->path().ends_with(".log"))
        return nullptr;
    // A member of an object: a capture in JSON, which has no comments.
    const std::size_t line = source->text().rfind('\n', finding.at.offset) + 1;
    const std::size_t first = source->text().find_first_not_of(" \t", line);
    if (first != std::string_view::npos && (source->text()[first] == '"' || source->text()[first] == '{'))
        return nullptr;
    const auto found = recognise(*source);
    mark = found.driver == nullptr ? std::string_view{} : found.driver->comment;
    return mark.empty() ? nullptr : source;
}

// Two versions of a file have the same path, so the text with the comment would replace both.
bool has_two_versions(const Example& example)
{
    std::map<std::pair<std::string_view, std::string_view>, int> unnamed;
    for (const ExampleFile& file : example.files) {
        if (file.file.empty() && !file.platform.empty() && !file.patch.starts_with("#!")
            && ++unnamed[{file.platform, file.device}] > 1)
            return true;
    }
    return false;
}

void check_waivers_of(const Rule& rule, const Example& example, std::map<std::string_view, int>& tried)
{
    const auto outcome = check_example(example);
    if (outcome->report.findings.size() != 1 || has_two_versions(example))
        return;
    const Finding& finding = outcome->report.findings.front();
    // Its own finding may be folded under that of another rule, on another line.
    if (finding.rule->code != rule.code)
        return;
    std::string_view mark;
    const Source* source = commented_source(*outcome, finding, mark);
    if (source == nullptr)
        return;
    ++tried[recognise(*source).driver->name];
    const auto check_with = [&](std::string_view waiver) {
        const std::string comment
            = fmt::format(" {} rocelint: {}", mark, fmt::format(fmt::runtime(waiver), rule.code));
        return look(*check_example(
                        example, {{std::string(source->path()), with_comment(*source, finding.at, comment)}}),
            rule.code);
    };
    INFO(rule.code << ": " << std::string(example.title) << " in " << std::string(source->path()));
    const Seen valid = check_with("ignore={} reason=\"lab\" until=2999-01-31");
    CHECK(valid.waived == 1);
    CHECK(valid.open == 0);
    CHECK(valid.of_waivers == 0);
    CHECK(valid.other == "");
    for (const std::string_view useless :
        {"ignore={} reason=\"lab\" until=2020-01-31", "ignroe={} reason=\"lab\""}) {
        const Seen seen = check_with(useless);
        CAPTURE(std::string(useless));
        CHECK(seen.waived == 0);
        CHECK(seen.open == 1);
        CHECK(seen.of_waivers == 1);
        CHECK(seen.other == "");
    }
}

TEST_CASE(
    "a waiver after a line waives that line's finding while it holds, and loses no finding when it does not")
{
    std::map<std::string_view, int> tried;
    for (const Rule* rule : all_rules()) {
        if (rule->code.starts_with("SYN"))
            continue;
        for (const Example& example : rule->examples) {
            if (!example.flagged.empty())
                check_waivers_of(*rule, example, tried);
        }
    }
    for (const auto& [platform, count] : tried)
        MESSAGE(std::string(platform) << ": " << count);
}

}
}
