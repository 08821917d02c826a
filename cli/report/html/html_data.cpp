// SPDX-License-Identifier: Apache-2.0
// The data of the page as rows of numbers: with 100 000 findings and 64 000 ports, it must not exceed what a
// browser can load at once. Repeated strings are therefore stored once, and ports that carry no RDMA are only
// counted.
#include "cli/report/html/html_data.h"

#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace rocelint::cli {
namespace {

using PageRows = JsonWriter::Layout;

void write_summary(JsonWriter& out, std::span<const ReportData> fabrics)
{
    Summary sum;
    out.key("fabrics").begin_array(PageRows::rows);
    for (const ReportData& data : fabrics) {
        const Summary one = summarise(data.outcome);
        for (std::size_t state = 0; state < sum.lines.size(); ++state)
            sum.lines[state] += one.lines[state];
        sum.unjudged += one.unjudged;
        out.begin_object();
        out.text("name", visible(data.outcome.folder));
        out.text("policy", visible(data.outcome.policy.path));
        out.text("topology", visible(data.outcome.fabric.topology.path));
        for (const auto& [key, lines] : {std::pair("assumed", &data.outcome.analysis.assumptions),
                 std::pair("routes", &data.outcome.assumed_routes)}) {
            out.key(key).begin_array();
            for (const std::string& line : *lines)
                out.string(visible(line));
            out.end();
        }
        out.key("classes").begin_array();
        for (const RdmaClass& one_class : data.outcome.analysis.classes.classes)
            out.string(fmt::format("{} · {} · DSCP {}{}",
                visible(one_class.name),
                visible(one_class.label()),
                to_string(one_class.dscps),
                one_class.pause == Pause::nowhere ? " · without PFC" : ""));
        out.end();
        out.end();
    }
    out.end();
    const std::vector<std::uint64_t> lines(sum.lines.begin(), sum.lines.end());
    const std::uint64_t unjudged = sum.unjudged;
    sum = summarise(fabrics);
    out.key("summary").begin_object();
    for (const auto& [key, count] : {std::pair("error", sum.errors),
             std::pair("warning", sum.warnings),
             std::pair("info", sum.infos),
             std::pair("waived", sum.waived),
             std::pair("baselined", sum_of(fabrics, &ReportData::baselined)),
             std::pair("hidden", sum_of(fabrics, &ReportData::hidden)),
             std::pair("devices", sum.devices),
             std::pair("ports", sum.ports),
             std::pair("links", sum.links),
             std::pair("unknownPorts", sum.unknown_ports),
             std::pair("judgedPorts", sum.judged_ports)})
        out.count(key, count);
    out.count("unjudged", unjudged);
    out.key("lines").begin_array();
    for (const std::uint64_t count : lines)
        out.number(count);
    out.end();
    out.end();
}

// The facts about the run in the header.
void write_run(JsonWriter& out, const RunFacts& run)
{
    out.key("run").begin_object();
    out.text("site", visible(run.site));
    out.text("date", run.date);
    out.text("commit", run.commit);
    out.key("changed").boolean(run.changed);
    out.text("command", visible(run.command));
    out.end();
}

// The physics only of rules that found something.
void write_rules(JsonWriter& out, const ReportRules& rules, std::span<const ReportData> fabrics)
{
    std::unordered_set<std::uint64_t> met;
    for (const ReportData& data : fabrics) {
        for (const Finding& finding : data.outcome.report.findings)
            met.insert(rules.number_of(*finding.rule));
    }
    out.key("rules").begin_array(PageRows::rows);
    for (std::size_t number = 0; number < rules.all().size(); ++number) {
        const Rule& rule = *rules.all()[number].rule;
        const bool found = met.contains(number);
        out.begin_array();
        out.string(rule.code);
        out.string(visible(rule.name));
        out.string(visible(rule.summary));
        out.string(found ? visible(rule.why) : std::string());
        out.string(found ? visible(rule.source) : std::string());
        out.end();
    }
    out.end();
}

void write_unchecked(const PageWriter& page)
{
    for (const NotChecked& row : page.data.outcome.report.not_checked) {
        page.out.begin_array();
        page.out.number(page.rules.number_of(*row.rule));
        page.device(row.port);
        page.text(workspace::name_port(row.port, page.data.outcome.fabric).port);
        page.lasting(row.reason);
        page.out.number(row.ports);
        page.out.end();
    }
}

void write_coverage_rows(const PageWriter& page)
{
    for (const workspace::FileReport& file : page.data.outcome.files) {
        LineRedactor redactor;
        page.out.begin_array();
        page.text(file.path);
        page.text(file.platform);
        page.text(file.device);
        page.out.number(file.coverage.total);
        for (const CoverageState state : {CoverageState::read,
                 CoverageState::irrelevant,
                 CoverageState::unsupported,
                 CoverageState::unrecognised})
            page.out.number(file.coverage.count(state));
        page.out.number(file.unjudged.size());
        page.text(
            file.conversion.empty() ? file.reason : fmt::format("{}; {}", file.reason, file.conversion));
        page.out.begin_array();
        for (const Coverage::Detail& detail : file.coverage.details) {
            page.out.begin_array();
            page.out.number(detail.line);
            page.text(name_of(detail.state));
            page.text(redactor.line(detail.text));
            page.out.end();
        }
        page.out.end();
        page.out.number(file.coverage.details_left_out);
        page.out.end();
    }
}

}

std::string html_data(std::span<const ReportData> fabrics)
{
    JsonWriter out(JsonWriter::Blanks::none);
    PageStrings strings;
    const ReportRules rules(fabrics);
    std::vector<PageWriter> pages;
    std::vector<PageLayout> layouts;
    std::deque<SubnetNodes> subnets;
    std::uint32_t devices = 0;
    for (const ReportData& data : fabrics) {
        const SubnetNodes& nodes = subnets.emplace_back(data.outcome.fabric);
        pages.push_back(
            {out, strings, rules, data, nodes, static_cast<std::uint32_t>(pages.size()), devices});
        layouts.push_back(lay_out(data.outcome.fabric, nodes));
        devices += static_cast<std::uint32_t>(data.outcome.fabric.devices.size() + nodes.nodes().size());
    }
    const auto rows = [&](std::string_view key, const auto& write) {
        out.key(key).begin_array(PageRows::rows);
        for (std::size_t index = 0; index < pages.size(); ++index)
            write(pages[index], index);
        out.end();
    };
    out.begin_object(PageRows::rows);
    out.text("version", version);
    out.count("exit", static_cast<std::uint64_t>(fabrics.front().exit_code));
    write_run(out, fabrics.front().run == nullptr ? RunFacts() : *fabrics.front().run);
    write_summary(out, fabrics);
    write_rules(out, rules, fabrics);
    write_advice(out, fabrics.front().advice);
    std::uint32_t first_part = 0;
    rows("devices", [&](const PageWriter& page, std::size_t index) {
        write_device_rows(page, layouts[index], first_part);
        first_part += static_cast<std::uint32_t>(layouts[index].parts.size());
    });
    rows("parts", [&](const PageWriter&, std::size_t index) {
        for (const std::string& part : layouts[index].parts)
            out.string(visible(part));
    });
    rows("links", [](const PageWriter& page, std::size_t) { write_link_rows(page); });
    constexpr std::size_t most_corrections = 200; // on the page
    rows("findings", [&](const PageWriter& page, std::size_t) {
        write_findings(page, std::max<std::size_t>(1, most_corrections / pages.size()));
    });
    rows("unchecked", [](const PageWriter& page, std::size_t) { write_unchecked(page); });
    rows("unknown", [](const PageWriter& page, std::size_t) { write_unknown_rows(page); });
    rows("chains", [](const PageWriter& page, std::size_t) { write_chains(page); });
    rows("memory", [](const PageWriter& page, std::size_t) { write_memory_rows(page); });
    rows("paths", [&](const PageWriter& page, std::size_t index) { write_paths(page, layouts[index]); });
    rows("coverage", [](const PageWriter& page, std::size_t) { write_coverage_rows(page); });
    rows("unreadable", [&](const PageWriter& page, std::size_t) {
        for (const workspace::Gap& gap : page.data.gaps)
            out.string(visible(gap.sentence));
    });
    strings.write(out);
    out.end();
    return out.take();
}

}
