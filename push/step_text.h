// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "push/plan.h"
#include "push/reading.h"

#include <string_view>

namespace rocelint::push {

/// Holds the whole configuration of a device against what one step makes of it, not only what the model knows. The methods are
/// called in their order, with the device as it was before the step; each is `refused` with the difference.
class StepText {
public:
    /// All must outlive this object.
    StepText(const Driver& driver, std::string_view device, const PlanStep& step)
        : driver_(driver), device_(device), step_(step)
    {
    }

    /// What the device would make of what was staged, as far as it tells that.
    [[nodiscard]] Result<void> compare_staged(LiveDevice& live, const ReadDevice& before);
    /// What is in force.
    [[nodiscard]] Result<void> compare(LiveDevice& live, const ReadDevice& before, const ReadDevice& after);

private:
    [[nodiscard]] Result<void> expect(const ReadDevice& before);
    [[nodiscard]] tl::unexpected<Error> refused(std::string_view reason) const;

    const Driver& driver_;
    std::string_view device_;
    const PlanStep& step_;
    ReadDevice wanted_; ///< the device before the step, with the changes made in its text
    bool compared_ = false; ///< what was staged with wanted_
};

}
