// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint {

/// Of the links between switches, those that lie on a way between two of the switches with RDMA hosts. Switches off
/// every such way are pruned: one stays while it has RDMA hosts of its own or at least two neighbours that stay, where
/// several cables to one neighbour count once. `links` are indices into Fabric::links, `has_rdma_host` goes by device.
[[nodiscard]] std::vector<std::uint32_t> links_on_paths(
    const Fabric& fabric, std::span<const std::uint32_t> links, const std::vector<bool>& has_rdma_host);

}
