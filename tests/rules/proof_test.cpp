// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/path/pairs.h"
#include "analysis/proof/path/walk.h"
#include "tests/fat_tree.h"
#include "tests/rules/small_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

Policy single_class()
{
    Policy policy;
    policy.classes.emplace();
    RdmaClass& rdma = policy.classes->classes.emplace_back();
    rdma.name = "rdma";
    rdma.priority = 3;
    rdma.dscps.insert(26);
    policy.classes->cnp.dscp = 48;
    return policy;
}

TEST_CASE("a deviating leaf in a fat tree breaks exactly the pairs that meet it")
{
    for (const std::uint32_t ports : {4U, 6U}) {
        testing::FatTree shape;
        shape.ports = ports;
        shape.deviating_leaf = 1;
        const Fabric fabric = testing::make_fat_tree(shape);
        const Policy policy = single_class();
        const Analysis analysis = analyse(fabric, policy);
        const proof::FabricProof paths(analysis);
        const proof::AllPairs all = proof::prove_all_pairs(paths);
        const std::uint64_t hosts = std::uint64_t{ports} * ports * ports / 4;
        const std::uint64_t below = shape.half();
        CHECK(all.endpoints == hosts);
        CHECK(all.pairs == hosts * (hosts - 1));
        CHECK(all.broken == 2 * below * (hosts - below) + below * (below - 1));
        CHECK(all.unproven == 0);
        REQUIRE(all.causes.size() == 1);
        CHECK(all.causes.front().pairs == all.broken);
        CHECK(fabric.device(all.causes.front().cause.step.port).name == "leaf1");
    }
}

TEST_CASE("pairs proven one by one are those proven all at once")
{
    testing::FatTree shape;
    shape.deviating_leaf = 2;
    const Fabric fabric = testing::make_fat_tree(shape);
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    const proof::FabricProof proof(analysis);
    const auto endpoints = static_cast<std::uint32_t>(proof.destinations().endpoints.size());
    std::uint64_t broken = 0;
    for (std::uint32_t from = 0; from < endpoints; ++from) {
        for (std::uint32_t to = 0; to < endpoints; ++to) {
            if (from == to)
                continue;
            const auto there = proof::walk(proof, from, to, 0);
            const auto back = proof::walk(proof, to, from, proof::Packet::notification);
            REQUIRE(there);
            REQUIRE(back);
            broken += there->broken > 0 || back->broken > 0 ? 1 : 0;
        }
    }
    CHECK(broken == proof::prove_all_pairs(proof).broken);
}

TEST_CASE("all equal-cost paths are counted without being listed")
{
    testing::FatTree shape;
    shape.ports = 8;
    const Fabric fabric = testing::make_fat_tree(shape);
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    const proof::FabricProof proof(analysis);
    const auto last = static_cast<std::uint32_t>(proof.destinations().endpoints.size() - 1);
    // Four aggregation switches, and four core switches above each.
    const auto walk = proof::walk(proof, 0, last, 0);
    REQUIRE(walk);
    CHECK(walk->paths == 16);
    CHECK(walk->proven() == 16);
    for (const proof::WalkHop& hop : walk->hops) {
        for (const auto& path :
            proof::paths_through(*walk, static_cast<std::uint32_t>(&hop - walk->hops.data()), 100))
            CHECK(path.size() == 6);
    }
    CHECK(proof::paths_through(*walk, 0, 100).size() == 16);
    CHECK(proof::paths_through(*walk, 0, 5).size() == 5);
}

// leaf0 has only agg1 left, and leaf1 only agg0: between them packets would have to go down and up again.
Fabric with_shut_uplinks()
{
    Fabric fabric = testing::make_fat_tree({});
    for (const auto& [leaf, agg] : {std::pair("leaf0", "agg0"), std::pair("leaf1", "agg1")}) {
        const std::uint32_t device = *fabric.find_device(leaf);
        for (std::uint32_t port = 0; port < fabric.devices[device].ports.size(); ++port) {
            const auto peer = fabric.peer({device, port});
            if (peer && fabric.device(*peer).name == agg)
                fabric.devices[device].ports[port].admin_up
                    = {false, fabric.devices[device].origins.explicit_at({0, 0, 0})};
        }
    }
    return fabric;
}

// The grade of the path from leaf0's first host to leaf1's.
proof::Grade between_the_cut_leaves(const Fabric& fabric)
{
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    const proof::FabricProof paths(analysis);
    const auto walk = proof::walk(paths, 0, 2, 0);
    REQUIRE(walk);
    const proof::AllPairs all = proof::prove_all_pairs(paths);
    const proof::Grade worst = walk->outcome();
    // The four pairs of hosts behind the two leaves, in both directions; no other host is affected.
    CHECK(all.broken == 0);
    CHECK(all.unreachable == (worst == proof::Grade::unreachable ? 8 : 0));
    CHECK(all.unproven == (worst == proof::Grade::unproven ? 8 : 0));
    return worst;
}

void give_asns(Fabric& fabric, bool shared)
{
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        Device& device = fabric.devices[index];
        const bool is_leaf = device.role.is(Role::leaf);
        if (device.kind == DeviceKind::network_switch)
            device.forwarding.bgp_asn
                = {shared && !is_leaf ? 65000 + (device.role.is(Role::spine) ? 1U : 2U) : 64600 + index,
                    device.origins.explicit_at({0, 0, 0})};
    }
}

TEST_CASE("nothing is proven about an unconfigured path that is not up and down")
{
    CHECK(between_the_cut_leaves(with_shut_uplinks()) == proof::Grade::unproven);
}

TEST_CASE("if every path returns to an AS number that is already on it, hosts are unreachable")
{
    Fabric fabric = with_shut_uplinks();
    give_asns(fabric, true);
    CHECK(between_the_cut_leaves(fabric) == proof::Grade::unreachable);
    give_asns(fabric, false);
    CHECK(between_the_cut_leaves(fabric) == proof::Grade::proven);
}

TEST_CASE("OSPF and IS-IS find the remaining path, whatever its shape")
{
    Fabric fabric = with_shut_uplinks();
    for (Device& device : fabric.devices)
        device.forwarding.link_state = {true, device.origins.explicit_at({0, 0, 0})};
    CHECK(between_the_cut_leaves(fabric) == proof::Grade::proven);
    const std::vector<std::string> assumed = routing::route_assumptions(routing::Graph(fabric));
    REQUIRE(assumed.size() == 1);
    CHECK(assumed.front().find("OSPF or IS-IS: whatever links are left") != std::string::npos);
}

TEST_CASE("links assumed to be broken are equivalent to shut ones")
{
    const Fabric fabric = testing::make_fat_tree({});
    const Fabric shut = with_shut_uplinks();
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    routing::Failures failed;
    for (std::uint32_t link = 0; link < shut.links.size(); ++link) {
        if (shut.port(shut.links[link].a).admin_up.is(false)
            || shut.port(shut.links[link].b).admin_up.is(false))
            failed.links.push_back(link);
    }
    REQUIRE(failed.links.size() == 2);
    CHECK(proof::prove_all_pairs(proof::FabricProof(analysis)).unproven == 0);
    CHECK(proof::prove_all_pairs(proof::FabricProof(analysis, failed)).unproven == 8);
}

// The last host of a fat tree has an address, and agg0 its own route to it.
Fabric with_route(StaticRoute route)
{
    Fabric fabric = testing::make_fat_tree({});
    const auto host = fabric.find_device("host15");
    const auto agg = fabric.find_device("agg0");
    REQUIRE((host && agg));
    fabric.devices[*host].forwarding.addresses.push_back({0, *parse_prefix("10.9.0.1/24"), {}});
    route.to = *parse_prefix("10.9.0.0/24");
    fabric.devices[*agg].forwarding.routes.push_back(route);
    return fabric;
}

bool has_broken_route(const proof::AllPairs& all)
{
    return std::ranges::any_of(all.causes, [](const proof::AffectedPairs& affected) {
        return affected.cause.step.aspect == proof::Aspect::route
            && affected.cause.step.outcome == proof::Grade::broken;
    });
}

TEST_CASE("a configured route that leads back down is a loop, which ends the path")
{
    StaticRoute down;
    down.port = 0; // to leaf0, which sends it up again
    const Fabric fabric = with_route(down);
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    const proof::FabricProof paths(analysis);
    const auto walk = proof::walk(paths, 0, 15, 0);
    REQUIRE(walk);
    CHECK(walk->broken > 0);
    CHECK(walk->proven() == 2); // via agg1 and its two core switches
    CHECK(std::ranges::any_of(walk->hops, [](const proof::WalkHop& hop) {
        return !hop.hop.steps.empty() && hop.hop.steps.back().aspect == proof::Aspect::route;
    }));
    CHECK(has_broken_route(proof::prove_all_pairs(paths)));
}

// Whether a route is broken between two hosts at the ends of a row of this many switches, each with a route to the next.
bool is_broken_in_row(std::uint32_t switches)
{
    test::SmallFabric row;
    const auto name = [](std::uint32_t number) { return "sw" + std::to_string(number); };
    for (std::uint32_t number = 0; number < switches; ++number)
        row.add(name(number), Role::leaf);
    row.add_host("host0");
    row.add_host("host1");
    row.cable("host0", name(0));
    for (std::uint32_t number = 1; number < switches; ++number)
        row.cable(name(number - 1), name(number));
    row.cable(name(switches - 1), "host1");
    const auto built = row.build();
    Fabric& fabric = built->fabric;
    fabric.devices[*fabric.find_device("host1")].forwarding.addresses.push_back(
        {0, *parse_prefix("10.9.0.1/24"), {}});
    for (std::uint32_t number = 0; number < switches; ++number) {
        StaticRoute route;
        route.to = *parse_prefix("10.9.0.0/24");
        route.port = 1; // port 0 leads back
        fabric.devices[*fabric.find_device(name(number))].forwarding.routes.push_back(route);
    }
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    return has_broken_route(proof::prove_all_pairs(proof::FabricProof(analysis)));
}

TEST_CASE("a packet passes no more than 255 switches, as many as its time to live allows")
{
    CHECK_FALSE(is_broken_in_row(255));
    CHECK(is_broken_in_row(256));
}

TEST_CASE("a configured route that discards breaks the paths that meet it")
{
    StaticRoute nowhere;
    nowhere.discards = true;
    const Fabric fabric = with_route(nowhere);
    const Policy policy = single_class();
    const Analysis analysis = analyse(fabric, policy);
    const proof::FabricProof paths(analysis);
    const auto walk = proof::walk(paths, 0, 15, 0);
    REQUIRE(walk);
    CHECK(walk->paths == 3);
    CHECK(walk->broken == 1);
    CHECK(walk->proven() == 2);
    const proof::AllPairs all = proof::prove_all_pairs(paths);
    CHECK(has_broken_route(all));
    // Four hosts of the pod send via agg0, and so do their CNPs for what they receive from host15.
    CHECK(all.broken == 8);
}

}
}
