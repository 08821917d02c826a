// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/nvue/nvue_case.h"

namespace rocelint::nvue_test {
namespace {

constexpr std::string_view startup = "- set:\n"
                                     "    system:\n"
                                     "      hostname: leaf1\n"
                                     "    interface:\n"
                                     "      swp1:\n"
                                     "        type: swp\n"
                                     "    qos:\n"
                                     "      roce:\n"
                                     "        mode: lossless\n";

Case with_diff(std::string_view diff) { return Case({{"leaf1.yaml", startup}, {"diff.txt", diff}}); }

}

TEST_CASE("a comparison of configurations shows which statements about QoS are not in force")
{
    const Case read = with_diff("cumulus@leaf1:mgmt:~$ nv config diff applied pending\n"
                                "- set:\n"
                                "    interface:\n"
                                "      'swp1-2':\n"
                                "        link:\n"
                                "          mtu: 1500\n"
                                "        qos:\n"
                                "          pfc-watchdog: {}\n"
                                "- unset:\n"
                                "    qos:\n"
                                "      roce:\n"
                                "        mode:\n"
                                "        cable-length:\n"
                                "cumulus@leaf1:mgmt:~$ exit\n");
    // It states nothing of the switch itself.
    CHECK(read.device().ports.size() == 1);
    CHECK_FALSE(read.port("swp1").ip_mtu.is(Bytes{1500}));
    CHECK(read.lines(CoverageState::unrecognised, 1) == 0);
    REQUIRE(read.device().apart.size() == 2);
    CHECK(read.device().apart[0].words == "interface swp1-2 qos pfc-watchdog");
    CHECK_FALSE(read.device().apart[0].removes);
    CHECK(read.device().apart[0].from == StatementApart::From::pending);
    CHECK(read.device().apart[1].words == "qos roce");
    CHECK(read.device().apart[1].removes);
}

TEST_CASE(
    "commands of a comparison are not those of the switch, and the saved configuration may be the first")
{
    const Case read = with_diff("root@leaf1:~# nv config diff startup applied -o commands\n"
                                "nv set system hostname spare\n"
                                "nv set qos roce mode lossy\n"
                                "nv set interface swp7 link mtu 9216\n");
    CHECK(read.device().name == "leaf1");
    CHECK(read.device().ports.size() == 1);
    REQUIRE(read.device().apart.size() == 1);
    CHECK(read.device().apart[0].words == "qos roce");
    CHECK(read.device().apart[0].from == StatementApart::From::saved);
    CHECK(read.device().apart[0].removes);
}

TEST_CASE("a comparison of two numbered revisions does not show which statements are in force")
{
    const Case read = with_diff(
        "cumulus@leaf1:~$ nv config diff 2 3\n- set:\n    qos:\n      roce:\n        mode: lossy\n");
    CHECK(read.device().apart.empty());
    CHECK(read.lines(CoverageState::unrecognised, 1) == 0);
}

TEST_CASE("an unset that NVUE writes at the highest place stands for the QoS below it")
{
    const Case tree
        = with_diff("cumulus@leaf1:mgmt:~$ nv config diff\n- unset:\n    qos:\n- set:\n    interface:\n"
                    "      swp1:\n        qos:\n          mapping:\n            profile: x\n");
    REQUIRE(tree.device().apart.size() == 2);
    CHECK(tree.device().apart[0].words == "qos");
    CHECK(tree.device().apart[0].removes);
    CHECK(tree.device().apart[1].words == "interface swp1 qos mapping");
    const std::string ports
        = "nv set system hostname leaf1\nnv set interface swp1-2 qos pfc-watchdog state enabled\n"
          "nv set interface swp3 description spare\n";
    const Case commands({{"leaf1.txt", ports},
        {"diff.txt",
            "cumulus@leaf1:mgmt:~$ nv config diff applied startup -o commands\nnv unset qos\n"
            "nv unset interface swp1 qos\nnv unset interface swp2\nnv unset interface swp3\n"}});
    REQUIRE(commands.device().apart.size() == 3);
    CHECK(commands.device().apart[0].words == "qos");
    CHECK(commands.device().apart[1].words == "interface swp1 qos");
    CHECK(commands.device().apart[2].words == "interface swp2");
    const Case all({{"leaf1.txt", ports},
        {"diff.txt",
            "cumulus@leaf1:mgmt:~$ nv config diff applied startup\n- unset:\n    interface:\n    system:\n"}});
    REQUIRE(all.device().apart.size() == 1);
    CHECK(all.device().apart[0].words == "interface");
    // An interface that goes with what is below it alone.
    const Case part({{"leaf1.txt", ports},
        {"diff.txt",
            "cumulus@leaf1:mgmt:~$ nv config diff\n- unset:\n    interface:\n      swp1:\n        description:\n"}});
    CHECK(part.device().apart.empty());
}

TEST_CASE("a comparison that names one configuration is not judged, and its QoS counts as not read")
{
    const Case read = with_diff(
        "cumulus@leaf1:mgmt:~$ nv config diff startup\n- set:\n    qos:\n      roce:\n        mode: lossless\n");
    CHECK(read.device().apart.empty());
    CHECK(read.lines(CoverageState::unsupported, 1) == 2);
    CHECK(read.lines(CoverageState::unrecognised, 1) == 0);
}

TEST_CASE("a script that compares before it applies is a script")
{
    const Case read("nv set system hostname leaf1\nnv config diff\nnv set interface swp1 link mtu 9216\n"
                    "nv config apply -y\n");
    CHECK(read.device().ports.size() == 1);
    CHECK(read.device().apart.empty());
}

TEST_CASE("the prompt before a comparison names the switch")
{
    const Source source(0,
        "diff.txt",
        "cumulus@leaf1:mgmt:~$ nv config diff\n- set:\n    qos:\n      roce:\n        mode: lossy\n");
    CHECK(detect(nvue::driver, source).confidence > 0);
    const Tree tree = nvue::driver.parse(source);
    CHECK(nvue::driver.identity(tree) == "leaf1");
}

}
