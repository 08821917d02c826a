// SPDX-License-Identifier: Apache-2.0
// Fat trees with routes, cables and tunnels that may close a ring of buffers.
#pragma once

#include "analysis/proof/deadlock/deadlock.h"
#include "tests/fat_tree.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::proof::deadlock_test {

inline Policy rdma_in_priority_3()
{
    Policy policy;
    policy.classes.emplace();
    RdmaClass rdma;
    rdma.priority = 3;
    rdma.dscps.insert(26);
    policy.classes->classes.push_back(rdma);
    policy.classes->cnp.priority = 6;
    return policy;
}

inline DeadlockProof prove(const Fabric& fabric, std::uint32_t failures = 1)
{
    const Policy policy = rdma_in_priority_3();
    return prove_freedom_from_deadlock(analyse(fabric, policy), {.include_failures = failures});
}

inline std::uint32_t index_of(const Fabric& fabric, std::string_view name)
{
    return *fabric.find_device(name);
}

// host0 is on leaf0, which connects to agg0 and agg1, as leaf1 does. agg0 has a route to host0 via leaf1.
inline Fabric with_route_back_down()
{
    Fabric fabric = testing::make_fat_tree({.ports = 4});
    Device& host = fabric.devices[index_of(fabric, "host0")];
    host.forwarding.addresses.push_back({0, *parse_prefix("10.0.0.5/24"), {}});
    Device& agg = fabric.devices[index_of(fabric, "agg0")];
    const PortId to_leaf1{index_of(fabric, "agg0"), 1};
    REQUIRE(fabric.peer(to_leaf1)->device == index_of(fabric, "leaf1"));
    agg.forwarding.routes.push_back({.to = *parse_prefix("10.0.0.0/24"), .port = 1, .at = {0, 9, 1}});
    return fabric;
}

inline void make_lossy(Fabric& fabric, std::string_view device, std::uint32_t port)
{
    fabric.devices[index_of(fabric, device)].ports[port].pfc_tx.value = {};
}

// Adds a port to each end, like its first one, and a cable between them.
inline void cable(Fabric& fabric, std::uint32_t a, std::uint32_t b)
{
    const auto add_port = [&fabric](std::uint32_t device) {
        Port port = fabric.devices[device].ports.front();
        port.name = fabric.devices[device].ports.size() == 4 ? "p4" : "p5";
        fabric.devices[device].ports.push_back(port);
        fabric.link_of_port[device].push_back(static_cast<std::uint32_t>(fabric.links.size()));
        return PortId{device, static_cast<std::uint32_t>(fabric.devices[device].ports.size() - 1)};
    };
    fabric.links.push_back({.a = add_port(a), .b = add_port(b), .source = LinkSource::topology});
}

// leaf0 and leaf1 are connected by a cable (port 4 of both), and host0 has a bond to both.
inline Fabric with_pair_of_leaves()
{
    Fabric fabric = testing::make_fat_tree({.ports = 4});
    const std::uint32_t leaf0 = index_of(fabric, "leaf0");
    const std::uint32_t leaf1 = index_of(fabric, "leaf1");
    const std::uint32_t host0 = index_of(fabric, "host0");
    cable(fabric, leaf0, leaf1);
    cable(fabric, leaf1, host0);
    std::vector<Port>& ports = fabric.devices[host0].ports;
    Port bond = ports.front();
    bond.kind = PortKind::lag;
    bond.name = "bond0";
    ports[0].lag = ports[1].lag = 2;
    ports.push_back(bond);
    fabric.link_of_port[host0].push_back(Port::no_index);
    return fabric;
}

inline Fabric with_mlag_pair()
{
    Fabric fabric = with_pair_of_leaves();
    for (const char* name : {"leaf0", "leaf1"}) {
        Device& leaf = fabric.devices[index_of(fabric, name)];
        leaf.forwarding.mlag_peer_link = {4, leaf.origins.explicit_at({0, 3, 1})};
    }
    return fabric;
}

inline Fabric with_dual_tor_pair(bool remaps)
{
    Fabric fabric = with_pair_of_leaves();
    for (const auto& [name, peer] : {std::pair("leaf0", "leaf1"), std::pair("leaf1", "leaf0")}) {
        Device& leaf = fabric.devices[index_of(fabric, name)];
        leaf.forwarding.tunnel_peer = {peer, leaf.origins.explicit_at({0, 5, 1})};
        leaf.tunnel_remap = remaps;
    }
    return fabric;
}

// host0's only port is on leaf0 and leaf1, which tunnel to each other.
inline Fabric with_y_cable(bool remaps)
{
    Fabric fabric = testing::make_fat_tree({.ports = 4});
    const std::uint32_t leaf1 = index_of(fabric, "leaf1");
    Port port = fabric.devices[leaf1].ports.front();
    port.name = "p4";
    const auto link = static_cast<std::uint32_t>(fabric.links.size());
    const PortId second{leaf1, static_cast<std::uint32_t>(fabric.devices[leaf1].ports.size())};
    const PortId of_host{index_of(fabric, "host0"), 0};
    fabric.devices[leaf1].ports.push_back(port);
    fabric.link_of_port[leaf1].push_back(link);
    fabric.links.push_back({.a = second, .b = of_host, .source = LinkSource::topology});
    fabric.y_cables.emplace_back(of_host, link);
    for (const auto& [name, peer] : {std::pair("leaf0", "leaf1"), std::pair("leaf1", "leaf0")}) {
        Device& leaf = fabric.devices[index_of(fabric, name)];
        leaf.forwarding.tunnel_peer = {peer, leaf.origins.explicit_at({0, 5, 1})};
        leaf.tunnel_remap = remaps;
    }
    return fabric;
}

inline bool offers(const Ring& ring, Proposal::Kind kind)
{
    return std::ranges::count(ring.proposals, kind, &Proposal::kind) != 0;
}

}
