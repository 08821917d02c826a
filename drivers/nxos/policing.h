// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/blocks.h"
#include "models/fabric/meter.h"

#include <vector>

namespace rocelint::nxos {

/// What the `police` line of a class does to packets above its rates; marks the line if that is not understood.
[[nodiscard]] std::vector<Meter> meters_of_police(const line_cli::Fact& fact);

}
