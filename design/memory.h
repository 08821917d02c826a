// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "design/lossless.h"

#include <string>

namespace rocelint::design {

/// Parts the packet memory of a switch: headroom first, the rest is a pool that all groups share. Headroom of the ports
/// is set already. Returns why it cannot be done, or an empty text; what is not known is left open.
[[nodiscard]] std::string design_memory(const Hardware& hardware, DeviceDesign& design);

}
