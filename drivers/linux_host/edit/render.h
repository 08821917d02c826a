// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::linux_host {

/// Writes the script that sets up a designed host's NICs
/// and the unit that runs it at boot; see Driver::render.
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
