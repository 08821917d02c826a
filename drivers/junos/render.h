// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::junos {

/// Writes the statements of a designed QFX switch in braces, for `load merge` or `load override`: interfaces,
/// class-of-service, LLDP. The device works headroom out itself, from the cable length and the largest packet
/// (mru) that it is told.
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
