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

/// A host with its channel adapters, by the name in their descriptions ("host1" of "host1 mlx5_0").
struct IbHost {
    std::string_view name;
    std::vector<std::uint32_t> ports; ///< with a link or without
    std::size_t links = 0;
    std::optional<BitsPerSecond> rate; ///< of every one of its links; absent where they differ
    bool one_lane = false; ///< a link has a single lane
    bool runs_manager = false; ///< a capture shows a subnet manager on one of its ports
};

/// The hosts whose adapters name them, by name.
[[nodiscard]] std::vector<IbHost> named_hosts(const Subnet& subnet);
/// Whether two hosts or more, this one among them, run at its rate on every link: a kind of host, not a fault. A link
/// with one lane is a fault on any host.
[[nodiscard]] bool has_rate_of_a_kind(const std::vector<IbHost>& hosts, const IbHost& host);
/// By port of a subnet, which is a device: the role of the channel adapter's host, by its files or the topology.
[[nodiscard]] std::vector<Role> host_roles(const Fabric& fabric, std::uint32_t subnet);

/// Whether a capture that is complete lists all nodes and links of the subnet.
[[nodiscard]] bool was_captured_whole(const Subnet& subnet);

/// The rate of a port's link, if its width and speed are known.
[[nodiscard]] std::optional<BitsPerSecond> rate_of(const IbPort& port);

/// "4x HDR"
[[nodiscard]] std::string rate_text(IbWidth width, IbSpeed speed);
/// A rate in the usual unit: "200 Gbit/s".
[[nodiscard]] std::string gigabits_text(BitsPerSecond rate);

}
