// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// A host whose captures and boot files differ has two states. Loaded holds the one in force; the other is judged here.
class NextBoot {
public:
    /// Reads the hosts that differ once more, as they are after the next boot, and keeps the other devices as they were read: linking
    /// settles their names and roles.
    explicit NextBoot(const Loaded& loaded);

    /// Adds what the rules find in the fabric after the next boot and do not find now. Such a message begins with "after the next
    /// boot".
    void add_findings(Outcome& outcome, const Selection& selection, std::string_view today);

private:
    std::vector<Device> devices_; ///< all; empty where nothing differs
};

/// Makes hosts what they are after the next boot, whatever captures show: for a check of corrected boot files, which have not run yet.
void take_after_boot(Loaded& loaded);

}
