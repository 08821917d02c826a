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

TEST_CASE("planes are separate tiers")
{
    SmallFabric fabric;
    for (const std::string plane : {"a", "b"}) {
        fabric.add("leaf-" + plane, Role::leaf, plane);
        fabric.add("spine-" + plane, Role::spine, plane);
        fabric.cable("leaf-" + plane, "spine-" + plane, plane == "a" ? 100 : 200);
    }
    fabric.add_host("host1");
    fabric.cable("leaf-a", "host1", 200);
    fabric.cable("leaf-b", "host1", 200);
    const auto tiers = uplinks_in(fabric);
    REQUIRE(tiers.size() == 2);
    CHECK(tiers[0].capacity.least_share + tiers[1].capacity.least_share == doctest::Approx(1.5));
}

}
}
