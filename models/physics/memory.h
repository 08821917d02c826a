// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"

#include <cstdint>
#include <optional>

namespace rocelint::physics {

/// One side (ingress or egress) of a switch's packet memory, added up.
struct MemorySum {
    Bytes reserved; ///< reserved for single queues or groups
    Bytes headroom; ///< headroom of all lossless groups; with a shared pool, its size
    Bytes pools; ///< shared pools
    std::optional<Bytes> memory; ///< packet memory of the ASIC
    [[nodiscard]] Bytes total() const { return {reserved.count + headroom.count + pools.count}; }
    [[nodiscard]] bool fits() const { return !memory || total() <= *memory; }
};

/// The number of ports that can be paused at once, each filling `xoff` of one lossless group, before a shared
/// headroom pool of `pool` bytes overflows.
[[nodiscard]] std::uint64_t ports_until_loss(Bytes pool, Bytes xoff);

/// SONiC's admission check for one more group on a port: cfgmgr/buffer_check_headroom_mellanox.lua.
struct PortAdmission {
    double pipeline_kib = 0;
    std::uint32_t lanes = 4;
    Bytes groups; ///< sum of the sizes of all groups; a group of size zero counts as a lossy one
    Bytes mirror{std::uint64_t{20} * 1024}; ///< egress mirror, before doubling on eight lanes
};
[[nodiscard]] Bytes lossy_group_size(double pipeline_kib, std::uint32_t lanes);
[[nodiscard]] Bytes accumulated_headroom(const PortAdmission& port);

/// Size of SONiC's shared headroom pool (cfgmgr/buffer_pool_mellanox.lua), from the `xoff` of all lossless
/// groups, the number of `ports` with such a group, and the oversubscription. Nothing if there is no ratio.
[[nodiscard]] std::optional<Bytes> shared_headroom_pool(
    Bytes xoff, std::uint32_t ports, std::uint32_t oversubscription);

}
