// SPDX-License-Identifier: Apache-2.0
// The report for programs: docs/schema/report.schema.json. It does not depend on threads, time or the
// terminal.
#include "cli/report/json/json.h"

#include "cli/report/data/memory_table.h"
#include "cli/report/data/subnet_nodes.h"
#include "cli/report/json/schema_versions.h"
#include "cli/report/json/statistics_json.h"
#include "cli/terminal/version.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace rocelint::cli {
namespace {

using Layout = JsonWriter::Layout;

// With several fabrics, each row names its fabric.
void write_fabric_name(JsonWriter& out, const workspace::Outcome& outcome)
{
    if (!outcome.folder.empty())
        out.text("fabric", outcome.folder);
}

void write_place(JsonWriter& out, const Place& place)
{
    out.text_or_null("file", place.source == nullptr ? std::string_view{} : place.source->path());
    out.key("line");
    if (place.source == nullptr)
        out.null();
    else
        out.number(place.begin.line);
}

void write_related(JsonWriter& out, const Finding& finding, Places& places)
{
    out.key("related").begin_array();
    for (const Related& related : finding.related) {
        out.begin_object();
        write_place(out, places.find(related.at));
        out.text("message", related.message);
        if (!related.code.empty())
            out.text("code", related.code);
        out.end();
    }
    out.end();
}

void write_also_on(JsonWriter& out, const Finding& finding, const Fabric& fabric)
{
    out.key("also_on").begin_array();
    for (const PortId port : finding.also_on) {
        const workspace::Named named = workspace::name_port(port, fabric);
        out.begin_object();
        out.text("device", named.device);
        out.text_or_null("port", named.port);
        out.end();
    }
    out.end();
}

void write_finding(JsonWriter& out, const Finding& finding, const ReportData& data)
{
    const workspace::Named named = workspace::name_subject(finding, data.outcome);
    const Place place = data.places.find(finding.at);
    out.begin_object();
    write_fabric_name(out, data.outcome);
    out.text("code", finding.rule->code);
    out.text("name", finding.rule->name);
    out.text("severity", name_of(finding.severity));
    out.text("message", finding.message);
    out.text_or_null("device", named.device);
    out.text_or_null("port", named.port);
    write_place(out, place);
    if (place.source == nullptr) {
        for (const std::string_view name : {"column", "end_line", "end_column"})
            out.key(name).null();
    } else {
        out.count("column", place.begin.column);
        out.count("end_line", place.end.line);
        out.count("end_column", place.end.column);
    }
    write_related(out, finding, data.places);
    out.key("fix");
    if (finding.fix.empty()) {
        out.null();
    } else {
        out.begin_object();
        out.text("class", name_of(finding.fix_class));
        out.text("description", finding.fix);
        out.end();
    }
    out.text("fingerprint", fingerprint(finding, data.outcome.fabric));
    out.text_or_null("waived", finding.waived);
    if (!finding.also_on.empty())
        write_also_on(out, finding, data.outcome.fabric);
    out.end();
}

void write_not_checked(JsonWriter& out, const workspace::Outcome& outcome)
{
    for (const NotChecked& row : outcome.report.not_checked) {
        const workspace::Named named = workspace::name_port(row.port, outcome.fabric);
        out.begin_object();
        write_fabric_name(out, outcome);
        out.text("code", row.rule->code);
        out.text_or_null("device", named.device);
        out.text_or_null("port", named.port);
        out.text("reason", row.reason);
        out.count("ports", row.ports);
        out.end();
    }
}

void write_devices(JsonWriter& out, const workspace::Outcome& outcome)
{
    for (const Device& device : outcome.fabric.devices) {
        const Source* file
            = device.files.empty() ? nullptr : outcome.fabric.sources.find(device.files.front());
        out.begin_object();
        write_fabric_name(out, outcome);
        out.text("name", device.name);
        out.text("platform", device.platform);
        out.text("role", name_of(device.role.value_or(Role::unknown)));
        out.count("ports", count_physical_ports(device));
        out.text_or_null("file", file == nullptr ? std::string_view{} : file->path());
        out.end();
    }
    const Fabric& fabric = outcome.fabric;
    const SubnetNodes subnets(fabric);
    for (const SubnetNode& node : subnets.nodes()) {
        const Device& subnet = fabric.devices[node.device];
        out.begin_object();
        write_fabric_name(out, outcome);
        out.text("name", subnet.subnet->node_name(node.node));
        out.text("platform", subnet.platform);
        out.text("role", name_of(node.role()));
        out.count("ports", 0);
        out.text_or_null("file", fabric.sources.path_of(node.in(fabric).at));
        out.end();
    }
}

void write_links(JsonWriter& out, const workspace::Outcome& outcome)
{
    const auto end_name = [&outcome](PortId port) {
        const workspace::Named named = workspace::name_port(port, outcome.fabric);
        return fmt::format("{}:{}", named.device, named.port);
    };
    for (const Link& link : outcome.fabric.links) {
        const Source* source = outcome.fabric.sources.find(link.at.source);
        out.begin_object();
        write_fabric_name(out, outcome);
        out.text("a", end_name(link.a));
        out.text("b", end_name(link.b));
        out.text("source", source == nullptr ? std::string_view(name_of(link.source)) : source->path());
        out.end();
    }
}

void write_details(JsonWriter& out, const Coverage& coverage)
{
    LineRedactor redactor;
    out.key("details").begin_array();
    for (const Coverage::Detail& detail : coverage.details) {
        out.begin_object();
        out.count("line", detail.line);
        out.text("state", name_of(detail.state));
        out.text("text", redactor.line(detail.text));
        out.end();
    }
    out.end();
    if (coverage.details_left_out > 0)
        out.count("details_left_out", coverage.details_left_out);
}

void write_coverage(JsonWriter& out, const workspace::Outcome& outcome)
{
    for (const workspace::FileReport& file : outcome.files) {
        out.begin_object();
        write_fabric_name(out, outcome);
        out.text("file", file.path);
        out.text_or_null("platform", file.platform);
        out.text_or_null("device", file.device);
        out.text("unit", file.coverage.unit == Coverage::Unit::line ? "line" : "leaf");
        out.count("lines", file.coverage.total);
        for (const CoverageState state : {CoverageState::read,
                 CoverageState::irrelevant,
                 CoverageState::unsupported,
                 CoverageState::unrecognised})
            out.count(name_of(state), file.coverage.count(state));
        out.count("unjudged", file.unjudged.size());
        out.text("reason", file.reason);
        if (!file.conversion.empty())
            out.text("conversion", file.conversion);
        write_details(out, file.coverage);
        out.end();
    }
}

void write_head(JsonWriter& out, std::span<const ReportData> fabrics)
{
    const Summary sum = summarise(fabrics);
    out.count("schema_version", SchemaVersions::report);
    out.key("tool").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    out.key("summary").begin_object();
    out.count("error", sum.errors);
    out.count("warning", sum.warnings);
    out.count("info", sum.infos);
    out.count("waived", sum.waived);
    out.count("devices", sum.devices);
    out.count("ports", sum.ports);
    out.count("links", sum.links);
    out.count("unknown_ports", sum.unknown_ports);
    out.count("judged_ports", sum.judged_ports);
    out.count("baselined", sum_of(fabrics, &ReportData::baselined));
    out.count("hidden", sum_of(fabrics, &ReportData::hidden));
    out.end();
}

// With several fabrics, writes each fabric with its policy and topology.
void write_fabrics(JsonWriter& out, std::span<const ReportData> fabrics)
{
    out.key("fabrics").begin_array(Layout::rows);
    for (const ReportData& data : fabrics) {
        const Summary sum = summarise(data.outcome);
        out.begin_object();
        write_fabric_name(out, data.outcome);
        out.text_or_null("policy", data.outcome.policy.path);
        out.text_or_null("topology", data.outcome.fabric.topology.path);
        out.count("error", sum.errors);
        out.count("warning", sum.warnings);
        out.count("info", sum.infos);
        out.count("devices", sum.devices);
        out.end();
    }
    out.end();
}

// Sorted by file, place and code over all fabrics.
void write_findings(JsonWriter& out, std::span<const ReportData> fabrics)
{
    struct Row {
        const ReportData* data;
        const Finding* finding;
        std::string_view path;
    };
    std::vector<Row> rows;
    for (const ReportData& data : fabrics) {
        for (const Finding& finding : data.outcome.report.findings)
            rows.push_back({&data, &finding, data.outcome.fabric.sources.path_of(finding.at)});
    }
    // The findings of a single fabric already have this order, with those without a place at the end.
    if (fabrics.size() > 1)
        std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
            return std::tuple(a.path.empty(), a.path, a.finding->at.offset, a.finding->rule->code)
                < std::tuple(b.path.empty(), b.path, b.finding->at.offset, b.finding->rule->code);
        });
    out.key("findings").begin_array(Layout::rows);
    for (const Row& row : rows)
        write_finding(out, *row.finding, *row.data);
    out.end();
}

void write_unknown(JsonWriter& out, const workspace::Outcome& outcome)
{
    for (const UnknownPorts& unknown : find_unknown_ports(outcome)) {
        out.begin_object();
        write_fabric_name(out, outcome);
        out.text("device", unknown.device);
        out.key("ports").begin_array();
        for (const std::string_view port : unknown.ports)
            out.string(port);
        out.end();
        out.end();
    }
}

void write_lines(JsonWriter& out, const workspace::Outcome& outcome, const std::vector<std::string>& lines)
{
    for (const std::string& line : lines)
        out.string(outcome.folder.empty() ? line : fmt::format("{}: {}", outcome.folder, line));
}

// Writes an array with the rows of every fabric.
template <class Write>
void write_rows(JsonWriter& out, std::string_view key, std::span<const ReportData> fabrics, Write write)
{
    out.key(key).begin_array(Layout::rows);
    for (const ReportData& data : fabrics)
        write(out, data.outcome);
    out.end();
}

}

std::string json_report(std::span<const ReportData> fabrics)
{
    JsonWriter out;
    out.begin_object(Layout::rows);
    write_head(out, fabrics);
    if (fabrics.size() > 1)
        write_fabrics(out, fabrics);
    write_findings(out, fabrics);
    write_rows(out, "not_checked", fabrics, write_not_checked);
    write_rows(out, "devices", fabrics, write_devices);
    write_rows(out, "links", fabrics, write_links);
    write_rows(out, "memory", fabrics, [](JsonWriter& rows, const workspace::Outcome& outcome) {
        write_memory(rows, outcome.fabric, outcome.folder);
    });
    write_rows(out, "coverage", fabrics, write_coverage);
    write_rows(out, "unknown_ports", fabrics, write_unknown);
    write_rows(out, "assumed_policy", fabrics, [](JsonWriter& rows, const workspace::Outcome& outcome) {
        write_lines(rows, outcome, outcome.analysis.assumptions);
    });
    write_rows(out, "assumed_routes", fabrics, [](JsonWriter& rows, const workspace::Outcome& outcome) {
        write_lines(rows, outcome, outcome.assumed_routes);
    });
    out.key("unreadable").begin_array(Layout::rows);
    for (const ReportData& data : fabrics) {
        for (const workspace::Gap& gap : data.gaps)
            out.string(gap.sentence);
    }
    out.end();
    if (fabrics.front().statistics)
        write_statistics_json(out, fabrics);
    out.end();
    return out.take();
}

}
