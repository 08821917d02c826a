// SPDX-License-Identifier: Apache-2.0
// A comment for a merge request: what a reviewer needs to know, by rule, the worst first.
#include "cli/report/ci/markdown.h"

#include "cli/report/ci/checkout_path.h"
#include "cli/report/data/markup.h"
#include "cli/report/data/report_rules.h"
#include "cli/report/text/text_notes.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::cli {
namespace {

// A comment has at most 65 536 characters on GitHub (its API's answer to a longer one) and a million on
// GitLab (GitLab Docs, "Application limits"). The totals below need some of them.
constexpr std::size_t longest = 60'000;

struct Entry {
    const Finding* finding = nullptr;
    const ReportData* data = nullptr;
};

/// The findings of one rule and severity.
struct Group {
    Severity severity = Severity::error;
    const Rule* rule = nullptr;
    std::vector<Entry> entries;
};

std::vector<Group> group_by_rule(std::span<const ReportData> fabrics)
{
    std::map<std::tuple<int, std::string_view>, Group> groups;
    for (const ReportData& data : fabrics) {
        for (const Finding& finding : data.outcome.report.findings) {
            if (!finding.waived.empty())
                continue;
            Group& group = groups[{-static_cast<int>(finding.severity), finding.rule->code}];
            group.severity = finding.severity;
            group.rule = finding.rule;
            group.entries.push_back({&finding, &data});
        }
    }
    std::vector<Group> sorted;
    for (auto& [key, group] : groups)
        sorted.push_back(std::move(group));
    return sorted;
}

std::string line_of(const Entry& entry)
{
    std::string out = "- ";
    const Place place = entry.data->places.find(entry.finding->at);
    if (place.source != nullptr) {
        append_markdown(out, checkout_path(place.source->path()));
        append(out, ":{} ", place.begin.line);
    }
    append_markdown(out, entry.finding->message);
    if (!entry.finding->also_on.empty())
        append(out, " (and {} more)", entry.finding->also_on.size());
    if (const std::string_view evidence = evidence_words(*entry.finding); !evidence.empty())
        append(out, " ({})", evidence);
    if (!entry.finding->fix.empty()) {
        append(out,
            "<br>{}: ",
            entry.finding->fix_class == FixClass::none ? "help" : name_of(entry.finding->fix_class));
        append_markdown(out, entry.finding->fix);
    }
    out += '\n';
    return out;
}

// The code, as a link if the address of the rule's page is known. In a summary element, Markdown is not
// interpreted, but HTML is.
std::string code_of(const Rule& rule, std::string_view rule_pages)
{
    const std::string page = page_of(rule, rule_pages);
    if (page.empty())
        return fmt::format("<b>{}</b>", rule.code);
    std::string out = "<a href=\"";
    append_markup(out, page);
    append(out, "\"><b>{}</b></a>", rule.code);
    return out;
}

std::string heading_of(const Group& group, std::string_view rule_pages)
{
    std::string out = fmt::format("\n<details{}><summary>{} {} ",
        group.severity == Severity::error ? " open" : "",
        name_of(group.severity),
        code_of(*group.rule, rule_pages));
    append_markdown(out, group.rule->summary);
    append(out, " ({})</summary>\n\n", group.entries.size());
    return out;
}

// Every check that could not be made, as far as a comment has room for it.
void append_unchecked_rows(std::string& out, std::span<const ReportData> fabrics)
{
    std::size_t left = 0;
    for (const ReportData& data : fabrics) {
        for (const NotChecked& row : data.outcome.report.not_checked) {
            std::string line = "- ";
            append_markdown(line, unchecked_sentence(row, data.outcome.fabric));
            line += '\n';
            if (out.size() + line.size() > longest)
                ++left;
            else
                out += line;
        }
    }
    if (left > 0)
        append(out, "\n{} more {} not fit into a comment.\n", left, one_or_many(left, "does", "do"));
    out += "</details>\n";
}

void append_not_checked(std::string& out, std::span<const ReportData> fabrics)
{
    std::map<std::string_view, std::size_t> rows;
    for (const ReportData& data : fabrics) {
        for (const NotChecked& row : data.outcome.report.not_checked)
            ++rows[row.rule->code];
    }
    if (rows.empty())
        return;
    out += "\n<details><summary>not checked</summary>\n\n";
    if (fabrics.front().show_unchecked) {
        append_unchecked_rows(out, fabrics);
        return;
    }
    for (const auto& [code, count] : rows)
        append(out, "- {}: {}\n", code, count);
    out += "\n`rocelint check --show-unchecked` says which and why.\n</details>\n";
}

}

std::string markdown_report(std::span<const ReportData> fabrics)
{
    const Summary sum = summarise(fabrics);
    std::string out = "### rocelint: ";
    if (has_gaps(fabrics))
        out += "not everything could be checked; ";
    write_counts(sum, sum_of(fabrics, &ReportData::baselined), out);
    append(out, " in {} ({})", counted(sum.devices, "device"), judged_share(sum));
    if (const std::size_t hidden = sum_of(fabrics, &ReportData::hidden); hidden > 0)
        append(out, ", {} hidden that the change did not touch", hidden);
    out += '\n';
    for (const ReportData& data : fabrics) {
        for (const workspace::Gap& gap : data.gaps) {
            append(out, "- {}: ", title_of(gap.kind));
            append_markdown(out, gap.sentence);
            out += '\n';
        }
    }
    std::size_t left = 0;
    for (const Group& group : group_by_rule(fabrics)) {
        std::string section = heading_of(group, fabrics.front().rule_pages);
        std::size_t written = 0;
        for (const Entry& entry : group.entries) {
            const std::string line = line_of(entry);
            if (out.size() + section.size() + line.size() > longest)
                break;
            section += line;
            ++written;
        }
        left += group.entries.size() - written;
        if (written > 0)
            out += section + "</details>\n";
    }
    if (left > 0)
        append(out,
            "\n{} more {} not fit into a comment.\n",
            counted(left, "finding"),
            one_or_many(left, "does", "do"));
    append_not_checked(out, fabrics);
    return out;
}

}
