// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/routing/graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Where a cable of a switch leads, seen from the hosts.
enum class Side : std::uint8_t {
    down, ///< to a host or a lower tier
    up, ///< to a higher tier
    lateral, ///< to a switch of the same tier
    aside, ///< out of the RDMA fabric: to a border or management device
    unknown, ///< nobody tells
};

/// One cable of a switch. What stands on a port that is down carries nothing and is left out.
struct Cable {
    PortId port;
    Side side = Side::unknown;
    bool rdma = false; ///< the port is known to carry RDMA
    bool storage = false; ///< it leads to a storage host
    std::string_view neighbour; ///< the far device, collected or not
    std::string_view plane; ///< of the far device
    std::optional<BitsPerSecond> speed; ///< of the port, else of the plan, else of the far port
    Span speed_at; ///< where the speed is stated, else the port's stanza
};

/// The cables of one switch, ascending by port.
struct SwitchCables {
    std::uint32_t device = 0;
    std::uint32_t tier = 0;
    std::string_view plane;
    std::vector<Cable> cables;

    /// A port of which nobody tells where it leads: what is counted here may be too little.
    [[nodiscard]] std::optional<PortId> open_port() const;
    /// Bits per second of all cables to one side, of hosts and lower switches only those with RDMA. Nothing where a
    /// speed is unknown; `unknown` then names the port.
    [[nodiscard]] std::optional<std::uint64_t> capacity(Side side, PortId* unknown = nullptr) const;
    [[nodiscard]] std::uint32_t count(Side side) const;
    /// Serves storage hosts and no others.
    [[nodiscard]] bool only_storage(const Fabric& fabric) const;
};

/// The switches of a fabric with their cables sorted into up and down. Border and management switches are left out.
class Tiers {
public:
    explicit Tiers(const Analysis& analysis);
    [[nodiscard]] const std::vector<SwitchCables>& switches() const { return switches_; }
    /// Which devices are one fabric: switches with equal numbers are joined by cables between switches.
    [[nodiscard]] std::uint32_t component(std::uint32_t device) const { return components_[device]; }
    [[nodiscard]] std::string_view plane(std::uint32_t device) const { return planes_[device]; }

private:
    std::vector<SwitchCables> switches_;
    std::vector<std::uint32_t> components_;
    std::vector<std::string_view> planes_;
};

/// "400G", "1600G", "100M".
[[nodiscard]] std::string speed_in_words(std::uint64_t bits_per_second);
/// "hosts", "leaves", "spines", "switches of tier 3": what stands on a tier.
[[nodiscard]] std::string tier_in_words(std::uint32_t tier);

}
