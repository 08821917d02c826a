// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/config.h"

#include <span>

namespace rocelint::nvue {

/// Whom the device's ports saw (`nv show interface lldp`), as far as its files tell; marks what it read.
void read_neighbours(Config& config, std::span<const Tree> trees);

}
