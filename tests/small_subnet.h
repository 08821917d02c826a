// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::testing {

/// Builds an InfiniBand subnet: nodes in the order in which they are added, each with one LID, counted from 1 in that order.
class SubnetMaker {
public:
    /// Adds a switch with ports 1 to `ports` and returns its index.
    std::uint32_t add_switch(std::string name, std::uint8_t ports = 8);
    /// Adds a channel adapter with one port, connected to that port of a switch.
    std::uint32_t add_host(std::string name, std::uint32_t network_switch, std::uint8_t port);
    /// Connects two switches with a cable.
    void connect(std::uint32_t a, std::uint8_t a_port, std::uint32_t b, std::uint8_t b_port);
    /// Sets one forwarding table entry.
    void route(std::uint32_t network_switch, std::uint32_t to, std::uint8_t port);
    /// Fills all forwarding tables with shortest paths; `choose` returns the index of the one to take among several equal ones.
    void route_shortest(
        const std::function<std::size_t(std::uint32_t at, std::uint32_t to, std::size_t ways)>& choose = {});
    /// Sets SL to VL for all turns of all switches. `map` returns the lane.
    void lanes(const std::function<std::uint8_t(
            std::uint32_t at, std::uint8_t in, std::uint8_t out, std::uint8_t sl)>& map);

    [[nodiscard]] Lid lid_of(std::uint32_t node) const { return static_cast<Lid>(node + 1); }
    [[nodiscard]] Subnet& subnet() { return subnet_; }
    /// A fabric of this subnet, with a manager if `engines` is not empty.
    [[nodiscard]] Fabric fabric(std::vector<RoutingEngine> engines = {}, std::vector<Guid> roots = {});

private:
    struct Cable {
        std::uint32_t a;
        std::uint8_t a_port;
        std::uint32_t b;
        std::uint8_t b_port;
    };
    std::uint32_t add_node(IbNodeKind kind, std::string name, std::uint8_t ports);
    [[nodiscard]] IbPort& port(std::uint32_t node, std::uint8_t number);
    [[nodiscard]] std::uint32_t far(std::uint32_t node, std::uint8_t number) const;

    Subnet subnet_;
    std::deque<std::string> names_; ///< a deque, so that the strings never move
    Origins origins_;
};

/// Switches in a ring, port 1 of each to port 2 of the next, with one host at port 3 of each: nodes 0 to `count` - 1 are the
/// switches, and their hosts follow.
[[nodiscard]] SubnetMaker make_ring(std::uint32_t count);

/// A torus of switches: port 1 to port 2 of the next in x, port 3 to port 4 of the next in y, a host at port 5.
[[nodiscard]] SubnetMaker make_torus(std::uint32_t width, std::uint32_t height);

/// A three-level fat tree: four pods of two leaves and two spines, two cores above each plane, two hosts per leaf. `swapped`
/// exchanges the cables from leaf0.0 and leaf1.0 to the first spines of their pods.
[[nodiscard]] SubnetMaker make_pods(bool swapped);

}
