// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/fabric_facts.h"
#include "models/fabric/fabric.h"

#include <vector>

namespace rocelint {

/// The switches that send the packets of one flow over several paths (LoadBalancing::per_packet).
class SpreadingSwitches {
public:
    /// The tiers of the fabric are taken from `facts` only where a switch does so.
    SpreadingSwitches(const Fabric& fabric, FabricFacts& facts);

    /// Returns a switch that spreads packets on the paths of a host's port: one that cables between switches connect to
    /// the switch at the other end. If no cable of the port or between switches is known, any such switch of the fabric
    /// counts. Null if the paths have no such switch.
    [[nodiscard]] const Device* of_port(PortId host) const;

private:
    struct Part {
        const Device* spreading = nullptr;
        std::uint32_t switches = 0;
    };
    const Fabric& fabric_;
    const Tiers* tiers_ = nullptr;
    std::vector<Part> parts_; ///< by Tiers::component
    const Device* first_ = nullptr;
};

}
