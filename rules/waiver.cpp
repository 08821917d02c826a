// SPDX-License-Identifier: Apache-2.0
// A waiver hides a finding, so it is held to more than a comment: it needs a reason, it ends at its date, and a
// malformed one is a finding itself.
#include "rules/waiver.h"

#include "models/parallel/parallel.h"
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

bool covers(const Waiver& waiver, const Finding& finding, const Fabric& fabric)
{
    if (!equal_ignoring_case(waiver.code, finding.rule->code))
        return false;
    if (finding.subjects.empty())
        return waiver.device == "*" && waiver.port == "*";
    const PortId id = finding.subjects.front().port;
    if (id.device >= fabric.devices.size())
        return waiver.device == "*";
    const Device& device = fabric.device(id);
    const std::string_view port
        = id.port < device.ports.size() ? device.ports[id.port].name : std::string_view{};
    return glob_match(waiver.device, device.name) && glob_match(waiver.port, port);
}

void add_problem(std::vector<Finding>& findings, const Rule& rule, Span at, std::string message)
{
    Finding& finding = findings.emplace_back();
    finding.rule = &rule;
    finding.severity = Severity::warning;
    finding.at = at;
    finding.message = std::move(message);
}

}

void apply_waivers(
    std::vector<Finding>& findings, const Analysis& analysis, const Selection&, std::string_view today)
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
        for (Finding& finding : findings) {
            if (!expired && finding.waived.empty() && covers(waiver, finding, fabric))
                finding.waived = waiver.reason;
        }
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
        }
    }
    for (Finding& finding : findings) {
        const auto known = lines.find(finding.at.source);
        if (known == lines.end() || !finding.waived.empty())
            continue;
        const std::uint32_t line = known->second.position(finding.at.offset).line;
        for (const InlineWaiver& waiver : inline_waivers[finding.at.source]) {
            const bool valid = waiver.until.empty() || (is_iso_date(waiver.until) && waiver.until >= today);
            if (valid && !waiver.reason.empty() && line >= waiver.line && line <= waiver.covers_to
                && lists_code(waiver.codes, finding.rule->code))
                finding.waived = std::string(waiver.reason);
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
