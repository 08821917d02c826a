// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::onyx {

/// NVIDIA Onyx, formerly MLNX-OS, on Ethernet switches.
extern const Driver driver;

}
