// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"

#include <cstdint>
#include <string_view>

namespace rocelint::catalog {

/// The RDMA bandwidth in Gb/s that a GPU of this model has in its vendor's server, by the name that the driver
/// prints ("NVIDIA H100 80GB HBM3"); unknown if it is undocumented.
[[nodiscard]] Figure<std::uint32_t> gpu_bandwidth(std::string_view model);

}
