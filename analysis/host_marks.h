// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <vector>

namespace rocelint {

/// The DSCPs that jobs put on their packets, by host.
struct JobMarks {
    explicit JobMarks(const Fabric& fabric);
    DscpSet everywhere; ///< of jobs that may run on any host
    std::vector<DscpSet> of_host; ///< by device
    [[nodiscard]] DscpSet on(std::uint32_t host) const { return everywhere | of_host[host]; }
};

/// The DSCPs that a NIC puts on RDMA packets. A value forced on every queue pair overrides all others.
[[nodiscard]] DscpSet marked_dscps(const Nic& nic);

}
