// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/fabric/device.h"

#include <optional>
#include <string>

namespace rocelint {

/// The bytes that SONiC's dynamic model leaves for the ingress pools of a Spectrum switch: the packet memory
/// minus what groups, queues and ports reserve (cfgmgr/buffer_pool_mellanox.lua). nullopt if a summand is
/// unknown; `reason` then says which.
[[nodiscard]] std::optional<Bytes> available_for_pools(
    const Device& device, const catalog::Asic& asic, std::string& reason);

}
