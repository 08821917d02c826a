// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <vector>

namespace rocelint::routing {

/// Where a table of turns keeps what comes in by a port. Each port that a cable leads from to another switch has a row; what
/// comes in by any other port of a switch is routed alike, and shares its first row. So a switch with very many ports to hosts
/// takes no more room than its cables to switches need.
struct TurnRows {
    explicit TurnRows(const Fabric& fabric);

    std::vector<std::size_t> first_word; ///< by device
    std::vector<std::uint32_t> words_a_row; ///< by device: a bit for each port; none for what is no switch
    std::vector<std::size_t> first_port; ///< by device, into row
    std::vector<std::uint32_t> row; ///< by port, counted over all devices
    std::size_t words = 0; ///< of a whole table
};

}
