// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run/step_runner.h"
#include "push/run/verify.h"

#include <string>
#include <string_view>

namespace rocelint::push {

/// The health of a device during one step: its links, drops and pause frames before and after the change.
/// Call the methods in their order. Each queries the device, returns the device's errors, and fails with
/// `refused` and the reason if the device is not healthy.
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

    /// Call first: reads the counters, and checks that the device reports enough to be judged.
    [[nodiscard]] Result<void> arrive(LiveDevice& live);
    /// Call just before the change takes effect: the counters of arrive() and of this call give the usual
    /// rates.
    [[nodiscard]] Result<void> before_commit(LiveDevice& live);
    /// Waits until every link that was up is up again, for at most half of `window`: the other half is for
    /// the confirmation.
    [[nodiscard]] Result<void> wait_for_links(LiveDevice& live, std::chrono::seconds window);
    /// Watches for PushOptions::observe, then judges links, drops and pause frames. `before` is the device as
    /// it was.
    [[nodiscard]] Result<void> observe(LiveDevice& live, const Device& before);
    /// Ports and counters that observe() could not judge, for people; empty if it judged everything.
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
    HealthSample settled_; ///< when all links were up again
    std::string unjudged_;
};

}
