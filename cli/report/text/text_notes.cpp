// SPDX-License-Identifier: Apache-2.0
// The limits of the check follow the findings and are never left out: a clean report about half a fabric
// would be misleading.
#include "cli/report/text/text_notes.h"

#include "cli/report/data/port_list.h"
#include "cli/report/text/unchecked.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/redact.h"
#include "models/text/sentence.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::size_t most_rows = 10;

void write_unknown_ports(const ReportData& data, std::string& out)
{
    const std::vector<UnknownPorts> unknown = find_unknown_ports(data.outcome);
    if (unknown.empty())
        return;
    append(out, "no evidence of RDMA on these ports (checked only for internal contradictions):\n");
    for (std::size_t index = 0; index < std::min(unknown.size(), most_rows); ++index)
        append(out,
            "  {}: {}: {}\n",
            visible(unknown[index].device),
            counted(unknown[index].ports.size(), "port"),
            list_ports(unknown[index].ports));
    if (unknown.size() > most_rows)
        append(out, "  and {} more devices; --format json lists all\n", unknown.size() - most_rows);
}

void write_foreign_files(const ReportData& data, std::string& out)
{
    std::size_t count = 0;
    for (const workspace::FileReport& file : data.outcome.files) {
        if (!file.platform.empty())
            continue;
        if (count++ == 0)
            append(out, "files of no known platform, not checked:\n");
        if (count <= most_rows)
            append(out, "  {}: {}\n", visible(file.path), file.reason);
    }
    if (count > most_rows)
        append(out, "  and {} more; --format json lists all\n", count - most_rows);
}

// Mentions that only a part of the fabric was checked, which is no fault.
void write_left_out(const ReportData& data, std::string& out)
{
    std::vector<std::string_view> names;
    for (const UnreadDevice& device : data.outcome.fabric.unread_devices) {
        if (device.left_out)
            names.push_back(device.name);
    }
    if (!names.empty())
        append(out,
            "{} of {} {} not in the given paths: {}\n",
            counted(names.size(), "device"),
            visible(
                data.outcome.fabric.topology.path.substr(data.outcome.fabric.topology.path.rfind('/') + 1)),
            one_or_many(names.size(), "is", "are"),
            visible(list_ports(names)));
}

// Statements of an imported topology that did not become a cable.
void write_topology_remarks(const ReportData& data, std::string& out)
{
    const Topology& topology = data.outcome.fabric.topology;
    std::vector<const TopologyRemark*> remarks; // the others are findings
    for (const TopologyRemark& remark : topology.remarks) {
        if (!remark.is_mistake)
            remarks.push_back(&remark);
    }
    if (remarks.empty())
        return;
    append(out, "of {} ({}), not used:\n", visible(topology.path), topology.form);
    const Source* source = data.outcome.fabric.sources.find(remarks.front()->at.source);
    const LineTable lines(source == nullptr ? std::string_view{} : source->text());
    for (std::size_t index = 0; index < std::min(remarks.size(), most_rows); ++index) {
        const TopologyRemark& remark = *remarks[index];
        append(out, "  line {}: {}\n", lines.position(remark.at.offset).line, visible(remark.sentence));
    }
    if (remarks.size() > most_rows)
        append(out,
            "  and {} more; `rocelint topology import {}` lists all\n",
            remarks.size() - most_rows,
            visible(topology.path));
}

void write_conversions(const ReportData& data, std::string& out)
{
    for (const workspace::FileReport& file : data.outcome.files) {
        if (!file.conversion.empty())
            append(out, "{}: {}\n", visible(file.path), file.conversion);
    }
}

void write_lines_not_understood(const ReportData& data, std::string& out)
{
    for (const workspace::FileReport& file : data.outcome.files) {
        LineRedactor redactor;
        for (const Coverage::Detail& detail : file.coverage.details)
            append(out,
                "{}:{}: {}: {}\n",
                visible(file.path),
                detail.line,
                name_of(detail.state),
                visible(redactor.line(detail.text)));
        if (file.coverage.details_left_out > 0)
            append(out, "{}: and {} more lines\n", visible(file.path), file.coverage.details_left_out);
    }
}

// Without --strict-coverage, the lines are only counted, with a hint at the option that lists them.
void write_understanding(const ReportData& data, std::string& out)
{
    const Summary sum = summarise(data.outcome);
    const auto of = [&sum](CoverageState state) { return sum.lines[static_cast<std::size_t>(state)]; };
    const std::uint64_t count = of(CoverageState::unsupported) + of(CoverageState::unrecognised);
    if (count > 0)
        append(out,
            "{} not understood or not modelled yet; --strict-coverage lists them\n",
            counted(count, "line"));
}

void put_states(std::string& out, const std::array<std::uint64_t, 4>& lines, std::uint64_t unjudged)
{
    const auto of = [&lines](CoverageState state) { return lines[static_cast<std::size_t>(state)]; };
    append(out,
        "lines {} read{}, {} irrelevant, {} unsupported, {} unrecognised",
        of(CoverageState::read),
        unjudged == 0 ? std::string() : fmt::format(" ({} of them judged by no rule)", unjudged),
        of(CoverageState::irrelevant),
        of(CoverageState::unsupported),
        of(CoverageState::unrecognised));
}

}

void write_heading(const ReportData& data, std::string& out)
{
    const std::string& policy = data.outcome.policy.path;
    const std::string& topology = data.outcome.fabric.topology.path;
    append(out,
        "fabric {} (policy: {}, topology: {})\n\n",
        visible(data.outcome.folder),
        policy.empty() ? "none" : visible(policy),
        topology.empty() ? "none" : visible(topology));
}

void write_counts(const Summary& sum, std::size_t baselined, std::string& out)
{
    if (sum.errors + sum.warnings + sum.infos == 0)
        append(out, "no findings");
    else
        append(out,
            "{}, {}, {}",
            counted(sum.errors, "error"),
            counted(sum.warnings, "warning"),
            counted(sum.infos, "info"));
    if (sum.waived > 0)
        append(out, ", {} waived", sum.waived);
    if (baselined > 0)
        append(out, ", {} in the baseline", baselined);
}

void write_sums(std::span<const ReportData> fabrics, std::string& out)
{
    const Summary sum = summarise(fabrics);
    append(out, "{}: ", counted(fabrics.size(), "fabric"));
    write_counts(sum, sum_of(fabrics, &ReportData::baselined), out);
    if (const std::size_t hidden = sum_of(fabrics, &ReportData::hidden); hidden > 0)
        append(out, ", {} hidden by --changed-since", hidden);
    append(out, " in {} ({})\n", counted(sum.devices, "device"), judged_share(sum));
}

void write_assumptions(const ReportData& data, std::string& out)
{
    if (data.outcome.fabric.devices.empty())
        return;
    const auto write = [&out](std::string_view heading, const std::vector<std::string>& lines) {
        if (lines.empty())
            return;
        append(out, "{}:\n", heading);
        for (const std::string& line : lines)
            append(out, "  {}\n", visible(line));
        out += '\n';
    };
    write("assumed policy (no rocelint.yaml states one; `rocelint policy infer` writes it to a file)",
        data.outcome.analysis.assumptions);
    write("assumed routes (for the rules about paths and deadlocks)", data.outcome.assumed_routes);
}

// `write_reasons` lists checks that could not be made, where --show-unchecked does not ask for all of them.
template <class WriteReasons>
static void write_limits(const ReportData& data, std::string& out, const WriteReasons& write_reasons)
{
    write_conversions(data, out);
    if (data.strict_coverage)
        write_lines_not_understood(data, out);
    else
        write_understanding(data, out);
    if (data.show_unchecked)
        write_all_unchecked(data, out);
    else
        write_reasons();
    write_foreign_files(data, out);
    write_left_out(data, out);
    write_topology_remarks(data, out);
}

void write_notes(const ReportData& data, std::string& out)
{
    const std::size_t before = out.size();
    write_limits(data, out, [&] { write_unchecked(data, out); });
    write_unknown_ports(data, out);
    if (out.size() > before)
        out += '\n';
}

void write_brief_notes(const ReportData& data, std::string& out)
{
    write_limits(data, out, [&] { write_unchecked_to_do(data, out); });
}

void write_short_summary(const ReportData& data, std::string& out)
{
    const Summary sum = summarise(data.outcome);
    const auto of = [&sum](CoverageState state) { return sum.lines[static_cast<std::size_t>(state)]; };
    const std::uint64_t lost = of(CoverageState::unsupported) + of(CoverageState::unrecognised);
    const std::size_t unchecked = data.outcome.report.not_checked.size();
    const std::size_t found = sum.errors + sum.warnings + sum.infos;
    if (sum.devices == 0 || found + unchecked + lost + data.baselined + data.hidden == 0)
        return;
    write_counts(sum, data.baselined, out);
    if (data.hidden > 0)
        append(out, ", {} hidden by --changed-since", data.hidden);
    append(out, " in {} ({})", counted(sum.devices, "device"), judged_share(sum));
    if (unchecked > 0)
        append(out, "; {} could not be made", counted(unchecked, "check"));
    if (lost > 0)
        append(out, "; {} not understood or not modelled yet", counted(lost, "line"));
    out += '\n';
}

void write_summary(const ReportData& data, std::string& out)
{
    const Summary sum = summarise(data.outcome);
    if (sum.devices == 0) {
        out += data.outcome.may_be_empty ? "no devices here\n" : "nothing was checked\n";
        return;
    }
    write_counts(sum, data.baselined, out);
    if (data.hidden > 0)
        append(out, ", {} hidden by --changed-since", data.hidden);
    append(out,
        " in {} ({}), {}; coverage: ",
        counted(sum.devices, "device"),
        judged_share(sum),
        counted(sum.links, "link"));
    put_states(out, sum.lines, sum.unjudged);
    out += '\n';
    if (sum.platforms.size() > 1)
        write_platforms(sum, out);
}

void write_platforms(const Summary& sum, std::string& out)
{
    for (const PlatformTally& tally : sum.platforms) {
        append(out,
            "  {}: {}, {}; ",
            tally.platform,
            counted(tally.devices, "device"),
            counted(tally.files, "file"));
        put_states(out, tally.lines, tally.unjudged);
        out += '\n';
    }
}

}
