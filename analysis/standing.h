// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <string>

namespace rocelint {

/// A summary of one switch: "leaf3: RDMA meant on 33 of 34 ports (32 by its own configuration, 1 by the
/// policy), 33 judged, PFC 3 on 32, ECN on 32".
[[nodiscard]] std::string describe_standing(const Analysis& analysis, std::uint32_t device);

}
