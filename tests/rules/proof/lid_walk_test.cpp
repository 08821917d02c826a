// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/path/lid_walk.h"
#include "tests/small_subnet.h"

#include <doctest/doctest.h>

namespace rocelint::proof {
namespace {

using lid_routing::Fate;
using testing::make_ring;
using testing::SubnetMaker;

// From ring0's host to ring2's in a ring of five: nodes 5 and 7.
LidWalk walk(SubnetMaker& maker)
{
    const Fabric fabric = maker.fabric();
    const Subnet& subnet = *fabric.devices[0].subnet;
    const lid_routing::SubnetGraph graph(subnet);
    return walk_to_lid(graph, 0, subnet.nodes[5].first_port, subnet.nodes[7].first_port);
}

std::string text(SubnetMaker& maker)
{
    const LidWalk one = walk(maker);
    const Fabric fabric = maker.fabric();
    return to_text(one, *fabric.devices[0].subnet);
}

}

TEST_CASE("A packet is followed from table to table with its lane on each cable")
{
    SubnetMaker maker = make_ring(5);
    maker.route_shortest();
    CHECK(walk(maker).grade() == Grade::proven);
    CHECK(text(maker)
        == "host0 -> host2, LID 8, service level 0 (assumed)\n"
           "  host0 -> ring0 port 3\n"
           "  ring0 port 1 -> ring1 port 2\n"
           "  ring1 port 1 -> ring2 port 2\n"
           "  ring2 port 3 -> host2\n"
           "  arrives at host2\n");
    maker.lanes([](std::uint32_t at, std::uint8_t in, std::uint8_t, std::uint8_t sl) -> std::uint8_t {
        return static_cast<std::uint8_t>(sl + (at == 1 && in == 2 ? 4 : 0));
    });
    // The path records of another source and of another target do not count.
    maker.subnet().paths.push_back({.from = 7, .to = 8, .sl = 5});
    maker.subnet().paths.push_back({.from = 6, .to = 9, .sl = 6});
    maker.subnet().paths.push_back({.from = 6, .to = 8, .sl = 2});
    CHECK(text(maker)
        == "host0 -> host2, LID 8, service level 2 by its path record\n"
           "  host0 -> ring0 port 3\n"
           "  ring0 port 1 -> ring1 port 2, VL 2\n"
           "  ring1 port 1 -> ring2 port 2, VL 6\n"
           "  ring2 port 3 -> host2, VL 2\n"
           "  arrives at host2\n");
    maker.subnet().sl2vl.clear();
    maker.lanes([](std::uint32_t, std::uint8_t, std::uint8_t, std::uint8_t) { return 15; });
    CHECK(walk(maker).grade() == Grade::broken);
}

TEST_CASE("A packet that does not arrive is reported with where it ends and why")
{
    struct Case {
        std::uint32_t at;
        std::uint8_t port;
        Fate end;
        std::string_view words;
    };
    constexpr Case cases[]{{1, IbForwarding::unreachable, Fate::no_entry, "ring1 has no entry for LID 8"},
        {1, 7, Fate::no_link, "ring1 port 7 has no link"},
        {1, 2, Fate::circles, "it comes back to ring0"},
        {1, 3, Fate::other_end, "is dropped by host1, which does not have LID 8"},
        {1, 0, Fate::other_switch, "is taken by ring1 itself"},
        // The last switch keeps what is for its host.
        {2, 0, Fate::other_switch, "is taken by ring2 itself"}};
    for (const Case& one : cases) {
        SubnetMaker maker = make_ring(5);
        maker.route_shortest();
        maker.route(one.at, 7, one.port);
        const LidWalk made = walk(maker);
        INFO(text(maker));
        CHECK(made.end == one.end);
        CHECK(made.grade() == Grade::broken);
        CHECK(text(maker).find(one.words) != std::string::npos);
    }
}

TEST_CASE("A packet for a port without a unicast address is not sent")
{
    for (const Lid lid : {Lid{0}, Lid{0xffff}}) {
        SubnetMaker maker = make_ring(5);
        maker.route_shortest();
        maker.subnet().ports[maker.subnet().nodes[7].first_port].lid.value = lid;
        CHECK(walk(maker).grade() == Grade::broken);
    }
}

TEST_CASE("A packet that reaches a switch without a captured table is lost from sight, not broken")
{
    SubnetMaker maker = make_ring(5);
    maker.route_shortest();
    maker.subnet().tables.erase(maker.subnet().tables.begin() + 1);
    maker.subnet().nodes[1].forwarding = Subnet::none;
    for (std::uint32_t one = 2; one < 5; ++one)
        --maker.subnet().nodes[one].forwarding;
    const LidWalk made = walk(maker);
    CHECK(made.end == Fate::no_table);
    CHECK(made.grade() == Grade::unproven);
}

}
