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
    unknown, ///< the far end of the cable is not known
};

/// One cable of a switch. Ports that are down carry nothing and are left out.
struct Cable {
    PortId port;
    Side side = Side::unknown;
    bool rdma = false; ///< the port is known to carry RDMA
    bool storage = false; ///< leads to a storage host
    std::string_view neighbour; ///< the far device, collected or not
    std::string_view plane; ///< of the far device
    std::optional<BitsPerSecond> speed; ///< of the port, otherwise of the plan, otherwise of the far port
    Span speed_at; ///< where the speed is stated, otherwise the port's stanza
};

/// The cables of one switch, ascending by port.
struct SwitchCables {
    std::uint32_t device = 0;
    std::uint32_t tier = 0;
    /// A role, hosts or two leaves confirm the tier. Otherwise it is counted from the nearest device that was
    /// collected, and a spine without its leaves' hosts counts as a leaf.
    bool tier_confirmed = false;
    std::string_view plane;
    std::vector<Cable> cables;
    /// No device below a leaf was collected or planned. Ports with RDMA whose neighbor the plan does not name
    /// are then assumed to lead down to hosts.
    bool assumes_hosts = false;
    /// If so, how many ports with RDMA have a neighbor that no source names. They are not in `cables`.
    std::uint32_t unseen = 0;

    /// A port whose far end is unknown. If there is one, counts and sums of this switch may be too low.
    [[nodiscard]] std::optional<PortId> open_port() const;
    /// Total bits per second of the cables to one side; of the cables to hosts and lower switches only those
    /// with RDMA. nullopt if a speed is unknown; `unknown` then names the port.
    [[nodiscard]] std::optional<std::uint64_t> capacity(Side side, PortId* unknown = nullptr) const;
    [[nodiscard]] std::uint32_t count(Side side) const;
    /// Whether RDMA uses the cables to the tier above: the switch has RDMA below, or its uplinks carry it.
    [[nodiscard]] bool has_rdma_uplinks() const;
    /// Whether the switch serves storage hosts and no others.
    [[nodiscard]] bool only_storage(const Fabric& fabric) const;
};

/// The switches of a fabric, with their cables sorted into up and down. Border and management switches are
/// left out.
class Tiers {
public:
    explicit Tiers(const Analysis& analysis);
    [[nodiscard]] const std::vector<SwitchCables>& switches() const { return switches_; }
    /// The connected component of a device: switches with equal numbers are connected by cables between
    /// switches.
    [[nodiscard]] std::uint32_t component(std::uint32_t device) const { return components_[device]; }
    [[nodiscard]] std::string_view plane(std::uint32_t device) const { return planes_[device]; }

private:
    std::vector<SwitchCables> switches_;
    std::vector<std::uint32_t> components_;
    std::vector<std::string_view> planes_;
};

/// "400G", "1600G", "100M".
[[nodiscard]] std::string speed_in_words(std::uint64_t bits_per_second);
/// "hosts", "leaves", "spines", "switches of tier 3": the devices on a tier.
[[nodiscard]] std::string tier_in_words(std::uint32_t tier);

}
