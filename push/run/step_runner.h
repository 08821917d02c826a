// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/journal/journal.h"
#include "push/plan/plan.h"
#include "push/reach/reach.h"

#include <functional>
#include <map>
#include <optional>

namespace rocelint::push {

/// How cautious a push is.
struct PushOptions {
    std::chrono::seconds window{300}; ///< a device rolls back what is not confirmed within this time
    std::chrono::milliseconds settle{60000}; ///< how long links may take to come back
    std::chrono::milliseconds observe{5000}; ///< how long to watch drop counters before the confirmation
    /// Permitted number of drops while they are watched, beyond twice the rate from before.
    std::uint64_t most_drops = 0;
    /// Permitted pause frames per second and port while they are watched, beyond twice the rate from before.
    /// No value: the rate at which a port is paused all the time.
    std::optional<std::uint64_t> most_pauses;
    bool accept_blind = false; ///< go on even if a device reports nothing about a port that a step changes
    std::chrono::seconds bake{0}; ///< how long to watch the canaries before the other devices begin
    std::size_t wave = 10; ///< most devices in one wave
    std::size_t most_parallel = 8; ///< most devices changed at the same time
    std::size_t most_failures = 1; ///< number of failures after which the push stops
};

/// The outcome of one step.
struct StepOutcome {
    std::string device;
    std::uint32_t step = 0;
    Event end = Event::refused; ///< done, refused, taken_back, not_saved or unknown
    std::string message; ///< the reason if it is not done, otherwise notes
    std::string after; ///< the device's hash at the end, if known
};

/// Runs the rules on a device with these files, and returns a sentence for each new finding that the plan did not
/// predict.
using Recheck = std::function<std::vector<std::string>(
    const PlanDevice& device, const std::vector<CollectedFile>& after)>;

/// Describes how a neighbor with these files differs from the neighbor that the plan was made with, in settings on
/// which the order of steps depends. Empty if there is no such difference.
using CompareNeighbour
    = std::function<std::string(const std::string& name, const std::vector<CollectedFile>& now)>;

/// What all steps of a push share.
struct PushContext {
    const Inventory& inventory;
    const Access& access;
    const PushOptions& options;
    Journal* journal; ///< null only if nothing is put in force (check_step)
    Recheck recheck; ///< may be empty
    CompareNeighbour compare_neighbour; ///< empty: any change of a neighbor's state counts
};

/// Carries out one step. Nothing is put in force before its rollback is armed, and nothing is kept before it
/// was read back, compared and checked again. Every outcome is written to the journal. `expected` is the hash
/// that the device must have now.
[[nodiscard]] StepOutcome run_step(
    const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected);

/// Tries a step without putting it in force: connects, compares the state, asks whether the device is ready,
/// stages the commands, and removes everything again. The outcome is `refused` with the reason, or `done`
/// with the changes that the device reports as its message. Writes no journal.
[[nodiscard]] StepOutcome check_step(
    const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected);

/// Determines the state of a step that an earlier run did not finish (`last`: its last entry), and rolls it back,
/// unless its confirmation had begun and the device kept it.
[[nodiscard]] StepOutcome finish_step(
    const PushContext& context, const PlanDevice& device, const Entry& last);

}
