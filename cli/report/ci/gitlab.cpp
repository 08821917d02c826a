// SPDX-License-Identifier: Apache-2.0
// GitLab Docs, "Code Quality", "Code quality report format".
#include "cli/report/ci/gitlab.h"

#include "cli/report/ci/checkout_path.h"
#include "cli/report/ci/service_fingerprint.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/digest.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <unordered_map>

namespace rocelint::cli {
namespace {

std::string_view severity_of(Severity severity)
{
    return severity == Severity::error ? "critical" : severity == Severity::warning ? "minor" : "info";
}

// A finding without a place is shown at the first file of its device.
std::string path_of(const Finding& finding, const Place& place, const workspace::Outcome& outcome)
{
    if (place.source != nullptr)
        return checkout_path(place.source->path());
    if (!finding.subjects.empty() && finding.subjects.front().port.valid()) {
        const Device& device = outcome.fabric.device(finding.subjects.front().port);
        if (!device.files.empty())
            return checkout_path(outcome.fabric.sources.find(device.files.front())->path());
    }
    return checkout_path(outcome.folder.empty() ? "." : outcome.folder);
}

// The format has no other place for gaps, so they become entries.
void write_gap(JsonWriter& out, const workspace::Gap& gap, const ReportData& data)
{
    const Place place = data.places.find(gap.at);
    const std::string path = checkout_path(place.source != nullptr ? place.source->path()
            : data.outcome.folder.empty()                          ? "."
                                                                   : data.outcome.folder);
    out.begin_object();
    out.text("description", gap.sentence);
    out.text("check_name", fmt::format("rocelint: {}", title_of(gap.kind)));
    out.text("fingerprint", sha256(fmt::format("{}/{}", path, gap.sentence)).substr(0, 16));
    out.text("severity", "blocker");
    out.key("location").begin_object();
    out.text("path", path);
    out.key("lines").begin_object();
    out.count("begin", place.source == nullptr ? 1 : place.begin.line);
    out.end();
    out.end();
    out.end();
}

}

std::string gitlab_report(std::span<const ReportData> fabrics)
{
    JsonWriter out;
    std::unordered_map<std::string, std::size_t> seen;
    out.begin_array(JsonWriter::Layout::rows);
    for (const ReportData& data : fabrics) {
        for (const workspace::Gap& gap : data.gaps)
            write_gap(out, gap, data);
        for (const Finding& finding : data.outcome.report.findings) {
            if (!finding.waived.empty())
                continue;
            const Place place = data.places.find(finding.at);
            std::string known = service_fingerprint(finding, data.outcome);
            const std::size_t times = ++seen[known];
            if (times > 1)
                known += fmt::format("-{}", times);
            out.begin_object();
            const std::string_view evidence = evidence_words(finding);
            out.text("description",
                evidence.empty() ? finding.message : fmt::format("{} ({})", finding.message, evidence));
            out.text("check_name", fmt::format("{} {}", finding.rule->code, finding.rule->name));
            out.text("fingerprint", known);
            out.text("severity", severity_of(finding.severity));
            out.key("location").begin_object();
            out.text("path", path_of(finding, place, data.outcome));
            out.key("lines").begin_object();
            out.count("begin", place.source == nullptr ? 1 : place.begin.line);
            if (place.source != nullptr)
                out.count("end", place.end.line);
            out.end();
            out.end();
            out.end();
        }
    }
    out.end();
    return out.take();
}

}
