// SPDX-License-Identifier: Apache-2.0
// The report for programs: docs/schema/report.schema.json. Nothing in it depends on threads, time or the terminal.
#include "cli/report/json.h"

#include "cli/report/memory_table.h"
#include "cli/terminal/version.h"
#include "models/syntax/json_writer.h"
#include "models/text/redact.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

using Layout = JsonWriter::Layout;

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
    out.key("not_checked").begin_array(Layout::rows);
    for (const NotChecked& row : outcome.report.not_checked) {
        const workspace::Named named = workspace::name_port(row.port, outcome.fabric);
        out.begin_object();
        out.text("code", row.rule->code);
        out.text_or_null("device", named.device);
        out.text_or_null("port", named.port);
        out.text("reason", row.reason);
        out.count("ports", row.ports);
        out.end();
    }
    out.end();
}

void write_devices(JsonWriter& out, const workspace::Outcome& outcome)
{
    out.key("devices").begin_array(Layout::rows);
    for (const Device& device : outcome.fabric.devices) {
        const Source* file
            = device.files.empty() ? nullptr : outcome.fabric.sources.find(device.files.front());
        out.begin_object();
        out.text("name", device.name);
        out.text("platform", device.platform);
        out.text("role", name_of(device.role.value_or(Role::unknown)));
        out.count("ports", count_physical_ports(device));
        out.text_or_null("file", file == nullptr ? std::string_view{} : file->path());
        out.end();
    }
    out.end();
}

void write_links(JsonWriter& out, const workspace::Outcome& outcome)
{
    const auto end_name = [&outcome](PortId port) {
        const workspace::Named named = workspace::name_port(port, outcome.fabric);
        return fmt::format("{}:{}", named.device, named.port);
    };
    out.key("links").begin_array(Layout::rows);
    for (const Link& link : outcome.fabric.links) {
        const Source* source = outcome.fabric.sources.find(link.at.source);
        out.begin_object();
        out.text("a", end_name(link.a));
        out.text("b", end_name(link.b));
        out.text("source", source == nullptr ? std::string_view(name_of(link.source)) : source->path());
        out.end();
    }
    out.end();
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
    out.key("coverage").begin_array(Layout::rows);
    for (const workspace::FileReport& file : outcome.files) {
        out.begin_object();
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
        out.text("reason", file.reason);
        if (!file.conversion.empty())
            out.text("conversion", file.conversion);
        write_details(out, file.coverage);
        out.end();
    }
    out.end();
}

void write_head(JsonWriter& out, const ReportData& data)
{
    const Summary sum = summarise(data.outcome);
    out.count("schema_version", 1);
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
    out.count("baselined", data.baselined);
    out.end();
}

void write_tail(JsonWriter& out, const workspace::Outcome& outcome)
{
    out.key("unknown_ports").begin_array(Layout::rows);
    for (const UnknownPorts& unknown : find_unknown_ports(outcome)) {
        out.begin_object();
        out.text("device", unknown.device);
        out.key("ports").begin_array();
        for (const std::string_view port : unknown.ports)
            out.string(port);
        out.end();
        out.end();
    }
    out.end();
    out.key("assumed_policy").begin_array(Layout::rows);
    for (const std::string& line : outcome.analysis.assumptions)
        out.string(line);
    out.end();
    out.key("unreadable").begin_array(Layout::rows);
    for (const Error& error : outcome.unreadable)
        out.string(error.message);
    out.end();
}

}

std::string json_report(const ReportData& data)
{
    JsonWriter out;
    out.begin_object(Layout::rows);
    write_head(out, data);
    out.key("findings").begin_array(Layout::rows);
    for (const Finding& finding : data.outcome.report.findings)
        write_finding(out, finding, data);
    out.end();
    write_not_checked(out, data.outcome);
    write_devices(out, data.outcome);
    write_links(out, data.outcome);
    write_memory(out, data.outcome.fabric);
    write_coverage(out, data.outcome);
    write_tail(out, data.outcome);
    out.end();
    return out.take();
}

}
