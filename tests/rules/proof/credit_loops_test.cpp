// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit/credit_loops.h"
#include "tests/small_subnet.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::proof {
namespace {

using testing::make_pods;
using testing::make_ring;
using testing::make_torus;
using testing::SubnetMaker;

CreditProof prove(SubnetMaker& maker, std::vector<RoutingEngine> engines = {}, std::vector<Guid> roots = {})
{
    const Fabric fabric = maker.fabric(std::move(engines), std::move(roots));
    return prove_free_of_credit_loops(fabric, 0);
}

std::string text(SubnetMaker& maker, const CreditProof& proof)
{
    const Fabric fabric = maker.fabric();
    return to_text(proof, *fabric.devices[0].subnet);
}

void forget_tables(SubnetMaker& maker)
{
    maker.subnet().tables.clear();
    for (IbNode& node : maker.subnet().nodes)
        node.forwarding = Subnet::none;
}

// Every packet continues by port 1 until it reaches its host's switch.
void route_clockwise(SubnetMaker& maker, std::uint32_t count)
{
    for (std::uint32_t one = 0; one < count; ++one) {
        for (std::uint32_t to = 0; to < 2 * count; ++to)
            maker.route(one, to, to == one ? 0 : to == count + one ? 3 : 1);
    }
}

// The manager's files say that min hop does not follow if all listed engines fail.
void forbid_fallback(Fabric& fabric)
{
    Device& manager = fabric.devices[1];
    manager.manager->no_fallback = {true, manager.origins.explicit_at({})};
}

bool mentions(const std::vector<std::string>& reasons, std::string_view words)
{
    return std::ranges::any_of(
        reasons, [&](const std::string& reason) { return reason.find(words) != std::string::npos; });
}

}

TEST_CASE("A ring of five switches with shortest paths has a credit loop, reported by cables and LIDs")
{
    SubnetMaker maker = make_ring(5);
    maker.route_shortest();
    const CreditProof proof = prove(maker, {RoutingEngine::minhop});
    CHECK(proof.basis == CreditProof::Basis::tables);
    REQUIRE(proof.loops.size() == 2); // one per direction
    const CreditLoop& loop = proof.loops[0];
    CHECK(loop.sure);
    CHECK_FALSE(loop.management);
    REQUIRE(loop.hops.size() == 5);
    // From ring0 to ring1 and on to the host of ring2, whose LID is 8.
    CHECK(loop.hops[0].lids == std::vector<Lid>{8});
    CHECK(text(maker, proof)
              .find("ring0 port 1 -> ring1 port 2: packets for LID 8 (the first from ring0) go on by port 1")
        != std::string::npos);
}

TEST_CASE("A loop is certain only if no path record can keep packets apart")
{
    SubnetMaker maker = make_ring(5);
    maker.route_shortest();
    const CreditProof proof = prove(maker);
    REQUIRE_FALSE(proof.loops.empty());
    CHECK_FALSE(proof.loops.front().sure);
}

TEST_CASE("In a ring of three switches with shortest paths no packet crosses two cables, so no loop closes")
{
    SubnetMaker maker = make_ring(3);
    maker.route_shortest();
    const CreditProof proof = prove(maker);
    CHECK(proof.proven());
    CHECK(proof.dependencies == 0);
}

TEST_CASE("A ring of three switches has a credit loop if packets go the long way round")
{
    SubnetMaker maker = make_ring(3);
    route_clockwise(maker, 3);
    const CreditProof proof = prove(maker, {RoutingEngine::minhop});
    REQUIRE(proof.loops.size() == 1);
    CHECK(proof.loops[0].hops.size() == 3);
}

TEST_CASE("A ring of four switches has a credit loop only if all its ties go the same way round")
{
    SubnetMaker round = make_ring(4);
    round.route_shortest([](std::uint32_t, std::uint32_t, std::size_t) { return 0; });
    CHECK(prove(round, {RoutingEngine::minhop}).loops.size() == 1);
    SubnetMaker mixed = make_ring(4);
    mixed.route_shortest([](std::uint32_t at, std::uint32_t, std::size_t) { return at % 2; });
    CHECK(prove(mixed, {RoutingEngine::minhop}).proven());
}

TEST_CASE("A loop that only packets to management ports of switches close is reported as such")
{
    // Hosts on two neighbouring switches; only packets between hosts and the far switches go around the ring.
    SubnetMaker maker;
    for (const char* name : {"a", "b", "c", "d"})
        maker.add_switch(name);
    for (std::uint32_t one = 0; one < 4; ++one)
        maker.connect(one, 1, (one + 1) % 4, 2);
    const std::uint32_t host = maker.add_host("host", 0, 3);
    const std::uint32_t other = maker.add_host("other", 1, 3);
    for (std::uint32_t one = 0; one < 4; ++one) {
        for (std::uint32_t to = 0; to < 6; ++to) {
            const std::uint32_t at = to == host ? 0 : to == other ? 1 : to;
            maker.route(one, to, one != at ? 1 : to < 4 ? 0 : 3);
        }
    }
    maker.route(1, host, 2);
    const CreditProof proof = prove(maker, {RoutingEngine::minhop});
    REQUIRE(proof.loops.size() == 1);
    CHECK(proof.loops[0].management);
}

TEST_CASE("Missing tables are a reason why nothing is proven, and not a loop")
{
    SubnetMaker maker = make_ring(3);
    maker.route_shortest();
    maker.subnet().tables.pop_back();
    maker.subnet().nodes[2].forwarding = Subnet::none;
    const CreditProof proof = prove(maker);
    CHECK(proof.loops.empty());
    CHECK_FALSE(proof.proven());
    CHECK(mentions(proof.unproven, "the forwarding table of ring2 was not captured"));
}

TEST_CASE("Without tables and without a manager's files nothing is proven")
{
    SubnetMaker maker = make_ring(5);
    forget_tables(maker);
    const CreditProof proof = prove(maker);
    CHECK_FALSE(proof.proven());
    CHECK(mentions(proof.unproven, "no forwarding tables were captured"));
}

TEST_CASE(
    "By its rules min hop closes a loop in a ring of five, may in one of four and cannot in one of three")
{
    SubnetMaker five = make_ring(5);
    SubnetMaker four = make_ring(4);
    SubnetMaker three = make_ring(3);
    for (SubnetMaker* maker : {&five, &four, &three})
        forget_tables(*maker);
    const CreditProof closes = prove(five, {RoutingEngine::minhop});
    CHECK(closes.basis == CreditProof::Basis::rules);
    REQUIRE(closes.loops.size() == 2);
    CHECK(closes.loops[0].hops.size() == 5);
    const CreditProof may = prove(four, {RoutingEngine::minhop});
    CHECK(may.loops.empty());
    CHECK(mentions(may.unproven, "which of several equally short ways it takes"));
    CHECK(prove(three, {RoutingEngine::minhop}).proven());
}

TEST_CASE("Up/down from a listed root closes no loop in a ring, and finds no root in one on its own")
{
    SubnetMaker maker = make_ring(5);
    forget_tables(maker);
    const CreditProof listed = prove(maker, {RoutingEngine::updn}, {0x1000});
    CHECK(listed.proven());
    CHECK(listed.cut_off_pairs == 0);
    // opensm then falls back to minhop.
    const CreditProof detected = prove(maker, {RoutingEngine::updn});
    CHECK(mentions(detected.notes, "updn does not run: it finds no root switches"));
    CHECK_FALSE(detected.loops.empty());
}

TEST_CASE("Up/down from roots cabled in a ring treats every cable between them as up")
{
    SubnetMaker maker = make_ring(5);
    forget_tables(maker);
    const CreditProof proof = prove(maker, {RoutingEngine::updn}, {0x1000, 0x1001, 0x1002, 0x1003, 0x1004});
    CHECK_FALSE(proof.loops.empty());
}

TEST_CASE("Switches between which up/down allows no path are reported")
{
    // Two leaves with a host each, and two roots: each leaf connects to one of them, and the roots connect only to a switch
    // below.
    SubnetMaker maker;
    for (const char* name : {"root0", "root1", "leaf0", "leaf1", "below"})
        maker.add_switch(name);
    maker.connect(0, 1, 2, 1);
    maker.connect(1, 1, 3, 1);
    maker.connect(0, 2, 4, 1);
    maker.connect(1, 2, 4, 2);
    maker.add_host("host0", 2, 3);
    maker.add_host("host1", 3, 3);
    forget_tables(maker);
    const CreditProof proof = prove(maker, {RoutingEngine::updn}, {0x1000, 0x1001});
    CHECK(proof.proven());
    CHECK(proof.cut_off_pairs == 2);
    CHECK(
        text(maker, proof).find("updn allows no way from leaf0 to leaf1, nor between 1 more pair of switches")
        != std::string::npos);
}

TEST_CASE("Down/up lets packets pass between switches of equal rank, so that a ring of leaves keeps its loop")
{
    SubnetMaker maker = make_ring(5);
    forget_tables(maker);
    CHECK_FALSE(prove(maker, {RoutingEngine::dnup}).loops.empty());
    SubnetMaker pods = make_pods(false);
    forget_tables(pods);
    CHECK(prove(pods, {RoutingEngine::dnup}).proven());
}

TEST_CASE("A fat tree has no loop by tables or rules, and may get one when two cables are swapped")
{
    const auto spread = [](std::uint32_t, std::uint32_t to, std::size_t) { return to / 2 + to % 2; };
    SubnetMaker whole = make_pods(false);
    whole.route_shortest(spread);
    CHECK(prove(whole).proven());
    SubnetMaker swapped = make_pods(true);
    swapped.route_shortest(spread);
    CHECK(prove(swapped, {RoutingEngine::minhop}).loops.size() == 1);

    forget_tables(whole);
    forget_tables(swapped);
    for (const RoutingEngine engine : {RoutingEngine::minhop, RoutingEngine::updn, RoutingEngine::ftree})
        CHECK(prove(whole, {engine}).proven());
    CHECK(mentions(prove(swapped, {RoutingEngine::minhop}).unproven, "minhop can close the ring"));
    // Each switch still has as many ports up and down as its neighbours of equal rank: ftree accepts it and routes up, then down.
    CHECK(prove(swapped, {RoutingEngine::ftree}).proven());
    CHECK(prove(swapped, {RoutingEngine::updn}, {0x1010, 0x1011, 0x1012, 0x1013}).proven());
}

TEST_CASE("If the subnet is not a pure fat tree, ftree falls back to min hop")
{
    SubnetMaker maker = make_ring(5);
    forget_tables(maker);
    const CreditProof proof = prove(maker, {RoutingEngine::ftree});
    CHECK(mentions(proof.notes, "ftree does not run: the subnet is not a pure fat tree: it has 1 rank"));
    CHECK(proof.loops.size() == 2);
}

TEST_CASE("A torus of three by three has no loop in dimension order, and one of five by five has")
{
    SubnetMaker three = make_torus(3, 3);
    three.route_shortest();
    CHECK(prove(three).proven());
    forget_tables(three);
    CHECK(prove(three, {RoutingEngine::dor}).proven());
    SubnetMaker five = make_torus(5, 5);
    five.route_shortest();
    const CreditProof by_tables = prove(five, {RoutingEngine::dor});
    REQUIRE_FALSE(by_tables.loops.empty());
    CHECK(by_tables.loops[0].hops.size() == 5);
    forget_tables(five);
    CHECK(prove(five, {RoutingEngine::dor}).loops.size() == by_tables.loops.size());
}

TEST_CASE("A torus of five by five has no loop where packets change lanes at a dateline")
{
    SubnetMaker maker = make_torus(5, 5);
    maker.route_shortest();
    // Lane 1 once a packet has crossed between the last and the first switch of a row or column; a packet that turns from x to y
    // starts again in lane 0.
    maker.lanes([](std::uint32_t at, std::uint8_t in, std::uint8_t out, std::uint8_t) -> std::uint8_t {
        const std::uint32_t x = at % 5;
        const std::uint32_t y = at / 5;
        const bool crosses
            = (out == 1 && x == 4) || (out == 2 && x == 0) || (out == 3 && y == 4) || (out == 4 && y == 0);
        const bool same_dimension = (in == 1 || in == 2) == (out == 1 || out == 2) && in != 5 && in != 0;
        const bool crossed = same_dimension
            && ((in == 2 && x == 0) || (in == 1 && x == 4) || (in == 4 && y == 0) || (in == 3 && y == 4));
        return crosses || crossed ? 1 : 0;
    });
    const CreditProof apart = prove(maker, {RoutingEngine::dor});
    INFO(text(maker, apart));
    CHECK(apart.proven());
    CHECK(mentions(apart.notes, "keep packets apart"));
    // One lane per dimension is not enough.
    maker.subnet().sl2vl.clear();
    maker.lanes(
        [](std::uint32_t, std::uint8_t, std::uint8_t out, std::uint8_t) -> std::uint8_t { return out > 2; });
    const CreditProof dimensions = prove(maker, {RoutingEngine::dor});
    REQUIRE_FALSE(dimensions.loops.empty());
    const std::uint8_t lane = dimensions.loops[0].hops[0].vl;
    CHECK(lane <= 1);
    for (const CreditHop& hop : dimensions.loops[0].hops)
        CHECK(hop.vl == lane);
}

TEST_CASE("A map that was captured for some ports hides no loop that it does not break")
{
    SubnetMaker maker = make_ring(5);
    maker.route_shortest();
    REQUIRE(prove(maker, {RoutingEngine::minhop}).loops.size() == 2);
    maker.lanes([](std::uint32_t, std::uint8_t, std::uint8_t, std::uint8_t sl) { return sl; });
    const auto all = maker.subnet().sl2vl;
    for (const std::size_t kept : {std::size_t{1}, all.size() / 2, all.size() - 1}) {
        CAPTURE(kept);
        maker.subnet().sl2vl = all;
        maker.subnet().sl2vl.resize(kept);
        CHECK(prove(maker, {RoutingEngine::minhop}).loops.size() == 2);
    }
}

TEST_CASE("Service levels of path records keep packets apart if maps give them separate lanes")
{
    SubnetMaker maker = make_ring(5);
    maker.route_shortest();
    maker.lanes([](std::uint32_t, std::uint8_t, std::uint8_t, std::uint8_t sl) { return sl; });
    // Without path records every packet may have any SL: each SL closes the loop in its lane.
    CHECK(prove(maker, {RoutingEngine::minhop}).loops.size() == 2);
    CHECK(mentions(prove(maker, {RoutingEngine::lash}).unproven, "by the service levels of path records"));
    // Packets through ring0 have SL 1.
    for (std::uint32_t from = 5; from < 10; ++from) {
        for (std::uint32_t to = 5; to < 10; ++to) {
            const std::uint32_t a = from - 5;
            const std::uint32_t b = to - 5;
            const std::uint32_t middle = (b + 5 - a) % 5 == 2 ? (a + 1) % 5
                : (a + 5 - b) % 5 == 2                        ? (b + 1) % 5
                                                              : 9;
            if (from != to)
                maker.subnet().paths.push_back({.from = maker.lid_of(from),
                    .to = maker.lid_of(to),
                    .sl = static_cast<std::uint8_t>(middle == 0 ? 1 : 0)});
        }
    }
    CHECK(prove(maker, {RoutingEngine::lash}).proven());
    const IbPath missing = maker.subnet().paths.back();
    maker.subnet().paths.pop_back();
    CHECK(mentions(prove(maker, {RoutingEngine::lash}).unproven,
        "the service level of 1 of 20 pairs of LIDs was not captured"));
    maker.subnet().paths.push_back(missing);
    // One lane for all SLs brings the loop back.
    maker.subnet().sl2vl.clear();
    maker.lanes([](std::uint32_t, std::uint8_t, std::uint8_t, std::uint8_t) { return 3; });
    const CreditProof one_lane = prove(maker, {RoutingEngine::lash});
    REQUIRE(one_lane.loops.size() == 2);
    CHECK(one_lane.loops[0].hops[0].vl == 3);
    CHECK(one_lane.loops[0].sls == 3);
    CHECK(one_lane.loops[0].sure);
}

TEST_CASE("Errors in tables are reported by switch, port and address")
{
    SubnetMaker maker = make_ring(4);
    maker.route_shortest();
    maker.route(0, 6, IbForwarding::unreachable); // the host of ring2
    maker.route(1, 7, 7); // nothing is at port 7
    maker.route(2, 4, 1); // the host of ring0 circles between ring2 and ring3
    maker.route(3, 4, 2);
    maker.route(3, 5, 3); // packets for ring1's host leave to ring3's host
    const CreditProof proof = prove(maker);
    const auto fault = [&](lid_routing::Fate fate, std::uint32_t at, std::uint8_t port) {
        const auto found = std::ranges::find_if(proof.faults, [&](const lid_routing::RouteFault& one) {
            return one.fate == fate && one.at == at && one.port == port;
        });
        return found == proof.faults.end() ? lid_routing::RouteFault{} : *found;
    };
    CHECK(proof.faults.size() == 4);
    CHECK(fault(lid_routing::Fate::no_entry, 0, 0).first == std::vector<Lid>{7});
    CHECK(fault(lid_routing::Fate::no_link, 1, 7).first == std::vector<Lid>{8});
    CHECK(fault(lid_routing::Fate::circles, 2, 1).first == std::vector<Lid>{5});
    CHECK(fault(lid_routing::Fate::other_end, 3, 3).first == std::vector<Lid>{6});
}

TEST_CASE("A LID that was not captured is a reason why nothing is proven, with the number of others")
{
    SubnetMaker maker = make_ring(3);
    maker.route_shortest();
    const auto forget
        = [&](std::uint32_t node) { maker.subnet().ports[maker.subnet().nodes[node].first_port].lid = {}; };
    forget(4);
    const CreditProof one = prove(maker);
    CHECK_FALSE(one.proven());
    CHECK(mentions(one.gaps, "the LID of host1 was not captured"));
    CHECK_FALSE(mentions(one.gaps, "nor those of"));
    forget(5);
    CHECK(mentions(prove(maker).unproven, "the LID of host1 was not captured, nor those of 1 other port"));
}

TEST_CASE("LIDs are listed singly, from three in a row on as a range, and the rest is counted")
{
    CHECK(lid_list({7}, 1) == "7");
    CHECK(lid_list({5, 6}, 2) == "5 and 6");
    CHECK(lid_list({5, 6, 7}, 3) == "5 to 7");
    CHECK(lid_list({5, 7, 9, 10, 11, 12}, 6) == "5, 7 and 9 to 12");
    CHECK(lid_list({5, 7, 9, 10, 11, 12}, 46) == "5, 7, 9 to 12 and 40 more");
    CHECK(lid_list({1, 3, 5, 7}, 4) == "1, 3, 5 and 7");
    CHECK(lid_list({1, 3, 5, 7, 9}, 5) == "1, 3, 5, 7 and 1 more");
}

TEST_CASE(
    "The text of an error in tables says how the packets are lost, and whether any is between end nodes")
{
    using lid_routing::Fate;
    SubnetMaker maker = make_ring(4);
    const Fabric fabric = maker.fabric();
    const Subnet& subnet = *fabric.devices[0].subnet;
    CHECK(to_text(lid_routing::RouteFault{Fate::no_entry, 0, 0, 1, 1, {7}}, subnet)
        == "ring0: packets for LID 7 (host2) are dropped, since its forwarding table has no port for them");
    CHECK(to_text(lid_routing::RouteFault{Fate::no_link, 1, 7, 3, 0, {2, 3, 4}}, subnet)
        == "ring1: packets for LIDs 2 to 4 leave by port 7, which has no link, and are lost; none of them are "
           "between end nodes");
    CHECK(to_text(lid_routing::RouteFault{Fate::other_end, 3, 3, 1, 1, {6}}, subnet)
        == "ring3: packets for LID 6 (host1) leave by port 3 to host3, whose address that is not, and are "
           "dropped");
    CHECK(to_text(lid_routing::RouteFault{Fate::other_end, 3, 7, 1, 1, {99}}, subnet)
        == "ring3: packets for LID 99 leave by port 7 to another node, whose address that is not, and are "
           "dropped");
}

TEST_CASE("If none of the listed engines runs and there is no fallback, nothing is proven and that is why")
{
    SubnetMaker maker = make_ring(5);
    forget_tables(maker);
    Fabric fabric = maker.fabric({RoutingEngine::ftree, RoutingEngine::updn});
    forbid_fallback(fabric);
    const CreditProof proof = prove_free_of_credit_loops(fabric, 0);
    CHECK(proof.basis == CreditProof::Basis::nothing);
    CHECK_FALSE(proof.proven());
    CHECK(proof.notes.size() == 2);
    REQUIRE(proof.unproven.size() == 1);
    CHECK(proof.unproven.front().starts_with("none of the routing engines runs (ftree"));
}

TEST_CASE("An engine whose ways are unknown is not said not to run")
{
    SubnetMaker maker = make_pods(false);
    forget_tables(maker);
    Fabric fabric = maker.fabric({RoutingEngine::lash});
    forbid_fallback(fabric);
    const CreditProof proof = prove_free_of_credit_loops(fabric, 0);
    CHECK(mentions(proof.unproven, "of lash: it keeps packets apart"));
    CHECK_FALSE(mentions(proof.unproven, "none of the routing engines runs"));
}

}
