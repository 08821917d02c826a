// SPDX-License-Identifier: Apache-2.0
// A file that is read as the wrong platform gives a device, no port, and no finding: a gate would be green about nothing.
#include "workspace/blind_devices.h"

#include "models/text/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::workspace {
namespace {

struct LineCount {
    std::uint64_t unrecognised = 0;
    std::uint64_t total = 0;
};

}

std::vector<BlindDevice> find_blind_devices(const Outcome& outcome)
{
    std::map<SourceId, LineCount> lines;
    // What is malformed has an error of its own.
    std::set<SourceId> malformed;
    for (const Finding& finding : outcome.report.findings) {
        if (finding.rule->code == "SYN001" && finding.severity == Severity::error)
            malformed.insert(finding.at.source);
    }
    for (const FileReport& file : outcome.files)
        lines[file.source] = {file.coverage.count(CoverageState::unrecognised), file.coverage.total};
    std::vector<BlindDevice> blind;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const Device& device = outcome.fabric.devices[index];
        const bool is_malformed = std::ranges::any_of(
            device.files, [&malformed](SourceId file) { return malformed.contains(file); });
        if (device.kind == DeviceKind::job || is_malformed)
            continue;
        LineCount sum;
        for (const SourceId file : device.files) {
            sum.unrecognised += lines[file].unrecognised;
            sum.total += lines[file].total;
        }
        if (sum.unrecognised * 2 > sum.total)
            blind.push_back({index,
                fmt::format(
                    "{}: {} of {} {} not understood as {}, so a clean report would mean nothing; is it of this platform?",
                    device.name,
                    sum.unrecognised,
                    counted(sum.total, "line"),
                    sum.unrecognised == 1 ? "was" : "were",
                    device.platform)});
        else if (device.ports.empty() && !device.fragment && !device.manager
            && (!device.subnet || device.subnet->ports.empty()))
            blind.push_back({index,
                fmt::format("{}: no port was found in its configuration ({}), so nothing of it was checked",
                    device.name,
                    device.platform)});
    }
    return blind;
}

}
