// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <vector>

namespace rocelint::routing {

/// Row layout of turn tables. Each port with a cable to another switch has its own row. Packets from all
/// other ports of a switch are routed alike, so those ports share the switch's first row. Thus a switch with
/// very many host ports needs no more room than its cables to other switches.
struct TurnRows {
    explicit TurnRows(const Fabric& fabric);

    std::vector<std::size_t> first_word; ///< by device
    /// by device: enough for a bit per port; 0 for devices that are not switches
    std::vector<std::uint32_t> words_a_row;
    std::vector<std::size_t> first_port; ///< by device, into row
    std::vector<std::uint32_t> row; ///< by port, counted over all devices
    std::size_t words = 0; ///< size of a whole table
};

}
