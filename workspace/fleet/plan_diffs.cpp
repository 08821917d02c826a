// SPDX-License-Identifier: Apache-2.0
// A plan's commands show what is sent; reviewers also want to see how the configuration changes.
#include "workspace/fleet/plan_diffs.h"

#include "models/parallel/parallel.h"
#include "models/text/edit.h"
#include "push/reach/reading.h"
#include "workspace/fleet/step_replay.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

const Source* find_source(const ReadDevice& device, SourceId id)
{
    const auto found = std::ranges::find_if(
        device.sources, [&](const std::unique_ptr<Source>& source) { return source->id() == id; });
    return found == device.sources.end() ? nullptr : found->get();
}

std::string diff_of(const push::PlanDevice& device, const ReplayedStep& step)
{
    std::string out;
    for (const AmendedFile& file : step.amended.files) {
        const Source* old = find_source(step.before, file.source);
        out += old != nullptr
            ? unified_diff(old->path(), old->text(), file.text, file.edits)
            : new_file_diff(push::collected_path(step.driver, device.name, {file.name, {}}), file.text);
    }
    return out;
}

}

Result<StepDiffs> plan_diffs(const push::Plan& plan, const std::vector<FleetDevice>& before)
{
    std::vector<StepDiffs> diffs(plan.devices.size());
    std::vector<std::string> wrong(plan.devices.size());
    run_parallel(plan.devices.size(), [&](std::size_t index) {
        const push::PlanDevice& device = plan.devices[index];
        if (device.steps.empty())
            return;
        const auto files = std::ranges::find(before, device.name, &FleetDevice::name);
        if (files == before.end()) {
            wrong[index] = fmt::format("the configuration that {} was planned from is gone", device.name);
            return;
        }
        wrong[index] = replay_steps(device, *files, [&](const ReplayedStep& step) -> std::string {
            diffs[index][{device.name, step.number}] = diff_of(device, step);
            return {};
        });
    });
    StepDiffs all;
    for (std::size_t index = 0; index < diffs.size(); ++index) {
        if (!wrong[index].empty())
            return fail(ErrorKind::invalid, wrong[index]);
        all.merge(diffs[index]);
    }
    return all;
}

}
