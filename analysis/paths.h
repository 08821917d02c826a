// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint {

/// The subset of `links` that lie on a path between two switches with RDMA hosts. Prunes switches that are on
/// no such path: a switch stays if it has RDMA hosts or at least two remaining neighbors; several cables to
/// one neighbor count once. `links` are indices into Fabric::links between switches; `has_rdma_host` is
/// indexed by device.
[[nodiscard]] std::vector<std::uint32_t> links_on_paths(
    const Fabric& fabric, std::span<const std::uint32_t> links, const std::vector<bool>& has_rdma_host);

}
