// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One cable of a subnet, by its two ports; `a` is the lower index.
struct IbLink {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Every observed cable, once, in the order of its first port. A link that only one end reports is left out.
[[nodiscard]] std::vector<IbLink> links_of(const Subnet& subnet);

/// The cables from one switch to another; the tree checks compare how many there are.
struct IbBundle {
    std::uint32_t to = 0; ///< the other switch
    std::vector<std::uint32_t> ports; ///< of the first switch
};

/// The position of a switch in a subnet.
struct IbSwitch {
    std::uint32_t node = 0;
    std::vector<std::uint32_t> adapters; ///< its ports that are connected to channel adapters of hosts
    std::vector<IbBundle> bundles; ///< by the other switch
    /// Hops to the nearest of these adapters: 1 for a leaf, 0 if none is reachable.
    std::uint32_t tier = 0;
};

/// All switches, by node.
[[nodiscard]] std::vector<IbSwitch> switches_of(const Subnet& subnet);

/// Whether a capture that is complete lists all nodes and links of the subnet.
[[nodiscard]] bool was_captured_whole(const Subnet& subnet);

/// The rate of a port's link, if its width and speed are known.
[[nodiscard]] std::optional<BitsPerSecond> rate_of(const IbPort& port);

/// "4x HDR"
[[nodiscard]] std::string rate_text(IbWidth width, IbSpeed speed);
/// A rate in the usual unit: "200 Gbit/s".
[[nodiscard]] std::string gigabits_text(BitsPerSecond rate);

}
