// SPDX-License-Identifier: Apache-2.0
// Decides in one place whether a check can be trusted; every command and every report uses it.
#include "workspace/check/gaps.h"

#include "workspace/check/blind_devices.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {

// Whether no port was judged although something suggests RDMA, or no port was read at all. Does not apply to
// a switch that shows no sign of RDMA and that no policy covers: there is nothing to judge. Of hosts and jobs alone, an error
// speaks for itself; what else they show, such as an MTU, does not make up for PFC that was not seen.
static bool is_wholly_unjudged(const Outcome& outcome)
{
    const Analysis& analysis = outcome.analysis;
    if (analysis.judged_ports > 0 || outcome.may_be_empty)
        return false;
    bool any_switch = false;
    bool any_host_or_job = false;
    bool any_port = false;
    for (const Device& device : outcome.fabric.devices) {
        if (device.kind == DeviceKind::subnet || device.kind == DeviceKind::subnet_manager
            || !device.ib_ports.empty())
            return false;
        any_switch = any_switch || device.kind == DeviceKind::network_switch;
        any_host_or_job = any_host_or_job || device.kind == DeviceKind::job
            || (device.kind == DeviceKind::host && !device.is_template);
        any_port = any_port
            || std::ranges::find(device.ports, PortKind::physical, &Port::kind) != device.ports.end();
    }
    const bool is_intended = !analysis.classes.assumed || analysis.roce_ports > 0;
    if (any_switch)
        return !any_port || is_intended;
    return any_host_or_job && is_intended
        && std::ranges::find(outcome.report.findings, Severity::error, &Finding::severity)
        == outcome.report.findings.end();
}

std::vector<Gap> find_gaps(const Outcome& outcome)
{
    std::vector<Gap> gaps;
    const auto add = [&gaps](GapKind kind, const std::vector<Error>& errors) {
        for (const Error& error : errors)
            gaps.push_back(
                {kind, error.message, error.at, error.kind == ErrorKind::invalid && error.at.somewhere()});
    };
    add(GapKind::unread, outcome.unreadable);
    add(GapKind::own_rule, outcome.report.own_errors);
    for (BlindDevice& blind : find_blind_devices(outcome)) {
        const Device& device = outcome.fabric.devices[blind.device];
        const bool named = outcome.fabric.sources.find(device.identity.source) != nullptr;
        gaps.push_back({GapKind::blind,
            std::move(blind.sentence),
            named || device.files.empty() ? device.identity : Span{device.files.front(), 0, 0}});
    }
    // A device without ports already has its own sentence.
    if (is_wholly_unjudged(outcome) && std::ranges::find(gaps, GapKind::blind, &Gap::kind) == gaps.end())
        gaps.push_back({GapKind::blind,
            fmt::format("no port{} was judged, so a report without findings means nothing",
                outcome.folder.empty() ? std::string{} : " of " + outcome.folder),
            {}});
    if (is_missing_devices(outcome)) {
        const std::string where = outcome.folder.empty() ? std::string{} : " of " + outcome.folder;
        std::string sentence;
        if (!outcome.files.empty())
            sentence = fmt::format(
                           "no device was recognised in any file{}, so nothing{} was checked", where, where)
                + (where.empty() ? "; if a file is a configuration, name its platform with --platform" : "");
        else
            sentence = fmt::format("no file{} was read, so nothing{} was checked", where, where)
                + (outcome.unreadable.empty() ? "; name a folder or files with configurations or captures"
                                              : "");
        gaps.push_back({GapKind::blind, std::move(sentence)});
    }
    return gaps;
}

}
