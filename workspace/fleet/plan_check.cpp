// SPDX-License-Identifier: Apache-2.0
// Reviewers read a plan's changes, but push sends its commands, so the two must match.
#include "workspace/fleet/plan_check.h"

#include "models/parallel/parallel.h"
#include "workspace/fleet/step_builder.h"
#include "workspace/fleet/step_replay.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

// Returns an empty string if all steps of the device match their changes.
std::string wrong_step(const push::PlanDevice& device, const FleetDevice& before)
{
    return replay_steps(device, before, [&](const ReplayedStep& step) -> std::string {
        const StepCommands wanted = step_commands(
            step.driver, step.first, step.before, step.amended.after, step.changes, step.made);
        const Transaction& held = device.steps[step.number].transaction;
        const auto wrong = [&](std::string_view what) {
            return fmt::format("step {} of {} {}", step.number + 1, device.name, what);
        };
        if (wanted.forward.text != held.commands || wanted.forward.netconf != held.netconf
            || wanted.forward.persistent != held.persistent)
            return wrong("holds commands that do not match its changes");
        if (wanted.back.text != held.undo || wanted.back.netconf != held.undo_netconf
            || wanted.back.persistent != held.undo_persistent)
            return wrong("would be undone by commands that do not match its changes");
        return {};
    });
}

}

Result<void> check_commands(
    const std::string& plan_path, const push::Plan& plan, const std::vector<FleetDevice>& before)
{
    std::vector<std::string> wrong(plan.devices.size());
    run_parallel(plan.devices.size(), [&](std::size_t index) {
        const push::PlanDevice& device = plan.devices[index];
        if (device.steps.empty())
            return;
        const auto files = std::ranges::find(before, device.name, &FleetDevice::name);
        if (files == before.end())
            wrong[index] = fmt::format("the configuration that {} was planned from is gone", device.name);
        else if (files->hash != device.hash)
            wrong[index] = fmt::format(
                "{} was planned from a configuration other than the one next to the plan", device.name);
        else
            wrong[index] = wrong_step(device, *files);
    });
    for (const push::Neighbour& neighbour : plan.neighbours) {
        const auto files = std::ranges::find(before, neighbour.name, &FleetDevice::name);
        if (files != before.end() && files->hash != neighbour.hash)
            wrong.push_back(fmt::format(
                "{} was planned from a configuration other than the one next to the plan", neighbour.name));
    }
    for (const std::string& reason : wrong) {
        if (!reason.empty())
            return fail(ErrorKind::invalid,
                fmt::format("{}: {}: the plan was edited, or another version made it; plan again",
                    plan_path,
                    reason));
    }
    return {};
}

}
