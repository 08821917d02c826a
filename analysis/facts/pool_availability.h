// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/fabric/device.h"

#include <optional>
#include <string>

namespace rocelint {

/// Bytes that SONiC's dynamic model leaves for the ingress pools of a Spectrum switch: the packet memory without what
/// groups, queues and ports hold back (cfgmgr/buffer_pool_mellanox.lua). Nothing where a summand is not known, and
/// `reason` then says which.
[[nodiscard]] std::optional<Bytes> available_for_pools(
    const Device& device, const catalog::Asic& asic, std::string& reason);

}
