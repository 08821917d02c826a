// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

TEST_SUITE_BEGIN("linux-host: RDMA devices");

TEST_CASE("an unreadable value that decides about RDMA is an error, and a command's error message is not")
{
    struct Broken {
        const char* file;
        const char* text;
        const char* told; ///< empty: no message
    };
    constexpr Broken rows[]{
        {"sys/class/infiniband/mlx5_0/tc/1/traffic_class",
            "lO6\n",
            "the type of service that the NIC forces"},
        {"sys/class/net/ens1f0np0/ecn/roce_np/enable/3", "on\n", "whether the NIC sends CNPs"},
        {"sys/class/net/ens1f0np0/ecn/roce_rp/enable/3", "2\n", "whether the NIC heeds CNPs"},
        {"sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp", "64\n", "the DSCP of CNPs"},
        {"sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio", "8\n", "the priority of CNPs"},
        {"cma_roce_tos.mlx5_0.txt", "1O6\n", "the type of service of connections"},
        {"cma_roce_mode.mlx5_0.txt", "v2\n", "the RoCE version of connections"},
        {"cma_roce_tos.mlx5_0.txt", "cma_roce_tos: no such device\n", ""},
        {"sys/class/infiniband/mlx5_0/tc/1/traffic_class", "106\n", ""},
    };
    for (const Broken& row : rows) {
        CAPTURE(row.file);
        const ReadFiles host("linux-host",
            {{"host1/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"},
                {std::string("host1/") + row.file, row.text}});
        const std::string_view told = row.told;
        if (told.empty()) {
            CHECK(host.problems().empty());
            continue;
        }
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems()[0].severity == SyntaxProblem::Severity::error);
        CHECK(host.problems()[0].message.starts_with(std::string(told) + " cannot be read: "));
    }
}

TEST_CASE("mirrored /sys files are recognised by their path and read by it")
{
    const ReadFiles host("linux-host",
        {{"host1/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/ndevs/0", "ens1f0np0\n"},
            {"host1/sys/class/infiniband/mlx5_0/tc/1/traffic_class", "Global tclass=106\n"},
            {"host1/sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio", "6\n"},
            {"host1/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp", "48"},
            {"host1/sys/class/net/ens1f0np0/ecn/roce_np/enable/3", "1\n"},
            {"host1/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3", "0\n"},
            {"host1/sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_mode", "RoCE v2\n"},
            {"host1/sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_tos", "106\n"}});
    CHECK(host.all_recognised());
    REQUIRE(host.device().nics.size() == 1);
    const Nic& nic = host.device().nics[0];
    CHECK(nic.rdma_device == "mlx5_0");
    CHECK(host.device().ports[nic.port].name == "ens1f0np0");
    CHECK(nic.ecn_notification.is(PrioritySet::of(3)));
    CHECK(nic.notification_seen == PrioritySet::of(3));
    CHECK(nic.ecn_reaction.is(PrioritySet{}));
    CHECK(nic.reaction_seen == PrioritySet::of(3));
    CHECK(nic.cnp_dscp.is(48));
    CHECK(nic.cnp_priority.is(6));
    CHECK(nic.traffic_class.is(106));
    CHECK(nic.cm_tos.is(106));
    CHECK(nic.cm_version.is(RoceVersion::v2));
    for (std::size_t file = 0; file < 8; ++file)
        CHECK(host.gaps(file).empty());
}

TEST_CASE("grep lines are read anywhere, and through PCI paths")
{
    const ReadFiles host("linux-host",
        {{"sys.txt",
            "/sys/class/net/eth0/ecn/roce_np/enable/3:1\n/sys/class/net/eth0/ecn/roce_rp/rpg_max_rate:0\n"
            "/sys/devices/pci0000:16/0000:16:02.0/net/eth0/mtu:9000\n/sys/class/net/eth0/tx_queue_len:1000\n"
            "/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/0:IB/RoCE v1\n"
            "/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/1:RoCE v2\n"
            "/sys/class/net/eth0/ecn/roce_np/enable/9:1\n/sys/class/net/eth0/ecn/roce_np/cnp_dscp:64\n"}});
    CHECK(host.all_recognised());
    CHECK(host.port("eth0")->ip_mtu.is(Bytes{9000}));
    REQUIRE(host.nic("mlx5_0") != nullptr);
    CHECK(host.nic("mlx5_0")->ecn_notification.is(PrioritySet::of(3)));
    CHECK(host.nic("mlx5_0")->has_v2_gid.is(true));
    CHECK(host.gaps()
        == "2 unsupported /sys/class/net/eth0/ecn/roce_rp/rpg_max_rate:0\n"
           "7 unrecognised /sys/class/net/eth0/ecn/roce_np/enable/9:1\n"
           "8 unrecognised /sys/class/net/eth0/ecn/roce_np/cnp_dscp:64\n");
}

TEST_CASE("cat gives one value per file, also for a pattern over the priorities")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "[root@h1 ~]# cat /sys/class/net/eth0/ecn/roce_np/enable/*\n"
            "0\n"
            "0\n"
            "0\n"
            "1\n"
            "0\n"
            "0\n"
            "0\n"
            "0\n"
            "[root@h1 ~]# cat /sys/class/net/eth0/ecn/roce_np/cnp_dscp "
            "/sys/class/net/eth0/ecn/roce_np/cnp_802p_prio\n"
            "48\n"
            "6\n"
            "[root@h1 ~]# cat /sys/class/infiniband/mlx5_2/tc/1/traffic_class\n"
            "[root@h1 ~]# \n"}});
    CHECK(host.device().name == "h1");
    CHECK(host.gaps().empty());
    const Nic& nic = host.device().nics[0];
    CHECK(nic.ecn_notification.is(PrioritySet::of(3)));
    CHECK(nic.notification_seen.size() == 8);
    CHECK(nic.cnp_priority.is(6));
    CHECK_FALSE(nic.traffic_class.known());
}

TEST_CASE("values that are only set and never shown are unsupported rather than believed")
{
    const ReadFiles host("linux-host",
        {{"s.txt",
            "+ echo 106 > /sys/class/infiniband/mlx5_2/tc/1/traffic_class\n"
            "+ sudo cma_roce_tos -d mlx5_2 -t 106\n"
            "106\n"
            "+ ethtool -A eth4 rx off tx off\n"
            "+ sysctl -w net.ipv4.tcp_ecn=1\n"
            "net.ipv4.tcp_ecn = 1\n"
            "+ DEVICE=mlx5_2\n"}});
    CHECK(host.gaps()
        == "1 unsupported + echo 106 > /sys/class/infiniband/mlx5_2/tc/1/traffic_class\n"
           "4 unsupported + ethtool -A eth4 rx off tx off\n");
    const Nic& nic = host.device().nics[0];
    CHECK_FALSE(nic.traffic_class.known());
    CHECK(nic.cm_tos.is(106));
    CHECK(nic.port == Port::no_index);
    CHECK(host.says("nic mlx5_2 on ?"));
}

TEST_CASE("rdma link, ibdev2netdev and show_gids each join RDMA devices to interfaces")
{
    struct Row {
        std::string_view file;
        std::string_view text;
    };
    constexpr Row rows[] = {
        {"rdma-link.txt", "link mlx5_3/1 state ACTIVE physical_state LINK_UP netdev eth3 \n"},
        {"ibdev2netdev.txt", "mlx5_3 port 1 ==> eth3 (Up)\n"},
        {"ibdev2netdev.txt",
            "0000:1a:00.0 mlx5_3 (MT4129 - MCX75310AAS-NEAT) CX7 fw 28.43.1014 port "
            "1 (ACTIVE) ==> eth3 (Up)\n"},
        {"show_gids.txt",
            "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n"
            "---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---\n"
            "mlx5_3\t1\t3\t0000:0000:0000:0000:0000:ffff:c000:0201\t192.0.2.1  \tv2\teth3\n"
            "n_gids_found=1\n"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const ReadFiles host("linux-host", {{row.file, row.text}});
        CHECK(host.all_recognised());
        CHECK(host.gaps().empty());
        REQUIRE(host.device().nics.size() == 1);
        CHECK(host.nic("mlx5_3")->port == 0);
        CHECK(host.port("eth3")->nic == 0);
    }
}

TEST_CASE("a NIC with only version 1 GIDs is known to have no version 2")
{
    const ReadFiles host("linux-host",
        {{"show_gids.txt",
            "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\nmlx5_3\t1\t0\tfe80::1\t\t\tv1\teth3\n"}});
    CHECK(host.nic("mlx5_3")->has_v2_gid.is(false));
}

TEST_CASE("InfiniBand ports are not RoCE NICs")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "$ rdma link\n"
            "link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 3 sm_lid 1 lmc 0 state "
            "ACTIVE physical_state LINK_UP\n"
            "$ ibv_devinfo\n"
            "hca_id:\tmlx5_1\n"
            "\tfw_ver:\t28.43.1014\n"
            "\t\tport:\t1\n"
            "\t\t\tactive_mtu:\t4096 (5)\n"
            "\t\t\tlink_layer:\tInfiniBand\n"
            "hca_id:\tmlx5_2\n"
            "\t\tport:\t1\n"
            "\t\t\tactive_mtu:\t1024 (3)\n"
            "\t\t\tlink_layer:\tEthernet\n"}});
    CHECK(host.gaps().empty());
    REQUIRE(host.device().nics.size() == 1);
    CHECK(host.nic("mlx5_2")->rdma_mtu.is(Bytes{1024}));
}

TEST_CASE("the P_Key table of an InfiniBand port is read by index")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "$ rdma link\n"
            "link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 3 sm_lid 1 lmc 0 state "
            "ACTIVE physical_state LINK_UP\n"
            "$ grep -H '' /sys/class/infiniband/mlx5_0/ports/1/pkeys/0 "
            "/sys/class/infiniband/mlx5_0/ports/1/pkeys/2\n"
            "/sys/class/infiniband/mlx5_0/ports/1/pkeys/0:0xffff\n"
            "/sys/class/infiniband/mlx5_0/ports/1/pkeys/2:0x8005\n"}});
    REQUIRE(host.device().ib_ports.size() == 1);
    CHECK(host.device().ib_ports.front().pkeys == std::vector<std::uint16_t>{0xffff, 0, 0x8005});
}

TEST_CASE("the RDMA device of a bond is one NIC on each member, with the member's own ECN settings")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "$ rdma link\nlink mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0\n"
            "$ cat /proc/net/bonding/bond0\nSlave Interface: eth1\nSlave Interface: eth2\n"
            "$ grep -r '' /sys/class/net/eth1/ecn /sys/class/net/eth2/ecn\n"
            "/sys/class/net/eth1/ecn/roce_np/enable/3:1\n/sys/class/net/eth2/ecn/roce_np/enable/3:0\n"
            "$ cat /sys/class/infiniband/mlx5_bond_0/tc/1/traffic_class\nGlobal tclass=106\n"}});
    REQUIRE(host.device().nics.size() == 2);
    const Nic& first = host.device().nics[host.port("eth1")->nic];
    const Nic& second = host.device().nics[host.port("eth2")->nic];
    CHECK(first.ecn_notification.is(PrioritySet::of(3)));
    CHECK(second.ecn_notification.is(PrioritySet{}));
    CHECK(second.traffic_class.is(106));
    CHECK(second.rdma_device == "mlx5_bond_0");
}

TEST_CASE("a forced traffic class of 0, an unset one and an unread one are distinguished")
{
    const auto read = [](std::string_view output) {
        return ReadFiles("linux-host",
            {{"capture.txt",
                "$ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
                    + std::string(output) + "$ uname -n\nh1\n"}});
    };
    const std::string shown = "$ cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n";
    const ReadFiles zero = read(shown + "Global tclass=0\n");
    CHECK(zero.nic("mlx5_0")->forces_class());
    CHECK(zero.nic("mlx5_0")->traffic_class.is(0));
    for (const std::string& output : {shown, shown + "-1\n", shown + "Global tclass=-1\n"}) {
        const ReadFiles unset = read(output);
        CHECK_FALSE(unset.nic("mlx5_0")->forces_class());
        CHECK(unset.nic("mlx5_0")->class_unset.is(true));
        CHECK_FALSE(unset.nic("mlx5_0")->traffic_class.known());
    }
    const ReadFiles unread = read("");
    CHECK_FALSE(unread.nic("mlx5_0")->forces_class());
    CHECK_FALSE(unread.nic("mlx5_0")->class_unset.known());
    const ReadFiles several = read("$ cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class "
                                   "/sys/class/infiniband/mlx5_1/tc/1/traffic_class\n");
    CHECK_FALSE(several.nic("mlx5_0")->class_unset.known());
}

TEST_CASE("one RDMA device and one interface with ECN files belong together; two do not")
{
    const ReadFiles one("linux-host",
        {{"capture.txt",
            "$ cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n106\n"
            "$ cat /sys/class/net/eth0/ecn/roce_np/enable/3\n1\n"}});
    REQUIRE(one.device().nics.size() == 1);
    CHECK(one.device().nics[0].traffic_class.is(106));
    CHECK(one.device().nics[0].port == 0);
    const ReadFiles two("linux-host",
        {{"capture.txt",
            "$ cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n106\n"
            "$ cat /sys/class/infiniband/mlx5_1/tc/1/traffic_class\n106\n"
            "$ cat /sys/class/net/eth0/ecn/roce_np/enable/3\n1\n"}});
    CHECK(two.device().nics.size() == 3);
    CHECK(two.nic("mlx5_1")->port == Port::no_index);
}

TEST_CASE("prompts of every common shell are recognised, and another host's output is not mixed in")
{
    struct Row {
        std::string_view prompt;
        std::string_view host;
    };
    constexpr Row rows[] = {
        {"root@node1:~# ", "node1"},
        {"admin@node1.example.com:/var/log$ ", "node1.example.com"},
        {"[root@node1 ~]# ", "node1"},
        {"node1:~ # ", "node1"},
        {"+ ", ""},
        {"$ ", ""},
        {"# ", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.prompt);
        const std::string text
            = std::string(row.prompt) + "sudo -n /usr/sbin/ethtool -a eth0\nRX:\toff\nTX:\toff\n";
        const ReadFiles host("linux-host", {{"capture.txt", text}});
        CHECK(host.all_recognised());
        CHECK(host.port("eth0")->pause_rx.is(false));
        CHECK(host.device().name == (row.host.empty() ? "fallback" : row.host));
    }
    const ReadFiles mixed("linux-host",
        {{"capture.txt",
            "root@a:~# ethtool -a eth0\nRX:\toff\nTX:\toff\nroot@b:~# ethtool -a eth0\nRX:\ton\nTX:\ton\n"}});
    CHECK(mixed.port("eth0")->pause_rx.is(false));
    CHECK(mixed.problems().size() == 1);
    CHECK(mixed.coverage().count(CoverageState::unsupported) == 3);
}

TEST_CASE("the hostname comes from hostname, uname or hostnamectl rather than a prompt")
{
    struct Row {
        std::string_view text;
        std::string_view name;
    };
    constexpr Row rows[] = {
        {"root@ip-10-0-0-1:~# hostname\ngpu-node-7\n", "gpu-node-7"},
        {"$ uname -n\ngpu-node-7\n", "gpu-node-7"},
        {"$ uname -a\nLinux gpu-node-7 6.1.0-18-amd64 #1 SMP x86_64 GNU/Linux\n", "gpu-node-7"},
        {"$ hostnamectl\n Static hostname: gpu-node-7\n       Icon name: computer\n", "gpu-node-7"},
        {"root@ip-10-0-0-1:~# hostname -I\n10.0.0.1\n", "ip-10-0-0-1"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const ReadFiles host("linux-host", {{"capture.txt", row.text}});
        CHECK(host.device().name == row.name);
        CHECK(host.device().name_is_configured);
    }
    const ReadFiles file("linux-host", {{"h/hostname", "gpu-node-7\n"}});
    CHECK(file.all_recognised());
    CHECK(file.device().name == "gpu-node-7");
}

TEST_CASE("files that are not captures of a host are left to other drivers")
{
    constexpr std::string_view others[] = {
        "# First, run `enable` and `config t`.\ninterface ethernet 1/13 traffic-class 3\n",
        "hostname leaf1\ninterface Ethernet1\n   mtu 9214\n",
        "{\"PORT\": {\"Ethernet0\": {\"lldp\": \"on\"}}}",
        "<Devices>\n  <Device pciName=\"0000:cc:00.0\"/>\n</Devices>\n",
        "ethernet:\n  default:\n    mtu: \"1500\"\n",
        "8: hsn0: <BROADCAST,UP> mtu 9000 qdisc mq state UP group default qlen 1000\n    inet 10.0.0.1/24\n",
    };
    for (const std::string_view text : others) {
        CAPTURE(text);
        const Source source(0, "file.txt", text);
        CHECK(detect(*find_driver("linux-host"), source).confidence == 0);
    }
}

TEST_SUITE_END();

}
}
