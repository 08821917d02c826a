// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace rocelint::cli {

/// A node of an InfiniBand subnet, shown as a device in reports. A node whose host was collected separately
/// stands for that host.
struct SubnetNode {
    std::uint32_t device = 0; ///< the subnet, as an index in Fabric::devices
    std::uint32_t node = 0; ///< index in Subnet::nodes
    std::uint32_t tier = 0; ///< adapters 0, switches with adapters 1, and so on with the distance
    /// Derived from the tier alone.
    [[nodiscard]] Role role() const { return tier == 0 ? Role::host : tier == 1 ? Role::leaf : Role::spine; }
    [[nodiscard]] const IbNode& in(const Fabric& fabric) const
    {
        return fabric.devices[device].subnet->nodes[node];
    }
};

/// Two ports of a subnet that a cable joins.
struct SubnetCable {
    PortId a;
    PortId b;
};

/// The nodes and cables of all subnets of a fabric, in the order of their captures.
class SubnetNodes {
public:
    static constexpr std::uint32_t none = 0xffffffffU;

    explicit SubnetNodes(const Fabric& fabric);

    [[nodiscard]] const std::vector<SubnetNode>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<SubnetCable>& cables() const { return cables_; }
    /// The index in nodes() of the node that a port of a subnet belongs to, or none.
    [[nodiscard]] std::uint32_t node_of(PortId port) const;
    /// The device index of the host that a port of a subnet belongs to, or none.
    [[nodiscard]] std::uint32_t host_of(PortId port) const;

private:
    struct Places {
        std::vector<std::uint32_t> node; ///< by node of the subnet: its index in nodes_, or none
        std::vector<std::uint32_t> host; ///< by node of the subnet: the device of its host, or none
    };
    void add(std::uint32_t device);
    void find_hosts(std::uint32_t device);
    void find_folders();
    [[nodiscard]] std::string folder_of(SourceId file) const;
    void find_tiers(std::uint32_t device, std::vector<std::uint32_t>& tiers) const;

    const Fabric& fabric_;
    std::vector<Places> places_; ///< by device index
    std::unordered_map<std::string, std::uint32_t> host_in_; ///< by folder: the only host in it, or none
    std::vector<SubnetNode> nodes_;
    std::vector<SubnetCable> cables_;
};

/// "switch", "host" or "router": the kind of a node among devices.
[[nodiscard]] const char* kind_of(const IbNode& node);

}
