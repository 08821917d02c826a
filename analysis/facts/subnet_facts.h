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

/// Every cable that was seen, each once, by its first port. A link that only one end claims is not among them.
[[nodiscard]] std::vector<IbLink> links_of(const Subnet& subnet);

/// The switches to which each node is cabled matter for a tree: how many cables go from a switch to each other switch.
struct IbBundle {
    std::uint32_t to = 0; ///< the other switch
    std::vector<std::uint32_t> ports; ///< of this switch
};

/// How a switch stands in a subnet.
struct IbSwitch {
    std::uint32_t node = 0;
    std::vector<std::uint32_t> adapters; ///< its ports that lead to channel adapters
    std::vector<IbBundle> bundles; ///< by the other switch
    /// Hops to the nearest channel adapter: 1 is a leaf. 0: none is reached.
    std::uint32_t tier = 0;
};

/// All switches, by node.
[[nodiscard]] std::vector<IbSwitch> switches_of(const Subnet& subnet);

/// The rate at which a port's link runs, where its width and speed are known.
[[nodiscard]] std::optional<BitsPerSecond> rate_of(const IbPort& port);

/// "4x HDR"
[[nodiscard]] std::string rate_text(IbWidth width, IbSpeed speed);
/// The unit of a rate that people say: "200 Gbit/s".
[[nodiscard]] std::string gigabits_text(BitsPerSecond rate);

}
