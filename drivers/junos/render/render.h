// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::junos {

/// Writes the statements of a designed QFX switch in braces, for `load merge` or `load override`: interfaces,
/// class-of-service, LLDP. The device computes headroom itself from the configured cable length and largest
/// packet (mru).
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
