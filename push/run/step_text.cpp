// SPDX-License-Identifier: Apache-2.0
// The edit engine's result on the device's own text is exactly what the device may become, including lines
// that no reader interprets.
#include "push/run/step_text.h"

#include "push/run/unread_text.h"
#include "push/run/verify.h"

#include <fmt/format.h>

namespace rocelint::push {

tl::unexpected<Error> StepText::refused(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", device_, reason));
}

Result<void> StepText::expect(const ReadDevice& before)
{
    std::vector<Change> changes;
    for (const StepChange& planned : step_.changes) {
        if (const auto change = on_device(planned.named, before.device, 0))
            changes.push_back(*change);
    }
    Amended amended = amend(
        {driver_, before.trees, before.device, collected_path(driver_, std::string(device_), {})}, changes);
    if (changes.size() != step_.changes.size() || !amended.refused.empty())
        return refused(fmt::format("the change can no longer be made on it: {}",
            amended.refused.empty() ? "a port no longer exists" : amended.refused.front().reason));
    wanted_ = std::move(amended.after);
    return {};
}

Result<void> StepText::compare_staged(LiveDevice& live, const ReadDevice& before)
{
    if (!step_.ends_at.empty())
        return {};
    if (auto known = expect(before); !known)
        return known;
    auto staged = live.staged();
    if (!staged)
        return tl::unexpected(staged.error());
    if (!*staged)
        return {};
    compared_ = true;
    const ReadDevice would = read_collected(driver_, std::string(device_), (*staged)->files);
    auto difference = difference_from_step(step_, before.device, would.device);
    if (!difference)
        difference = unread_difference(driver_, wanted_, would);
    if (difference)
        return refused(
            fmt::format("what it would make of the commands is not what is planned: {}", *difference));
    return {};
}

Result<void> StepText::compare(LiveDevice& live, const ReadDevice& before, const ReadDevice& after)
{
    auto difference = live.unplanned();
    // On a host, the output of tools follows from its settings and is not configuration.
    if (!difference && !compared_ && before.device.kind != DeviceKind::host)
        difference = unread_difference(driver_, wanted_, after);
    if (difference)
        return refused(fmt::format("read back, something else changed too: {}", *difference));
    return {};
}

}
