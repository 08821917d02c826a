// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/topology.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

Result<Topology> read(std::string_view text) { return read_topology(Source(0, "topology.yaml", text)); }

TEST_CASE("a topology gives the role, plane and rail of a device, and the cables")
{
    const auto topology
        = read("devices:\n"
               "  leaf1: {role: leaf, plane: a, rail: 0, asic: spectrum-4}\n"
               "  leaf2: {rail: 7}\n"
               "  spine1: {role: spine}\n"
               "links:\n"
               "  - {a: \"leaf1:Ethernet0\", b: \"spine1:Ethernet4\", cable_m: 40, speed: 400G}\n");
    REQUIRE(topology.has_value());
    REQUIRE(topology->devices.size() == 3);
    CHECK(topology->devices[0].role == Role::leaf);
    CHECK(topology->devices[0].plane == "a");
    CHECK(topology->devices[0].asic == "spectrum-4");
    CHECK(topology->devices[0].rail == 0U);
    CHECK(topology->devices[1].rail == 7U);
    CHECK_FALSE(topology->devices[2].rail.has_value());
    REQUIRE(topology->links.size() == 1);
    CHECK(topology->links[0].b_port == "Ethernet4");
    CHECK(topology->links[0].cable == Metres{40});
}

TEST_CASE("the length of a cable keeps its decimals, and headroom counts with whole metres above it")
{
    const auto topology = read("links:\n  - {a: \"a:1\", b: \"b:1\", cable_m: 4.9}\n"
                               "  - {a: \"a:2\", b: \"b:2\", cable_m: 0.5}\n");
    REQUIRE_MESSAGE(topology.has_value(), testing::reason(topology));
    CHECK(topology->links[0].cable->exact() == doctest::Approx(4.9));
    CHECK(topology->links[0].cable->count == 5);
    CHECK(topology->links[1].cable->exact() == doctest::Approx(0.5));
    CHECK(topology->links[1].cable->count == 1);
}

TEST_CASE("a rail is a number")
{
    for (const std::string_view rail : {"first", "-1", "1025", "[1]"}) {
        CAPTURE(rail);
        CHECK_FALSE(read("devices: {leaf1: {rail: " + std::string(rail) + "}}\n").has_value());
    }
}

}
}
