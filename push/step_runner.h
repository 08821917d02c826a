// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/journal.h"
#include "push/plan.h"
#include "push/reach.h"

#include <functional>
#include <map>
#include <optional>

namespace rocelint::push {

/// How careful a push is.
struct PushOptions {
    std::chrono::seconds window{300}; ///< a device takes back what is not confirmed after this time
    std::chrono::milliseconds settle{60000}; ///< how long links may take to come back
    std::chrono::milliseconds observe{5000}; ///< how long drop counters are watched before the confirmation
    std::uint64_t most_drops
        = 0; ///< that may be counted while they are watched, beyond twice the rate of before
    /// Pause frames a second that a port may count meanwhile, beyond twice the rate of before; nothing: those by which it is
    /// held all the time.
    std::optional<std::uint64_t> most_pauses;
    bool accept_blind = false; ///< also where a device tells nothing about a port that a step touches
    std::chrono::seconds bake{0}; ///< how long canaries are watched before the others are begun
    std::size_t wave = 10; ///< devices in one wave
    std::size_t most_parallel = 8; ///< devices that are changed at the same time
    std::size_t most_failures = 1; ///< after so many the push stops
};

/// What became of one step.
struct StepOutcome {
    std::string device;
    std::uint32_t step = 0;
    Event end = Event::refused; ///< done, refused, taken_back, not_saved or unknown
    std::string message; ///< why, where it is not done; notes, where it is
    std::string after; ///< the device's hash at the end, where it is known
};

/// Sentences about what rules newly find on a device, and was not predicted, when its files are these.
using Recheck = std::function<std::vector<std::string>(
    const PlanDevice& device, const std::vector<CollectedFile>& after)>;

/// Says what a neighbour now has otherwise than the plan knew it, when its files are these, as far as the order of steps
/// rests on it. Empty: nothing.
using CompareNeighbour
    = std::function<std::string(const std::string& name, const std::vector<CollectedFile>& now)>;

/// What all steps of one push share.
struct PushContext {
    const Inventory& inventory;
    const Access& access;
    const PushOptions& options;
    Journal* journal; ///< null only where nothing is put in force (check_step)
    Recheck recheck; ///< may be empty
    CompareNeighbour compare_neighbour; ///< empty: any other state of a neighbour counts
};

/// Carries one step through: nothing is in force before its way back is armed, and nothing is kept before it was read
/// back, compared and checked again. Every end is written to the journal.
/// `expected` is the hash that the device must have now.
[[nodiscard]] StepOutcome run_step(
    const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected);

/// Goes as far as a step goes without effect: connects, compares the state, asks whether the device is ready, gives it the
/// commands, and takes everything away again. `refused` with the reason, or `done` with what the device says would change
/// as the message. Writes no journal.
[[nodiscard]] StepOutcome check_step(
    const PushContext& context, const PlanDevice& device, std::uint32_t step, const std::string& expected);

/// Finds out what became of a step that an earlier run left in the middle (`last`: its last entry), and brings it to an
/// end: taken back, unless its confirmation had begun and the device kept it.
[[nodiscard]] StepOutcome finish_step(
    const PushContext& context, const PlanDevice& device, const Entry& last);

}
