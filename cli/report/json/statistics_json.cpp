// SPDX-License-Identifier: Apache-2.0
#include "cli/report/json/statistics_json.h"

#include "cli/report/data/statistics.h"

namespace rocelint::cli {
namespace {

void write_severities(JsonWriter& out, const SeverityCounts& counts)
{
    for (const Severity severity : {Severity::error, Severity::warning, Severity::info})
        out.count(name_of(severity), counts.of(severity));
}

}

void write_statistics_json(JsonWriter& out, std::span<const ReportData> fabrics)
{
    out.key("statistics").begin_object(JsonWriter::Layout::rows);
    out.key("rules").begin_array(JsonWriter::Layout::rows);
    for (const RuleCount& count : count_by_rule(fabrics)) {
        out.begin_object();
        out.text("code", count.code);
        out.text("name", count.name);
        write_severities(out, count);
        out.end();
    }
    out.end();
    out.key("devices").begin_array(JsonWriter::Layout::rows);
    for (const DeviceCount& count : count_by_device(fabrics)) {
        out.begin_object();
        if (!count.fabric.empty())
            out.text("fabric", count.fabric);
        out.text_or_null("device", count.device);
        write_severities(out, count);
        out.end();
    }
    out.end();
    out.end();
}

}
