// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/step_runner.h"
#include "push/verify.h"

#include <string>
#include <string_view>

namespace rocelint::push {

/// How a device lives with one step: its links, drops and pause frames before the change and after it. The methods are called
/// in their order; each asks the device, fails as the device does, and is `refused` with the reason where the device does not
/// live well.
class StepHealth {
public:
    /// All must outlive this object; `cancel` may be null.
    StepHealth(std::string_view device,
        const Transaction& transaction,
        const PushOptions& options,
        const CancelFlag* cancel)
        : device_(device), transaction_(transaction), options_(options), cancel_(cancel)
    {
    }

    /// First of all: what the device counts, and whether it tells enough to be judged by.
    [[nodiscard]] Result<void> arrive(LiveDevice& live);
    /// Just before the change is put in force: with arrive() it gives the rates that are usual.
    [[nodiscard]] Result<void> before_commit(LiveDevice& live);
    /// Waits until every link that was up is up again, half of `window` at most: the other half is for confirming.
    [[nodiscard]] Result<void> wait_for_links(LiveDevice& live, std::chrono::seconds window);
    /// Watches for PushOptions::observe, then judges links, drops and pause frames. `before` is the device as it was.
    [[nodiscard]] Result<void> observe(LiveDevice& live, const Device& before);
    /// What observe() could not judge, for people; empty where it judged everything.
    [[nodiscard]] const std::string& unjudged() const { return unjudged_; }

private:
    [[nodiscard]] Result<void> sample(LiveDevice& live, HealthSample& into) const;
    [[nodiscard]] tl::unexpected<Error> refused(const std::string& reason) const;
    [[nodiscard]] tl::unexpected<Error> interrupted() const;

    std::string_view device_;
    const Transaction& transaction_;
    const PushOptions& options_;
    const CancelFlag* cancel_;
    HealthSample arrived_;
    HealthSample committing_;
    HealthSample settled_; ///< when all links were back
    std::string unjudged_;
};

}
