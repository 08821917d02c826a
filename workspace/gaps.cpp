// SPDX-License-Identifier: Apache-2.0
// The one answer to whether a check may be believed: every command and every report goes by it.
#include "workspace/gaps.h"

#include "workspace/blind_devices.h"

#include <fmt/format.h>

namespace rocelint::workspace {

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
    if (is_missing_devices(outcome)) {
        const std::string where = outcome.folder.empty() ? std::string{} : " of " + outcome.folder;
        gaps.push_back({GapKind::blind,
            outcome.files.empty()
                ? fmt::format("no file{} was read, so nothing{} was checked", where, where)
                : fmt::format(
                    "no device was recognised in any file{}, so nothing{} was checked", where, where)});
    }
    return gaps;
}

}
