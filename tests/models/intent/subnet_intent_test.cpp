// SPDX-License-Identifier: Apache-2.0
#include "models/intent/fabric_intent.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

std::string subnet_verdict(std::string_view text)
{
    const Source source(0, "fabric.yaml", text);
    const auto intent = read_fabric_intent(source, {});
    return intent ? "good" : intent.error().message;
}

constexpr std::string_view small_subnet = R"(version: 1
infiniband:
  compute:
    prefix: "0xfe80000000000001"
    routing: updn
    lanes: 4
    rate: 200G
    mtu: 4096
    managers:
      sm1: {guid: "0x9000", priority: 14}
      sm2: {guid: 0x9001, priority: 13}
    classes:
      training: {sl: 2, share: 60}
      best-effort: {sl: 0, share: 40}
      control: {sl: 3, first: true}
    switches:
      "spine[1-2]": {role: spine, guid: ["0x21", "0x22"]}
    hosts:
      "gpu[1-2]": {guids: ["0x101", "0x102", "0x103", "0x104"]}
    partitions:
      default: {ipoib: true}
      tenant-a: {pkey: "0x8", class: training, everybody: limited, full: "gpu[1-2]"}
)";

std::string subnet_with(std::string_view from, std::string_view to)
{
    std::string text(small_subnet);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}

TEST_CASE("a subnet is read with its managers, classes by service level, and the GUIDs of each name")
{
    const Source source(0, "fabric.yaml", small_subnet);
    const auto intent = read_fabric_intent(source, {});
    REQUIRE_MESSAGE(intent.has_value(), testing::reason(intent));
    REQUIRE(intent->subnets.size() == 1);
    const IntentSubnet& subnet = intent->subnets.front();
    CHECK(subnet.prefix.value == 0xfe80000000000001);
    REQUIRE(subnet.managers.size() == 2);
    CHECK(subnet.managers[1].guid.value == 0x9001);
    REQUIRE(subnet.classes.size() == 3);
    CHECK(subnet.classes[0].name == "best-effort");
    CHECK(subnet.classes[2].first.value);
    REQUIRE(subnet.nodes.size() == 4);
    CHECK(subnet.nodes[1].guids == std::vector<Guid>{0x22});
    CHECK(subnet.nodes[3].name == "gpu2");
    CHECK(subnet.nodes[3].guids == std::vector<Guid>{0x103, 0x104});
    REQUIRE(subnet.partitions.size() == 2);
    CHECK(subnet.partitions[0].pkey.value == default_partition_key);
    CHECK(subnet.partitions[1].everybody.value == SmMembership::limited);
    CHECK(subnet.partitions[1].members.size() == 2);
}

TEST_CASE("an impossible subnet is refused at its place, and a misspelt word with the nearest one")
{
    const auto refused = [](std::string_view from, std::string_view to, std::string_view message) {
        const std::string said = subnet_verdict(subnet_with(from, to));
        CAPTURE(to);
        CHECK(said == message);
    };
    refused("    lanes: 4",
        "    lane: 4",
        "fabric.yaml:6:5: unknown key in a subnet: 'lane'; did you mean 'lanes'?");
    refused("lanes: 4", "lanes: 3", "fabric.yaml:6:5: ports have 1, 2, 4, 8 or 15 virtual lanes for data");
    refused("lanes: 4", "lanes: 2", "fabric.yaml:3:3: there are more classes than virtual lanes");
    refused(
        "mtu: 4096", "mtu: 9000", "fabric.yaml:8:5: an InfiniBand MTU is 256, 512, 1024, 2048 or 4096 bytes");
    refused("\"0x9000\"", "sm1", "fabric.yaml:10:13: 'sm1' is not a number such as 0x0002c90300a1b001");
    refused("{guid: \"0x9000\", priority: 14}",
        "{guid: \"0x9000\"}",
        "fabric.yaml:10:7: the manager 'sm1' does not state its priority");
    refused("priority: 14", "priority: 16", "fabric.yaml:10:29: the priority of a subnet manager is 0 to 15");
    refused(
        "share: 60", "share: 70", "fabric.yaml:3:3: the shares of the classes do not add up to 100 percent");
    refused("sl: 0,",
        "sl: 1,",
        "fabric.yaml:3:3: no class has service level 0, which all traffic has that nobody gives another");
    refused("share: 60",
        "first: false",
        "fabric.yaml:13:7: the class 'training' needs either a share, in percent, or first: true");
    refused("class: training",
        "class: trainin",
        "fabric.yaml:22:31: unknown class 'trainin'; did you mean 'training'?");
    refused(
        "full: \"gpu[1-2]\"", "full: gpu3", "fabric.yaml:22:68: unknown host 'gpu3'; did you mean 'gpu1'?");
    refused("everybody: limited",
        "everybody: ful",
        "fabric.yaml:22:48: unknown membership 'ful'; did you mean 'full'?");
    refused("pkey: \"0x8\"",
        "pkey: \"0x8001\"",
        "fabric.yaml:22:18: a partition has a P_Key of 0x0001 to 0x7fff: the highest bit is membership");
    refused("[\"0x21\", \"0x22\"]",
        "[\"0x21\"]",
        "fabric.yaml:17:7: 'spine[1-2]' stands for 2 names and has 1 GUID");
    refused("role: spine", "role: spin", "fabric.yaml:17:22: unknown role 'spin'; did you mean 'spine'?");
    CHECK(subnet_verdict("version: 1\ninfiniband:\n  compute: {lanes: 4}\n")
        == "fabric.yaml:3:3: the subnet compute has no managers");
}

TEST_CASE("managers and GUIDs are unique")
{
    CHECK(
        subnet_verdict(subnet_with("priority: 13", "priority: 14")).find("two entries") != std::string::npos);
    CHECK(subnet_verdict(subnet_with("0x9001", "0x9000")).find("two entries") != std::string::npos);
    CHECK(subnet_verdict(subnet_with("sl: 3", "sl: 2")).find("two entries") != std::string::npos);
    CHECK(
        subnet_verdict(subnet_with("default: {ipoib: true}", "default: {pkey: \"0x8\"}")).find("two entries")
        != std::string::npos);
}

}
