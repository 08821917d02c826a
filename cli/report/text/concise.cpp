// SPDX-License-Identifier: Apache-2.0
// For grep, editors and terminals that are read in passing: a line is never folded, and each finding has its own.
#include "cli/report/text/concise.h"

#include "cli/report/data/port_list.h"
#include "cli/report/text/text_notes.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

// Ports with the same fault on the same line, and codes of findings that were folded under this one.
std::string concise_remarks(const Finding& finding, const Fabric& fabric)
{
    std::string out;
    std::vector<std::string> owned;
    owned.reserve(finding.also_on.size()); // `names` holds views of these texts
    std::vector<std::string_view> names;
    for (const PortId port : finding.also_on) {
        const workspace::Named named = workspace::name_port(port, fabric);
        owned.push_back(
            named.port.empty() ? std::string(named.device) : fmt::format("{} {}", named.device, named.port));
        names.push_back(owned.back());
    }
    if (!names.empty())
        append(out, " [also on {}]", list_ports(names, names.size()));
    std::vector<std::string_view> codes;
    for (const Related& related : finding.related) {
        if (!related.code.empty() && std::ranges::find(codes, related.code) == codes.end())
            codes.push_back(related.code);
    }
    if (!codes.empty())
        append(out, " [also {}]", listed_at_most(codes, codes.size()));
    if (const std::string_view evidence = evidence_words(finding); !evidence.empty())
        append(out, " [{}]", evidence);
    return out;
}

void write_finding_line(const ReportData& data, const Finding& finding, std::string& out)
{
    const Place place = data.places.find(finding.at);
    const workspace::Named named = workspace::name_subject(finding, data.outcome);
    const std::string device = visible(named.device);
    if (place.source != nullptr)
        append(out, "{}:{}:{}: ", visible(place.source->path()), place.begin.line, place.begin.column);
    else
        append(out, "{}: ", device.empty() ? "fabric" : device);
    append(out,
        "{} {}{}{}{}{}: {}{}\n",
        name_of(finding.severity),
        finding.rule->code,
        device.empty() ? "" : " ",
        device,
        named.port.empty() ? "" : " ",
        visible(named.port),
        visible(finding.message),
        concise_remarks(finding, data.outcome.fabric));
}

}

std::string concise_report(std::span<const ReportData> fabrics)
{
    std::string out;
    for (const ReportData& data : fabrics) {
        for (const Finding& finding : data.outcome.report.findings) {
            if (finding.waived.empty())
                write_finding_line(data, finding, out);
        }
    }
    if (fabrics.front().quiet)
        return out;
    const Summary sum = summarise(fabrics);
    if (sum.devices == 0) {
        out += fabrics.front().outcome.may_be_empty ? "no devices here\n" : "nothing was checked\n";
        return out;
    }
    write_counts(sum, sum_of(fabrics, &ReportData::baselined), out);
    if (const std::size_t hidden = sum_of(fabrics, &ReportData::hidden); hidden > 0)
        append(out, ", {} hidden by --changed-since", hidden);
    out += '\n';
    return out;
}

}
