// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <optional>

namespace rocelint::testing {

/// A three-tier fat tree (Al-Fares et al., SIGCOMM 2008) of switches with `ports` ports: `ports` pods of `ports` switches each,
/// (ports / 2)^2 core switches and ports^3 / 4 hosts. Priority 3 is lossless everywhere and DSCP 26 maps to it; the queues mark
/// ECN.
struct FatTree {
    std::uint32_t ports = 4;
    /// This leaf (counted over all pods) maps DSCP 26 to class 0.
    std::optional<std::uint32_t> deviating_leaf;
    /// Every switch has its own BGP AS number, so that BGP accepts paths that go down and up again.
    bool own_asns = false;
    [[nodiscard]] std::uint32_t half() const { return ports / 2; }
    [[nodiscard]] std::uint32_t leaves() const { return ports * half(); }
    [[nodiscard]] std::uint32_t cores() const { return half() * half(); }
};

/// Names: leaf0, agg0, core0, host0. Ports are called p0, p1 ...; the lower half of the ports of a leaf or an aggregation switch
/// leads down.
[[nodiscard]] Fabric make_fat_tree(const FatTree& shape);

}
