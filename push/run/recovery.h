// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run/step_runner.h"

namespace rocelint::push {

/// Opens a new connection that Ctrl-C does not end, in order to leave the device in a clean state.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> reopen(const InventoryDevice& device, const Access& access);

/// The transaction of a step that begins with a configuration of this hash.
[[nodiscard]] Transaction begun_from(Transaction transaction, const std::string& before);

/// The message for a push that finds the device held by another.
[[nodiscard]] std::string held_by_another(std::string_view why);

/// Finishes a step whose commit has begun, whatever state it is in. `last` says how far it got and why it
/// does not go on (note); its event `refused` means that the device refused the commit, so that nothing of
/// ours is in force. Before its confirmation began, the step is rolled back; after that, it is kept if the
/// device kept it. Polls the device until it is in one of the two states, or `until` and a grace period have
/// passed, which is longer while the device says that it is rolling back. Tries `live` first, if given.
[[nodiscard]] StepOutcome recover_step(const PushContext& context,
    const PlanDevice& device,
    const Entry& last,
    std::chrono::steady_clock::time_point until,
    std::unique_ptr<LiveDevice> live);

/// Makes a confirmed step survive a reboot, and records the result. Writes `confirmed` to the journal first.
[[nodiscard]] StepOutcome persist_step(LiveDevice& live,
    const PushContext& context,
    const PlanDevice& device,
    std::uint32_t step,
    Entry confirmed);

}
