// SPDX-License-Identifier: Apache-2.0
// What commands of mlnx_qos set, and which of them it refuses.
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {
namespace {

// The place of the warning in the script; empty without one.
std::string warned_at(std::string_view commands)
{
    const std::string script = "#!/bin/sh\n" + std::string(commands);
    const ReadFiles host("linux-host", {{"host1/rdma.sh", script}});
    for (const SyntaxProblem& problem : host.problems()) {
        if (problem.message.find("turns PFC off") != std::string::npos)
            return script.substr(problem.at.offset, problem.at.length);
    }
    return {};
}

}

TEST_CASE("mlnx_qos refuses trust and a DSCP map in one command, which sets neither")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0 --trust dscp --dscp2prio set,26,3\n"}});
    CHECK(warns(host, "refuses --trust and --dscp2prio in one command"));
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK_FALSE(port_of(host, "eth0").trust.known());
}

TEST_CASE("a list that mlnx_qos would reject is reported")
{
    const ReadFiles host(
        "linux-host", {{"host1/rdma.sh", "#!/bin/sh\nmlnx_qos -i eth0 --pfc 0,0,0,2,0,0,0,0\n"}});
    CHECK(warns(host, "eight numbers with commas, up to 1"));
    CHECK(host.device().ports.empty());
}

TEST_CASE("mlnx_qos rejects a command with an unknown option, and nothing of it counts")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0 --tc_bw 70,0,0,30,0,0,0,0\n"
            "mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0 --tcb=70,0,0,30,0,0,0,0 --inter eth1\n"}});
    CHECK(host.device().find_port("eth0") == Port::no_index);
    CHECK(port_of(host, "eth1").pfc_tx.is(PrioritySet::of(3)));
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems().front().severity == SyntaxProblem::Severity::error);
    CHECK(host.problems().front().message
        == "mlnx_qos has no option --tc_bw (did you mean --tcbw?): it refuses the whole command, and nothing is "
           "set");
}

TEST_CASE("mlnx_qos takes options as Python's optparse does")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "mlnx_qos -aieth0 -f0,0,0,1,0,0,0,0 --dcb os\n"
            "mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0 --pfc=0,0,0,0,1,0,0,0\n"
            "mlnx_qos -i eth1 --specific_pfc x,x,x,1,x,x,x,x --trust pcp\n"
            "mlnx_qos -i eth2 --help --pfc 0,0,0,1,0,0,0,0\n"}});
    CHECK(host.problems().empty());
    CHECK(host.gaps() == "");
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth1").pfc_tx.is(PrioritySet::of(3) | PrioritySet::of(4)));
    CHECK_FALSE(port_of(host, "eth1").trust.known()); // --specific_pfc ends the program
    CHECK(host.device().find_port("eth2") == Port::no_index);
}

TEST_CASE("each command that mlnx_qos refuses is an error at its line")
{
    struct Refused {
        std::string_view command;
        std::string_view message;
    };
    for (const Refused& each : {
             Refused{"mlnx_qos -i eth0 --p 0,0,0,1,0,0,0,0", "mlnx_qos does not know which of --pfc"},
             Refused{"mlnx_qos -i eth0 -x --pfc 0,0,0,1,0,0,0,0", "mlnx_qos has no option -x"},
             Refused{"mlnx_qos eth0 --pfc 0,0,0,1,0,0,0,0", "mlnx_qos has no use for \"eth0\""},
             Refused{"mlnx_qos --pfc 0,0,0,1,0,0,0,0", "mlnx_qos needs -i with an interface"},
             Refused{"mlnx_qos -i eth0 --pfc", "mlnx_qos needs a value for --pfc"},
             Refused{"mlnx_qos -i eth0 --pfc 0,0,0,1", "eight numbers with commas, up to 1, and nothing"},
             Refused{"mlnx_qos -i eth0 --tsa ets,strict,ets,ets,ets,ets,ets,ets --tcbw 50,50,0,0,0,0,0,0",
                 "mlnx_qos refuses a share of bandwidth for class 1, which is not ets"},
         }) {
        CAPTURE(each.command);
        const ReadFiles host(
            "linux-host", {{"host1/rdma.sh", "#!/bin/sh\n" + std::string(each.command) + "\n"}});
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems().front().severity == SyntaxProblem::Severity::error);
        CHECK(host.problems().front().message.find(each.message) != std::string::npos);
        CHECK(host.device().ports.empty());
    }
}

TEST_CASE("mlnx_qos keeps what it set before the value that it does not accept")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nmlnx_qos -i eth0 --tcbw 50,50 --pfc 0,0,0,1,0,0,0,0 --trust DSCP --buffer_size 20016\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems().front().message
        == "mlnx_qos does not accept this: it expects pcp or dscp, and sets only --pfc");
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK_FALSE(port_of(host, "eth0").trust.known());
}

TEST_CASE("a cable length that is set alone after PFC may turn PFC off")
{
    CHECK(warned_at("mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth0 --cable_len 30\n") == "30");
    CHECK(warned_at("dcb pfc set dev eth0 prio-pfc 3:on 4:on\ndcb pfc set dev eth0 prio-pfc 3:off\n"
                    "mlnx_qos -i eth0 --cable_len 30\n")
        == "30");
    for (const std::string_view commands : {"mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0 --cable_len 30\n",
             "mlnx_qos -i eth0 --cable_len 30\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n",
             "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth0 --cable_len 30\n"
             "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n",
             "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth1 --cable_len 30\n",
             "mlnx_qos -i eth0 --pfc 0,0,0,0,0,0,0,0\nmlnx_qos -i eth0 --cable_len 30\n",
             "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth0 --pfc 0,0,0,0,0,0,0,0\n"
             "mlnx_qos -i eth0 --cable_len 30\n",
             "dcb pfc set dev eth0 prio-pfc 3:on\ndcb pfc set dev eth0 prio-pfc 3:off\n"
             "mlnx_qos -i eth0 --cable_len 30\n",
             "dcb pfc set dev eth0 prio-pfc 3:on\nmlnx_qos -i eth0 --cable_len 30\n"
             "dcb pfc set dev eth0 prio-pfc 3:off\n"}) {
        CAPTURE(commands);
        CHECK(warned_at(commands).empty());
    }
}

}
