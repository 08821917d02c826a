// SPDX-License-Identifier: Apache-2.0
// The common input of all reporters, computed once, so that text, JSON and SARIF cannot disagree.
#include "cli/report/data/report_data.h"

#include "cli/report/data/subnet_nodes.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace rocelint::cli {

std::string_view evidence_words(const Finding& finding)
{
    switch (finding.evidence.value_or(Evidence::silent)) {
    case Evidence::confirmed:
        return "confirmed by counters";
    case Evidence::contradicted:
        return "contradicted by counters";
    case Evidence::silent:
        break;
    }
    return {};
}

std::size_t count_physical_ports(const Device& device)
{
    return static_cast<std::size_t>(std::ranges::count(device.ports, PortKind::physical, &Port::kind));
}

Summary summarise(const workspace::Outcome& outcome)
{
    Summary summary;
    summary.errors = outcome.report.count(Severity::error);
    summary.warnings = outcome.report.count(Severity::warning);
    summary.infos = outcome.report.count(Severity::info);
    summary.waived = outcome.report.waived();
    // The devices of a subnet are its nodes, not the captures that show them.
    const SubnetNodes subnets(outcome.fabric);
    summary.devices = subnets.nodes().size();
    for (const Device& device : outcome.fabric.devices)
        summary.devices
            += device.kind == DeviceKind::subnet && device.subnet && !device.subnet->nodes.empty() ? 0 : 1;
    summary.unknown_ports = outcome.analysis.unknown_ports;
    summary.judged_ports = outcome.analysis.judged_ports;
    summary.links = outcome.fabric.links.size() + subnets.cables().size();
    std::map<std::string_view, PlatformTally> platforms;
    for (const Device& device : outcome.fabric.devices) {
        summary.ports += count_physical_ports(device);
        ++platforms[device.platform].devices;
    }
    for (const workspace::FileReport& file : outcome.files) {
        if (file.platform.empty())
            continue;
        PlatformTally& tally = platforms[file.platform];
        ++tally.files;
        tally.unjudged += file.unjudged.size();
        summary.unjudged += file.unjudged.size();
        for (std::size_t state = 0; state < tally.lines.size(); ++state) {
            tally.lines[state] += file.coverage.counts[state];
            summary.lines[state] += file.coverage.counts[state];
        }
    }
    for (auto& [name, tally] : platforms) {
        tally.platform = name;
        summary.platforms.push_back(tally);
    }
    return summary;
}

Summary summarise(std::span<const ReportData> fabrics)
{
    Summary all;
    for (const ReportData& data : fabrics) {
        const Summary one = summarise(data.outcome);
        for (const auto member : {&Summary::errors,
                 &Summary::warnings,
                 &Summary::infos,
                 &Summary::waived,
                 &Summary::devices,
                 &Summary::ports,
                 &Summary::unknown_ports,
                 &Summary::judged_ports,
                 &Summary::links})
            all.*member += one.*member;
    }
    return all;
}

std::string judged_share(const Summary& summary)
{
    if (summary.ports == 0)
        return "0 ports";
    return fmt::format("{} of {} judged", summary.judged_ports, counted(summary.ports, "port"));
}

std::size_t sum_of(std::span<const ReportData> fabrics, std::size_t ReportData::*member)
{
    return std::accumulate(
        fabrics.begin(), fabrics.end(), std::size_t{0}, [member](std::size_t sum, const ReportData& data) {
            return sum + data.*member;
        });
}

bool has_gaps(std::span<const ReportData> fabrics)
{
    return std::ranges::any_of(fabrics, [](const ReportData& data) { return !data.gaps.empty(); });
}

std::string_view title_of(workspace::GapKind kind)
{
    switch (kind) {
    case workspace::GapKind::blind:
        return "not checked";
    case workspace::GapKind::own_rule:
        return "own rule not evaluated";
    case workspace::GapKind::unread:
        break;
    }
    return "not read";
}

PortId port_of(const Finding& finding, const Fabric& fabric)
{
    if (!finding.subjects.empty())
        return finding.subjects.front().port;
    for (std::uint32_t index = 0; finding.at.somewhere() && index < fabric.devices.size(); ++index) {
        const std::vector<SourceId>& files = fabric.devices[index].files;
        if (std::ranges::find(files, finding.at.source) != files.end())
            return {.device = index};
    }
    return {};
}

std::size_t count_correctable(const Report& report)
{
    return static_cast<std::size_t>(std::ranges::count_if(report.findings,
        [](const Finding& finding) { return finding.waived.empty() && !finding.changes.empty(); }));
}

std::string unchecked_sentence(const NotChecked& row, const Fabric& fabric)
{
    const workspace::Named named = workspace::name_port(row.port, fabric);
    std::string on;
    if (!named.device.empty())
        on = fmt::format(" on {}{}{}", named.device, named.port.empty() ? "" : " ", named.port);
    if (row.ports > 1)
        on += fmt::format(" and {} of it", counted(row.ports - 1, "more port"));
    return fmt::format("{} not checked{}: {}{}{}",
        row.rule->code,
        on,
        row.reason,
        row.settle.empty() ? "" : "; ",
        row.settle);
}

std::vector<UnknownPorts> find_unknown_ports(const workspace::Outcome& outcome)
{
    std::vector<UnknownPorts> found;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const Device& device = outcome.fabric.devices[index];
        UnknownPorts unknown{device.name, {}};
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (device.ports[port].kind == PortKind::physical
                && outcome.analysis.judgement({index, port}).verdict == Verdict::unknown)
                unknown.ports.push_back(device.ports[port].name);
        }
        if (!unknown.ports.empty())
            found.push_back(std::move(unknown));
    }
    return found;
}

}
