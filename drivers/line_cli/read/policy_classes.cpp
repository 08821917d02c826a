// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/policy_classes.h"

namespace rocelint::line_cli {

Scheduler service_of(DeviceLines& config, const Block& lines, const ServiceLines& kinds)
{
    Origins& origins = config.device.origins;
    const Fact* priority = lines.find(kinds.priority);
    const Fact* share = lines.find(kinds.share);
    const Fact* limit = lines.find(kinds.limit);
    const auto is_unread = [](const Fact* line) { return line != nullptr && line->sense == Sense::unread; };
    Scheduler made;
    made.at = lines.header->at;
    if (is_unread(priority) || is_unread(share))
        made.kind = Setting<SchedulerKind>::unread(config.unread(not_understood));
    else if (priority != nullptr)
        made.kind = {SchedulerKind::strict, origins.explicit_at(priority->at)};
    else if (share != nullptr)
        made.kind = {SchedulerKind::weighted, origins.explicit_at(share->at)};
    else
        made.kind
            = Setting<SchedulerKind>::unread(config.unread("its class has neither a share nor a priority"));
    if (share != nullptr && share->sense == Sense::set)
        made.bandwidth
            = {Percent::whole(static_cast<std::uint32_t>(share->value())), origins.explicit_at(share->at)};
    if (is_unread(limit)) {
        made.limit = Setting<BitsPerSecond>::unread(config.unread(not_understood));
    } else if (limit != nullptr && limit->sense == Sense::set) {
        if (const std::optional<BitsPerSecond> rate = kinds.rate_of(*limit))
            made.limit = {*rate, origins.explicit_at(limit->at)};
        else
            limit->node->mark(CoverageState::unsupported);
    }
    return made;
}

void take_pause_sizes(DeviceLines& config, BufferProfile& profile, const Fact& line)
{
    Origins& origins = config.device.origins;
    const OriginId here = origins.explicit_at(line.at);
    const std::uint64_t size = line.value(0);
    const std::uint64_t pause_at = line.value(1);
    profile.at = line.at;
    profile.reserved = {Bytes{size}, here};
    profile.xon = {Bytes{line.value(2)}, here};
    if (size >= pause_at)
        profile.xoff = {Bytes{size - pause_at},
            origins.derived(line.at, {}, "what the buffer holds beyond the fill at which pause is sent")};
    else
        config.problems.push_back({SyntaxProblem::Severity::warning,
            line.at,
            "pause-threshold is above buffer-size: pause is sent when the buffer is full"});
}

}
