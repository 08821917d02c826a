// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/config.h"

#include <span>

namespace rocelint::nvue {

/// Reads the neighbors of the device's ports (`nv show interface lldp`), as far as its files show them, and
/// marks what it read.
void read_neighbours(Config& config, std::span<const Tree> trees);

}
