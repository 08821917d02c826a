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

/// Builds an InfiniBand subnet: nodes in the order in which they are named, LIDs from 1 in that order, one for each.
class SubnetMaker {
public:
    /// A switch with ports 1 to `ports`; its index.
    std::uint32_t add_switch(std::string name, std::uint8_t ports = 8);
    /// A channel adapter with one port, which hangs on that port of a switch.
    std::uint32_t add_host(std::string name, std::uint32_t network_switch, std::uint8_t port);
    /// A cable between two switches.
    void connect(std::uint32_t a, std::uint8_t a_port, std::uint32_t b, std::uint8_t b_port);
    /// Sets one entry of a table.
    void route(std::uint32_t network_switch, std::uint32_t to, std::uint8_t port);
    /// Fills all tables with shortest ways; of several equal ones the one that `choose` gives the index of.
    void route_shortest(
        const std::function<std::size_t(std::uint32_t at, std::uint32_t to, std::size_t ways)>& choose = {});
    /// SL to VL of all turns of all switches. `map` gives the lane.
    void lanes(const std::function<std::uint8_t(
            std::uint32_t at, std::uint8_t in, std::uint8_t out, std::uint8_t sl)>& map);

    [[nodiscard]] Lid lid_of(std::uint32_t node) const { return static_cast<Lid>(node + 1); }
    [[nodiscard]] Subnet& subnet() { return subnet_; }
    /// A fabric of this subnet, and of a manager with these engines if there are any.
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
    std::deque<std::string> names_; ///< whose strings never move
    Origins origins_;
};

/// Switches in a ring, port 1 of each to port 2 of the next, with one host at port 3 of each: nodes 0 to `count` - 1 and
/// behind them their hosts.
[[nodiscard]] SubnetMaker make_ring(std::uint32_t count);

/// A torus of switches: port 1 to port 2 of the next in x, port 3 to port 4 of the next in y, a host at port 5.
[[nodiscard]] SubnetMaker make_torus(std::uint32_t width, std::uint32_t height);

/// A fat tree of three levels: four pods of two leaves and two spines, two cores above each plane, two hosts to a leaf.
/// With `swapped` the cables from leaf0.0 and leaf1.0 to the first spines of their pods lie each in the other's place.
[[nodiscard]] SubnetMaker make_pods(bool swapped);

}
