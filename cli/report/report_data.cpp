// SPDX-License-Identifier: Apache-2.0
#include "cli/report/report_data.h"

#include <algorithm>
#include <map>

namespace rocelint::cli {

Named name_port(PortId id, const Fabric& fabric)
{
    if (id.device >= fabric.devices.size())
        return {};
    const Device& device = fabric.devices[id.device];
    return {device.name, id.port < device.ports.size() ? device.ports[id.port].name : std::string_view{}};
}

Named name_subject(const Finding& finding, const Outcome& outcome)
{
    if (!finding.subjects.empty())
        return name_port(finding.subjects.front().port, outcome.fabric);
    // A fault of the text itself has no subject, but its file belongs to a device.
    const auto file = std::ranges::find(outcome.files, finding.at.source, &FileReport::source);
    return {finding.at.somewhere() && file != outcome.files.end() ? std::string_view(file->device)
                                                                  : std::string_view{},
        {}};
}

std::size_t count_physical_ports(const Device& device)
{
    return static_cast<std::size_t>(std::ranges::count(device.ports, PortKind::physical, &Port::kind));
}

Summary summarise(const Outcome& outcome)
{
    Summary summary;
    summary.errors = outcome.report.count(Severity::error);
    summary.warnings = outcome.report.count(Severity::warning);
    summary.infos = outcome.report.count(Severity::info);
    summary.waived = outcome.report.waived();
    summary.devices = outcome.fabric.devices.size();
    summary.unknown_ports = outcome.analysis.unknown_ports;
    summary.links = outcome.fabric.links.size();
    std::map<std::string_view, PlatformTally> platforms;
    for (const Device& device : outcome.fabric.devices) {
        summary.ports += count_physical_ports(device);
        ++platforms[device.platform].devices;
    }
    for (const FileReport& file : outcome.files) {
        if (file.platform.empty())
            continue;
        PlatformTally& tally = platforms[file.platform];
        ++tally.files;
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

std::vector<UnknownPorts> find_unknown_ports(const Outcome& outcome)
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
