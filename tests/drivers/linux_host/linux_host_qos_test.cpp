// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view old_form = "DCBX mode: Firmware controlled\n"
                                      "Priority trust state: dscp\n"
                                      "dscp2prio mapping:\n"
                                      "\tprio:0 dscp:07,06,05,04,03,02,01,00,\n"
                                      "\tprio:3 dscp:31,30,29,28,27,26,25,24,\n"
                                      "\tprio:5 dscp:48,\n"
                                      "Cable len: 7\n"
                                      "PFC configuration:\n"
                                      "\tpriority    0   1   2   3   4   5   6   7\n"
                                      "\tenabled     0   0   0   1   1   0   0   0   \n"
                                      "tc: 0 ratelimit: unlimited, tsa: vendor\n"
                                      "\t priority:  1\n"
                                      "tc: 1 ratelimit: 12.5 Gbps, tsa: ets, bw: 30%\n"
                                      "\t priority:  0\n"
                                      "\t priority:  3\n"
                                      "tc: 5 ratelimit: unlimited, tsa: strict\n"
                                      "\t priority:  5\n";

TEST_SUITE_BEGIN("linux-host: mlnx_qos and dcb");

TEST_CASE("the file's name gives the interface of an mlnx_qos output")
{
    const ReadFiles host("linux-host", {{"host1/mlnx_qos.ens1f0np0.txt", old_form}});
    CHECK(host.all_recognised());
    CHECK(host.problems().empty());
    CHECK(host.gaps().empty());
    REQUIRE(host.port("ens1f0np0") != nullptr);
    CHECK(host.says("pfc-rx: 3,4 (explicit mlnx_qos.ens1f0np0.txt:10)"));
    CHECK(host.says("trust: dscp (explicit mlnx_qos.ens1f0np0.txt:2)"));
    CHECK(host.says("cable: 7 m (explicit mlnx_qos.ens1f0np0.txt:7)"));
    CHECK(host.says("dcbx: firmware (explicit mlnx_qos.ens1f0np0.txt:1)"));
    CHECK(host.device().name == "fallback");
    CHECK_FALSE(host.device().name_is_configured);
}

TEST_CASE("a dotted interface name is not cut at its dot")
{
    const ReadFiles host("linux-host", {{"mlnx_qos.bond0.100", old_form}});
    CHECK(host.port("bond0.100") != nullptr);
}

TEST_CASE("a priority has the class that mlnx_qos lists it under, in both directions")
{
    const ReadFiles host("linux-host", {{"mlnx_qos.eth0.txt", old_form}});
    const Port& port = *host.port("eth0");
    const Treatment rdma = classify_dscp(host.device(), port, 26);
    CHECK(rdma.tc.is(3));
    CHECK(rdma.queue.is(1));
    CHECK(rdma.tx_priority.is(3));
    CHECK(classify_dscp(host.device(), port, 48).queue.is(5));
    REQUIRE(host.device().queues_of(port).size() == 3);
    const Queue& ets = *host.device().queue(port, 1);
    const Scheduler& scheduler = host.device().schedulers[ets.scheduler.value.index];
    CHECK(scheduler.kind.is(SchedulerKind::weighted));
    CHECK(scheduler.bandwidth.is(Percent::whole(30)));
    CHECK(scheduler.limit.is(BitsPerSecond{12'500'000'000}));
    const Scheduler& vendor = host.device().schedulers[host.device().queue(port, 0)->scheduler.value.index];
    CHECK_FALSE(vendor.kind.known());
    CHECK(host.says("kind: unread (tsa vendor"));
}

TEST_CASE("an unmapped DSCP has priority 0, by a default with a source")
{
    const ReadFiles host("linux-host", {{"mlnx_qos.eth0.txt", old_form}});
    const Treatment other = classify_dscp(host.device(), *host.port("eth0"), 10);
    CHECK(other.tc.is(0));
    CHECK(other.tc.origin.kind() == OriginKind::default_);
}

TEST_CASE("trust pcp has no DSCP map, and priorities are the classes")
{
    const ReadFiles host("linux-host",
        {{"mlnx_qos.eth0.txt",
            "DCBX mode: OS controlled\n"
            "Priority trust state: pcp\n"
            "Cable len: 7\n"
            "PFC configuration:\n"
            "\tpriority    0   1   2   3   4   5   6   7\n"
            "\tenabled     0   0   0   0   0   0   0   0   \n"}});
    const Port& port = *host.port("eth0");
    CHECK(port.trust.is(Trust::pcp));
    CHECK(classify_pcp(host.device(), port, 3).tc.is(3));
    CHECK_FALSE(classify_dscp(host.device(), port, 26).tc.known());
    CHECK(port.pfc_rx.is(PrioritySet{}));
}

TEST_CASE("the buffer rows of newer versions become the priorities' buffers")
{
    const ReadFiles host("linux-host",
        {{"mlnx_qos.eth0.txt",
            "Priority trust state: dscp\ndefault priority:\n\tprio:2\n"
            "Receive buffer size (bytes): 20016,156096,0,0,0,0,0,0,total_size=262016\nPFC configuration:\n"
            "\tpriority    0   1   2   3   4   5   6   7\n\tenabled     0   0   0   1   0   0   0   0   \n"
            "\tbuffer      0   0   0   1   0   0   0   0   \n"}});
    CHECK(host.gaps().empty());
    const Port& port = *host.port("eth0");
    CHECK(port.default_tc.is(2));
    CHECK_FALSE(port.groups_visible);
    const PriorityGroup& group = *host.device().group(port, 3);
    CHECK(host.device().buffer_profiles[group.buffer.value.index].reserved.is(Bytes{156096}));
}

TEST_CASE("without mlnx_qos or dcb, PFC is unread and says what to capture")
{
    const ReadFiles host("linux-host",
        {{"host1/ip-link.txt",
            "2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT\n"
            "    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff\n"}});
    CHECK(host.all_recognised());
    CHECK(host.says("pfc-rx: unread (no mlnx_qos or dcb pfc output was captured for ens1f0np0)"));
    CHECK(host.says("trust: unread (no mlnx_qos output was captured for ens1f0np0)"));
    CHECK(host.says("pause-rx: unread (no ethtool -a output was captured for ens1f0np0)"));
}

TEST_CASE("a trust, map or PFC of mlnx_qos that cannot be read is an error at its line")
{
    const auto told = [](std::string_view from, std::string_view to) {
        std::string text(old_form);
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
        const ReadFiles host("linux-host", {{"host1/mlnx_qos.ens1f0np0.txt", text}});
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems()[0].severity == SyntaxProblem::Severity::error);
        return host.problems()[0].message;
    };
    CHECK(told("trust state: dscp", "trust state: dcsp")
        == "what the NIC trusts cannot be read: 'Priority trust state: dcsp'");
    CHECK(
        told("prio:3 dscp:", "prio:3 dcsp:").starts_with("the DSCPs of a priority cannot be read: 'prio:3"));
    CHECK(told("enabled     0", "enabled     O").starts_with("the priorities with PFC cannot be read: "));
}

TEST_CASE("a traffic class or a priority that mlnx_qos shows twice is reported with both places")
{
    const std::string text
        = std::string(old_form) + "tc: 5 ratelimit: unlimited, tsa: strict\n\t priority:  3\n";
    const ReadFiles host("linux-host", {{"host1/mlnx_qos.ens1f0np0.txt", text}});
    REQUIRE(host.problems().size() == 2);
    CHECK(host.problems()[0].message.starts_with("traffic class 5 is shown twice"));
    CHECK(host.problems()[0].hint.somewhere());
    CHECK(host.problems()[1].message.starts_with("priority 3 is shown in traffic class "));
}

TEST_CASE("an mlnx_qos output without a name belongs to the only RDMA interface, otherwise to none")
{
    const ReadFiles one("linux-host",
        {{"h/mlnx_qos.txt", old_form},
            {"h/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"}});
    CHECK(one.problems().empty());
    CHECK(one.port("ens1f0np0")->pfc_rx.known());
    const ReadFiles two("linux-host",
        {{"h/mlnx_qos.txt", old_form},
            {"h/rdma-link.txt",
                "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
                "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens1f1np1\n"}});
    REQUIRE(two.problems().size() == 1);
    CHECK(two.problems()[0].message.starts_with("mlnx_qos does not print its interface"));
    CHECK_FALSE(two.port("ens1f0np0")->pfc_rx.known());
}

TEST_CASE("the last output of a command is the one that counts")
{
    const ReadFiles host("linux-host",
        {{"transcript.txt",
            "+ mlnx_qos -i eth4 --trust dscp\nPriority trust state: dscp\ndscp2prio mapping:\n"
            "        prio:3 dscp:26,\nPFC configuration:\n        priority    0   1   2   3   4   5   6   7\n"
            "        enabled     0   0   0   0   0   0   0   0   \n"
            "+ mlnx_qos -i eth4 --pfc 0,0,0,1,0,0,0,0\nPriority trust state: dscp\ndscp2prio mapping:\n"
            "        prio:3 dscp:26,\nPFC configuration:\n        priority    0   1   2   3   4   5   6   7\n"
            "        enabled     0   0   0   1   0   0   0   0   \n"
            "+ mlnx_qos -i eth4\nNetlink error: Bad value. see dmesg.\n"}});
    CHECK(host.says("pfc-tx: 3 (explicit transcript.txt:14)"));
    CHECK(host.device().maps.size() == 1);
    CHECK(host.gaps() == "16 unrecognised Netlink error: Bad value. see dmesg.\n");
}

TEST_CASE("dcb's outputs say the same as mlnx_qos, with names for code points")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "root@h1:~# dcb pfc show dev eth0\n"
            "pfc-cap 8 macsec-bypass off delay 0\n"
            "prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off \n"
            "root@h1:~# dcb ets show dev eth0\n"
            "willing off ets-cap 8 cbs off \n"
            "tc-bw 0:50 1:0 2:0 3:50 4:0 5:0 6:0 7:0 \n"
            "tc-tsa 0:ets 1:strict 2:strict 3:ets 4:strict 5:strict 6:strict 7:vendor \n"
            "prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 \n"
            "root@h1:~# dcb app show dev eth0\n"
            "ethtype-prio 8906:3 \n"
            "default-prio 0 \n"
            "dscp-prio AF31:3 CS6:6 10:1 EF:5 \n"
            "root@h1:~# dcb dcbx show dev eth0\n"
            "host ieee \n"
            "root@h1:~# dcb buffer show dev eth0\n"
            "prio-buffer 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0 \n"
            "buffer-size 0:130944b 1:130944b 2:0b 3:0b 4:0b 5:0b 6:0b 7:0b total-size 262016b \n"}});
    CHECK(host.device().name == "h1");
    CHECK(host.says("pfc-rx: 3 (explicit capture.txt:3)"));
    const Port& port = *host.port("eth0");
    CHECK(port.dscp_to_tc.known());
    CHECK(host.device().map(port.dscp_to_tc)->at_point(26) == 3);
    CHECK(host.device().map(port.dscp_to_tc)->at_point(48) == 6);
    CHECK(host.device().map(port.dscp_to_tc)->at_point(46) == 5);
    CHECK(host.device().queues_of(port).size() == 8);
    CHECK(host.says("dcbx: os"));
    CHECK(host.says("trust: unread (dcb app lists DSCP priorities"));
    CHECK(host.device().buffer_profiles[1].reserved.is(Bytes{130944}));
    CHECK(host.gaps() == "5 unsupported willing off ets-cap 8 cbs off\n10 unsupported ethtype-prio 8906:3\n");
}

TEST_CASE("mlx5_core is known to trust DSCP once it has DSCP entries")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "$ ethtool -i eth0\ndriver: mlx5_core\nversion: 6.1\nfirmware-version: 28.43.1014\n"
            "$ dcb app show dev eth0\ndscp-prio 26:3 \n"
            "$ dcb apptrust show dev eth1\norder dscp pcp \n"}});
    CHECK(host.says("trust: dscp (derived capture.txt:6: mlx5_core trusts DSCP"));
    CHECK(host.port("eth1")->trust.is(Trust::dscp_else_pcp));
}

TEST_CASE("values out of range are left unrecognised and change nothing")
{
    const ReadFiles host("linux-host",
        {{"mlnx_qos.eth0.txt",
            "Priority trust state: cos\n"
            "\tprio:9 dscp:26,\n"
            "\tprio:3 dscp:64,\n"
            "\tprio:3 dscp:0-63,\n"
            "Cable len: -1\n"
            "\tpriority    0   1\n"
            "\tenabled     2   0   0   0   0   0   0   0\n"
            "\tbuffer      9\n"
            "tc: 8 ratelimit: unlimited, tsa: ets, bw: 30%\n"
            "\t priority:  3\n"
            "tc: 1 ratelimit: x Gbps, tsa: ets, bw: 30%\n"
            "tc: 1 ratelimit: unlimited, tsa: ets, bw: 130%\n"}});
    CHECK(host.coverage().count(CoverageState::read) == 0);
    CHECK(host.device().queues.empty());
    CHECK(host.device().ports.empty());
}

TEST_SUITE_END();

}
}
