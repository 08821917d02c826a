// SPDX-License-Identifier: Apache-2.0
// Policy entries that match nothing in the fabric.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

constexpr std::string_view stated_profile = "version: 1\nprofile: lossless\n";

constexpr std::string_view leaf = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
 "PORT": {"Ethernet0": {"speed": "100000", "admin_status": "up"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}
}
)";

constexpr std::string_view topology = "devices:\n  leaf1: {role: leaf, file: leaf1.json}\n";

Run check_entries(std::string_view entries)
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", std::string(stated_profile) + std::string(entries));
    folder.write("topology.yaml", topology);
    folder.write("leaf1.json", leaf);
    return rocelint({"check", folder.path(), "--select", "SYN"});
}

TEST_CASE("an override that matches no device is reported, with the name that may have been meant")
{
    CHECK(
        check_entries("overrides:\n  - {devices: [laef1], rules: {PFC002: off}}\n")
            .says("rocelint.yaml:4:6  warning SYN004  no device is called laef1, which this override names, "
                  "so that it changes nothing there; did you mean leaf1?"));
    // The other pattern matches.
    CHECK(check_entries("overrides:\n  - {devices: [\"leaf*\", \"spine*\"], rules: {PFC002: off}}\n")
              .says("no device is called spine*, which"));
    CHECK(check_entries("overrides:\n  - {roles: [spine, core], rules: {PFC002: off}}\n")
              .says("warning SYN004  this override covers no device: none has the role spine or core"));
    CHECK(check_entries("overrides:\n  - {roles: [spine], devices: [leaf1], rules: {PFC002: off}}\n")
              .says("this override covers no device: none that it names has the role spine"));
    CHECK_FALSE(check_entries("overrides:\n  - {roles: [leaf], devices: [\"LEAF*\"], rules: {PFC002: off}}\n")
                    .says("SYN004"));
}

TEST_CASE("a port entry that matches no port is reported")
{
    CHECK(
        check_entries("ports:\n  - {device: laef1, port: Ethernet0, rdma: true}\n")
            .says(
                "rocelint.yaml:4:6  warning SYN004  this entry covers no port: no device is called laef1; did you mean "
                "leaf1?"));
    CHECK(
        check_entries("ports:\n  - {device: leaf1, port: Ethernet1, rdma: true}\n")
            .says(
                "this entry covers no port: no port of leaf1 is called Ethernet1; did you mean Ethernet0?"));
    CHECK(check_entries("ports:\n  - {port: \"swp*\", rdma: true}\n")
              .says("this entry covers no port: no port of * is called swp*"));
    CHECK_FALSE(
        check_entries("ports:\n  - {device: \"leaf*\", port: \"ethernet*\", rdma: true}\n").says("SYN004"));
    CHECK_FALSE(check_entries("ports:\n  - {device: leaf1, plane: storage}\n").says("SYN004"));
}

TEST_CASE("this report can be turned off and waived like any other rule")
{
    const std::string entry = "ports:\n  - {device: laef1, rdma: true}\n";
    CHECK_FALSE(check_entries("rules: {SYN004: off}\n" + entry).says("SYN004"));
    CHECK(check_entries("rules: {SYN004: error}\n" + entry).says("error SYN004"));
    const Run waived = check_entries("waivers:\n  - {code: SYN004, reason: comes in spring}\n" + entry);
    CHECK_FALSE(waived.says("warning SYN004"));
    CHECK_FALSE(waived.says("SYN003"));
}

TEST_CASE("for a partial fabric or a shared policy, only a port that a named device lacks is reported")
{
    const TemporaryFolder folder;
    folder.write("company.yaml",
        std::string(stated_profile)
            + "overrides:\n  - {devices: [edge1], rules: {PFC002: off}}\nports:\n"
              "  - {device: edge1, rdma: true}\n  - {device: leaf1, port: Ethernet8, rdma: true}\n");
    folder.write("fabric/rocelint.yaml", "version: 1\nextends: ../company.yaml\n");
    folder.write("fabric/leaf1.json", leaf);
    const Run shared = rocelint({"check", "fabric", "--select", "SYN"}, {.folder = folder.path()});
    CHECK_FALSE(shared.says("edge1"));
    CHECK(shared.says(
        "company.yaml:7:6  warning SYN004  this entry covers no port: no port of leaf1 is called Ethernet8"));

    folder.write("fabric/rocelint.yaml",
        std::string(stated_profile) + "overrides:\n  - {devices: [leaf2], rules: {PFC002: off}}\n");
    folder.write("fabric/leaf2.json",
        R"({"DEVICE_METADATA": {"localhost": {"hostname": "leaf2"}}, "PORT": {"Ethernet0": {"speed": "100000"}}})");
    CHECK_FALSE(rocelint({"check", "fabric/leaf1.json", "--select", "SYN"}, {.folder = folder.path()})
                    .says("SYN004"));
    CHECK_FALSE(rocelint({"check", "fabric", "--select", "SYN"}, {.folder = folder.path()}).says("SYN004"));
}

TEST_CASE("a planned device that was not read is not mistaken for a misspelt one")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml",
        std::string(stated_profile)
            + "overrides:\n  - {devices: [spine1], rules: {PFC002: off}}\n  - {roles: [spine], rules: {PFC002: off}}\n"
              "ports:\n  - {device: spine1, rdma: true}\n");
    folder.write("topology.yaml", std::string(topology) + "  spine1: {role: spine}\n");
    folder.write("leaf1.json", leaf);
    const Run run = rocelint({"check", folder.path(), "--select", "SYN,TOP010"});
    CHECK(run.says("TOP010"));
    CHECK_FALSE(run.says("SYN004"));
}

}
}
