// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/fabric/device.h"
#include "models/physics/memory.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One side (ingress or egress) of a switch's packet memory, added up from its configuration.
struct MemoryView {
    PoolDirection direction = PoolDirection::ingress;
    physics::MemorySum sum;
    /// Reservations are separate from the pools, so that all three add up. If false, the sizes of pools
    /// include the reservations, or this is unknown, and only the pools count.
    bool adds_up = false;
    /// A vendor document states the chip's number of cells, which the pools and the shared headroom divide
    /// up. A plan may allocate more than there is; then the last bindings fail.
    bool by_cells = false;
    const catalog::Asic* asic = nullptr;
    std::string_view memory_source; ///< of the packet memory size
    bool shared_headroom = false; ///< all lossless groups share one headroom pool
    Bytes wanted_headroom; ///< xoff of all lossless groups together
    Bytes largest_xoff; ///< xoff of one lossless group
    std::uint32_t lossless_groups = 0;
    /// With shared headroom: how many ports can have their lossless group fill its headroom at once.
    std::optional<std::uint64_t> ports_until_loss;
    /// Why a summand is missing; empty if all are known.
    std::string missing;
    bool missing_outside_pools = false; ///< something other than the size of a pool is missing
    /// The shipped table used instead of numbers missing from the configuration; or empty.
    std::string_view assumed;
    const BufferPool* largest = nullptr; ///< of the pools that were added up

    /// The least memory that the configuration takes.
    [[nodiscard]] Bytes total() const { return adds_up ? sum.total() : sum.pools; }
    [[nodiscard]] bool fits() const { return !sum.memory || total() <= *sum.memory; }
    /// Headroom wanted per byte of the shared pool; nullopt without one.
    [[nodiscard]] std::optional<double> oversubscription() const;
};

/// Both sides of a switch whose pools are visible; empty for any other device. Ports that are shut down do
/// not count.
[[nodiscard]] std::vector<MemoryView> memory_views(const Device& device);

[[nodiscard]] const char* name_of(PoolDirection direction);

}
