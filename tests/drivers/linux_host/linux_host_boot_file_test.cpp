// SPDX-License-Identifier: Apache-2.0
// Files other than scripts that set up interfaces at boot: units, rules of udev and network configuration.
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>

namespace rocelint::tests {

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

TEST_CASE("an MTU or link pause that no network file can state is an error at its line and sets nothing")
{
    struct Row {
        std::string_view path;
        std::string_view text;
        std::string_view message;
    };
    constexpr std::string_view no_number = "\"abc\" is not a number, so no MTU is set here";
    constexpr std::string_view out_of_range = "mtu 70000: out of range, 68 to 65535";
    constexpr std::string_view no_boolean = "\"maybe\" is neither yes nor no, so link pause is not set here";
    constexpr Row rows[]{
        {"h/10-a.network", "[Match]\nName=eth0\n[Link]\nMTUBytes=abc\n", no_number},
        {"h/10-a.link", "[Match]\nOriginalName=eth*\n[Link]\nMTUBytes=abc\n", no_number},
        {"h/10-a.link", "[Match]\nOriginalName=eth0\n[Link]\nRxFlowControl=maybe\n", no_boolean},
        {"h/a.nmconnection", "[connection]\ninterface-name=eth0\n[ethernet]\nmtu=abc\n", no_number},
        {"h/a.nmconnection", "[connection]\ninterface-name=eth0\n[ethernet]\nmtu=70000\n", out_of_range},
        {"h/a.nmconnection", "[connection]\ninterface-name=eth0\n[ethtool]\npause-rx=maybe\n", no_boolean},
        {"h/ifcfg-eth0", "DEVICE=eth0\nMTU=abc\n", no_number},
        {"h/interfaces", "iface eth0 inet manual\n  mtu abc\n", no_number},
        {"h/a.yaml", "network:\n  ethernets:\n    eth0: {mtu: abc}\n", no_number},
        {"h/a.yaml", "network:\n  bonds:\n    bond0:\n      mtu: 70000\n", out_of_range},
        {"h/a.yaml", "network:\n  ethernets:\n    eth0:\n      mtu: [9000]\n", "\"mtu\" is not a number"},
        {"h/a.rules", "SUBSYSTEM==\"net\", KERNEL==\"eth0\", ATTR{mtu}=\"abc\"\n", no_number},
        {"h/etc/tuned/a/tuned.conf", "[net]\ndevices=eth0\nmtu=abc\n", no_number},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const ReadFiles host("linux-host", {{row.path, row.text}});
        CHECK(host.all_recognised());
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems()[0].severity == SyntaxProblem::Severity::error);
        CHECK(host.problems()[0].message.starts_with(row.message));
        CHECK(row.text.substr(host.problems()[0].at.offset)
                  .starts_with(row.message == no_number ? "abc"
                          : row.message == out_of_range ? "70000"
                          : row.message == no_boolean   ? "maybe"
                                                        : "mtu"));
        CHECK(host.gaps().find("unrecognised") != std::string::npos);
        CHECK(host.device().ports.empty());
    }
}

TEST_CASE("an MTU that something has yet to fill in, or that leaves the choice to the kernel, is no error")
{
    struct Row {
        std::string_view path;
        std::string_view text;
        std::string_view gaps;
    };
    constexpr Row rows[]{
        {"h/a.nmconnection", "[connection]\ninterface-name=eth0\n[ethernet]\nmtu=0\n", ""},
        {"h/ifcfg-eth0", "DEVICE=eth0\nMTU=\n", ""},
        {"h/ifcfg-eth0", "DEVICE=eth0\nMTU=${MTU}\n", "2 unsupported MTU=${MTU}\n"},
        {"h/10-a.link", "[Match]\nOriginalName=eth0\n[Link]\nRxFlowControl=\n", ""},
        {"h/interfaces", "auto lo\niface lo inet loopback\n  mtu 65536\n", ""},
        {"h/a.yaml", "network:\n  ethernets:\n    eth0: {mtu: 0}\n", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const ReadFiles host("linux-host", {{row.path, row.text}});
        CHECK(host.problems().empty());
        CHECK(host.gaps() == row.gaps);
        CHECK(host.device().ports.empty());
    }
}

TEST_CASE("an MTU in units of systemd, behind a comment of a shell or of an anchor is read")
{
    const ReadFiles host("linux-host",
        {{"h/10-eth0.link", "[Match]\nOriginalName=eth0\n[Link]\nMTUBytes=9K\n"},
            {"h/ifcfg-eth1", "DEVICE=eth1\nMTU=9000 # jumbo\n"},
            {"h/a.yaml", "network:\n  ethernets:\n    eth2: {mtu: &jumbo 9000}\n    eth3: {mtu: *jumbo}\n"}});
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9216}));
    for (const std::string_view name : {"eth1", "eth2", "eth3"}) {
        CAPTURE(name);
        CHECK(port_of(host, name).ip_mtu.is(Bytes{9000}));
    }
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
