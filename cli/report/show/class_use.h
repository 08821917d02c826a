// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/show/shown_fabric.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// How some ports of one device treat the packets of one RDMA class alike.
struct ClassUse {
    std::uint32_t device = 0;
    std::uint32_t rdma_class = 0; ///< index of ClassModel::classes
    std::vector<std::string_view> ports;
    std::string priority; ///< of its packets: "3"; "unknown"
    std::string pfc; ///< "on", "off", "only sent", "only obeyed", "link pause", "unknown"
    std::string ecn; ///< "marks from 153600 to 1536000", "on", "off", "unknown"
    std::vector<std::string> differs; ///< where that is not what the class needs there
};

/// The uses of all classes: by device, then class, then the first port. Only ports that carry RDMA.
[[nodiscard]] std::vector<ClassUse> find_class_uses(const ShownFabric& shown);

}
