// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/fabric/device.h"
#include "models/physics/memory.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One side of a switch's packet memory, added up from its configuration.
struct MemoryView {
    PoolDirection direction = PoolDirection::ingress;
    physics::MemorySum sum;
    /// Reservations stand beside the pools, so that all three add up. Else a pool's size includes them, or nothing
    /// tells, and only the pools count.
    bool adds_up = false;
    /// A document counts the cells of the chip, which the pools and the shared headroom part: a plan may give out more
    /// than there is, and then what is bound last fails.
    bool by_cells = false;
    const catalog::Asic* asic = nullptr;
    std::string_view memory_source; ///< of the packet memory
    bool shared_headroom = false; ///< one pool of headroom for all lossless groups
    Bytes wanted_headroom; ///< xoff of all lossless groups together
    Bytes largest_xoff; ///< of one lossless group
    std::uint32_t lossless_groups = 0;
    /// With shared headroom: the number of ports whose lossless group may fill its headroom at once.
    std::optional<std::uint64_t> ports_until_loss;
    /// Why a summand is missing; empty where all are known.
    std::string missing;
    bool missing_outside_pools = false; ///< what is missing is not only the size of a pool
    std::string_view
        assumed; ///< the shipped table that stands in for numbers that the configuration lacks; or empty
    const BufferPool* largest = nullptr; ///< of the pools that were added

    /// What the configuration takes of the memory at least.
    [[nodiscard]] Bytes total() const { return adds_up ? sum.total() : sum.pools; }
    [[nodiscard]] bool fits() const { return !sum.memory || total() <= *sum.memory; }
    /// Wanted headroom for each byte of the shared pool; absent without one.
    [[nodiscard]] std::optional<double> oversubscription() const;
};

/// Both sides of a switch that tells of its pools; empty for any other device. Only ports that are not switched off
/// count.
[[nodiscard]] std::vector<MemoryView> memory_views(const Device& device);

[[nodiscard]] const char* name_of(PoolDirection direction);

}
