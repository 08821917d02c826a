// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 as code-scanning services accept it. Its columns count UTF-16 code units.
#include "cli/report/ci/sarif.h"

#include "cli/report/ci/checkout_path.h"
#include "cli/report/ci/path_uri.h"
#include "cli/report/ci/sarif_fixes.h"
#include "cli/report/ci/service_fingerprint.h"
#include "cli/report/data/report_rules.h"
#include "cli/report/rule_page/own_rule_page.h"
#include "cli/report/rule_page/rule_page.h"
#include "cli/terminal/version.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::cli {
namespace {

using SarifLayout = JsonWriter::Layout;

std::string_view level_of(Severity severity)
{
    return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

// The base of relative paths: where a code-scanning service has checked out the repository.
constexpr std::string_view root = "%SRCROOT%";

// Writes a path as a URI reference (RFC 3986): relative to the checked-out repository, or as a file: URI.
void write_artifact(JsonWriter& out, const std::string& given)
{
    const std::string path = checkout_path(given);
    const bool outside = path.starts_with('/');
    out.key("artifactLocation").begin_object();
    out.text("uri", (outside ? "file://" : "") + escape_path(path));
    if (!outside)
        out.text("uriBaseId", root);
    out.end();
}

void write_text_object(JsonWriter& out, std::string_view name, std::string_view text)
{
    out.key(name).begin_object();
    out.text("text", text);
    out.end();
}

std::string help_of(const ReportRules::Entry& entry, PageFormat format)
{
    return entry.own != nullptr ? own_rule_page(*entry.own, format) : rule_page(*entry.rule, format);
}

void write_rules(JsonWriter& out, const ReportRules& rules, std::string_view rule_pages)
{
    out.key("rules").begin_array(SarifLayout::rows);
    for (const ReportRules::Entry& entry : rules.all()) {
        const Rule* rule = entry.rule;
        out.begin_object();
        out.text("id", rule->code);
        out.text("name", rule->name);
        if (const std::string page = page_of(*rule, rule_pages); !page.empty())
            out.text("helpUri", page);
        write_text_object(out, "shortDescription", rule->summary);
        write_text_object(out, "fullDescription", rule->why);
        out.key("help").begin_object();
        out.text("text", help_of(entry, PageFormat::text));
        out.text("markdown", help_of(entry, PageFormat::markdown));
        out.end();
        out.key("defaultConfiguration").begin_object();
        out.text("level", level_of(rule->severity));
        out.end();
        out.key("properties").begin_object();
        out.key("tags").begin_array();
        out.string("rdma");
        out.string(rule->code.substr(0, rule->code.find_first_of("0123456789")));
        out.end();
        out.end();
        out.end();
    }
    out.end();
}

void write_physical(JsonWriter& out, const Place& place)
{
    out.key("physicalLocation").begin_object();
    write_artifact(out, place.source->path());
    out.key("region").begin_object();
    out.count("startLine", place.begin.line);
    out.count("startColumn", place.begin.column);
    out.count("endLine", place.end.line);
    out.count("endColumn", place.end.column);
    out.end();
    out.end();
}

void write_location(JsonWriter& out, const Finding& finding, const ReportData& data)
{
    const Place place = data.places.find(finding.at, ColumnUnit::utf16);
    const workspace::Named named = workspace::name_subject(finding, data.outcome);
    out.key("locations").begin_array();
    out.begin_object();
    if (place.source != nullptr)
        write_physical(out, place);
    if (!named.device.empty()) {
        out.key("logicalLocations").begin_array();
        out.begin_object();
        out.text("fullyQualifiedName",
            named.port.empty() ? std::string(named.device) : fmt::format("{}/{}", named.device, named.port));
        out.end();
        out.end();
    }
    out.end();
    out.end();
}

void write_related_locations(JsonWriter& out, const Finding& finding, Places& places)
{
    out.key("relatedLocations").begin_array();
    std::uint64_t id = 0;
    for (const Related& related : finding.related) {
        const Place place = places.find(related.at, ColumnUnit::utf16);
        if (place.source == nullptr)
            continue;
        out.begin_object();
        out.count("id", id++);
        write_physical(out, place);
        write_text_object(out,
            "message",
            related.code.empty() ? related.message : fmt::format("{}: {}", related.code, related.message));
        out.end();
    }
    out.end();
}

void write_fixes(JsonWriter& out,
    const Finding& finding,
    const std::vector<FileReplacements>& files,
    const SourceSet& sources)
{
    out.key("fixes").begin_array();
    out.begin_object();
    if (!finding.fix.empty())
        write_text_object(out, "description", finding.fix);
    out.key("artifactChanges").begin_array();
    for (const FileReplacements& file : files) {
        out.begin_object();
        write_artifact(out, sources.find(file.source)->path());
        out.key("replacements").begin_array();
        for (const LineReplacement& lines : file.lines) {
            out.begin_object();
            out.key("deletedRegion").begin_object();
            out.count("startLine", lines.first);
            out.count("startColumn", 1);
            out.count("endLine", lines.first + lines.count);
            out.count("endColumn", 1);
            out.end();
            if (!lines.text.empty())
                write_text_object(out, "insertedContent", lines.text);
            out.end();
        }
        out.end();
        out.end();
    }
    out.end();
    out.end();
    out.end();
}

void write_suppression(JsonWriter& out, std::string_view justification)
{
    out.key("suppressions").begin_array();
    out.begin_object();
    out.text("kind", "external");
    out.text("justification", justification);
    out.end();
    out.end();
}

// `known_before`: the baseline has the finding. `files`: its corrections, or null.
void write_result(JsonWriter& out,
    const Finding& finding,
    const ReportData& data,
    const ReportRules& rules,
    bool known_before,
    const std::vector<FileReplacements>* files)
{
    out.begin_object();
    out.text("ruleId", finding.rule->code);
    out.count("ruleIndex", rules.number_of(*finding.rule));
    out.text("level", level_of(finding.severity));
    write_text_object(out, "message", finding.message);
    write_location(out, finding, data);
    if (!finding.related.empty())
        write_related_locations(out, finding, data.places);
    out.key("partialFingerprints").begin_object();
    out.text("rocelint/v1", service_fingerprint(finding, data.outcome));
    out.end();
    if (!finding.waived.empty())
        write_suppression(out, finding.waived);
    else if (known_before)
        write_suppression(out, "The baseline has it.");
    if (files != nullptr)
        write_fixes(out, finding, *files, data.outcome.fabric.sources);
    if (!finding.fix.empty() || finding.evidence) {
        out.key("properties").begin_object();
        if (!finding.fix.empty()) {
            out.text("fix", finding.fix);
            out.text("fixClass", name_of(finding.fix_class));
        }
        if (finding.evidence)
            out.text("evidence", name_of(*finding.evidence));
        out.end();
    }
    out.end();
}

void write_notification(JsonWriter& out, std::string_view level, std::string_view message)
{
    out.begin_object();
    out.text("level", level);
    write_text_object(out, "message", message);
    out.end();
}

// Writes what was not read, and what could not be checked: one notification for each rule, since there may be
// an entry for each port.
void write_notifications(JsonWriter& out, const ReportData& data)
{
    for (const workspace::Gap& gap : data.gaps)
        write_notification(out, "error", gap.sentence);
    for (const workspace::FileReport& file : data.outcome.files) {
        if (file.platform.empty())
            write_notification(out, "note", fmt::format("{}: not read: {}", file.path, file.reason));
    }
    if (data.show_unchecked) {
        for (const NotChecked& row : data.outcome.report.not_checked)
            write_notification(out, "note", unchecked_sentence(row, data.outcome.fabric));
        return;
    }
    std::map<std::string_view, std::size_t> by_rule;
    for (const NotChecked& row : data.outcome.report.not_checked)
        ++by_rule[row.rule->code];
    for (const auto& [code, count] : by_rule)
        write_notification(out,
            "note",
            fmt::format("{}: not checked in {}; --show-unchecked lists them", code, counted(count, "place")));
}

void write_invocation(JsonWriter& out, std::span<const ReportData> fabrics)
{
    out.key("invocations").begin_array();
    out.begin_object();
    const ExitCode code = fabrics.front().exit_code;
    out.key("executionSuccessful").boolean(!has_gaps(fabrics));
    out.count("exitCode", static_cast<std::uint64_t>(code));
    out.key("toolExecutionNotifications").begin_array(SarifLayout::rows);
    for (const ReportData& data : fabrics)
        write_notifications(out, data);
    if (const std::size_t hidden = sum_of(fabrics, &ReportData::hidden); hidden > 0)
        write_notification(out,
            "note",
            fmt::format(
                "--changed-since hides {} that the change did not touch", counted(hidden, "finding")));
    out.end();
    out.end();
    out.end();
}

void write_results(JsonWriter& out, const ReportData& data, const ReportRules& rules)
{
    const auto fixes = finding_fixes(data.outcome);
    const std::vector<Finding>& findings = data.outcome.report.findings;
    for (std::uint32_t index = 0; index < findings.size(); ++index) {
        const auto found = fixes.find(index);
        write_result(
            out, findings[index], data, rules, false, found == fixes.end() ? nullptr : &found->second);
    }
    for (const Finding& finding : data.outcome.report.known)
        write_result(out, finding, data, rules, true, nullptr);
}

}

std::string sarif_report(std::span<const ReportData> fabrics)
{
    JsonWriter out;
    out.begin_object(SarifLayout::rows);
    out.text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    out.text("version", "2.1.0");
    out.key("runs").begin_array();
    out.begin_object(SarifLayout::rows);
    out.key("tool").begin_object();
    out.key("driver").begin_object(SarifLayout::rows);
    out.text("name", "rocelint");
    out.text("semanticVersion", version);
    // A page for each rule of the program would be most of the file.
    const ReportRules rules(fabrics, ReportRules::Which::in_findings);
    // A rule has one page, also where several sites are checked together.
    const auto stated
        = std::ranges::find_if(fabrics, [](const ReportData& data) { return !data.rule_pages.empty(); });
    write_rules(out, rules, stated == fabrics.end() ? std::string_view{} : stated->rule_pages);
    out.end();
    out.end();
    out.text("columnKind", "utf16CodeUnits");
    out.key("originalUriBaseIds").begin_object();
    out.key(root).begin_object();
    write_text_object(out, "description", "The root of the checkout that rocelint was run in.");
    out.end();
    out.end();
    write_invocation(out, fabrics);
    out.key("results").begin_array(SarifLayout::rows);
    for (const ReportData& data : fabrics)
        write_results(out, data, rules);
    out.end();
    const Summary sum = summarise(fabrics);
    out.key("properties").begin_object();
    out.count("ports", sum.ports);
    out.count("judgedPorts", sum.judged_ports);
    out.end();
    out.end();
    out.end();
    out.end();
    return out.take();
}

}
