// SPDX-License-Identifier: Apache-2.0
#include "rules/hdr/table_findings.h"

#include "analysis/facts/memory/lossless_headroom.h"
#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

void blame_table(const DeviceContext& context, Diagnosis& diagnosis, const std::vector<HeadroomStep>& steps)
{
    diagnosis.subjects.push_back(context.subject(Property::headroom_table));
    const Device& device = context.device();
    const auto is_blamed = [&](const LosslessGroups& groups) {
        const auto row = static_cast<std::size_t>(groups.profile - device.buffer_profiles.data());
        return std::ranges::any_of(
            steps, [row](const HeadroomStep& step) { return step.less.row == row || step.more.row == row; });
    };
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (std::ranges::any_of(lossless_groups(device, device.ports[port]), is_blamed))
            diagnosis.blame({context.index, port}, Property::headroom);
    }
}

std::string label_of(const HeadroomPoint& point)
{
    return fmt::format("{} and {} m", value_text(point.speed), point.cable.count);
}

}
