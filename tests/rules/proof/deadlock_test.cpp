// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/proof/deadlock_fabrics.h"

namespace rocelint::proof::deadlock_test {

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

    TEST_CASE("valleys after one failure close no ring in a fat tree")
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

    TEST_CASE("proposals break the ring, and what would not break it is not proposed")
    {
        const Fabric fabric = with_route_back_down();
        const DeadlockProof proof = prove(fabric);
        REQUIRE(proof.rings.size() == 1);
        const Ring& ring = proof.rings.front();
        CHECK(offers(ring, Proposal::Kind::drop_way));
        CHECK(offers(ring, Proposal::Kind::lossy_hop));
        // The packets go in a circle, so a separate class would have the same ring.
        CHECK_FALSE(offers(ring, Proposal::Kind::own_class));

        Fabric without = with_route_back_down();
        without.devices[ring.cause.device].forwarding.routes.clear();
        CHECK(prove(without).proven());
        Fabric lossy = with_route_back_down();
        make_lossy(lossy, "leaf1", 2);
        CHECK(prove(lossy).rings.empty());
    }

    TEST_CASE("an MLAG pair closes no ring, whatever fails")
    {
        const DeadlockProof proof = prove(with_mlag_pair());
        CHECK(proof.proven());
        CHECK(proof.valleys.empty());
    }

    TEST_CASE("a route over the peer link closes a ring once a dual-homed host loses a port")
    {
        Fabric fabric = with_mlag_pair();
        fabric.devices[index_of(fabric, "host15")].forwarding.addresses.push_back(
            {0, *parse_prefix("10.0.15.5/24"), {}});
        fabric.devices[index_of(fabric, "leaf0")].forwarding.routes.push_back(
            {.to = *parse_prefix("10.0.15.0/24"), .port = 4, .at = {0, 9, 1}});
        CHECK(prove(fabric, 0).proven());
        const DeadlockProof proof = prove(fabric);
        REQUIRE(proof.rings.size() == 1);
        const Ring& ring = proof.rings.front();
        CHECK(ring.hops.size() == 3);
        REQUIRE(ring.failures.links.size() == 1);
        CHECK(describe(ring.failures, fabric) == "the link between leaf0 p0 and host0 p0");
        CHECK(ring.cause.source == routing::RouteSource::static_route);
        CHECK(fabric.devices[ring.cause.device].name == "leaf0");
        CHECK(ring.cause_at.offset == 9);
        CHECK(ring.proposals.size() == 3);
    }

    TEST_CASE("a ring that only the loss of both links of a switch closes is found")
    {
        Fabric fabric = with_mlag_pair();
        const std::uint32_t leaf0 = index_of(fabric, "leaf0");
        const std::uint32_t host0 = index_of(fabric, "host0");
        // leaf0 reaches host0 over two cables of its bond, and over the peer link only without them.
        cable(fabric, leaf0, host0);
        fabric.devices[host0].ports.back().name = "p6";
        fabric.devices[index_of(fabric, "host15")].forwarding.addresses.push_back(
            {0, *parse_prefix("10.0.15.5/24"), {}});
        fabric.devices[leaf0].forwarding.routes.push_back(
            {.to = *parse_prefix("10.0.15.0/24"), .port = 4, .at = {0, 9, 1}});
        CHECK(prove(fabric, 1).proven());
        const DeadlockProof proof = prove(fabric, 2);
        REQUIRE_FALSE(proof.rings.empty());
        const Ring& ring = proof.rings.front();
        CHECK(ring.failures.links.size() == 2);
        CHECK(ring.failures.devices.empty());
        CHECK(ring.cause.source == routing::RouteSource::static_route);
        CHECK(ring.cause.device == leaf0);
    }

    TEST_CASE("the tunnels of a dual-ToR pair close a ring unless they remap")
    {
        const Fabric fabric = with_dual_tor_pair(false);
        const DeadlockProof proof = prove(fabric);
        REQUIRE_FALSE(proof.rings.empty());
        CHECK(proof.rings.front().cause.source == routing::RouteSource::tunnel);
        CHECK(proof.rings.front().assumed);
        CHECK(offers(proof.rings.front(), Proposal::Kind::own_class));
        CHECK(prove(with_dual_tor_pair(true)).proven());
    }

    TEST_CASE("a ring of hops that were not captured is neither proven nor excluded")
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

    TEST_CASE("the text names the ring and what breaks it")
    {
        const Fabric fabric = with_route_back_down();
        const DeadlockProof proof = prove(fabric);
        CHECK(to_text(proof, fabric).find("ring of 2 buffers") != std::string::npos);
        CHECK(to_text(proof, fabric)
                  .find("proved to help: Remove the route to 10.0.0.0/24 over leaf1 from agg0")
            != std::string::npos);
    }

    TEST_CASE("two failures at once can close a ring that no single one closes")
    {
        // If each switch has its own AS number, an aggregation switch that loses a leaf reaches it via another leaf. Two such
        // detours in one pod, in opposite directions, wait for each other.
        const Fabric fabric = testing::make_fat_tree({.ports = 8, .own_asns = true});
        CHECK(prove(fabric, 1).proven());
        const DeadlockProof both = prove(fabric, 2);
        REQUIRE_FALSE(both.rings.empty());
        const Ring& ring = both.rings.front();
        CHECK(ring.failures.links.size() + ring.failures.devices.size() == 2);
        CHECK(ring.cause.source == routing::RouteSource::valley);
        CHECK(ring.hops.size() == 4);
        CHECK_FALSE(ring.proposals.empty());
    }

    TEST_CASE("with OSPF or IS-IS two lost links close a ring, without a request for two failures")
    {
        Fabric fabric = testing::make_fat_tree({.ports = 8});
        for (Device& device : fabric.devices) {
            if (device.kind == DeviceKind::network_switch)
                device.forwarding.link_state = {true, device.origins.explicit_at({0, 7, 1})};
        }
        const DeadlockProof proof = prove(fabric, 1);
        CHECK(proof.include_failures == 2);
        REQUIRE(proof.rings.size() == 1);
        const Ring& ring = proof.rings.front();
        CHECK(ring.failures.links.size() == 2);
        CHECK(ring.cause.source == routing::RouteSource::learnt);
        CHECK(ring.cause_at.offset == 7);
        CHECK(ring.hops.size() == 4);
        CHECK(to_text(proof, fabric).find("from carrying transit packets") != std::string::npos);
        const Policy policy = rdma_in_priority_3();
        CHECK(prove_freedom_from_deadlock(
            analyse(fabric, policy), {.include_failures = 1, .link_state_failures = 1})
                  .proven());
        CHECK(prove(fabric, 0).proven());
    }

    TEST_CASE("a ring of four switches without roles closes under any shortest paths, which is a warning")
    {
        const auto ring_of = [](std::uint32_t count) {
            Fabric fabric = testing::make_fat_tree({.ports = 4});
            std::vector<Device> devices;
            Topology topology;
            topology.path = "ring";
            for (std::uint32_t index = 0; index < count; ++index) {
                const std::string leaf = "leaf" + std::to_string(index);
                const std::string host = "host" + std::to_string(index);
                devices.push_back(fabric.devices[index_of(fabric, leaf)]);
                devices.back().role = {};
                topology.links.push_back({leaf, "p0", host, "p0", {}, {}, {}});
                topology.links.push_back(
                    {leaf, "p2", "leaf" + std::to_string((index + 1) % count), "p3", {}, {}, {}});
            }
            for (std::uint32_t index = 0; index < count; ++index)
                devices.push_back(fabric.devices[index_of(fabric, "host" + std::to_string(index))]);
            return link(std::move(devices), {}, std::move(topology));
        };
        CHECK(prove(ring_of(3), 0).proven());
        const DeadlockProof proof = prove(ring_of(4), 0);
        REQUIRE(proof.rings.size() == 1);
        CHECK(proof.rings.front().assumed);
        CHECK(proof.rings.front().hops.size() == 4);
        CHECK(proof.unrouted == routing::none);
    }

    TEST_CASE(
        "packets that a Y-cable's standby switch tunnels close a ring, unless they move to another class")
    {
        const DeadlockProof proof = prove(with_y_cable(false));
        REQUIRE_FALSE(proof.rings.empty());
        CHECK(proof.rings.front().failures.empty());
        CHECK(proof.rings.front().cause.source == routing::RouteSource::tunnel);
        CHECK(prove(with_y_cable(true)).rings.empty());
    }

    TEST_CASE("the number of failure sets that are examined is bounded, and reported")
    {
        const Fabric fabric = testing::make_fat_tree({.ports = 8, .own_asns = true});
        const Policy policy = rdma_in_priority_3();
        const DeadlockProof proof = prove_freedom_from_deadlock(
            analyse(fabric, policy), {.include_failures = 2, .most_failures = 3});
        CHECK(proof.examined <= 3);
        CHECK(proof.bound_reached);
        CHECK_FALSE(proof.proven());
        CHECK(to_text(proof, fabric).find("the bound was reached") != std::string::npos);
    }

    TEST_CASE("without a detour no number of failures closes a ring")
    {
        const Fabric fabric = testing::make_fat_tree({.ports = 8});
        const DeadlockProof proof = prove(fabric, 3);
        CHECK(proof.proven());
        CHECK(proof.examined == 0);
    }

    TEST_CASE("more turns never remove a ring")
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
