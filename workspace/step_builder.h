// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"
#include "push/plan.h"
#include "workspace/fleet.h"
#include "workspace/step_groups.h"

namespace rocelint::workspace {

/// How steps are made.
struct StepOptions {
    bool allow_disruptive = false;
    std::string seed; ///< makes the transactions' ids differ from those of other plans
};

/// The steps of one device, and its files after all of them.
struct BuiltSteps {
    std::vector<push::PlanStep> steps;
    std::vector<push::LeftOut> left_out;
    std::vector<Change> not_made; ///< those of left_out
    std::vector<FabricStep> order; ///< of each step, for must_precede
    std::vector<CollectedFile> after;
};

/// What is sent for a step, and what takes it back.
struct StepCommands {
    Commands forward;
    Commands back;
};

/// The commands of changes that lead from one state of a device to the next. `first` is the device before all steps, and
/// `made` are the changes of earlier ones: the files of a host that survive a reboot are those of all steps so far, since
/// what one step sets may stand in one command with what another set before.
[[nodiscard]] StepCommands step_commands(const Driver& driver,
    const ReadDevice& first,
    const ReadDevice& before,
    const ReadDevice& after,
    const std::vector<Change>& changes,
    const std::vector<Change>& made);

/// Turns changes into the steps of one device: sorted into rounds, one port of a host after the other where links go
/// down, each with its commands and with what takes it back. What the driver cannot say, cannot take back, or what the
/// catalog forbids is left out with the reason. Every step is tried on the files: they must mean what is wanted and
/// nothing else, and no step may leave a lossless class without headroom.
[[nodiscard]] BuiltSteps build_steps(const FleetDevice& device,
    const Fabric& fabric,
    std::uint32_t index,
    const std::vector<WantedChange>& wanted,
    const StepOptions& options);

}
