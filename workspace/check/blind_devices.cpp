// SPDX-License-Identifier: Apache-2.0
// A file that is read as the wrong platform gives a device without ports and without findings, so a gate
// would pass without having checked anything.
#include "workspace/check/blind_devices.h"

#include "models/text/sentence.h"
#include "workspace/find/group_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace rocelint::workspace {
namespace {

struct LineCount {
    std::uint64_t unrecognised = 0;
    std::uint64_t total = 0;
};

using Reports = std::map<SourceId, const FileReport*>;

LineCount count_lines(const Device& device, const Reports& reports)
{
    LineCount sum;
    for (const SourceId file : device.files) {
        const auto report = reports.find(file);
        if (report == reports.end())
            continue;
        sum.unrecognised += report->second->coverage.count(CoverageState::unrecognised);
        sum.total += report->second->coverage.total;
    }
    return sum;
}

// The folders that hold captures of an InfiniBand subnet.
std::set<std::string> folders_of_subnets(const Fabric& fabric)
{
    std::set<std::string> folders;
    for (const Device& device : fabric.devices) {
        if (!device.subnet || device.subnet->ports.empty())
            continue;
        for (const SourceId file : device.files) {
            if (const Source* source = fabric.sources.find(file); source != nullptr)
                folders.insert(device_folder(source->path()));
        }
    }
    return folders;
}

// A host with only InfiniBand has no Ethernet port: it shows only its name and ibstat.
bool shows_infiniband(const Device& device, const Fabric& fabric, const std::set<std::string>& subnets)
{
    if (!device.ib_ports.empty() || !device.rdma_devices.empty()
        || (device.subnet && !device.subnet->ports.empty()))
        return true;
    return device.kind == DeviceKind::host && std::ranges::any_of(device.files, [&](SourceId file) {
        const Source* source = fabric.sources.find(file);
        return source != nullptr && subnets.contains(device_folder(source->path()));
    });
}

bool has_judged_port(const Analysis& analysis, std::uint32_t device)
{
    for (std::uint32_t port = 0; port < analysis.fabric->devices[device].ports.size(); ++port) {
        if (analysis.was_judged({device, port}))
            return true;
    }
    return false;
}

std::string why_blind(const Device& device,
    const Fabric& fabric,
    const Reports& reports,
    const std::set<std::string>& subnets,
    bool is_judged)
{
    const LineCount lines = count_lines(device, reports);
    if (lines.unrecognised * 2 > lines.total)
        return fmt::format(
            "{}: {} of {} {} not understood as {}, so a clean report would mean nothing; is it of this platform?",
            device.name,
            lines.unrecognised,
            counted(lines.total, "line"),
            one_or_many(lines.unrecognised, "was", "were"),
            device.platform);
    const std::uint64_t lost = device.lines_lost;
    if (device.kind == DeviceKind::host && lost > 0 && !device.ports.empty() && !is_judged)
        return fmt::format("{}: {} about PFC, ECN or RoCE {} not understood, and no port of it was judged",
            device.name,
            counted(lost, "line"),
            one_or_many(lost, "was", "were"));
    if (!device.ports.empty() || device.manager || shows_infiniband(device, fabric, subnets))
        return {};
    if (device.fragment && lost == 0)
        return {};
    const std::string and_lost = lost == 0 ? std::string()
                                           : fmt::format(", and {} about PFC, ECN or RoCE {} not understood",
                                               counted(lost, "line"),
                                               one_or_many(lost, "was", "were"));
    return fmt::format("{}: no port was found in its configuration ({}){}, so nothing of it was checked",
        device.name,
        device.platform,
        and_lost);
}

}

std::vector<BlindDevice> find_blind_devices(const Outcome& outcome)
{
    Reports reports;
    for (const FileReport& file : outcome.files)
        reports[file.source] = &file;
    // A malformed file has its own error.
    std::set<SourceId> malformed;
    for (const Finding& finding : outcome.report.findings) {
        if (finding.rule->code == "SYN001" && finding.severity == Severity::error)
            malformed.insert(finding.at.source);
    }
    const std::set<std::string> subnets = folders_of_subnets(outcome.fabric);
    std::vector<BlindDevice> blind;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const Device& device = outcome.fabric.devices[index];
        const bool is_malformed = std::ranges::any_of(
            device.files, [&malformed](SourceId file) { return malformed.contains(file); });
        if (device.kind == DeviceKind::job || is_malformed)
            continue;
        if (std::string why
            = why_blind(device, outcome.fabric, reports, subnets, has_judged_port(outcome.analysis, index));
            !why.empty())
            blind.push_back({index, std::move(why)});
    }
    return blind;
}

}
