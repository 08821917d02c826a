// SPDX-License-Identifier: Apache-2.0
// A waiver hides a finding, so it is held to more than a comment: it needs a reason, it ends at its date, and a
// malformed one is a finding itself.
#include "rules/waiver.h"

#include "models/parallel/parallel.h"
#include "models/syntax/json_path.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace rocelint {
namespace {

// One `rocelint: ignore=CODE[,CODE] reason="…" until=DATE` comment. It covers the line that it stands on and, where
// it stands alone, the next line that is no comment.
struct InlineWaiver {
    std::string_view codes;
    std::string_view reason;
    std::string_view until;
    Span at;
    std::uint32_t line = 0;
    std::uint32_t covers_to = 0;
    bool used = false;
};

constexpr std::string_view marker = "rocelint: ignore=";

// memmem: every byte of every input passes here, and string_view::find stops at each 'r'.
std::size_t find_marker(std::string_view text, std::size_t from)
{
    const void* found = from < text.size()
        ? memmem(text.data() + from, text.size() - from, marker.data(), marker.size())
        : nullptr;
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::string_view field(std::string_view comment, std::string_view name)
{
    const std::size_t at = comment.find(name);
    if (at == std::string_view::npos)
        return {};
    std::string_view value = comment.substr(at + name.size());
    const bool quoted = value.starts_with('"');
    if (quoted)
        value.remove_prefix(1);
    return value.substr(0, value.find_first_of(quoted ? "\"" : " \t\r"));
}

bool is_comment(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first != std::string_view::npos
        && (line[first] == '!' || line[first] == '#' || line.substr(first).starts_with("//"));
}

std::vector<InlineWaiver> find_inline(const Source& source)
{
    std::vector<InlineWaiver> waivers;
    const std::string_view text = source.text();
    std::size_t at = find_marker(text, 0);
    if (at == std::string_view::npos)
        return waivers;
    const LineTable lines(text);
    for (; at != std::string_view::npos; at = find_marker(text, at + marker.size())) {
        const std::uint32_t line = lines.position(static_cast<std::uint32_t>(at)).line;
        const std::string_view whole = lines.line(line);
        const std::string_view comment = text.substr(at, text.find('\n', at) - at);
        InlineWaiver waiver{.codes = field(comment, "ignore="),
            .reason = field(comment, "reason="),
            .until = field(comment, "until="),
            .at = source.span_of(comment.substr(0, comment.find('\r'))),
            .line = line,
            .covers_to = line};
        if (is_comment(whole)) {
            do
                ++waiver.covers_to;
            while (waiver.covers_to < lines.line_count() && is_comment(lines.line(waiver.covers_to)));
        }
        waivers.push_back(waiver);
    }
    return waivers;
}

bool lists_code(std::string_view codes, std::string_view code)
{
    while (!codes.empty()) {
        const std::size_t comma = codes.find(',');
        if (equal_ignoring_case(codes.substr(0, comma), code))
            return true;
        codes = comma == std::string_view::npos ? std::string_view{} : codes.substr(comma + 1);
    }
    return false;
}

// Whether the finding lies where the waiver says: its file, and of JSON its key.
bool covers_place(const Waiver& waiver, const Finding& finding, const Fabric& fabric)
{
    if (waiver.file == "*" && waiver.key == "*")
        return true;
    const Source* source = fabric.sources.find(finding.at.source);
    if (source == nullptr || !glob_match(waiver.file, source->path()))
        return false;
    return waiver.key == "*" || glob_match(waiver.key, json_path_at(source->text(), finding.at.offset));
}

bool covers(const Waiver& waiver, const Finding& finding, const Fabric& fabric)
{
    if (!equal_ignoring_case(waiver.code, finding.rule->code) || !covers_place(waiver, finding, fabric))
        return false;
    if (finding.subjects.empty())
        return waiver.device == "*" && waiver.port == "*";
    const PortId id = finding.subjects.front().port;
    if (id.device >= fabric.devices.size())
        return waiver.device == "*";
    const Device& device = fabric.device(id);
    const std::string port = device.part_name(id.port);
    return glob_match(waiver.device, device.name) && glob_match(waiver.port, port);
}

void add_problem(std::vector<Finding>& findings,
    const Rule& rule,
    Span at,
    std::string message,
    Severity severity = Severity::warning)
{
    Finding& finding = findings.emplace_back();
    finding.rule = &rule;
    finding.severity = severity;
    finding.at = at;
    finding.message = std::move(message);
}

const Rule* find_any(std::string_view code, const OwnRules& own)
{
    const Rule* rule = find_rule(code);
    return rule != nullptr ? rule : own.find(code);
}

// Whether the rule ran at all: of one that did not, a waiver without effect is no news.
bool ran(std::string_view code, const Analysis& analysis, const OwnRules& own, const Selection& selection)
{
    const Rule* rule = find_any(code, own);
    if (rule == nullptr)
        return false;
    const RuleSetting* setting = analysis.policy->setting_of(rule->code);
    return (selection.select.empty() || names_rule(selection.select, *rule))
        && !names_rule(selection.ignore, *rule) && (setting == nullptr || !setting->off);
}

// Whether a finding of the rule is there, though only under another one, where nobody waives it by itself.
bool is_folded(const std::vector<Finding>& findings, std::string_view code)
{
    return std::ranges::any_of(findings, [code](const Finding& finding) {
        return std::ranges::any_of(finding.related, [code](const Related& related) {
            return !related.code.empty() && equal_ignoring_case(related.code, code);
        });
    });
}

std::vector<std::string_view> codes_of(const InlineWaiver& waiver)
{
    std::vector<std::string_view> codes;
    std::string_view rest = waiver.codes;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        codes.push_back(rest.substr(0, comma));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
    return codes;
}

std::string unknown_code(std::string_view code, const OwnRules& own)
{
    std::vector<std::string_view> known;
    for (const Rule* rule : own.all())
        known.push_back(rule->code);
    for (const Rule* rule : all_rules())
        known.push_back(rule->code);
    const std::string_view near = nearest(code, known);
    return fmt::format("this waiver names a rule that does not exist: {}{}",
        code,
        near.empty() ? std::string() : fmt::format("; did you mean {}?", near));
}

}

void apply_waivers(std::vector<Finding>& findings,
    const Analysis& analysis,
    const OwnRules& own,
    const Selection& selection,
    std::string_view today)
{
    const Fabric& fabric = *analysis.fabric;
    const Rule* syntax = find_rule("SYN001");
    std::vector<Finding> problems;
    for (const Waiver& waiver : analysis.policy->waivers) {
        const bool expired = !waiver.expires.empty() && waiver.expires < today;
        if (expired && syntax != nullptr)
            add_problem(problems,
                *syntax,
                waiver.at,
                fmt::format(
                    "the waiver of {} expired on {} and no longer applies", waiver.code, waiver.expires));
        bool used = expired;
        for (Finding& finding : findings) {
            if (expired || !covers(waiver, finding, fabric))
                continue;
            used = true;
            if (finding.waived.empty())
                finding.waived = waiver.reason;
        }
        if (!used && syntax != nullptr && ran(waiver.code, analysis, own, selection)
            && !is_folded(findings, waiver.code))
            add_problem(problems,
                *syntax,
                waiver.at,
                fmt::format("the waiver of {} covers nothing that was found", waiver.code),
                Severity::info);
    }
    std::vector<std::vector<InlineWaiver>> inline_waivers(fabric.sources.size());
    run_parallel(inline_waivers.size(), [&](std::size_t id) {
        if (const Source* source = fabric.sources.find(static_cast<SourceId>(id)))
            inline_waivers[id] = find_inline(*source);
    });
    std::map<SourceId, LineTable> lines;
    for (SourceId id = 0; id < inline_waivers.size(); ++id) {
        if (!inline_waivers[id].empty())
            lines.try_emplace(id, fabric.sources.find(id)->text());
        for (const InlineWaiver& waiver : inline_waivers[id]) {
            if (syntax == nullptr)
                continue;
            if (waiver.codes.empty() || waiver.reason.empty())
                add_problem(problems,
                    *syntax,
                    waiver.at,
                    "a waiver comment needs a code and a reason: rocelint: ignore=PFC002 reason=\"…\"");
            else if (!waiver.until.empty() && (!is_iso_date(waiver.until) || waiver.until < today))
                add_problem(problems,
                    *syntax,
                    waiver.at,
                    fmt::format(
                        "this waiver of {} has expired or has no date such as 2027-01-31", waiver.codes));
            for (const std::string_view code : codes_of(waiver)) {
                if (find_any(code, own) == nullptr)
                    add_problem(problems, *syntax, waiver.at, unknown_code(code, own));
            }
        }
    }
    for (Finding& finding : findings) {
        const auto known = lines.find(finding.at.source);
        if (known == lines.end() || !finding.waived.empty())
            continue;
        const std::uint32_t line = known->second.position(finding.at.offset).line;
        for (InlineWaiver& waiver : inline_waivers[finding.at.source]) {
            const bool valid = waiver.until.empty() || (is_iso_date(waiver.until) && waiver.until >= today);
            if (valid && !waiver.reason.empty() && line >= waiver.line && line <= waiver.covers_to
                && lists_code(waiver.codes, finding.rule->code)) {
                finding.waived = std::string(waiver.reason);
                waiver.used = true;
            }
        }
    }
    for (const std::vector<InlineWaiver>& of_file : inline_waivers) {
        for (const InlineWaiver& waiver : of_file) {
            const bool valid = !waiver.reason.empty() && (waiver.until.empty() || waiver.until >= today);
            const std::vector<std::string_view> codes = codes_of(waiver);
            const bool could_matter = std::ranges::all_of(codes, [&](std::string_view code) {
                return ran(code, analysis, own, selection) && !is_folded(findings, code);
            });
            if (valid && !waiver.used && could_matter && !codes.empty() && syntax != nullptr)
                add_problem(problems,
                    *syntax,
                    waiver.at,
                    fmt::format("this waiver of {} covers nothing that was found", waiver.codes),
                    Severity::info);
        }
    }
    findings.insert(
        findings.end(), std::make_move_iterator(problems.begin()), std::make_move_iterator(problems.end()));
    std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
        return std::tuple(a.at.source, a.at.offset, a.rule->code)
            < std::tuple(b.at.source, b.at.offset, b.rule->code);
    });
}

}
