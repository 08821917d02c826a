// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/run.h"

#include <string>

namespace rocelint::cli {

/// A plan that is about to be carried out: with its inventory, the way to its devices, and what is known of them.
class Pushing {
public:
    /// `options` lives longer.
    Pushing(const LiveOptions& options, push::Plan plan) : options_(options), plan_(std::move(plan)) { }

    /// Reads the inventory, holds the plan against it, and keeps other pushes of this user from its devices. `inventory`: where the command line names none.
    [[nodiscard]] Result<void> prepare(const std::string& inventory);
    /// Reads what lies beside the plan, and holds the plan's commands against it. `plan_path`: of the plan or of its copy;
    /// the folder that the plan names lies beside this path.
    [[nodiscard]] Result<void> prepare_recheck(const std::string& plan_path);

    /// Carries the plan out.
    [[nodiscard]] ExitCode run(push::Journal& journal, const push::JournalText& history);
    /// Brings to an end what was left in the middle, and begins nothing.
    [[nodiscard]] ExitCode finish(push::Journal& journal, const push::JournalText& history);
    /// Goes up to the moment before anything is in force.
    [[nodiscard]] ExitCode check();

    [[nodiscard]] const push::Plan& plan() const { return plan_; }
    [[nodiscard]] const push::Inventory& inventory() const { return inventory_; }

private:
    template <class Work>
    ExitCode carry_out(push::Journal& journal, const push::JournalText& history, Work work);

    const LiveOptions& options_;
    push::Plan plan_;
    push::Inventory inventory_;
    push::Access access_;
    push::Recheck recheck_;
    push::CompareNeighbour compare_neighbour_;
};

}
