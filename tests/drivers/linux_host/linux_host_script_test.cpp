// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::tests {
namespace {

const Port& port_of(const ReadFiles& host, std::string_view name)
{
    const Port* port = host.port(name);
    REQUIRE(port != nullptr);
    return *port;
}

bool warns(const ReadFiles& host, std::string_view part)
{
    return std::ranges::any_of(host.problems(),
        [part](const SyntaxProblem& problem) { return problem.message.find(part) != std::string::npos; });
}

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

TEST_CASE("a literal loop is followed, with its variables, and so are nested ones")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nNICS=\"eth0 eth1\"\nPFC=0,0,0,0,1,0,0,0\n"
            "for i in $NICS; do\n"
            "  mlnx_qos -i \"$i\" --pfc \"$PFC\"\n"
            "  for p in 3 4\n  do echo 1 > /sys/class/net/${i}/ecn/roce_np/enable/$p; done\n"
            "  echo 106 | tee /sys/class/net/$i/device/infiniband/*/tc/1/traffic_class\n"
            "  cma_roce_tos -d $(ls /sys/class/net/$i/device/infiniband) -t 98\n"
            "done\n"}});
    CHECK(host.gaps() == "");
    REQUIRE(host.device().ports.size() == 2);
    for (const Port& port : host.device().ports) {
        CHECK(port.pfc_tx.is(PrioritySet::of(4)));
        REQUIRE(port.nic < host.device().nics.size());
        const Nic& nic = host.device().nics[port.nic];
        CHECK(nic.ecn_notification.is(PrioritySet::of(3) | PrioritySet::of(4)));
        CHECK(nic.traffic_class.is(106));
        CHECK(nic.cm_tos.is(98));
    }
}

TEST_CASE("what only a running shell can know is counted as unsupported, never guessed")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "for i in $(ls /sys/class/net); do\n"
            "  mlnx_qos -i $i --pfc 0,0,0,1,0,0,0,0\n"
            "done\n"
            "mlnx_qos -i $1 --trust dscp\n"
            "if [ -e /etc/special ]; then\n"
            "  mlnx_qos -i eth0 --pfc 1,1,1,1,1,1,1,1\n"
            "fi\n"
            "[ -e /etc/special ] && mlnx_qos -i eth0 --trust pcp\n"
            "setup() {\n  mlnx_qos -i eth0 --trust pcp\n}\n"
            "mlnx_qos -i eth0 --cable_len $LENGTH\n"
            "mlnx_qos -i eth{0,1} --trust pcp\n"}});
    CHECK(host.device().ports.empty());
    CHECK(host.gaps()
        == "3 unsupported   mlnx_qos -i $i --pfc 0,0,0,1,0,0,0,0\n"
           "5 unsupported mlnx_qos -i $1 --trust dscp\n"
           "7 unsupported   mlnx_qos -i eth0 --pfc 1,1,1,1,1,1,1,1\n"
           "9 unsupported [ -e /etc/special ] && mlnx_qos -i eth0 --trust pcp\n"
           "11 unsupported   mlnx_qos -i eth0 --trust pcp\n"
           "13 unsupported mlnx_qos -i eth0 --cable_len $LENGTH\n"
           "14 unsupported mlnx_qos -i eth{0,1} --trust pcp\n");
}

TEST_CASE("nothing after exit runs, and a here-document is not a command")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "cat > /etc/x <<EOF\nmlnx_qos -i eth0 --trust pcp\nit's\nEOF\n"
            "command -v mlnx_qos || exit 0\n"
            "mlnx_qos -i eth0 --trust dscp # mlnx_qos -i eth0 --trust pcp\n"
            "exit 0\n"
            "mlnx_qos -i eth0 --trust pcp\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(host.problems().empty());
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
        == "the capture shows link pause on of eth0, but rdma.sh:2 sets off: it did not run, or was undone");
    CHECK(problem.severity == SyntaxProblem::Severity::warning);
    CHECK(problem.at.source == 0);
    CHECK(problem.outdated);
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

TEST_CASE("a unit's settings are its ExecStart lines, and it may run the host's own script")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh", "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\n"},
            {"host1/rdma.service",
                "[Unit]\nAfter=network.target\n\n[Service]\nType=oneshot\n"
                "ExecStart=/usr/bin/mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
                "ExecStart=-/bin/sh -c 'for i in eth0 eth1; do ethtool -A $$i rx off tx off; done'\n"
                "ExecStart=/usr/local/sbin/rdma.sh\n"
                "ExecStart=/usr/local/sbin/other.sh\n"
                "ExecStop=/usr/bin/mlnx_qos -i eth0 --pfc 0,0,0,0,0,0,0,0\n"
                "[Install]\nWantedBy=multi-user.target\n"}});
    CHECK(host.all_recognised());
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth1").pause_tx.is(false));
    CHECK(host.gaps(1)
        == "9 unrecognised ExecStart=/usr/local/sbin/other.sh\n"
           "10 unsupported ExecStop=/usr/bin/mlnx_qos -i eth0 --pfc 0,0,0,0,0,0,0,0\n");
}

TEST_CASE("a udev rule sets values for the interface that it matches")
{
    const ReadFiles host("linux-host",
        {{"host1/99-rdma.rules",
            "ACTION==\"add\", SUBSYSTEM==\"net\", KERNEL==\"eth0\", ATTR{mtu}=\"9000\", \\\n"
            "  RUN+=\"/usr/bin/mlnx_qos -i %k --trust dscp\", RUN+=\"/bin/sh -c 'ethtool -A $name rx off tx off'\"\n"
            "SUBSYSTEM==\"net\", KERNEL==\"eth*\", RUN+=\"/usr/bin/mlnx_qos -i %k --pfc 0,0,0,1,0,0,0,0\"\n"}});
    CHECK(host.all_recognised());
    const Port& port = port_of(host, "eth0");
    CHECK(port.ip_mtu.is(Bytes{9000}));
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.pause_rx.is(false));
    CHECK_FALSE(port.pfc_tx.known());
    CHECK(host.gaps().starts_with("3 unsupported"));
}

TEST_CASE("the MTU is read from every common kind of network configuration")
{
    const ReadFiles host("linux-host",
        {{"host1/10-eth0.network", "[Match]\nName=eth0\n\n[Link]\nMTUBytes=9000\n"},
            {"host1/10-eth1.link", "[Match]\nOriginalName=enp1s0\n[Link]\nName=eth1\nMTUBytes=9001\n"},
            {"host1/50-cloud.yaml",
                "network:\n  version: 2\n  ethernets:\n    eth2:\n      mtu: 9002\n    id0:\n"
                "      match: {macaddress: \"02:00:00:00:00:01\"}\n      set-name: eth3\n      mtu: 9003\n"},
            {"host1/interfaces",
                "auto eth4\niface eth4 inet static\n  address 192.0.2.1/24\n  mtu 9004\n"
                "  post-up mlnx_qos -i $IFACE --trust dscp\n"},
            {"host1/ifcfg-eth5", "DEVICE=eth5\nMTU=\"9005\"\n"},
            {"host1/eth6.nmconnection", "[connection]\nid=x\ninterface-name=eth6\n\n[ethernet]\nmtu=9006\n"},
            {"host1/20-all.network", "[Match]\nName=eth*\n[Link]\nMTUBytes=1500\n"}});
    CHECK(host.all_recognised());
    REQUIRE(host.device().ports.size() == 7);
    for (const Port& port : host.device().ports) {
        CAPTURE(port.name);
        CHECK(port.ip_mtu.is(Bytes{9000U + static_cast<unsigned>(port.name.back() - '0')}));
    }
    CHECK(port_of(host, "eth4").trust.is(Trust::dscp));
    CHECK(host.gaps(6) == "4 unsupported MTUBytes=1500\n");
}

TEST_CASE("the members of a bond are read from every common kind of network configuration")
{
    const ReadFiles host("linux-host",
        {{"host1/10-eth0.network", "[Match]\nName=eth0\n\n[Network]\nBond=bond7\n[Link]\nMTUBytes=9000\n"},
            {"host1/50-cloud.yaml",
                "network:\n  version: 2\n  ethernets:\n    eth1: {mtu: 9000}\n  bonds:\n    bond7:\n"
                "      interfaces: [eth1]\n      mtu: 9000\n"},
            {"host1/interfaces", "iface eth2 inet manual\n  bond-master bond7\n  mtu 9000\n"},
            {"host1/ifcfg-eth3", "DEVICE=eth3\nMTU=9000\nMASTER=bond7\nSLAVE=yes\n"},
            {"host1/eth4.nmconnection",
                "[connection]\nid=x\ninterface-name=eth4\nmaster=bond7\nslave-type=bond\n\n[ethernet]\nmtu=9000\n"},
            {"host1/eth5.nmconnection",
                "[connection]\nid=y\ninterface-name=eth5\ncontroller=br0\nport-type=bridge\n\n[ethernet]\nmtu=9000\n"}});
    const Device& device = host.device();
    CHECK(port_of(host, "bond7").kind == PortKind::lag);
    for (const Port& port : device.ports) {
        CAPTURE(port.name);
        if (port.name == "bond7" || port.name == "eth5") {
            CHECK(port.lag == Port::no_index);
            continue;
        }
        REQUIRE(port.lag < device.ports.size());
        CHECK(device.ports[port.lag].name == "bond7");
    }
    CHECK(device.ports.size() == 7);
}

TEST_CASE("a capture of an interface overrides the bond that a file assigns it to")
{
    const ReadFiles host("linux-host",
        {{"host1/ip-d-link.txt",
             "2: eth0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond1 state UP\n"
             "3: bond1: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 9000 qdisc noqueue state UP\n"
             "    bond mode 802.3ad miimon 100\n"},
            {"host1/ifcfg-eth0", "DEVICE=eth0\nMTU=9000\nMASTER=bond7\n"}});
    const Port& port = port_of(host, "eth0");
    REQUIRE(port.lag < host.device().ports.size());
    CHECK(host.device().ports[port.lag].name == "bond1");
}

TEST_CASE("a function is followed with the arguments of each call")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "TRUST=pcp\n"
            "log() { echo \"$@\" >> /var/log/rdma.log; }\n"
            "trust() { mlnx_qos -i \"$1\" --trust $TRUST; }\n"
            "setup()\n{\n"
            "  local nic=$1 TRUST=${3:-dscp}\n"
            "  log setting up \"$nic\"\n"
            "  trust $nic\n"
            "  [ -e /sys/class/net/$nic ] || return 1\n"
            "  mlnx_qos -i $nic --pfc $2\n"
            "  return\n"
            "  mlnx_qos -i $nic --pfc 1,1,1,1,1,1,1,1\n"
            "}\n"
            "main() {\n"
            "  for i in \"$@\"; do setup $i 0,0,0,1,0,0,0,0; done\n"
            "  shift\n"
            "  ip link set dev $1 mtu 9000\n"
            "}\n"
            "main eth0 eth1 || exit 1\n"
            "trust eth2\n"}});
    CHECK(host.problems().empty());
    CHECK(host.gaps() == "");
    for (const std::string_view name : {"eth0", "eth1"}) {
        CHECK(port_of(host, name).pfc_tx.is(PrioritySet::of(3)));
        CHECK(port_of(host, name).trust.is(Trust::dscp));
    }
    CHECK(port_of(host, "eth2").trust.is(Trust::pcp));
    CHECK(port_of(host, "eth1").ip_mtu.is(Bytes{9000}));
    CHECK_FALSE(port_of(host, "eth0").ip_mtu.known());
}

TEST_CASE("a here-document that is written to a file is read as that file")
{
    const ReadFiles host("linux-host",
        {{"host1/install.sh",
            "#!/bin/bash\n"
            "cat > /etc/systemd/system/roce.service <<'EOF'\n"
            "[Service]\nType=oneshot\n"
            "ExecStart=/usr/bin/mlnx_qos -i eth0 --trust dscp\n"
            "ExecStart=/usr/local/sbin/roce.sh\n"
            "EOF\n"
            "tee /usr/local/sbin/roce.sh > /dev/null <<-EOF\n"
            "\t#!/bin/sh\n\tmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
            "\tEOF\n"
            "cat <<EOF > /etc/udev/rules.d/70-mtu.rules\n"
            "KERNEL==\"eth0\", ATTR{mtu}=\"9000\"\n"
            "EOF\n"
            "cat > /etc/motd <<EOF\nmlnx_qos -i eth0 --trust pcp\nEOF\n"
            "cat > /usr/local/sbin/other.sh <<EOF\nmlnx_qos -i $NIC --trust pcp\nEOF\n"}});
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
    CHECK(host.gaps() == "19 unsupported mlnx_qos -i $NIC --trust pcp\n");
}

TEST_CASE("a shift in bash's arithmetic begins no here-document")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh", "#!/bin/bash\n(( tos = 26 << 2 ))\nmlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(host.gaps() == "");
}

TEST_CASE("quotes within a command substitution hide its brackets")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "note=\"$(echo \"it's (almost) done :)\")\"\n"
            "name=$(sed -e \"s/)$//\" /etc/hostname)\n"
            "mlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
}

TEST_CASE("a function that calls itself, or that only a branch calls, sets nothing for certain")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "again() { mlnx_qos -i eth0 --trust dscp; again; }\n"
            "again\n"
            "one() { mlnx_qos -i eth1 --trust dscp; }\n"
            "if [ -e /etc/special ]; then one; fi\n"
            "two() {\n  mlnx_qos -i eth2 --trust dscp\n}\n"
            "[ -e /etc/special ] && two\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(host.device().find_port("eth1") == Port::no_index);
    CHECK(host.device().find_port("eth2") == Port::no_index);
    CHECK(host.gaps()
        == "4 unsupported one() { mlnx_qos -i eth1 --trust dscp; }\n"
           "7 unsupported   mlnx_qos -i eth2 --trust dscp\n");
}

TEST_CASE("the condition of a branch runs, and a check for a tool is assumed to pass")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "if ! mlnx_qos -i eth0 --trust dscp; then echo failed; exit 1; fi\n"
            "if command -v mlnx_qos > /dev/null; then\n"
            "  mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
            "else\n"
            "  mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\n"
            "fi\n"
            "which ethtool && ethtool -A eth0 rx off tx off\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth0").pause_rx.is(false));
    CHECK(host.device().find_port("eth1") == Port::no_index);
}

TEST_CASE("loops over the host's RDMA devices are followed where captures show these")
{
    for (const std::string_view loop :
        {"for d in $(ls /sys/class/infiniband | grep mlx5); do\n"
         "  n=$(ls /sys/class/infiniband/$d/device/net | head -1)\n",
            "for p in /sys/class/infiniband/mlx5_*; do\n  d=$(basename $p)\n  n=`ls $p/device/net`\n",
            "for p in /sys/class/infiniband/*/device/net/*; do\n  n=${p##*/}\n  d=${p#/sys/class/infiniband/}\n"
            "  d=${d%%/*}\n",
            "for n in $(ibdev2netdev | awk '{print $5}'); do\n"
            "  d=$(ibdev2netdev | grep -w $n | awk '{ print $1 }')\n"}) {
        CAPTURE(loop);
        const std::string text = "#!/bin/bash\nDSCP=26\n" + std::string(loop)
            + "  [ \"$(cat /sys/class/infiniband/$d/ports/1/link_layer)\" = Ethernet ] || continue\n"
              "  mlnx_qos -i $n --trust dscp\n"
              "  cma_roce_tos -d $d -t $((DSCP << 2 | 2))\n"
              "  echo $(( DSCP*4 + 2 )) > /sys/class/infiniband/$d/tc/1/traffic_class\n"
              "done\n";
        const ReadFiles host("linux-host",
            {{"host1/rdma-link.txt",
                 "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
                 "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"},
                {"host1/rdma.sh", text}});
        CHECK(host.problems().empty());
        CHECK(host.gaps(1) == "");
        for (const std::string_view name : {"eth0", "eth1"})
            CHECK(port_of(host, name).trust.is(Trust::dscp));
        for (const std::string_view name : {"mlx5_0", "mlx5_1"}) {
            REQUIRE(host.nic(name) != nullptr);
            CHECK(host.nic(name)->cm_tos.is(106));
            CHECK(host.nic(name)->traffic_class.is(106));
        }
    }
    // Without such captures nothing is guessed.
    const ReadFiles alone("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\nfor d in /sys/class/infiniband/mlx5_*; do\n  cma_roce_tos -d $(basename $d) -t 106\n"
            "done\n"}});
    CHECK(alone.device().nics.empty());
    CHECK(alone.gaps() == "3 unsupported   cma_roce_tos -d $(basename $d) -t 106\n");
}

TEST_CASE("a script with a syntax error is read up to it, and says so")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\necho \"open\nmlnx_qos -i eth0 --trust pcp\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(warns(host, "its rest is not read"));
    const ReadFiles stray(
        "linux-host", {{"host1/rdma.sh", "#!/bin/sh\ndone\nmlnx_qos -i eth0 --trust pcp\n"}});
    CHECK(stray.device().ports.empty());
    CHECK(warns(stray, "its rest is not read"));
}

TEST_CASE("a bash condition hides no line after it, whatever its regular expression contains")
{
    for (const std::string_view condition : {"[[ $line =~ ^([A-Z]+)=([0-9]+)[[:space:]]*(#.*)?$ ]]",
             "[[ ! \"$line\" =~ ^(a|b)$ ]]",
             "[[ ( -e /a && -e /b ) || $n < 3 ]]",
             "[[ $line =~ \\( ]]",
             "[[ -n $line ]]"}) {
        CAPTURE(condition);
        const std::string text = "#!/bin/bash\nread_config() {\n  while read -r line || "
            + std::string(condition) + "; do\n    if " + std::string(condition)
            + "; then\n      return 1\n    fi\n  done < \"$1\"\n}\n" + std::string(condition)
            + "&& echo found\nmlnx_qos -i eth0 --trust dscp\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n";
        const ReadFiles host("linux-host", {{"host1/rdma.sh", text}});
        CHECK(host.problems().empty());
        CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
        CHECK(port_of(host, "eth0").pfc_rx.is(PrioritySet::of(3)));
    }
    // As an argument, [[ is an ordinary word.
    const ReadFiles word(
        "linux-host", {{"host1/rdma.sh", "#!/bin/bash\necho [[\nmlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(port_of(word, "eth0").trust.is(Trust::dscp));
}

TEST_CASE("loops that multiply are given up instead of followed forever")
{
    std::string text = "#!/bin/sh\n";
    for (int depth = 0; depth < 12; ++depth)
        text += "for a" + std::to_string(depth) + " in 0 1 2 3 4 5 6 7; do\n";
    text += "mlnx_qos -i eth0 --trust dscp\n";
    for (int depth = 0; depth < 12; ++depth)
        text += "done\n";
    const ReadFiles host("linux-host", {{"host1/rdma.sh", text}});
    CHECK(warns(host, "run too often"));
}

constexpr std::string_view two_devices
    = "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
      "link mlx5_3/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0\n";

TEST_CASE("a loop over the RDMA devices of the host is followed where a capture lists them")
{
    for (const std::string_view loop :
        {"for dev in $(ls /sys/class/infiniband | grep mlx5); do\n"
         "  nic=$(ls /sys/class/infiniband/$dev/device/net | head -1)\n",
            "for dev in `ls /sys/class/infiniband/`; do\n"
            "  nic=$(ibdev2netdev | grep -w $dev | awk '{print $5}')\n",
            "for path in /sys/class/infiniband/mlx5_*; do\n  dev=$(basename $path)\n"
            "  nic=$(ls \"$path/device/net\" 2>/dev/null)\n",
            "DEVICES=($(ls /sys/class/infiniband/ 2>/dev/null | sort | tr '\\n' ' '))\n"
            "for dev in \"${DEVICES[@]}\"; do\n  nic=$(basename $(ls /sys/class/infiniband/$dev/device/net))\n",
            "DEVICES=/sys/class/infiniband/mlx5_*\nfor path in $DEVICES; do\n  dev=${path##*/}\n"
            "  nic=`ls $path/device/net`\n",
            "for nic in $(rdma link show | awk '{ print $NF }' | sort -u); do\n"
            "  dev=$(ls /sys/class/net/$nic/device/infiniband | head -n 1)\n"}) {
        CAPTURE(loop);
        const std::string script = "#!/bin/bash\n" + std::string(loop)
            + "  [ \"$(cat /sys/class/infiniband/$dev/ports/1/link_layer)\" = \"Ethernet\" ] || continue\n"
              "  mlnx_qos -i $nic --pfc 0,0,0,1,0,0,0,0 >/dev/null\n"
              "  cma_roce_tos -d $dev -t 106\ndone\n";
        const ReadFiles host("linux-host", {{"n/rdma-link.txt", two_devices}, {"n/prolog.sh", script}});
        CHECK(host.gaps(1) == "");
        for (const std::string_view name : {"ens1f0np0", "ens2f0np0"}) {
            CHECK(port_of(host, name).pfc_tx.is(PrioritySet::of(3)));
            REQUIRE(port_of(host, name).nic < host.device().nics.size());
            CHECK(host.device().nics[port_of(host, name).nic].cm_tos.is(106));
        }
    }
}

TEST_CASE("a loop over RDMA devices is not followed where nothing lists them, or where their state decides")
{
    const std::string_view all = "#!/bin/bash\nfor dev in $(ls /sys/class/infiniband); do\n"
                                 "  cma_roce_tos -d $dev -t 106\ndone\n";
    const ReadFiles alone("linux-host", {{"n/prolog.sh", all}});
    CHECK(alone.gaps() == "3 unsupported   cma_roce_tos -d $dev -t 106\n");
    const std::string_view up = "#!/bin/bash\nfor nic in $(ibdev2netdev | grep Up | awk '{print $5}'); do\n"
                                "  mlnx_qos -i $nic --trust dscp\ndone\n";
    const ReadFiles some("linux-host", {{"n/rdma-link.txt", two_devices}, {"n/prolog.sh", up}});
    CHECK(some.gaps(1) == "3 unsupported   mlnx_qos -i $nic --trust dscp\n");
}

TEST_CASE("network files set link pause of each direction")
{
    const ReadFiles host("linux-host",
        {{"n/10-rdma.link", "[Match]\nOriginalName=eth0\n\n[Link]\nRxFlowControl=no\nTxFlowControl=yes\n"},
            {"n/rdma.nmconnection",
                "[connection]\nid=rdma\ninterface-name=eth1\n\n[ethtool]\npause-autoneg=false\n"
                "pause-rx=false\npause-tx=false\n"},
            {"n/20-all.link", "[Match]\nDriver=mlx5_core\n\n[Link]\nTxFlowControl=no\n"}});
    CHECK(host.all_recognised());
    CHECK(port_of(host, "eth0").pause_rx.is(false));
    CHECK(port_of(host, "eth0").pause_tx.is(true));
    CHECK(port_of(host, "eth1").pause_rx.is(false));
    CHECK(port_of(host, "eth1").pause_tx.is(false));
    CHECK(host.gaps(0) == "");
    CHECK(host.gaps(1) == "");
    CHECK(host.gaps(2) == "5 unsupported TxFlowControl=no\n");
}

TEST_CASE("a rule of udev for a driver is for the interfaces that have it")
{
    const ReadFiles host("linux-host",
        {{"n/rdma-link.txt", two_devices},
            {"n/70-rdma.rules",
                "ACTION==\"add\", SUBSYSTEM==\"net\", DRIVERS==\"mlx5_core\", KERNEL==\"ens1*|ens9*\", "
                "RUN+=\"/usr/bin/mlnx_qos -i %k --pfc 0,0,0,1,0,0,0,0\"\n"
                "SUBSYSTEM==\"net\", DRIVERS==\"mlx5_core\", ATTR{mtu}=\"4200\"\n"}});
    CHECK(host.gaps(1) == "");
    CHECK(port_of(host, "ens1f0np0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(!port_of(host, "ens2f0np0").pfc_tx.known());
    CHECK(port_of(host, "ens1f0np0").ip_mtu.is(Bytes{4200}));
    CHECK(port_of(host, "ens2f0np0").ip_mtu.is(Bytes{4200}));
}

}
