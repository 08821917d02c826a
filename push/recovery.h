// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/step_runner.h"

namespace rocelint::push {

/// A new connection that Ctrl-C does not end: it is there to leave the device in order.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> reopen(const InventoryDevice& device, const Access& access);

/// The sentence of a push that came second.
[[nodiscard]] std::string held_by_another(std::string_view why);

/// Brings a step whose commit was begun to an end, whatever state it is in. `last` tells how far it came and why it does
/// not go on (note); `refused` is that the device refused the commit, so that nothing of ours is in force. Until its
/// confirmation began it is taken back; from then on it is kept where the device kept it. Asks the device again and again
/// until it is in one of the two states, or `until` and a little more has passed. `live` is tried first where it is given.
[[nodiscard]] StepOutcome recover_step(const PushContext& context,
    const PlanDevice& device,
    const Entry& last,
    std::chrono::steady_clock::time_point until,
    std::unique_ptr<LiveDevice> live);

/// Makes a confirmed step survive a reboot and writes down how it ended. `confirmed` is written to the journal first.
[[nodiscard]] StepOutcome persist_step(LiveDevice& live,
    const PushContext& context,
    const PlanDevice& device,
    std::uint32_t step,
    Entry confirmed);

}
