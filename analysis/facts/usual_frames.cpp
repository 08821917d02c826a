// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/usual_frames.h"

#include "analysis/majority.h"

#include <algorithm>
#include <array>

namespace rocelint {

UsualFrames::UsualFrames(const Analysis& analysis) : analysis_(analysis)
{
    const std::vector<Device>& devices = analysis.fabric->devices;
    for (std::uint32_t device = 0; device < devices.size(); ++device) {
        for (std::uint32_t port = 0; port < devices[device].ports.size(); ++port) {
            const PortId id{device, port};
            const auto frame = frame_of(id);
            if (!frame)
                continue;
            const Job job = job_of(id);
            const auto known = std::ranges::find_if(
                votes_, [&](const Votes& votes) { return votes.frame == *frame && votes.job == job; });
            if (known == votes_.end())
                votes_.push_back({job, *frame, 1});
            else
                ++known->count;
        }
    }
}

UsualFrames::Job UsualFrames::job_of(PortId id) const
{
    const Device& device = analysis_.fabric->device(id);
    const auto peer = analysis_.fabric->peer(id);
    return {device.kind,
        device.platform,
        device.role.known() ? std::optional(device.role.value) : std::nullopt,
        peer && analysis_.fabric->device(*peer).kind == DeviceKind::host};
}

std::optional<Bytes> UsualFrames::frame_of(PortId id) const
{
    const Port& port = analysis_.fabric->port(id);
    return port.kind == PortKind::physical && port.max_frame.known() && analysis_.is_roce(id)
        ? std::optional(port.max_frame.value)
        : std::nullopt;
}

Bytes UsualFrames::for_port(PortId id, Bytes least) const
{
    const Job own = job_of(id);
    const auto own_frame = frame_of(id);
    std::array<Majority<Bytes>, 3> nearness; ///< by similarity: same role and purpose, same purpose, any
    for (const Votes& votes : votes_) {
        if (votes.job.kind != own.kind || votes.job.platform != own.platform || votes.frame < least)
            continue;
        const bool itself = own_frame && votes.job == own && votes.frame == *own_frame;
        const std::uint32_t count = votes.count - (itself ? 1 : 0);
        const bool same_job = votes.job.to_host == own.to_host;
        const bool same_role = votes.job.role && votes.job.role == own.role;
        if (count > 0)
            nearness[same_role && same_job ? 0 : same_job ? 1 : 2].add(votes.frame, count);
    }
    for (const Majority<Bytes>& votes : nearness) {
        if (const auto frame = votes.winner())
            return *frame;
    }
    return least;
}

}
