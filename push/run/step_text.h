// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "push/plan/plan.h"
#include "push/reach/reading.h"

#include <string_view>

namespace rocelint::push {

/// Compares the whole configuration of a device, not only what the model covers, with what one step should
/// make of it. Call the methods in their order, with the device as it was before the step. Each fails with
/// `refused` and the difference.
class StepText {
public:
    /// All must outlive this object.
    StepText(const Driver& driver, std::string_view device, const PlanStep& step)
        : driver_(driver), device_(device), step_(step)
    {
    }

    /// Compares the result that the device predicts for the staged change, as far as the device shows it.
    [[nodiscard]] Result<void> compare_staged(LiveDevice& live, const ReadDevice& before);
    /// Compares the configuration in force.
    [[nodiscard]] Result<void> compare(LiveDevice& live, const ReadDevice& before, const ReadDevice& after);

private:
    [[nodiscard]] Result<void> expect(const ReadDevice& before);
    [[nodiscard]] tl::unexpected<Error> refused(std::string_view reason) const;

    const Driver& driver_;
    std::string_view device_;
    const PlanStep& step_;
    ReadDevice wanted_; ///< the device before the step, with the changes made in its text
    bool compared_ = false; ///< the staged change was compared with wanted_
};

}
