// SPDX-License-Identifier: Apache-2.0
// What the commands of a script set, whatever their tool.
#include "models/fabric/classify.h"
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {
namespace {

constexpr std::string_view everything = R"(#!/bin/bash
set -eu
ip link set dev eth0 mtu 9000 up
ethtool -A eth0 rx off tx off
ethtool --set-eee eth0 eee off
mlnx_qos -i eth0 --dcbx os
mlnx_qos -i eth0 --prio2buffer 0,0,0,1,0,0,0,0 --buffer_size=20016,156096,0,0,0,0,0,0
/usr/bin/mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0 --cable_len 30
mlnx_qos -i eth0 --trust dscp
mlnx_qos -i eth0 --dscp2prio set,30,3 --dscp2prio='set,48,6'
mlnx_qos -i eth0 -p 0,0,0,1,0,0,2,0 -s ets,ets,strict,ets,ets,ets,ets,ets -t 40,60,0,0,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
cma_roce_mode -d mlx5_0 -p 1 -m 2
echo 1 > /sys/class/net/eth0/ecn/roce_np/enable/3
echo 1 | sudo tee /sys/class/net/eth0/ecn/roce_rp/enable/3 > /dev/null
sudo sh -c 'echo 48 > /sys/class/net/eth0/ecn/roce_np/cnp_dscp'
sudo bash -c "echo 6 > /sys/class/net/eth0/ecn/roce_np/cnp_802p_prio"
)";

}

TEST_CASE("a script sets everything that a NIC has")
{
    const ReadFiles host("linux-host", {{"host1/rdma.sh", everything}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
    const Port& port = port_of(host, "eth0");
    CHECK(port.ip_mtu.is(Bytes{9000}));
    CHECK(port.max_frame.is(Bytes{9014}));
    CHECK(port.pause_rx.is(false));
    CHECK(port.pause_tx.is(false));
    CHECK(port.energy_efficient.is(false));
    CHECK(port.cable_length.is(Metres{30}));
    CHECK(port.pfc_rx.is(PrioritySet::of(3)));
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.trust.is(Trust::dscp));
    CHECK(classify_dscp(host.device(), port, 30).queue.is(1));
    CHECK(classify_dscp(host.device(), port, 26).tc.is(3)); // as --trust dscp leaves it
    CHECK(classify_dscp(host.device(), port, 48).queue.is(2));
    REQUIRE(host.device().queues_of(port).size() == 3);
    const Queue& rdma = *host.device().queue(port, 1);
    CHECK(host.device().schedulers[rdma.scheduler.value.index].bandwidth.is(Percent::whole(60)));
    const PriorityGroup& group = *host.device().group(port, 3);
    CHECK(host.device().buffer_profiles[group.buffer.value.index].reserved.is(Bytes{156096}));
    REQUIRE(port.nic < host.device().nics.size());
    const Nic& nic = host.device().nics[port.nic];
    CHECK(nic.rdma_device == "mlx5_0");
    CHECK(nic.traffic_class.is(106));
    CHECK(nic.cm_tos.is(106));
    CHECK(nic.cm_version.is(RoceVersion::v2));
    CHECK(nic.dcbx.is(DcbxMode::os_controlled));
    CHECK(nic.ecn_notification.is(PrioritySet::of(3)));
    CHECK(nic.ecn_reaction.is(PrioritySet::of(3)));
    CHECK(nic.cnp_dscp.is(48));
    CHECK(nic.cnp_priority.is(6));
}

TEST_CASE("dcb sets the same, and a subset of the priorities counts only with a capture of the rest")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "dcb pfc set dev eth0 prio-pfc all:off 3:on\n"
            "dcb ets set dev eth0 prio-tc all:0 3:1 6:2 tc-tsa all:ets 2:strict tc-bw all:0 0:50 1:50\n"
            "dcb app replace dev eth0 dscp-prio 26:3 CS6:6\n"
            "dcb apptrust set dev eth0 order dscp pcp\n"
            "dcb buffer set dev eth0 prio-buffer all:0 3:1 buffer-size 0:20016 1:156096\n"
            "dcb pfc set dev eth1 prio-pfc 3:on\n"}});
    CHECK(host.gaps() == "");
    const Port& port = port_of(host, "eth0");
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.trust.is(Trust::dscp_else_pcp));
    CHECK(classify_dscp(host.device(), port, 26).queue.is(1));
    CHECK(classify_dscp(host.device(), port, 48).queue.is(2));
    CHECK(host.device().queues_of(port).size() == 3);
    CHECK_FALSE(port_of(host, "eth1").pfc_tx.known());
    CHECK(host.says("sets PFC of some priorities only"));
}

TEST_CASE("configuration gives the value, and a capture with another one is reported with both places")
{
    const ReadFiles host("linux-host",
        {{"host1/ethtool-a.eth0.txt",
             "Pause parameters for eth0:\nAutonegotiate:	off\nRX:		on\nTX:		off\n"},
            {"host1/rdma.sh", "#!/bin/sh\nethtool -A eth0 rx off tx off\n"}});
    CHECK(port_of(host, "eth0").pause_rx.is(false));
    REQUIRE(host.problems().size() == 1);
    const SyntaxProblem& problem = host.problems().front();
    CHECK(problem.message
        == "the capture shows link pause on of eth0, but rdma.sh:2 sets off: not run yet, or undone; run it, then capture again");
    CHECK(problem.severity == SyntaxProblem::Severity::warning);
    CHECK(problem.at.source == 0);
    CHECK(problem.outdated);
}

TEST_CASE("a command that dcb, ethtool, ip, cma_roce_tos or the kernel refuses is an error and sets nothing")
{
    struct Refused {
        std::string_view command;
        std::string_view message;
    };
    for (const Refused& each : {
             Refused{"dcb pfc set dev eth0 prio-pfc all:off 3:on prio_pfc 4:on",
                 "dcb does not know \"prio_pfc\""},
             Refused{"dcb pfc set dev eth0 prio-pfc 3:yes", "dcb does not accept 3:yes"},
             Refused{"dcb pfc set dev eth0 prio-pfc 8:on", "dcb does not accept 8:on"},
             Refused{"dcb app add dev eth0 dscp-prio 26:3 64:3", "dcb does not accept 64:3"},
             Refused{"dcb ets set eth0 prio-tc all:0", "dcb expects \"dev\" and an interface, not \"eth0\""},
             Refused{"dcb pfx set dev eth0 prio-pfc 3:on", "dcb does not know \"pfx\" (did you mean pfc?)"},
             Refused{"ethtool -A eth0 rx off tx of", "ethtool does not accept \"of\""},
             Refused{"ethtool -A eth0 rx off txx off", "ethtool does not know \"txx\" (did you mean tx?)"},
             Refused{"ethtool --set-fec eth0 encoding rs-fec", "ethtool does not know \"rs-fec\""},
             Refused{"ip link set dev eth0 9000", "ip has a device already and does not know \"9000\""},
             Refused{"ip link set dev eth0 mtu jumbo", "ip does not accept \"jumbo\" as an MTU"},
             Refused{"cma_roce_tos mlx5_0 -t 106", "cma_roce_tos reads no option after \"mlx5_0\""},
             Refused{"cma_roce_mode -d mlx5_0 -m v2", "cma_roce_mode does not know \"v2\""},
             Refused{
                 "echo PCP > /sys/class/net/eth0/qos/trust", "the kernel does not accept \"PCP\" for trust"},
         }) {
        CAPTURE(each.command);
        const ReadFiles host(
            "linux-host", {{"host1/rdma.sh", "#!/bin/sh\n" + std::string(each.command) + "\n"}});
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems().front().severity == SyntaxProblem::Severity::error);
        CHECK(host.problems().front().message.find(each.message) != std::string::npos);
        CHECK(host.device().ports.empty());
        CHECK(host.device().nics.empty());
    }
}

TEST_CASE("abbreviated keywords are those of the tool")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "dcb p se dev eth0 prio all:off 3:on\n"
            "dcb app add dev eth0 default-prio 0 dscp 26:3\n"
            "ip -n ns1 l s eth0 mtu 9000 txqueuelen 10000 up\n"
            "cma_roce_tos -dmlx5_0 -p1 -t106\n"
            "ethtool --pause eth0 autoneg off rx off tx off\n"}});
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
    CHECK(port_of(host, "eth0").pause_tx.is(false));
    REQUIRE(host.nic("mlx5_0") != nullptr);
    CHECK(host.nic("mlx5_0")->cm_tos.is(106));
}

TEST_CASE("a script's settings belong to the RDMA device that a capture names")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma-link.txt",
             "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
             "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"},
            {"host1/rdma.sh",
                "#!/bin/sh\necho 106 > /sys/class/infiniband/mlx5_1/tc/1/traffic_class\n"
                "echo 98 | tee /sys/class/net/eth0/device/infiniband/*/tc/1/traffic_class\n"}});
    CHECK(host.nic("mlx5_1")->traffic_class.is(106));
    CHECK(host.nic("mlx5_0")->traffic_class.is(98));
    CHECK(host.device().nics.size() == 2);
}

}
