// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <array>
#include <cstddef>

namespace rocelint {

/// The code points that lead to each priority group and each queue of one port, indexed by group or queue
/// number. A code point whose group or queue is unknown appears in none.
struct DscpUses {
    static constexpr std::size_t most_numbers = 64; ///< higher numbers, which no platform has, are left out
    std::array<DscpSet, most_numbers> groups;
    std::array<DscpSet, most_numbers> queues;
};

/// Computes the uses. Does not look at PFC priorities: that would take longer than everything else together.
[[nodiscard]] DscpUses find_dscp_uses(const Device& device, const Port& port);

}
