// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// A host whose captures and boot files differ has two states. Loaded holds the running state; this class
/// judges the state after the next boot.
class NextBoot {
public:
    /// Reads the hosts that differ again, in their state after the next boot, and copies the other devices as
    /// they were read, because linking changes their names and roles.
    explicit NextBoot(const Loaded& loaded);

    /// Adds the findings of the fabric after the next boot that are not findings now. Their messages begin
    /// with Driver::next_state.
    void add_findings(Outcome& outcome, const Selection& selection, std::string_view today);

private:
    [[nodiscard]] std::string_view words_before(const Finding& finding, const Fabric& fabric) const;

    std::string_view words_; ///< those of the first host that differs
    std::vector<Device> devices_; ///< all devices; empty if no host differs
};

/// Puts hosts into their state after the next boot, whatever captures show. Used to check corrected boot
/// files, which no boot has applied yet.
void take_after_boot(Loaded& loaded);

}
