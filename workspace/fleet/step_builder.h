// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"
#include "push/plan/plan.h"
#include "workspace/fleet/fleet.h"
#include "workspace/fleet/step_groups.h"

namespace rocelint::workspace {

/// Options for making steps.
struct StepOptions {
    bool allow_disruptive = false;
    std::string seed; ///< makes the transaction ids of this plan differ from those of other plans
};

/// The steps of one device, and its files after all of them.
struct BuiltSteps {
    std::vector<push::PlanStep> steps;
    std::vector<push::LeftOut> left_out;
    std::vector<Change> not_made; ///< the changes in left_out
    std::vector<FabricStep> order; ///< one for each step, for must_precede()
    std::vector<CollectedFile> after;
};

/// The commands of a step, and those that undo it.
struct StepCommands {
    Commands forward;
    Commands back;
};

/// The commands for changes that lead from one state of a device to the next. `first` is the device before
/// all steps, and `made` holds the changes of earlier steps. A host's persistent files must contain all steps
/// so far, since one command may set values of several steps.
[[nodiscard]] StepCommands step_commands(const Driver& driver,
    const ReadDevice& first,
    const ReadDevice& before,
    const ReadDevice& after,
    const std::vector<Change>& changes,
    const std::vector<Change>& made);

/// Turns changes into the steps of one device: sorted into rounds, on a host one port after another if links
/// go down, each step with its commands and its undo. Leaves out, with the reason, what the driver cannot
/// express or undo and what the catalog forbids. Every step is tried on the files: they must mean what is
/// wanted and nothing else, and no step may leave a lossless class without headroom.
[[nodiscard]] BuiltSteps build_steps(const FleetDevice& device,
    const Fabric& fabric,
    std::uint32_t index,
    const std::vector<WantedChange>& wanted,
    const StepOptions& options);

}
