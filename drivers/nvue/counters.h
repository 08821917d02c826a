// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/config.h"

#include <span>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// Whether a file begins as counters of interfaces do: the output of `nv show interface swp1 counters qos`, as tables or
/// as JSON, or of `ethtool -S swp1`.
[[nodiscard]] bool begins_as_counters(std::string_view text);

/// Reads the counters in the files of a device, and marks the lines that show them.
void read_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
