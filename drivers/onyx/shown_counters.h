// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>
#include <vector>

namespace rocelint::onyx {

/// Driver::detect: counters of ports that show commands print.
[[nodiscard]] Detection detect_counters(const Source& source);

/// Reads the counters that show commands print, and marks their lines.
void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
