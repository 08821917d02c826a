// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace rocelint::proof {

/// The traffic classes that jobs ask for (NCCL_IB_TC), by host. The fabric must outlive this object.
class JobClasses {
public:
    explicit JobClasses(const Fabric& fabric);

    struct Entry {
        std::uint32_t job = 0; ///< the device that the setting belongs to
        const Setting<std::uint8_t>* traffic_class = nullptr;
    };
    /// The classes that the jobs of this host ask for, in their order. Jobs that may run on any host have one entry for each value.
    [[nodiscard]] std::vector<Entry> on(std::uint32_t host) const;

private:
    std::vector<Entry> everywhere_;
    std::vector<std::pair<std::uint32_t, Entry>>
        on_host_; ///< by host, and of one host in the order of its jobs
};

}
