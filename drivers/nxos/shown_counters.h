// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/nxos/config.h"

#include <span>
#include <vector>

namespace rocelint::nxos {

/// Driver::detect: JSON that show commands print.
[[nodiscard]] Detection detect(const Source& source);

/// Reads the counters in JSON that show commands print, and marks its members.
void read_shown_document(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems);

/// Reads the counters that show commands print, and marks their lines.
void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
