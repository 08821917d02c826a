// SPDX-License-Identifier: Apache-2.0
// The findings of the page, each with its line of the file and its correction as a diff.
#include "cli/report/data/finding_corrections.h"
#include "cli/report/html/html_data.h"
#include "cli/report/text/snippet.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace rocelint::cli {
namespace {

// The line that a span begins on, as reports show it; no text without a place.
Snippet snippet_of(const PageWriter& page, Span at)
{
    const Place place = page.data.places.find(at);
    return place.source == nullptr ? Snippet{} : make_snippet(place, at);
}

void write_code(const PageWriter& page, Span at)
{
    const Snippet snippet = snippet_of(page, at);
    page.out.begin_array();
    if (!snippet.text.empty()) {
        page.text(snippet.text);
        page.out.number(snippet.marker_begin);
        page.out.number(snippet.marker_width);
    }
    page.out.end();
}

// A diff as its lines. One that is too long for a page ends with the number of lines that are left out.
void write_diff(const PageWriter& page, std::string_view diff)
{
    constexpr std::ptrdiff_t most_lines = 200;
    constexpr std::size_t longest_line = 500;
    page.out.begin_array();
    for (std::ptrdiff_t line = 0; !diff.empty(); ++line) {
        if (line == most_lines) {
            page.text(fmt::format("… {} more lines: `rocelint fix` shows all",
                std::ranges::count(diff, '\n') + (diff.ends_with('\n') ? 0 : 1)));
            break;
        }
        const std::string_view text = diff.substr(0, diff.find('\n'));
        diff.remove_prefix(std::min(text.size() + 1, diff.size()));
        if (text.size() > longest_line)
            page.text(fmt::format("{}…", text.substr(0, longest_line)));
        else
            page.text(text);
    }
    page.out.end();
}

void write_diffs(const PageWriter& page, const workspace::Correction* correction)
{
    page.out.begin_array();
    if (correction != nullptr) {
        for (const workspace::CorrectedFile& file : correction->files)
            write_diff(page, file.diff);
    }
    page.out.end();
}

// The parts of the address of a finding on the page, except its mark.
std::string address_of(const Finding& finding, const workspace::Outcome& outcome)
{
    const workspace::Named named = workspace::name_subject(finding, outcome);
    return fmt::format("{}\n{}\n{}", finding.rule->code, named.device, named.port);
}

// By finding: a part of its fingerprint where several have the same address, otherwise nothing.
std::vector<std::string> address_marks(const workspace::Outcome& outcome)
{
    constexpr std::size_t digits = 6;
    const std::vector<Finding>& findings = outcome.report.findings;
    std::unordered_map<std::string, std::size_t> times;
    for (const Finding& finding : findings)
        ++times[address_of(finding, outcome)];
    std::vector<std::string> marks;
    marks.reserve(findings.size());
    for (const Finding& finding : findings)
        marks.push_back(times[address_of(finding, outcome)] == 1
                ? std::string()
                : fingerprint(finding, outcome.fabric).substr(0, digits));
    return marks;
}

void write_finding(const PageWriter& page,
    const Finding& finding,
    const workspace::Correction* correction,
    std::string_view mark)
{
    const Fabric& fabric = page.data.outcome.fabric;
    const workspace::Named named = workspace::name_subject(finding, page.data.outcome);
    JsonWriter& out = page.out;
    out.begin_array();
    out.number(page.rules.number_of(*finding.rule));
    out.number(static_cast<std::uint64_t>(finding.severity));
    page.lasting(finding.message);
    page.device(port_of(finding, fabric));
    page.text(named.port);
    page.place(finding.at);
    page.lasting(finding.fix);
    out.number(static_cast<std::uint64_t>(finding.fix_class));
    page.lasting(finding.waived);
    out.begin_array();
    for (const Related& related : finding.related) {
        out.begin_array();
        page.place(related.at);
        page.text(
            related.code.empty() ? related.message : fmt::format("{}: {}", related.code, related.message));
        page.text(snippet_of(page, related.at).text);
        out.end();
    }
    out.end();
    out.begin_array();
    for (const PortId id : finding.also_on) {
        page.device(id);
        page.text(workspace::name_port(id, fabric).port);
    }
    out.end();
    out.number(page.fabric);
    write_code(page, finding.at);
    write_diffs(page, correction);
    page.text(mark);
    page.text(
        finding.evidence.value_or(Evidence::silent) == Evidence::silent ? "" : name_of(*finding.evidence));
    out.end();
}

}

void write_findings(const PageWriter& page, std::size_t most_corrections)
{
    const std::vector<Finding>& findings = page.data.outcome.report.findings;
    std::vector<std::uint32_t> order(findings.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, std::ranges::greater{}, [&](std::uint32_t index) { return findings[index].severity; });
    const auto corrections = finding_corrections(page.data.outcome, order, most_corrections);
    const std::vector<std::string> marks = address_marks(page.data.outcome);
    for (std::uint32_t index = 0; index < findings.size(); ++index) {
        const auto found = corrections.find(index);
        write_finding(
            page, findings[index], found == corrections.end() ? nullptr : &found->second, marks[index]);
    }
}

}
