// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/run/run.h"

#include <string>

namespace rocelint::cli {

/// A plan about to be carried out, with its inventory, the access to its devices, and what is known about
/// them.
class Pushing {
public:
    /// `options` must outlive this object.
    Pushing(const LiveOptions& options, push::Plan plan) : options_(options), plan_(std::move(plan)) { }

    /// Reads the inventory, checks the plan against it, and locks the plan's devices against other pushes of
    /// this user. `inventory` is used if the command line names none.
    [[nodiscard]] Result<void> prepare(const std::string& inventory);
    /// Reads the configurations stored next to the plan, and checks the plan's commands against them.
    /// `plan_path` is the path of the plan or of its copy; the folder that the plan names is next to it.
    [[nodiscard]] Result<void> prepare_recheck(const std::string& plan_path);

    /// Carries the plan out.
    [[nodiscard]] ExitCode run(push::Journal& journal, const push::JournalText& history);
    /// Finishes steps that were interrupted halfway, and begins no others.
    [[nodiscard]] ExitCode finish(push::Journal& journal, const push::JournalText& history);
    /// Runs the first steps up to the point before anything is in force.
    [[nodiscard]] ExitCode check();

    [[nodiscard]] const push::Plan& plan() const { return plan_; }
    [[nodiscard]] const push::Inventory& inventory() const { return inventory_; }

private:
    template <class Work>
    ExitCode execute(push::Journal& journal, const push::JournalText& history, Work work);

    const LiveOptions& options_;
    push::Plan plan_;
    push::Inventory inventory_;
    push::Access access_;
    push::Recheck recheck_;
    push::CompareNeighbour compare_neighbour_;
};

}
