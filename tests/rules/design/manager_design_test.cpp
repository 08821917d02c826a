// SPDX-License-Identifier: Apache-2.0
// Designed subnet managers: lanes, weights, codes and roots, and what is refused.
#include "design/design_fabric.h"
#include "drivers/driver.h"
#include "rules/rule_table.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rocelint {
namespace {

std::string subnet(std::string_view more)
{
    return "version: 1\ninfiniband:\n  compute:\n    managers: {sm1: {guid: \"0x9000\", priority: 14}}\n"
        + std::string(more);
}

constexpr std::string_view tree
    = R"(    switches: {"spine[1-2]": {role: spine, guid: ["0x21", "0x22"]}, leaf1: {role: leaf, guid: "0x11"}}
    hosts: {gpu1: {guids: ["0x101", "0x102"]}, gpu2: {guids: "0x103"}}
)";

struct Designed {
    std::string refusal;
    std::vector<DeviceDesign> designs;
    [[nodiscard]] const ManagerDesign& manager() const { return *designs.front().manager; }
};

Designed design(const std::string& text)
{
    Designed made;
    const Source source(9, "fabric.yaml", text);
    const auto intent = read_fabric_intent(source, {});
    REQUIRE_MESSAGE(intent.has_value(), testing::reason(intent));
    const Source policy_source(0, "rocelint.yaml", "version: 1\nprofile: lossless\n");
    const auto policy = read_policy(policy_source, known_rules());
    REQUIRE(policy.has_value());
    auto designs = design_fabric(*intent, *policy);
    if (designs)
        made.designs = std::move(*designs);
    else
        made.refusal = designs.error().message;
    return made;
}

}

TEST_CASE("classes of a subnet get lanes in the order of their service levels, and weights in proportion")
{
    const Designed made = design(subnet(std::string(tree)
        + "    lanes: 4\n    classes: {ai: {sl: 5, share: 75}, rest: {sl: 0, share: 25}, control: {sl: 2, first: true}}\n"));
    REQUIRE(made.refusal == "");
    const std::vector<IbClassDesign>& classes = made.manager().classes;
    REQUIRE(classes.size() == 3);
    CHECK(classes[0].name == "rest");
    CHECK(classes[0].vl == 0);
    CHECK(classes[0].weight == 85);
    CHECK(classes[1].vl == 1);
    CHECK(classes[1].first);
    CHECK(classes[2].sl == 5);
    CHECK(classes[2].vl == 2);
    CHECK(classes[2].weight == 255);
}

TEST_CASE("roots are the switches of the top tier, and members all ports of a host")
{
    const Designed made = design(subnet(std::string(tree)
        + "    rate: 800G\n    mtu: 2048\n    partitions: {a: {pkey: \"0x5\", ipoib: true, full: gpu1, limited: gpu2}}\n"));
    REQUIRE(made.refusal == "");
    const ManagerDesign& manager = made.manager();
    REQUIRE(manager.roots.size() == 2);
    CHECK(manager.roots[1].guid == 0x22);
    REQUIRE(manager.partitions.size() == 2);
    // If there is a tenant, everyone else is a limited member of the default partition.
    CHECK(manager.partitions[0].pkey == 0x7fff);
    CHECK(manager.partitions[0].everybody == SmMembership::limited);
    CHECK(manager.partitions[1].members.size() == 3);
    CHECK_FALSE(manager.partitions[1].members.back().full);
    // opensm 3.3.23 has no code above 600 Gbit/s.
    CHECK(manager.partitions[1].rate_code == 22);
    CHECK(manager.partitions[1].mtu_code == 4);
    CHECK(design(subnet(tree)).manager().partitions.front().everybody == SmMembership::full);
}

TEST_CASE("an impossible subnet is refused with the place and what to state")
{
    const auto refusal = [](std::string_view more) { return design(subnet(more)).refusal; };
    CHECK(
        refusal("    routing: updn\n").find("fabric.yaml:5:5: up/down turns at the switches of the top tier")
        == 0);
    CHECK(refusal("    routing: minhop\n").empty());
    CHECK(refusal("    routing: minhop\n    classes: {a: {sl: 0, share: 50}, b: {sl: 1, share: 50}}\n")
              .find("state how many virtual lanes")
        != std::string::npos);
    CHECK(
        refusal(
            "    routing: minhop\n    lanes: 2\n    classes: {a: {sl: 0, first: true}, b: {sl: 1, first: true}}\n")
            .find("all classes go first")
        != std::string::npos);
    const std::string on_tree(tree);
    CHECK(refusal(on_tree + "    partitions: {a: {pkey: \"0x5\", limited: [gpu1, gpu2]}}\n")
              .find("has no full member")
        != std::string::npos);
    CHECK(refusal(on_tree + "    partitions: {a: {pkey: \"0x5\", ipoib: true, full: gpu1}}\n")
              .find("need a rate and an mtu")
        != std::string::npos);
    CHECK(refusal("    routing: minhop\n    hosts: {a: {guids: \"0x1\"}, b: {guids: \"0x1\"}}\n")
              .find("a and b have the same GUID")
        != std::string::npos);
    const std::string two = subnet("    routing: minhop\n")
        + "  other:\n    routing: minhop\n    managers: {sm2: {guid: \"0x9001\", priority: 1}}\n";
    CHECK(design(two).refusal.find("compute and other have the same prefix") != std::string::npos);
}

TEST_CASE("opensm: only non-default options are written, and what is written is read back without a fault")
{
    const Designed made = design(subnet("    routing: minhop\n"));
    const Rendering plain = find_driver("opensm")->render(made.designs.front());
    REQUIRE(plain.files.size() == 2);
    CHECK_FALSE(plain.files.front().secret);
    CHECK(plain.files.front().text.find("qos") == std::string::npos);
    CHECK(plain.files.front().text.find("max_op_vls") == std::string::npos);
    CHECK(plain.files.front().text.find("partition_config_file") == std::string::npos);
    CHECK(plain.left_out.size() == 1);
    CHECK(plain.files.back().text.find("Default=0x7fff:\n    ALL=full, SELF=full;\n") != std::string::npos);
}

}
