// SPDX-License-Identifier: Apache-2.0
#include "rules/proof/deadlock.h"
#include "tests/fat_tree.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::proof {
namespace {

Policy rdma_in_priority_3()
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

DeadlockProof prove(const Fabric& fabric, std::uint32_t failures = 1)
{
    const Policy policy = rdma_in_priority_3();
    return prove_freedom_from_deadlock(analyse(fabric, policy), {.include_failures = failures});
}

std::uint32_t index_of(const Fabric& fabric, std::string_view name) { return *fabric.find_device(name); }

// The first host hangs on leaf0, which hangs on agg0 and agg1, as leaf1 does. agg0 is told to reach it over leaf1.
Fabric with_route_back_down()
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

void make_lossy(Fabric& fabric, std::string_view device, std::uint32_t port)
{
    fabric.devices[index_of(fabric, device)].ports[port].pfc_tx.value = {};
}

bool offers(const Ring& ring, Proposal::Kind kind)
{
    return std::ranges::count(ring.proposals, kind, &Proposal::kind) != 0;
}

}

TEST_SUITE("deadlock")
{
    TEST_CASE("a fat tree has no ring of buffers, whatever fails")
    {
        const DeadlockProof proof = prove(testing::make_fat_tree({.ports = 4}));
        CHECK(proof.proven());
        CHECK(proof.dependencies > 0);
        CHECK(proof.valleys.empty());
        CHECK(proof.elements == 48 + 20);
    }

    TEST_CASE("ways down and up again after one failure close no ring in a fat tree")
    {
        const DeadlockProof proof = prove(testing::make_fat_tree({.ports = 6, .own_asns = true}));
        CHECK(proof.proven());
        CHECK(proof.examined == 0);
    }

    TEST_CASE("a route back down closes a ring, and the route is blamed")
    {
        const Fabric fabric = with_route_back_down();
        const DeadlockProof proof = prove(fabric);
        REQUIRE(proof.rings.size() == 1);
        const Ring& ring = proof.rings.front();
        CHECK(ring.failures.empty());
        CHECK_FALSE(ring.assumed);
        CHECK(fabric.devices[ring.cause.device].name == "agg0");
        CHECK(ring.cause.source == routing::RouteSource::static_route);
        CHECK(ring.cause_at.offset == 9);
        CHECK(ring.hops.size() == 2);
        for (const RingHop& hop : ring.hops) {
            CHECK(hop.buffer.priority == 3);
            CHECK(proof.endpoints[hop.endpoint] == "host0");
        }
        CHECK(proof.valleys.size() == 1);
    }

    TEST_CASE("what is proposed breaks the ring, and what would not is not proposed")
    {
        const Fabric fabric = with_route_back_down();
        const DeadlockProof proof = prove(fabric);
        REQUIRE(proof.rings.size() == 1);
        const Ring& ring = proof.rings.front();
        CHECK(offers(ring, Proposal::Kind::drop_way));
        CHECK(offers(ring, Proposal::Kind::lossy_hop));
        // The packets go in a circle, so a class of their own has the same ring.
        CHECK_FALSE(offers(ring, Proposal::Kind::own_class));

        Fabric without = with_route_back_down();
        without.devices[ring.cause.device].forwarding.routes.clear();
        CHECK(prove(without).proven());
        Fabric lossy = with_route_back_down();
        make_lossy(lossy, "leaf1", 2);
        CHECK(prove(lossy).rings.empty());
    }

    TEST_CASE("a ring of hops that nobody captured is neither there nor not")
    {
        Fabric fabric = with_route_back_down();
        fabric.devices[index_of(fabric, "leaf1")].ports[2].pfc_tx = {};
        const DeadlockProof proof = prove(fabric);
        CHECK(proof.rings.empty());
        REQUIRE(proof.unknown.size() == 1);
        CHECK(fabric.device(proof.unknown.front()).name == "leaf1");
        CHECK_FALSE(proof.proven());
    }

    TEST_CASE("a port of the ring without a watchdog is named")
    {
        Fabric fabric = with_route_back_down();
        fabric.devices[index_of(fabric, "agg0")].ports[1].watchdog.enabled.value = false;
        const DeadlockProof proof = prove(fabric);
        REQUIRE(proof.rings.size() == 1);
        REQUIRE(proof.rings.front().unwatched.size() == 1);
        CHECK(fabric.device(proof.rings.front().unwatched.front()).name == "agg0");
    }

    TEST_CASE("text and JSON name the ring")
    {
        const Fabric fabric = with_route_back_down();
        const DeadlockProof proof = prove(fabric);
        CHECK(to_text(proof, fabric).find("ring of 2 buffers") != std::string::npos);
        CHECK(to_text(proof, fabric)
                  .find("proved to help: Remove the route to 10.0.0.0/24 over leaf1 from agg0")
            != std::string::npos);
        CHECK(to_json(proof, fabric).find("\"cause\": \"agg0\"") != std::string::npos);
    }

    TEST_CASE("more turns never take a ring away")
    {
        const Fabric fabric = with_route_back_down();
        const Policy policy = rdma_in_priority_3();
        const Analysis analysis = analyse(fabric, policy);
        const routing::Graph graph(fabric);
        const LosslessHops hops = find_lossless_hops(analysis, graph);
        const BufferGraph buffers(graph, hops, {});
        const routing::Destinations destinations
            = routing::find_destinations(graph, rdma_endpoints(analysis));
        Turns turns = all_turns(graph, destinations, {});
        const auto on_rings = [&] {
            std::vector<std::uint32_t> all;
            for (const auto& component : routing::cyclic_components(buffers.waits(turns, {})))
                all.insert(all.end(), component.begin(), component.end());
            std::ranges::sort(all);
            return all;
        };
        std::vector<std::uint32_t> before = on_rings();
        REQUIRE_FALSE(before.empty());
        for (std::uint32_t in = 0; in < graph.channel_count(); in += 3) {
            const PortId entry = graph.channel(in).to;
            if (!graph.is_switch(entry.device))
                continue;
            turns.first.insert(entry, (entry.port + in) % 4);
            std::vector<std::uint32_t> now = on_rings();
            REQUIRE(std::ranges::includes(now, before));
            before = std::move(now);
        }
    }
}

}
