// SPDX-License-Identifier: Apache-2.0
// Following one class of a group must give the same result as following all of them.
#include "analysis/proof/deadlock/failure_sweep.h"
#include "tests/fat_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace rocelint::proof {
namespace {

Policy priority_3_carries_rdma()
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

void set_asns(Fabric& fabric, std::mt19937& random)
{
    const std::uint32_t way = random() % 4;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        Device& device = fabric.devices[index];
        const OriginId why = device.origins.explicit_at({0, 0, 0});
        if (device.kind != DeviceKind::network_switch || way == 0 || random() % 20 == 0)
            continue;
        const bool leaf = device.role.is(Role::leaf);
        device.forwarding.bgp_asn = {way == 1 || random() % 8 == 0 ? 65000 + index
                : leaf                                             ? 64999
                                                                   : 64000 + index,
            why};
        if (way == 3 || random() % 10 == 0)
            device.forwarding.allow_own_as = {1, why};
        if (way == 2 && random() % 3 != 0)
            device.forwarding.link_state = {true, why};
    }
}

// Shuts some links, makes ports of some leaves lossy, and runs BGP and OSPF on some switches.
Fabric shaken(std::uint32_t seed)
{
    std::mt19937 random(seed);
    Fabric fabric = testing::make_fat_tree({.ports = random() % 3 == 0 ? 4U : 6U});
    set_asns(fabric, random);
    const std::uint32_t faults = random() % 4;
    for (std::uint32_t fault = 0; fault < faults; ++fault) {
        const Link& link = fabric.links[random() % fabric.links.size()];
        Port& port = fabric.devices[link.a.device].ports[link.a.port];
        if (random() % 2 == 0)
            port.admin_up = {false, fabric.devices[link.a.device].origins.explicit_at({0, 0, 0})};
        else
            port.pfc_tx.value = {};
    }
    Device& any = fabric.devices[random() % fabric.devices.size()];
    if (random() % 4 == 0 && any.kind == DeviceKind::network_switch)
        any.forwarding.routes.push_back({.to = *parse_prefix("0.0.0.0/0"), .port = 1, .at = {0, 9, 1}});
    else if (random() % 4 == 0 && any.kind == DeviceKind::network_switch)
        any.forwarding.mlag_peer_link = {1, any.origins.explicit_at({0, 0, 0})};
    return fabric;
}

bool same(const routing::Graph& graph, const routing::TurnTable& a, const routing::TurnTable& b)
{
    for (std::uint32_t device = 0; device < graph.fabric().devices.size(); ++device) {
        const auto ports = static_cast<std::uint32_t>(graph.fabric().devices[device].ports.size());
        for (std::uint32_t port = 0; port < ports; ++port) {
            if (!std::ranges::equal(a.row({device, port}), b.row({device, port})))
                return false;
        }
    }
    return true;
}

}

TEST_SUITE("alike classes")
{
    TEST_CASE("the leaves of a pod are alike, with or without an AS number for each")
    {
        for (const bool own_asns : {false, true}) {
            const Fabric fabric = testing::make_fat_tree({.ports = 8, .own_asns = own_asns});
            const Policy policy = priority_3_carries_rdma();
            const Analysis analysis = analyse(fabric, policy);
            const routing::Graph graph(fabric);
            const routing::Destinations destinations
                = routing::find_destinations(graph, rdma_endpoints(analysis));
            const routing::AlikeClasses alike(graph, destinations);
            REQUIRE(alike.groups().size() == 8);
            CHECK(alike.groups().front().classes.size() == 4);
            CHECK(alike.groups().front().uppers.size() == 4);
        }
    }

    TEST_CASE("turns and failures are the same as if every class were followed")
    {
        std::size_t grouped = 0;
        std::size_t felt = 0;
        std::size_t suspects = 0;
        for (std::uint32_t seed = 0; seed < 200; ++seed) {
            CAPTURE(seed);
            const Fabric fabric = shaken(seed);
            const Policy policy = priority_3_carries_rdma();
            const Analysis analysis = analyse(fabric, policy);
            const routing::Graph graph(fabric);
            const routing::Destinations destinations
                = routing::find_destinations(graph, rdma_endpoints(analysis));
            const routing::AlikeClasses alike(graph, destinations);
            const routing::AlikeClasses each(graph, destinations, false);
            grouped += destinations.classes.size() - alike.groups().size();
            CHECK(same(graph,
                routing::turns_in_use(graph, destinations, alike),
                routing::turns_in_use(graph, destinations, each)));
            const Turns turns = all_turns(graph, destinations, {}, {}, each);
            CHECK(same(graph, turns.first, all_turns(graph, destinations, {}, {}, alike).first));
            const LosslessHops hops = find_lossless_hops(analysis, graph);
            const Case one{&analysis, &graph, &destinations, &hops, {}};
            const FailureSweep some = sweep_failures(one, turns, alike);
            const FailureSweep all = sweep_failures(one, turns, each);
            CHECK(some.felt == all.felt);
            felt += all.felt.size();
            suspects += all.suspects.size();
            REQUIRE(some.suspects.size() == all.suspects.size());
            for (std::size_t index = 0; index < all.suspects.size(); ++index) {
                CHECK(some.suspects[index].element == all.suspects[index].element);
                CHECK(some.suspects[index].classes == all.suspects[index].classes);
            }
        }
        CHECK(grouped > 1000);
        CHECK(felt > 1000);
        CHECK(suspects > 10);
    }
}

}
