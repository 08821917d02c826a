// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/bisection.h"
#include "tests/rules/small_fabric.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using test::SmallFabric;

// Two leaves with four hosts of 100G each and one cable of this speed to every spine.
SmallFabric two_leaves(std::uint32_t spines, std::uint32_t gigabits)
{
    SmallFabric made;
    for (std::uint32_t spine = 1; spine <= spines; ++spine)
        made.add("spine" + std::to_string(spine), Role::spine);
    for (const std::string leaf : {"leaf1", "leaf2"}) {
        made.add(leaf, Role::leaf);
        for (std::uint32_t spine = 1; spine <= spines; ++spine)
            made.cable(leaf, "spine" + std::to_string(spine), gigabits);
        for (const std::string host : {"a", "b", "c", "d"}) {
            made.add_host(leaf + host);
            made.cable(leaf, leaf + host);
        }
    }
    return made;
}

std::vector<TierUplinks> uplinks_in(const SmallFabric& fabric)
{
    const auto built = fabric.build();
    return tier_uplinks(Tiers(built->analysis), built->fabric);
}

TEST_CASE("the loss of a spine takes its share of the bisection")
{
    const auto tiers = uplinks_in(two_leaves(4, 100));
    REQUIRE(tiers.size() == 1);
    const TierCapacity& leaves = tiers.front().capacity;
    CHECK(leaves.tier == 1);
    CHECK(leaves.switches == 2);
    CHECK(leaves.bisection() == 400'000'000'000);
    CHECK(leaves.full_bisection() == leaves.bisection());
    CHECK(leaves.least_share == doctest::Approx(1));
    REQUIRE(tiers.front().loss);
    CHECK(tiers.front().loss->spine == "spine1");
    CHECK(tiers.front().loss->spines == 4);
    CHECK(tiers.front().loss->through == 600'000'000'000);
    CHECK(tiers.front().loss->least_share == doctest::Approx(0.75));
}

TEST_CASE("spare uplinks make up for a lost spine")
{
    const auto tiers = uplinks_in(two_leaves(2, 400));
    REQUIRE(tiers.size() == 1);
    CHECK(tiers.front().capacity.bisection() == 400'000'000'000);
    CHECK(tiers.front().loss->least_share == doctest::Approx(1));
}

TEST_CASE("the narrowest leaf and the widest spine decide")
{
    SmallFabric fabric = two_leaves(2, 100);
    fabric.cable("leaf2", "spine2");
    fabric.cable("leaf2", "spine2");
    const auto tiers = uplinks_in(fabric);
    REQUIRE(tiers.size() == 1);
    const TierCapacity& leaves = tiers.front().capacity;
    CHECK(leaves.least_share == doctest::Approx(0.5));
    CHECK(leaves.through == 600'000'000'000);
    CHECK(leaves.full_bisection() == 400'000'000'000);
    CHECK(tiers.front().loss->spine == "spine2");
    CHECK(tiers.front().loss->least_share == doctest::Approx(0.25));
    CHECK(tiers.front().loss->through == 200'000'000'000);
}

TEST_CASE("a leaf whose only spine is lost keeps nothing, and a switch without spines is in no tier")
{
    const auto tiers = uplinks_in(two_leaves(1, 400));
    REQUIRE(tiers.size() == 1);
    CHECK(tiers.front().loss->least_share == doctest::Approx(0));
    SmallFabric alone;
    alone.add("leaf1", Role::leaf);
    alone.add_host("host1");
    alone.cable("leaf1", "host1");
    CHECK(uplinks_in(alone).empty());
}

// A host with a leaf in each of two planes, and a spine above each leaf.
SmallFabric two_planes(std::uint32_t gigabits_a, std::uint32_t gigabits_b)
{
    SmallFabric fabric;
    for (const std::string plane : {"a", "b"}) {
        fabric.add("leaf-" + plane, Role::leaf, plane);
        fabric.add("spine-" + plane, Role::spine, plane);
        fabric.cable("leaf-" + plane, "spine-" + plane, plane == "a" ? gigabits_a : gigabits_b);
    }
    fabric.add_host("host1");
    fabric.cable("leaf-a", "host1", 200);
    fabric.cable("leaf-b", "host1", 200);
    return fabric;
}

void check_finds(const SmallFabric& fabric, std::string_view message)
{
    const std::string told = fabric.findings();
    CAPTURE(told);
    CHECK(told.find(message) != std::string::npos);
}

TEST_CASE("planes are separate tiers")
{
    const auto tiers = uplinks_in(two_planes(100, 200));
    REQUIRE(tiers.size() == 2);
    CHECK(tiers[0].capacity.least_share + tiers[1].capacity.least_share == doctest::Approx(1.5));
}

TEST_CASE("of lost spines the one with most cables decides how much a switch still carries")
{
    SmallFabric fabric;
    fabric.add("leaf1", Role::leaf);
    for (const std::string spine : {"spine1", "spine2"})
        fabric.add(spine, Role::spine);
    for (const std::string spine : {"spine1", "spine1", "spine1", "spine2"})
        fabric.cable("leaf1", spine);
    for (const std::string host : {"a", "b", "c"}) {
        fabric.add_host(host);
        fabric.cable("leaf1", host);
    }
    fabric.state("TOP006", "extra_uplinks", 50);
    check_finds(fabric,
        "info TOP006 leaf1 has 400G upwards for 300G downwards, 33.3 % spare where 50 % is required: after the loss of "
        "one of 2 spines it carries at worst 33 % of the bandwidth below it\n");
}

TEST_CASE("a switch carries no more than what is below it, and nothing after the loss of its only spine")
{
    SmallFabric many = two_leaves(4, 400);
    many.state("TOP006", "extra_uplinks", 500);
    check_finds(
        many, "after the loss of one of 4 spines it carries at worst 100 % of the bandwidth below it");
    SmallFabric one = two_leaves(1, 400);
    one.state("TOP006", "extra_uplinks", 10);
    check_finds(
        one, "after the loss of the only switch above it carries at worst 0 % of the bandwidth below it");
}

TEST_CASE(
    "leaves of different planes, or of fabrics that are not connected, are reported each with its own tier")
{
    SmallFabric planes = two_planes(200, 200);
    planes.state("TOP006", "extra_uplinks", 12.5);
    check_finds(planes, "TOP006 leaf-a has");
    check_finds(planes, "TOP006 leaf-b has");
    SmallFabric parts;
    for (const std::string part : {"1", "2"}) {
        parts.add("leaf" + part, Role::leaf);
        parts.add("spine" + part, Role::spine);
        parts.cable("leaf" + part, "spine" + part, 100);
        for (const std::string host : {"a", "b"}) {
            parts.add_host(host + part);
            parts.cable("leaf" + part, host + part);
        }
    }
    for (const std::string leaf : {"leaf1", "leaf2"})
        check_finds(parts,
            "TOP001 " + leaf
                + " has 200G downwards but 100G upwards, 2.00 to 1 where 1 to 1 is the limit: when all hosts below "
                  "send to other switches, each gets 50 % of its rate; the bisection bandwidth of its tier is 50G "
                  "instead of 100G");
}

TEST_CASE("spare uplinks are not checked where it is not known whether a cable leads up")
{
    SmallFabric fabric = two_leaves(2, 200);
    fabric.open_end("leaf1", "spine9");
    CHECK(fabric.not_checked("TOP006") == 0);
    fabric.state("TOP006", "extra_uplinks", 12.5);
    CHECK(fabric.not_checked("TOP006") == 1);
}

}
}
