// SPDX-License-Identifier: Apache-2.0
// Workflow commands (GitHub Docs, "Workflow commands for GitHub Actions"; escapes as in actions/toolkit,
// command.ts).
#include "cli/report/ci/github.h"

#include "cli/report/ci/checkout_path.h"
#include "cli/report/text/text_notes.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

namespace rocelint::cli {
namespace {

std::string_view command_of(Severity severity)
{
    return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "notice";
}

void append_escaped(std::string& out, std::string_view text, bool is_property)
{
    for (const char c : text) {
        if (c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ',')))
            append(out, "%{:02X}", static_cast<unsigned char>(c));
        else
            out += c;
    }
}

void append_place(std::string& out, const Place& place)
{
    out += " file=";
    append_escaped(out, visible(checkout_path(place.source->path())), true);
    append(out, ",line={},endLine={}", place.begin.line, place.end.line);
    // An annotation can have columns only if it is on one line.
    if (place.begin.line == place.end.line)
        append(out, ",col={},endColumn={}", place.begin.column, place.end.column);
}

void append_finding(std::string& out, const Finding& finding, const ReportData& data)
{
    const Place place = data.places.find(finding.at);
    append(out, "::{}", command_of(finding.severity));
    if (place.source != nullptr)
        append_place(out, place);
    append(out, "{}title=", place.source != nullptr ? "," : " ");
    append_escaped(out, fmt::format("{} {}", finding.rule->code, finding.rule->name), true);
    out += "::";
    append_escaped(out, visible(finding.message), false);
    if (!finding.also_on.empty())
        append(out, " (and {} more)", finding.also_on.size());
    if (const std::string_view evidence = evidence_words(finding); !evidence.empty())
        append(out, " ({})", evidence);
    if (!finding.fix.empty()) {
        out += "%0A";
        append_escaped(out, visible(finding.fix), false);
    }
    out += '\n';
}

}

std::string github_report(std::span<const ReportData> fabrics)
{
    std::string out;
    for (const ReportData& data : fabrics) {
        for (const workspace::Gap& gap : data.gaps) {
            append(out, "::error title={}::", title_of(gap.kind));
            append_escaped(out, visible(gap.sentence), false);
            out += '\n';
        }
        for (const Finding& finding : data.outcome.report.findings) {
            if (finding.waived.empty())
                append_finding(out, finding, data);
        }
        if (const std::size_t rows = data.outcome.report.not_checked.size(); rows > 0)
            append(out,
                "::notice title=not checked::{} could not be made; --format text says which and why\n",
                counted(rows, "check"));
        if (data.hidden > 0)
            append(out,
                "::notice title=hidden::{} that the change did not touch\n",
                counted(data.hidden, "finding"));
        if (fabrics.size() == 1)
            write_summary(data, out);
    }
    if (fabrics.size() > 1)
        write_sums(fabrics, out);
    return out;
}

}
