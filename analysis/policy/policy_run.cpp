// SPDX-License-Identifier: Apache-2.0
// Options of a check that a policy states. A policy may come with a change that nobody has reviewed yet, so a path in
// it never leaves the folder of its file, and a report never takes the place of a file of another kind.
#include "analysis/policy/policy_sections.h"
#include "models/text/nearest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

namespace rocelint {
namespace {

// The endings that the name of a report may have; a second one may be empty.
struct ReportEndings {
    std::string_view format, first, second;
};
constexpr ReportEndings report_endings[] = {{"text", ".txt", ".log"},
    {"json", ".json", ""},
    {"sarif", ".sarif", ".json"},
    {"html", ".html", ".htm"},
    {"junit", ".xml", ""},
    {"markdown", ".md", ""},
    {"github", ".txt", ".log"},
    {"gitlab", ".json", ""}};

// The path of a key, resolved against the policy's folder; empty if it was rejected.
std::string path_below(DocumentReader& reader, const Node& node, std::string_view key)
{
    namespace files = std::filesystem;
    const std::string text = reader.text(node);
    const files::path path(text);
    const bool leaves = path.is_absolute() || std::ranges::find(path, files::path("..")) != path.end();
    if (text.empty() || leaves || !path.has_filename() || path.filename() == "."
        || text.find('\0') != std::string::npos) {
        reader.wrong(node,
            fmt::format("'{}' names a file below the folder of this policy, such as {}, not '{}'",
                key,
                key == "baseline" ? "rocelint-baseline.json" : "reports/rocelint.sarif",
                redact(text)));
        return {};
    }
    return (files::path(reader.path()).parent_path() / path).lexically_normal().string();
}

bool is_hidden(const std::filesystem::path& path)
{
    return std::ranges::any_of(path,
        [](const std::filesystem::path& part) { return part.native().starts_with('.') && part != "."; });
}

}

void read_fail_on(DocumentReader& reader, const Node& node, Policy& policy)
{
    note_place(reader, node, policy.places, "fail_on");
    if (node.value == "never")
        policy.fail_on.emplace(std::nullopt);
    else if (node.value == "error")
        policy.fail_on.emplace(Severity::error);
    else if (node.value == "warning")
        policy.fail_on.emplace(Severity::warning);
    else if (node.value == "info")
        policy.fail_on.emplace(Severity::info);
    else
        reader.unknown_word(node, "fail_on", words_taken(policy_keys::top, "fail_on"));
}

void read_codes(DocumentReader& reader,
    const Node& node,
    std::string_view key,
    std::span<const KnownRule> known,
    Policy& policy,
    std::vector<std::string>& codes)
{
    note_place(reader, node, policy.places, std::string(key));
    for (const Node* code : reader.list(node)) {
        const auto is_named = [code](const KnownRule& rule) {
            return equal_ignoring_case(rule.code.substr(0, code->value.size()), code->value)
                || equal_ignoring_case(rule.name, code->value);
        };
        if (!code->value.empty() && std::ranges::any_of(known, is_named)) {
            codes.push_back(std::string(code->value));
            continue;
        }
        std::vector<std::string_view> words;
        for (const KnownRule& rule : known) {
            words.push_back(rule.code);
            words.push_back(rule.name);
        }
        const std::string_view near = nearest(code->value, words);
        reader.wrong(*code,
            fmt::format("no rule has the code, the prefix or the name '{}'; {}",
                redact(code->value),
                near.empty() ? "`rocelint rules` lists them" : fmt::format("did you mean '{}'?", near)));
    }
}

void read_baseline(DocumentReader& reader, const Node& node, Policy& policy)
{
    note_place(reader, node, policy.places, "baseline");
    policy.baseline = path_below(reader, node, "baseline");
}

void read_reports(DocumentReader& reader, const Node& node, Policy& policy)
{
    if (!reader.object_of(node, policy_keys::report))
        return;
    for (const Node& entry : node) {
        note_place(reader, entry, policy.places, fmt::format("report.{}", entry.key));
        const std::string path = path_below(reader, entry, entry.key);
        if (path.empty())
            continue;
        const auto* const row = std::ranges::find(report_endings, entry.key, &ReportEndings::format);
        ensure(row != std::end(report_endings), "a form of reports has no endings");
        if (!path.ends_with(row->first) && (row->second.empty() || !path.ends_with(row->second)))
            reader.wrong(entry,
                fmt::format("the name of a report in the form '{}' ends in {}{}{}",
                    entry.key,
                    row->first,
                    row->second.empty() ? "" : " or ",
                    row->second));
        else if (is_hidden(std::filesystem::path(std::string(entry.value))))
            reader.wrong(entry,
                "no part of a report's path may begin with a dot: hidden files and folders belong to other programs");
        else
            policy.reports.push_back({std::string(entry.key), path});
    }
}

}
