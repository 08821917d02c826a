// SPDX-License-Identifier: Apache-2.0
#include "workspace/fleet/step_replay.h"

#include "push/reach/reading.h"

#include <fmt/format.h>

#include <deque>

namespace rocelint::workspace {

std::string replay_steps(const push::PlanDevice& device,
    const FleetDevice& before,
    const std::function<std::string(const ReplayedStep&)>& see)
{
    const Driver& driver = *find_driver(device.platform);
    std::deque<ReadDevice> states;
    states.push_back(push::read_collected(driver, device.name, before.files));
    std::vector<Change> made;
    for (std::uint32_t number = 0; number < device.steps.size(); ++number) {
        const auto wrong = [&](std::string_view what) {
            return fmt::format("step {} of {} {}", number + 1, device.name, what);
        };
        const ReadDevice& now = states.back();
        std::vector<Change> changes;
        for (const push::StepChange& planned : device.steps[number].changes) {
            const auto change = on_device(planned.named, now.device, 0);
            if (!change || describe(*change) != planned.what)
                return wrong("describes a change that it does not hold");
            changes.push_back(*change);
        }
        Amended amended
            = amend({driver, now.trees, now.device, push::collected_path(driver, device.name, {})}, changes);
        if (!amended.refused.empty())
            return wrong(fmt::format("cannot be made: {}", amended.refused.front().reason));
        if (std::string why = see({number, driver, states.front(), now, amended, changes, made});
            !why.empty())
            return why;
        made.insert(made.end(), changes.begin(), changes.end());
        states.push_back(std::move(amended.after));
    }
    return {};
}

}
