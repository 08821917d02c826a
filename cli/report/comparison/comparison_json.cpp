// SPDX-License-Identifier: Apache-2.0
#include "cli/report/comparison/comparison_report.h"
#include "cli/report/data/locate.h"
#include "cli/report/json/schema_versions.h"
#include "models/syntax/json/json_writer.h"
#include "rules/engine/engine.h"
#include "rules/rule.h"

namespace rocelint::cli {
namespace {

using workspace::FabricComparison;
using workspace::FindingDifference;

void write_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names)
{
    json.key(key).begin_array();
    for (const std::string& name : names)
        json.string(name);
    json.end();
}

void write_findings(JsonWriter& json,
    std::string_view key,
    const std::vector<FindingDifference>& rows,
    const workspace::Outcome* of,
    std::string_view root)
{
    json.key(key).begin_array(JsonWriter::Layout::rows);
    if (of != nullptr) {
        Places places(of->fabric.sources);
        for (const FindingDifference& row : rows) {
            const Place place = places.find(row.finding->at);
            const workspace::Named subject = workspace::name_subject(*row.finding, *row.outcome);
            json.begin_object();
            json.text("code", row.finding->rule->code);
            json.text("severity", name_of(row.finding->severity));
            if (row.was)
                json.text("severity_before", name_of(*row.was));
            json.text("message", row.finding->message);
            json.text_or_null("device", subject.device);
            json.text_or_null("port", subject.port);
            json.text_or_null("file",
                place.source == nullptr ? std::string_view() : compared_file(place.source->path(), root));
            json.key("line");
            if (place.source == nullptr)
                json.null();
            else
                json.number(place.begin.line);
            json.key("other_is_waived").boolean(row.other_is_waived);
            json.text("fingerprint", fingerprint(*row.finding, row.outcome->fabric));
            json.end();
        }
    }
    json.end();
}

void write_paths(JsonWriter& json, std::string_view key, const std::optional<proof::AllPairs>& paths)
{
    json.key(key);
    if (!paths) {
        json.null();
        return;
    }
    json.begin_object();
    json.count("pairs", paths->pairs);
    json.count("proven", paths->proven());
    json.count("broken", paths->broken);
    json.count("unreachable", paths->unreachable);
    json.count("unproven", paths->unproven);
    json.end();
}

void write_path_changes(JsonWriter& json, const FabricComparison& fabric)
{
    json.key("path_changes").begin_array(JsonWriter::Layout::rows);
    for (const workspace::PathChange& change : fabric.path_changes) {
        json.begin_object();
        json.text_or_null("before", change.before ? name_of(*change.before) : std::string_view());
        json.text("now", name_of(change.now));
        json.count("pairs", change.pairs);
        json.text_or_null("device", change.device);
        json.text_or_null("port", change.port);
        json.text_or_null("reason", change.reason);
        json.key("examples").begin_array();
        for (const auto& [from, to] : change.examples) {
            json.begin_object();
            json.text("from", from);
            json.text("to", to);
            json.end();
        }
        json.end();
        json.end();
    }
    json.end();
}

void write_uncompared(JsonWriter& json, const FabricComparison& fabric)
{
    json.key("uncompared_lines").begin_array(JsonWriter::Layout::rows);
    for (const workspace::UncomparedLines& row : fabric.uncompared) {
        json.begin_object();
        json.text("device", row.device);
        json.text("file", compared_file(row.file, row.is_now ? fabric.new_root : fabric.old_root));
        json.text("side", row.is_now ? "now" : "before");
        json.key("understood").boolean(row.is_understood);
        json.key("lines").begin_array();
        for (const workspace::LineRange& range : row.lines) {
            json.begin_object();
            json.count("first", range.first);
            json.count("last", range.last);
            json.end();
        }
        json.end();
        json.end();
    }
    json.end();
    json.key("unread_files").begin_array(JsonWriter::Layout::rows);
    for (const workspace::FileReport* file : fabric.unread_files) {
        json.begin_object();
        json.text("file", compared_file(file->path, fabric.new_root));
        json.text("reason", file->reason);
        json.end();
    }
    json.end();
}

void write_fabric(JsonWriter& json, const FabricComparison& fabric, std::optional<Severity> fail_on)
{
    json.begin_object(JsonWriter::Layout::rows);
    json.text("folder", fabric.folder);
    json.key("worse").boolean(fabric.is_worse(fail_on));
    write_names(json, "new_devices", fabric.new_devices);
    write_names(json, "gone_devices", fabric.gone_devices);
    write_names(json, "new_links", fabric.new_links);
    write_names(json, "gone_links", fabric.gone_links);
    json.key("values").begin_array(JsonWriter::Layout::rows);
    for (const workspace::ValueDifference& value : fabric.values) {
        json.begin_object();
        json.text("device", value.device);
        json.text_or_null("port", value.port);
        json.text("property", name_of(value.property));
        json.text("now", value.sentence);
        json.text_or_null("before", value.was);
        json.end();
    }
    json.end();
    write_paths(json, "paths_before", fabric.paths_before);
    write_paths(json, "paths_after", fabric.paths_after);
    write_path_changes(json, fabric);
    json.key("policy").begin_array(JsonWriter::Layout::rows);
    for (const workspace::PolicyDifference& difference : fabric.policy) {
        json.begin_object();
        json.text("now", difference.now);
        json.text_or_null("before", difference.was);
        json.end();
    }
    json.end();
    write_findings(json, "new_findings", fabric.new_findings, fabric.after, fabric.new_root);
    write_findings(json, "reweighed_findings", fabric.reweighed_findings, fabric.after, fabric.new_root);
    write_findings(json, "solved_findings", fabric.solved_findings, fabric.before, fabric.old_root);
    write_uncompared(json, fabric);
    json.end();
}

}

std::string comparison_json(const std::vector<FabricComparison>& compared, std::optional<Severity> fail_on)
{
    JsonWriter json;
    json.begin_object(JsonWriter::Layout::rows);
    json.count("schema_version", SchemaVersions::diff);
    json.key("fabrics").begin_array(JsonWriter::Layout::rows);
    for (const FabricComparison& fabric : compared)
        write_fabric(json, fabric, fail_on);
    json.end();
    json.end();
    return json.take();
}

}
