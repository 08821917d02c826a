// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint {
namespace {

// Eight leaves, sixteen spines; leaf5 has a wrong DSCP map on its port to spine11.
const std::string leaf_spine = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/leaf-spine-128";

std::size_t times(const std::string& text, std::string_view part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST_CASE("trace names exactly the paths that cross the one wrong uplink")
{
    const Run run = rocelint({"trace", "host1", "host5", leaf_spine});
    CHECK(run.code == 1);
    CHECK(run.says("(priority 3, DSCP 26): 16 paths, 1 broken, 15 proven"));
    CHECK(run.says("first broken at leaf5 Ethernet44: puts DSCP 26 into traffic class 1, priority 0"));
    CHECK(run.says("leaf5.json:55:117"));
    CHECK(run.says(
        "crossed by 1 of 16 paths:\n    host1 ens1f0np0 > leaf1 Ethernet44 > spine11 Ethernet16 > leaf5 "
        "Ethernet0 > host5 ens1f0np0\n"));
    CHECK(times(run.out, " > spine") == 1);
    CHECK(run.says("CNPs (DSCP 48) back: 16 paths, proven"));
}

TEST_CASE("a path that does not cross it is proven")
{
    for (const char* to : {"host2", "host2:ens1f0np0", "leaf2:Ethernet0"}) {
        const Run run = rocelint({"trace", "host1", to, leaf_spine});
        CHECK(run.code == 0);
        CHECK(run.says("proven: of 32 paths there and back 0 broken, 0 unproven, 32 proven"));
    }
    // The wrong map affects only packets on their way down into leaf5, so packets that leave it are fine.
    CHECK(rocelint({"trace", "host5", "host1", leaf_spine}).code == 0);
}

TEST_CASE("all pairs are reduced to one cause with the pairs that it affects")
{
    const Run run = rocelint({"trace", "--all-pairs", leaf_spine});
    CHECK(run.code == 1);
    CHECK(times(run.out, "1. broken: leaf5 Ethernet44: puts DSCP 26") == 1);
    CHECK_FALSE(run.says("2. broken"));
    CHECK(run.says(
        "7 of 56 pairs have a path that meets it; one:\n    host1 ens1f0np0 > leaf1 Ethernet44 > spine11"));
    CHECK(run.says(
        "broken: of 56 pairs of RDMA endpoints 7 broken, 0 unproven, 49 proven (8 endpoints, 1 cause)"));
    CHECK(rocelint({"trace", "--all-pairs", leaf_spine, "--jobs", "1"}).out == run.out);
}

TEST_CASE("a switch that was not collected leaves its paths unproven")
{
    std::vector<std::string> arguments{"trace",
        "host1",
        "host2",
        "--topology",
        leaf_spine + "/topology.yaml",
        "--policy",
        leaf_spine + "/rocelint.yaml",
        leaf_spine + "/hosts"};
    for (int leaf = 1; leaf <= 8; ++leaf)
        arguments.push_back(leaf_spine + "/leaf" + std::to_string(leaf) + ".json");
    for (int spine = 1; spine <= 15; ++spine)
        arguments.push_back(leaf_spine + "/spine" + std::to_string(spine) + ".json");
    const Run run = rocelint(arguments);
    CHECK(run.code == 0);
    CHECK(run.says("16 paths, 1 unproven, 15 proven"));
    CHECK(run.says("unproven at leaf1 Ethernet64: leads to spine16, which was not collected"));
    CHECK(run.says("unproven: of 32 paths there and back 0 broken, 2 unproven, 30 proven"));
}

TEST_CASE("a switch that was not collected is one cause, however many ports lead to it")
{
    std::vector<std::string> arguments{"trace",
        "--all-pairs",
        "--topology",
        leaf_spine + "/topology.yaml",
        "--policy",
        leaf_spine + "/rocelint.yaml",
        leaf_spine + "/hosts"};
    for (int leaf = 1; leaf <= 4; ++leaf)
        arguments.push_back(leaf_spine + "/leaf" + std::to_string(leaf) + ".json");
    for (int spine = 1; spine <= 15; ++spine)
        arguments.push_back(leaf_spine + "/spine" + std::to_string(spine) + ".json");
    const Run run = rocelint(arguments);
    CHECK(times(run.out, "leads to spine16, which was not collected") == 1);
    CHECK(run.says("on 4 ports of leaf1 to leaf4"));
    // Nor can a ring be ruled out through a switch that was not collected.
    CHECK(run.says("assumed: no ring goes through 5 switches of the topology, which were not collected"));
}

TEST_CASE("headroom for 40 m does not prove a path over 300 m")
{
    const std::string racks = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/two-racks-300m";
    const Run run = rocelint({"trace", "host1", "host2", racks});
    CHECK(run.code == 1);
    CHECK(run.says("broken at leaf2 Ethernet8: keeps 77824 bytes of headroom for priority 3, but at least "
                   "151024 arrive after the pause at 400G with 300 m of cable (as the topology states)"));
}

TEST_CASE("if the policy turns HDR001 off, a path is not judged by the size of its headroom")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path("site"));
    folder.write("site/rocelint.yaml", folder.read("site/rocelint.yaml") + "\nrules: {HDR001: off}\n");
    const Run run = rocelint({"trace", "host1", "host2", "site"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("proven    leaf2 Ethernet8: priority group 3 has headroom"));
    CHECK_FALSE(run.says("bytes of headroom"));
}

TEST_CASE("an unknown endpoint is a usage error, with the nearest name")
{
    const auto refused = [](const std::vector<std::string>& arguments, std::string_view reason) {
        const Run run = rocelint(arguments);
        CHECK(run.code == 2);
        CHECK(run.out == "");
        CHECK_MESSAGE(run.says(reason), run.err);
    };
    refused({"trace", "hots1", "host5", leaf_spine}, "unknown device: 'hots1'; did you mean 'host1'?");
    refused({"trace", "host1", "host5:ens1f0np1", leaf_spine}, "did you mean 'ens1f0np0'?");
    refused({"trace", "host1", "leaf5", leaf_spine}, "name a port of it that leads to a host, as leaf5:PORT");
    refused(
        {"trace", "host1", "leaf5:Ethernet44", leaf_spine}, "it carries RDMA, but leads to no known host");
    refused({"trace", "host1", "host1", leaf_spine}, "are the same endpoint");
    refused({"trace", "host1"}, "trace needs two ends");
    refused({"trace", "host1", "host5", leaf_spine, "--class", "storage"}, "unknown RDMA class 'storage'");
    refused({"trace", "host1", "host5", leaf_spine, "--format", "sarif"}, "--format cannot be 'sarif'");
}

TEST_CASE("links and switches can be assumed to be broken, and the output says so")
{
    // One of sixteen spines leads to the port with the wrong map.
    const Run run = rocelint({"trace", "host1", "host5", leaf_spine, "--fail", "spine3,leaf1:Ethernet64"});
    CHECK(run.code == 1);
    CHECK(run.says("assumed to be broken, and known to every switch: the link between"));
    CHECK(run.says("and spine3"));
    CHECK(run.says("of 28 paths there and back 1 broken, 0 unproven, 27 proven"));
    const Run without
        = rocelint({"trace", "host1", "host5", leaf_spine, "--fail", "spine3", "--fail", "spine11"});
    CHECK(without.code == 0);
    CHECK(without.says("of 28 paths there and back 0 broken, 0 unproven, 28 proven"));
    CHECK(rocelint({"trace", "--all-pairs", leaf_spine, "--fail", "host1:ens1f0np0"})
              .says("one endpoint is left out, since no cable of it is up: host1 ens1f0np0"));
    // The host's own cable: nothing can get in or out.
    const Run alone
        = rocelint({"trace", "host1:ens1f0np0", "host5:ens1f0np0", leaf_spine, "--fail", "host1:ens1f0np0"});
    CHECK_MESSAGE(alone.code == 1, alone.out);
    CHECK_MESSAGE(alone.says("unreachable"), alone.out);
    const Run wrong = rocelint({"trace", "host1", "host5", leaf_spine, "--fail", "spine3:Ethernet0x"});
    CHECK(wrong.code == 2);
    CHECK_MESSAGE(wrong.says("did you mean 'Ethernet0'?"), wrong.err);
    CHECK(
        rocelint({"trace", "host1", "host5", leaf_spine, "--fail", "spin3"}).says("did you mean 'spine3'?"));
}

TEST_CASE("trace looks for rings with the policy's own number of failures")
{
    const TemporaryFolder folder;
    const std::string policy = folder.write("two.yaml",
        "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n"
        "rules:\n  DLK001: {parameters: {include_failures: 2}}\n");
    CHECK(rocelint({"trace", "--all-pairs", leaf_spine, "--policy", policy}).says(", 2 at once;"));
}

TEST_CASE("without a device there is nothing to trace")
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "nothing\n");
    CHECK(rocelint({"trace", "--all-pairs", folder.path()}).code == 3);
    CHECK(rocelint({"trace", "a", "b", folder.path("missing")}).code == 3);
}

TEST_CASE("a trace written to a file is complete and without colour")
{
    const TemporaryFolder folder;
    const Run run = rocelint({"trace", "host1", "host5", leaf_spine, "-o", folder.path("trace.txt")});
    CHECK(run.code == 1);
    CHECK(run.out == "");
    CHECK(folder.read("trace.txt") == rocelint({"trace", "host1", "host5", leaf_spine}).out);
    CHECK(rocelint({"trace", "host1", "host5", leaf_spine, "--color", "always"}).says("\x1b[1;31mbroken"));
}

}
}
