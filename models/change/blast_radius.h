// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// What loses its links, or some of them, while ports of a device are down. Everything is sorted and there once.
struct BlastRadius {
    std::uint32_t device = 0;
    std::vector<std::uint32_t> ports; ///< physical ports; a LAG stands for its members
    /// Hosts cabled to these ports, and the device itself where it is a host. Names of hosts that only the topology knows
    /// are among them.
    std::vector<std::string> hosts;
    std::vector<std::string> switches; ///< cabled to these ports
    std::uint32_t hosts_behind = 0; ///< hosts cabled to those switches, which lose some of their ways
    /// Rails and planes that the topology gives the switches at either end: "rail 0", "plane a".
    std::vector<std::string> rails;
};

/// What stands behind ports of a device; behind all of its physical ports where `ports` is empty.
[[nodiscard]] BlastRadius blast_radius(
    const Fabric& fabric, std::uint32_t device, std::span<const std::uint32_t> ports);

/// "2 ports (Ethernet0, Ethernet4), 1 host (host1), rail 0", "32 ports, 4 switches (leaf1, ...) with 64 hosts behind
/// them", for people. Lists of more than eight names are cut.
[[nodiscard]] std::string describe(const BlastRadius& radius, const Fabric& fabric);

/// Two devices that are not pushed at the same time.
struct Apart {
    enum class Reason : std::uint8_t {
        mlag, ///< the two switches of an MLAG or dual-ToR pair
        lag, ///< the members of one LAG lead to both
        rails, ///< one host has links to both
        cable, ///< a host and a switch that it is cabled to
        managers, ///< each can manage a subnet while the other does not
    };
    std::uint32_t a = 0; ///< less than b
    std::uint32_t b = 0;
    Reason reason = Reason::mlag; ///< the first that holds
    friend auto operator<=>(const Apart&, const Apart&) = default;
};

/// Every pair of devices that must not be pushed at the same time, sorted, each once.
[[nodiscard]] std::vector<Apart> must_be_apart(const Fabric& fabric);

/// "they are an MLAG pair", "one host has links to both".
[[nodiscard]] const char* describe(Apart::Reason reason);

}
