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

TEST_CASE("a comparison of two numbered revisions says nothing of what is in force")
{
    const Case read = with_diff(
        "cumulus@leaf1:~$ nv config diff 2 3\n- set:\n    qos:\n      roce:\n        mode: lossy\n");
    CHECK(read.device().apart.empty());
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
