// SPDX-License-Identifier: Apache-2.0
// If a sender is mapped to a lossless class while its receiver was left out (a link would have gone down, or
// another user's commit is pending), it sends at full speed into a buffer without headroom. So a change that
// is not made blocks every step that must wait for it.
#include "workspace/fleet/hold_back.h"

#include <algorithm>

namespace rocelint::workspace {
namespace {

void add_missing(const Fabric& fabric, const DeviceSteps& missing, std::vector<FabricStep>& steps)
{
    const Device& device = fabric.devices[missing.device];
    for (const Change& change : missing.not_made) {
        for (const Change& part : one_way(std::span(&change, 1))) {
            const Phase phase = phase_of(device, part);
            if (phase != Phase::room && phase != Phase::pfc)
                continue;
            FabricStep step{missing.device, phase, {}};
            if (part.port.port != Port::no_index)
                step.ports.push_back(part.port.port);
            steps.push_back(std::move(step));
        }
    }
}

// An empty list means all ports.
bool overlap(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b)
{
    return a.empty() || b.empty() || std::ranges::find_first_of(a, b) != a.end();
}

}

std::vector<HeldBack> senders_to_hold_back(const Fabric& fabric, std::span<const DeviceSteps> devices)
{
    std::vector<FabricStep> steps;
    std::vector<std::size_t> owners;
    for (std::size_t index = 0; index < devices.size(); ++index) {
        for (const FabricStep& step : devices[index].steps) {
            steps.push_back(step);
            owners.push_back(index);
        }
    }
    const std::size_t made = steps.size();
    for (const DeviceSteps& device : devices)
        add_missing(fabric, device, steps);
    std::vector<HeldBack> held;
    for (const auto& [first, then] : must_precede(fabric, steps)) {
        const bool waits_for_nothing = first >= made && then < made && steps[then].phase == Phase::map_in;
        if (!waits_for_nothing
            || (steps[first].device == steps[then].device && !overlap(steps[first].ports, steps[then].ports)))
            continue;
        if (std::ranges::find(held, owners[then], &HeldBack::sender) == held.end())
            held.push_back({owners[then], steps[first].device});
    }
    return held;
}

bool moves_traffic_in(const Device& device, const Change& change, std::span<const Change> all)
{
    return std::ranges::any_of(one_way(std::span(&change, 1)),
        [&](const Change& part) { return phase_of(device, part, all) == Phase::map_in; });
}

}
