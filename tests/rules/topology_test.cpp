// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/engine/engine.h"
#include "rules/rule.h"
#include "tests/rules/small_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

using test::SmallFabric;

// Leaves with `hosts` hosts each and one cable to every spine.
SmallFabric clos(std::uint32_t leaves, std::uint32_t spines, std::uint32_t hosts)
{
    SmallFabric made;
    for (std::uint32_t spine = 1; spine <= spines; ++spine)
        made.add("spine" + std::to_string(spine), Role::spine);
    for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) {
        const std::string name = "leaf" + std::to_string(leaf);
        made.add(name, Role::leaf);
        for (std::uint32_t spine = 1; spine <= spines; ++spine)
            made.cable(name, "spine" + std::to_string(spine));
        for (std::uint32_t host = 1; host <= hosts; ++host) {
            const std::string host_name = "host" + std::to_string(leaf) + "-" + std::to_string(host);
            made.add_host(host_name);
            made.cable(name, host_name);
        }
    }
    return made;
}

TEST_CASE("a fabric with equal bandwidth in both directions has no finding")
{
    CHECK(clos(4, 4, 4).findings() == "");
    CHECK(clos(2, 8, 8).findings() == "");
    CHECK(clos(1, 1, 1).findings() == "");
}

TEST_CASE("equally oversubscribed leaves are reported once, with their ratio and bisection bandwidth")
{
    const SmallFabric fabric = clos(4, 2, 4);
    const std::string told = fabric.findings();
    CHECK(std::ranges::count(told, '\n') == 1);
    CHECK(told.starts_with(
        "warning TOP001 each of 4 leaves, such as leaf1, has 400G downwards but 200G upwards, 2.00 "
        "to 1"));
    CHECK(told.find("each gets 50 % of its rate") != std::string::npos);
    CHECK(told.find("the bisection bandwidth of its tier is 400G instead of 800G") != std::string::npos);
}

TEST_CASE("oversubscription is only worth mentioning while the policy is assumed")
{
    SmallFabric fabric = clos(4, 2, 4);
    fabric.assume_policy();
    CHECK(fabric.findings().starts_with("info TOP001"));
}

TEST_CASE("a leaf with only storage hosts may have three to one")
{
    SmallFabric fabric = clos(2, 2, 2);
    fabric.add("leaf9", Role::leaf);
    fabric.cable("leaf9", "spine1");
    fabric.cable("leaf9", "spine2");
    for (const char* host : {"stor1", "stor2", "stor3", "stor4", "stor5", "stor6"}) {
        fabric.add_host(host, Role::storage);
        fabric.cable("leaf9", host);
    }
    CHECK(fabric.findings() == "");
    fabric.add_host("stor7", Role::storage);
    fabric.cable("leaf9", "stor7");
    CHECK(fabric.findings().starts_with("warning TOP001 leaf9 has 700G downwards but 200G upwards"));
}

TEST_CASE("if spines were not collected, nothing is concluded from the rest")
{
    SmallFabric fabric = clos(4, 2, 4);
    for (const char* leaf : {"leaf1", "leaf2", "leaf3", "leaf4"}) {
        fabric.open_end(leaf, "spine3");
        fabric.open_end(leaf, "spine4");
    }
    CHECK(fabric.findings() == "");
    CHECK(fabric.not_checked("TOP001") == 4);
}

TEST_CASE("a planned device that was not collected counts by its role")
{
    SmallFabric fabric = clos(2, 2, 3);
    fabric.plan("spine3", Role::spine);
    fabric.open_end("leaf1", "spine3");
    fabric.open_end("leaf2", "spine3");
    CHECK(fabric.findings() == "");
    CHECK(fabric.not_checked("TOP001") == 0);
}

TEST_CASE("a leaf without its hosts is not mistaken for a tier above its spine")
{
    SmallFabric fabric;
    fabric.add("spine1", Role::unknown);
    fabric.add("leaf1", Role::unknown);
    fabric.add("leaf2", Role::unknown);
    fabric.add_host("host1");
    fabric.cable("leaf1", "host1");
    fabric.cable("leaf1", "spine1", 400);
    fabric.cable("leaf2", "spine1", 100);
    CHECK(fabric.findings() == "");
}

TEST_CASE("a link to a border switch is neither up nor down")
{
    SmallFabric fabric = clos(3, 2, 2);
    fabric.add("border1", Role::border);
    fabric.cable("border1", "spine1", 400);
    fabric.cable("border1", "leaf1", 400);
    fabric.cable("border1", "leaf1", 400);
    CHECK(fabric.findings() == "");
}

TEST_CASE("a missing cable to a spine is reported at the leaf")
{
    SmallFabric fabric = clos(4, 2, 2);
    for (const char* leaf : {"leaf1", "leaf2", "leaf3"}) {
        fabric.cable(leaf, "spine1");
        fabric.cable(leaf, "spine2");
    }
    CHECK(fabric.findings() == "");
    fabric.cable("leaf4", "spine1");
    const std::string told = fabric.findings();
    CHECK(std::ranges::count(told, '\n') == 1);
    CHECK(told.starts_with("warning TOP002 leaf4 has 1 cable to spine2 but 2 to spine1"));
}

TEST_CASE("a leaf without a cable to a spine that its siblings have is reported")
{
    SmallFabric fabric = clos(3, 4, 3);
    fabric.add("leaf9", Role::leaf);
    fabric.add_host("host9");
    fabric.cable("leaf9", "host9");
    for (const char* spine : {"spine1", "spine2", "spine3"})
        fabric.cable("leaf9", spine);
    const std::string told = fabric.findings();
    CHECK(std::ranges::count(told, '\n') == 1);
    CHECK(told.starts_with("warning TOP002 leaf9 has no cable in use to spine4, but 3 other leaves"));
}

TEST_CASE("leaves of two pods with separate spines are not siblings")
{
    SmallFabric fabric = clos(4, 4, 4);
    for (const char* spine : {"spine5", "spine6"})
        fabric.add(spine, Role::spine);
    for (const char* leaf : {"leaf5", "leaf6"}) {
        fabric.add(leaf, Role::leaf);
        fabric.cable(leaf, "spine5");
        fabric.cable(leaf, "spine6");
        fabric.add_host(std::string("host-") + leaf);
        fabric.cable(leaf, std::string("host-") + leaf);
    }
    CHECK(fabric.findings() == "");
}

TEST_CASE("two planes may have different numbers of cables and speeds")
{
    SmallFabric fabric;
    fabric.add("leaf1", Role::leaf);
    fabric.add("spine1", Role::spine, "a");
    fabric.add("spine2", Role::spine, "b");
    fabric.add_host("host1");
    fabric.cable("leaf1", "host1");
    fabric.cable("leaf1", "spine1", 400);
    fabric.cable("leaf1", "spine2", 100);
    fabric.cable("leaf1", "spine2", 100);
    CHECK(fabric.findings() == "");
}

TEST_CASE("one odd speed among the uplinks of many leaves is reported once")
{
    SmallFabric fabric = clos(3, 2, 2);
    fabric.add("spine3", Role::spine);
    for (const char* leaf : {"leaf1", "leaf2", "leaf3"})
        fabric.cable(leaf, "spine3", 400);
    const std::string told = fabric.findings();
    CHECK(std::ranges::count(told, '\n') == 1);
    CHECK(told.starts_with("warning TOP008 leaf1 p"));
    CHECK(told.find("runs at 400G") != std::string::npos);
    CHECK(told.find("(and so 2 more switches)") != std::string::npos);
}

SmallFabric rails(std::uint32_t hosts, bool planned)
{
    SmallFabric made;
    made.add("leaf1", Role::leaf);
    made.add("leaf2", Role::leaf);
    if (planned) {
        made.rail("leaf1", 1);
        made.rail("leaf2", 2);
    }
    for (std::uint32_t host = 1; host <= hosts; ++host) {
        const std::string name = "host" + std::to_string(host);
        const bool swapped = host == hosts;
        made.add_host(name);
        made.cable(swapped ? "leaf2" : "leaf1", name);
        made.cable(swapped ? "leaf1" : "leaf2", name);
    }
    return made;
}

TEST_CASE("a swapped pair of NICs is reported once, by plan or by majority")
{
    const std::string planned = rails(2, true).findings();
    CHECK(std::ranges::count(planned, '\n') == 1);
    CHECK(planned.starts_with(
        "warning TOP003 NIC 0 of host2 (mlx5_0) is cabled to leaf2 of rail 2 instead of rail 1"));
    CHECK(rails(2, false).findings() == "");
    CHECK(rails(9, false).findings() == "");
    const std::string inferred = rails(12, false).findings();
    CHECK(std::ranges::count(inferred, '\n') == 1);
    CHECK(inferred.find("assumed to be a rail, since 11 of the 12 hosts on leaf2") != std::string::npos);
}

std::uint64_t sum(const Tiers& tiers, std::uint32_t tier, Side side)
{
    std::uint64_t total = 0;
    for (const SwitchCables& cables : tiers.switches()) {
        for (const Cable& cable : cables.cables)
            total += cables.tier == tier && cable.side == side ? cable.speed->count : 0;
    }
    return total;
}

TEST_CASE(
    "the bandwidth that leaves send up equals what spines get from below, in any fabric with known speeds")
{
    std::uint32_t state = 7;
    const auto pick = [&state](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % below;
    };
    for (int round = 0; round < 20; ++round) {
        SmallFabric fabric = clos(1 + pick(4), 1 + pick(4), 1 + pick(3));
        constexpr std::uint32_t speeds[] = {100, 200, 400};
        for (std::uint32_t extra = pick(5); extra > 0; --extra)
            fabric.cable("leaf1", "spine1", speeds[pick(3)]);
        const auto linked = fabric.build();
        const Tiers tiers(linked->analysis);
        CHECK(sum(tiers, 1, Side::up) == sum(tiers, 2, Side::down));
        CHECK(sum(tiers, 2, Side::up) == 0);
        // Another uplink never makes a leaf oversubscribed that was not.
        const bool before = fabric.findings().find("TOP001") != std::string::npos;
        fabric.cable("leaf1", "spine1");
        const bool after = fabric.findings().find("TOP001") != std::string::npos;
        CHECK((before || !after));
    }
}

}
}
