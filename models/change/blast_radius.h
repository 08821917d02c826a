// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// What loses some or all of its links while ports of a device are down. All lists are sorted, without
/// duplicates.
struct BlastRadius {
    std::uint32_t device = 0;
    std::vector<std::uint32_t> ports; ///< physical ports; a LAG stands for its members
    /// Hosts cabled to these ports, and the device itself if it is a host. Includes hosts that only the
    /// topology names.
    std::vector<std::string> hosts;
    std::vector<std::string> switches; ///< cabled to these ports
    std::uint32_t hosts_behind = 0; ///< hosts cabled to those switches, which lose some of their paths
    /// Rails and planes that the topology assigns to the switches at either end: "rail 0", "plane a".
    std::vector<std::string> rails;
};

/// What is connected to these ports of a device, or to all its physical ports if `ports` is empty.
[[nodiscard]] BlastRadius blast_radius(
    const Fabric& fabric, std::uint32_t device, std::span<const std::uint32_t> ports);

/// "2 ports (Ethernet0, Ethernet4), 1 host (host1), rail 0", "32 ports, 4 switches (leaf1, ...) with 64 hosts
/// behind them", for messages. Lists of more than eight names are cut.
[[nodiscard]] std::string describe(const BlastRadius& radius, const Fabric& fabric);

/// Two devices that must not be pushed at the same time.
struct Apart {
    enum class Reason : std::uint8_t {
        mlag, ///< the two switches of an MLAG or dual-ToR pair
        lag, ///< one LAG has members to both
        rails, ///< one host has links to both
        cable, ///< a host and a switch cabled to it
        managers, ///< each can manage a subnet while the other cannot
    };
    std::uint32_t a = 0; ///< less than b
    std::uint32_t b = 0;
    Reason reason = Reason::mlag; ///< the first that applies
    friend auto operator<=>(const Apart&, const Apart&) = default;
};

/// Every pair of devices that must not be pushed at the same time, sorted, without duplicates.
[[nodiscard]] std::vector<Apart> must_be_apart(const Fabric& fabric);

/// "they are an MLAG pair", "one host has links to both".
[[nodiscard]] const char* describe(Apart::Reason reason);

}
