// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <array>
#include <cstddef>

namespace rocelint {

/// The code points that lead to each priority group and each queue of one port, by their numbers. A code point of which that
/// is not known is in none.
struct DscpUses {
    static constexpr std::size_t most_numbers = 64; ///< higher ones, which no platform has, are left out
    std::array<DscpSet, most_numbers> groups;
    std::array<DscpSet, most_numbers> queues;
};

/// Which priority PFC would use is nothing to it: working that out would take longer than all else.
[[nodiscard]] DscpUses find_dscp_uses(const Device& device, const Port& port);

}
