// SPDX-License-Identifier: Apache-2.0
// What firmware, PCI bridges and a traffic class of -1 show about a host.
#include "drivers/linux_host/edit/undo.h"
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint::tests {
namespace {

// Two ports of one card.
const std::string card = "$ rdma link\n"
                         "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
                         "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"
                         "$ ethtool -i eth0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
                         "$ ethtool -i eth1\ndriver: mlx5_core\nbus-info: 0000:1a:00.1\n";

ReadFiles read(const std::string& output)
{
    return ReadFiles("linux-host", {{"h1/capture.txt", card + output}});
}

}

TEST_CASE("mlxconfig's settings of a port belong to the function with that number")
{
    const ReadFiles host = read("$ mlxconfig -d mlx5_0 q\n"
                                "Device #1:\n----------\n"
                                "Device type:        ConnectX7\n"
                                "Configurations:                  Next Boot\n"
                                "        CNP_DSCP_P1              48\n"
                                "        CNP_DSCP_P2              40\n"
                                "        ROCE_CC_PRIO_MASK_P1     0xff\n"
                                "        ROCE_CC_PRIO_MASK_P2     8\n"
                                "        LLDP_NB_DCBX_P2          True(1)\n"
                                "        RPG_AI_RATE_P2           5\n"
                                "        BOOT_VLAN                1\n");
    CHECK(host.nic("mlx5_0")->stored_cnp_dscp.is(48));
    CHECK(host.nic("mlx5_1")->stored_cnp_dscp.is(40));
    CHECK(host.nic("mlx5_0")->cc_priorities.is(PrioritySet::all()));
    CHECK(host.nic("mlx5_1")->cc_priorities.is(PrioritySet::of(3)));
    CHECK(host.nic("mlx5_1")->firmware_dcbx.is(true));
    CHECK_FALSE(host.nic("mlx5_0")->firmware_dcbx.known());
    REQUIRE(host.nic("mlx5_1")->dcqcn.size() == 1);
    CHECK(host.nic("mlx5_1")->dcqcn[0].name == "RPG_AI_RATE");
    CHECK(host.nic("mlx5_1")->dcqcn[0].value == 5);
    CHECK(host.problems().empty());
    CHECK(host.gaps() == "");
}

TEST_CASE("without a PCI address the name of the interface shows which port of the card it is")
{
    struct Row {
        std::string_view interface;
        int dscp = -1; ///< -1: unread
    };
    constexpr Row rows[]{{"ens1f0np0", 48},
        {"ens1f1np1", 40},
        {"enp26s0f1", 40},
        {"enp26s0", 48},
        {"ens1np0", 48},
        {"enP2p1s0f0np0", 48},
        {"enP2p1s0f1np1", 40},
        {"enP2p1s0", 48},
        {"enPp1s0f0", -1},
        {"eth0", -1},
        {"rail3", -1}};
    for (const Row& row : rows) {
        CAPTURE(row.interface);
        const std::string capture = "$ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev "
            + std::string(row.interface)
            + "\n$ mlxconfig -d mlx5_0 q\n        CNP_DSCP_P1    48\n        CNP_DSCP_P2    40\n";
        const ReadFiles host("linux-host", {{"h1/capture.txt", capture}});
        REQUIRE(host.nic("mlx5_0") != nullptr);
        const Setting<std::uint8_t>& dscp = host.nic("mlx5_0")->stored_cnp_dscp;
        CHECK(dscp.known() == (row.dscp >= 0));
        CHECK((row.dscp < 0 || dscp.is(static_cast<std::uint8_t>(row.dscp))));
        CHECK(host.coverage().count(CoverageState::unsupported) == (row.dscp < 0 ? 2 : 0));
        CHECK(host.says("no capture shows which port of its card the NIC is") == (row.dscp < 0));
    }
}

TEST_CASE("mlxconfig shows no DCBX for firmware that neither sends nor receives LLDP")
{
    const auto dcbx = [](const std::string& lines) {
        const ReadFiles host = read("$ mlxconfig -d mlx5_0 q\n" + lines);
        REQUIRE(host.nic("mlx5_0")->firmware_dcbx.known());
        return host.nic("mlx5_0")->firmware_dcbx.value;
    };
    const std::string on = "        LLDP_NB_DCBX_P1          True(1)\n";
    const std::string deaf = "        LLDP_NB_RX_MODE_P1       OFF(0)\n";
    const std::string mute = "        LLDP_NB_TX_MODE_P1       OFF(0)\n";
    CHECK(dcbx(on));
    CHECK(dcbx(on + deaf));
    CHECK(dcbx(on + mute + "        LLDP_NB_RX_MODE_P1       ALL(2)\n"));
    CHECK_FALSE(dcbx(on + deaf + mute));
    CHECK_FALSE(dcbx(mute + deaf + on));
}

TEST_CASE("of mlxconfig's columns the one for the next boot counts, also after a star")
{
    const ReadFiles host = read("$ mlxconfig -d 1a:00.0 -e q\n"
                                "Configurations:                  Default    Current    Next Boot\n"
                                "*       CNP_DSCP_P1              48         48         4\n");
    CHECK(host.nic("mlx5_0")->stored_cnp_dscp.is(4));
}

TEST_CASE("an invalid value of a firmware setting is rejected")
{
    const ReadFiles host = read("$ mlxconfig -d mlx5_0 q\n"
                                "        CNP_DSCP_P1              64\n"
                                "        CNP_802P_PRIO_P1         high\n"
                                "        ROCE_CC_PRIO_MASK_P1     256\n");
    CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_dscp.known());
    CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_priority.known());
    CHECK_FALSE(host.nic("mlx5_0")->cc_priorities.known());
    CHECK(host.coverage().count(CoverageState::unrecognised) == 3);
}

TEST_CASE("mlxconfig output of an otherwise unknown card is reported and not attributed to another")
{
    const ReadFiles host = read("$ mlxconfig -d /dev/mst/mt4129_pciconf3 q\n        CNP_DSCP_P1    4\n");
    CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_dscp.known());
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message == "the interface that this mlxconfig output is about is not known");
}

TEST_CASE("mlxconfig's JSON is read likewise, by PCI address")
{
    const std::string json
        = "{\"Device #1\": {\"description\": \"NIC\", \"device\": \"1a:00.1\", \"device_type\": \"ConnectX7\",\n"
          " \"tlv_configuration\": {\n"
          "  \"CNP_DSCP_P2\": {\"current_value\": 48, \"default_value\": 48, \"next_value\": 46},\n"
          "  \"ATS_ENABLED\": {\"next_value\": \"True(1)\"},\n"
          "  \"BOOT_VLAN\": {\"next_value\": 1}}}}\n";
    const ReadFiles host("linux-host", {{"h1/capture.txt", card}, {"h1/mlxconfig.json", json}});
    CHECK(host.all_recognised());
    CHECK(host.nic("mlx5_1")->stored_cnp_dscp.is(46));
    CHECK(host.nic("mlx5_1")->ats.is(true));
    CHECK(host.gaps(1) == "");
}

TEST_CASE("firmware output from a command other than a query changes nothing")
{
    const ReadFiles host = read("$ mlxconfig -d mlx5_0 set CNP_DSCP_P1=4\n        CNP_DSCP_P1    4\n");
    CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_dscp.known());
}

TEST_CASE("mlxreg shows how a NIC retransmits")
{
    const ReadFiles host = read("$ mlxreg -d mlx5_1 --reg_name ROCE_ACCL --get\n"
                                "roce_adp_retrans_en           | 0x00000001\n"
                                "roce_slow_restart_en          | 0x00000000\n"
                                "adaptive_routing_forced_en    | 0x00000001\n"
                                "$ mlxreg -d mlx5_0 --reg_name PPLM --get\n"
                                "roce_adp_retrans_en           | 0x00000001\n");
    CHECK(host.nic("mlx5_1")->adaptive_retransmission.is(true));
    CHECK(host.nic("mlx5_1")->slow_restart.is(false));
    CHECK(host.nic("mlx5_1")->out_of_order.is(true));
    CHECK_FALSE(host.nic("mlx5_0")->adaptive_retransmission.known());
}

TEST_CASE("selective repeat is on where the register forces it or the firmware allows it")
{
    const auto of = [](std::string_view firmware, std::string_view forced) {
        const ReadFiles host = read(std::string("$ mlxconfig -d mlx5_1 -e q\n") + std::string(firmware)
            + "$ mlxreg -d mlx5_1 --reg_name ROCE_ACCL --get\n" + std::string(forced));
        CHECK(host.all_recognised());
        return host.nic("mlx5_1")->selective_repeat;
    };
    constexpr std::string_view allowed = "RDMA_SELECTIVE_REPEAT_EN   False(0)   True(1)   True(1)\n";
    constexpr std::string_view not_allowed = "RDMA_SELECTIVE_REPEAT_EN   False(0)   False(0)   False(0)\n";
    constexpr std::string_view on = "selective_repeat_forced_en   | 0x00000001\n";
    constexpr std::string_view off = "selective_repeat_forced_en   | 0x00000000\n";
    CHECK(of(allowed, off).is(true));
    CHECK(of(not_allowed, on).is(true));
    CHECK(of(not_allowed, off).is(false));
    // The register could still force it.
    CHECK_FALSE(of(not_allowed, "").known());
    CHECK_FALSE(of("", "roce_adp_retrans_en   | 0x00000001\n").known());
}

TEST_CASE("the firmware says what protocol a port has and what its congestion control reacts to")
{
    const auto of = [](std::string_view line) {
        return *read("$ mlxconfig -d mlx5_1 -e q\n" + std::string(line) + "\n").nic("mlx5_1");
    };
    CHECK(of("LINK_TYPE_P2   ETH(2)   IB(1)   IB(1)").infiniband.is(true));
    CHECK(of("LINK_TYPE_P2   ETH(2)   ETH(2)   ETH(2)").infiniband.is(false));
    CHECK_FALSE(of("LINK_TYPE_P2   ETH(2)   VPI(3)   VPI(3)").infiniband.known());
    CHECK_FALSE(of("LINK_TYPE_P2   ETH(2)   9   9").infiniband.known());
    // mlx5_1 may be the second port, which no capture says here.
    const ReadFiles alone("linux-host",
        {{"h1/capture.txt",
            "$ rdma link\nlink mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"
            "$ mlxconfig -d mlx5_1 q\nLINK_TYPE_P1   IB(1)\n"}});
    CHECK_FALSE(alone.nic("mlx5_1")->infiniband.known());
    CHECK(of("ROCE_CC_ALGORITHM_P2   ECN(0)   QCN(1)   QCN(1)").reacts_to_qcn.is(true));
    CHECK(of("ROCE_CC_ALGORITHM_P2   ECN(0)   ECN(0)   ECN(0)").reacts_to_qcn.is(false));
    CHECK_FALSE(of("CNP_DSCP_P2   48   48   48").infiniband.known());
}

TEST_CASE("the maximum time a NIC may pause is read, and 65535 means its own choice")
{
    const ReadFiles host
        = read("$ ethtool --get-tunable eth0 pfc-prevention-tout\npfc-prevention-tout: 0\n"
               "$ ethtool --get-tunable eth1 pfc-prevention-tout\npfc-prevention-tout: 65535\n");
    CHECK(host.nic("mlx5_0")->storm_prevention.is(Milliseconds{0}));
    CHECK(host.nic("mlx5_1")->storm_prevention.is(Milliseconds{100}));
}

TEST_CASE("bridges that redirect count if a NIC or GPU is below, and not for virtual machines")
{
    const std::string bridges
        = "$ lspci -vvv\n"
          "00:01.0 PCI bridge: Intel Corporation Device 352a\n"
          "\tBus: primary=00, secondary=18, subordinate=1b, sec-latency=0\n"
          "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+\n"
          "00:02.0 PCI bridge: Intel Corporation Device 352b\n"
          "\tBus: primary=00, secondary=30, subordinate=31, sec-latency=0\n"
          "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+\n"
          "30:00.0 Non-Volatile memory controller: Samsung\n"
          "1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]\n";
    const std::string gpu = "1b:00.0 3D controller: NVIDIA Corporation GH100\n";
    CHECK(read(bridges + gpu).device().redirecting_bridges.is(1));
    CHECK_FALSE(read(bridges).device().redirecting_bridges.known());
    CHECK_FALSE(
        read(bridges + gpu + "\tKernel driver in use: vfio-pci\n").device().redirecting_bridges.known());
    CHECK_FALSE(read("$ lspci\n" + gpu).device().redirecting_bridges.known());
}

TEST_CASE("lspci shows the PCIe link of a NIC, also before ethtool shows its address")
{
    const std::string nic = "1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]\n"
                            "\t\t\tMaxPayload 256 bytes, MaxReadReq 512 bytes\n"
                            "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
                            "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x16\n"
                            "\t\tLnkCap2: Supported Link Speeds: 2.5-32GT/s\n";
    const ReadFiles host("linux-host", {{"h1/capture.txt", "$ lspci -vvv\n" + nic + card}});
    const Nic& read_nic = *host.nic("mlx5_0");
    CHECK(read_nic.pcie_lane_rate.is(BitsPerSecond{16'000'000'000}));
    CHECK(read_nic.pcie_lanes.is(16));
    CHECK(read_nic.pcie_slow.is(true));
    CHECK(read_nic.pcie_narrow.is(false));
    CHECK(read_nic.read_request.is(Bytes{512}));
    CHECK_FALSE(host.nic("mlx5_1")->pcie_lanes.known());

    // The only NIC is the only interface's.
    const ReadFiles alone("linux-host",
        {{"h1/capture.txt",
            "$ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n$ lspci -vvv\n"
                + nic}});
    CHECK(alone.nic("mlx5_0")->pcie_lanes.is(16));
}

TEST_CASE("the lspci of a sosreport shows the PCIe link of a NIC")
{
    const ReadFiles host("linux-host",
        {{"h1/rdma.txt", "$ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"},
            {"h1/sos_commands/networking/ethtool_-i_ens1f0np0",
                "driver: mlx5_core\nbus-info: 0000:1a:00.0\n"},
            {"h1/sos_commands/pci/lspci_-nnvv",
                "1a:00.0 Ethernet controller [0200]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]\n"
                "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
                "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x16 (ok)\n"}});
    CHECK(host.all_recognised());
    REQUIRE(host.nic_of("ens1f0np0") != nullptr);
    CHECK(host.nic_of("ens1f0np0")->pcie_slow.is(true));
}

TEST_CASE("what lspci says of kernel modules and product data is not an unrecognised line")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            "$ lspci -D -vvv\n"
            "lspci: Unable to load libkmod resources: error -2\n"
            "0000:1a:00.0 Ethernet controller: Mellanox Technologies MT28908 Family\n"
            "pcilib: sysfs_read_vpd: read failed: No such device\n"}});
    CHECK(host.gaps().empty());
}

TEST_CASE("without LnkCap the words of lspci count, and another user than root is shown nothing")
{
    const std::string heading
        = "$ lspci -vv\n1a:00.0 Ethernet controller: Mellanox Technologies MT28908 Family\n";
    const ReadFiles host = read(heading + "\t\tLnkSta:\tSpeed 16GT/s (ok), Width x8 (downgraded)\n");
    CHECK(host.nic("mlx5_0")->pcie_narrow.is(true));
    CHECK(host.nic("mlx5_0")->pcie_slow.is(false));
    const ReadFiles denied = read(heading + "\tCapabilities: <access denied>\n");
    CHECK_FALSE(denied.nic("mlx5_0")->pcie_lanes.known());
    CHECK(denied.nic("mlx5_0")->pcie_lanes.origin != OriginId{});
}

TEST_CASE("of a kernel setting the larger of the interface's value and that for all interfaces is in force")
{
    const ReadFiles host = read("$ sysctl -a\n"
                                "net.ipv4.conf.all.arp_ignore = 0\n"
                                "net.ipv4.conf.eth0.arp_ignore = 1\n"
                                "net.ipv4.conf.eth1.arp_ignore = 0\n"
                                "net.ipv4.conf.docker0.arp_ignore = 0\n"
                                "$ grep -H '' /proc/sys/net/ipv4/conf/all/rp_filter\n"
                                "/proc/sys/net/ipv4/conf/all/rp_filter:1\n");
    CHECK(host.nic("mlx5_0")->arp_ignore.is(1));
    CHECK(host.nic("mlx5_1")->arp_ignore.is(0));
    // The interface's own value could be larger.
    CHECK_FALSE(host.nic("mlx5_0")->reverse_path.known());
    CHECK_FALSE(host.nic("mlx5_0")->arp_announce.known());
    CHECK(host.problems().empty());
}

TEST_CASE("with arp_filter, that an interface ignores no ARP requests says nothing")
{
    const ReadFiles host = read("$ sysctl -a\n"
                                "net.ipv4.conf.all.arp_filter = 1\n"
                                "net.ipv4.conf.all.arp_ignore = 0\n"
                                "net.ipv4.conf.all.arp_announce = 2\n"
                                "net.ipv4.conf.eth0.arp_ignore = 0\n"
                                "net.ipv4.conf.eth1.arp_ignore = 1\n");
    CHECK_FALSE(host.nic("mlx5_0")->arp_ignore.known());
    CHECK(host.nic("mlx5_0")->arp_ignore.origin != OriginId{});
    CHECK(host.nic("mlx5_0")->arp_announce.is(2));
    CHECK(host.nic("mlx5_1")->arp_ignore.is(1));
}

TEST_CASE("a bond shows what it hashes, if its mode hashes packets")
{
    const auto bond = [](const std::string& mode, const std::string& policy) {
        return ReadFiles("linux-host",
            {{"h1/proc/net/bonding/bond0",
                "Ethernet Channel Bonding Driver: v5.15.0\n\nBonding Mode: " + mode
                    + "\nTransmit Hash Policy: " + policy
                    + "\n\nSlave Interface: eth0\n\nSlave Interface: eth1\n"}});
    };
    const auto hash_of = [](const ReadFiles& files) {
        const std::uint32_t index = files.device().find_port("bond0");
        REQUIRE(index != Port::no_index);
        return files.device().ports[index].member_hash;
    };
    const std::string lacp = "IEEE 802.3ad Dynamic link aggregation";
    CHECK(hash_of(bond(lacp, "layer2 (0)")).known());
    CHECK_FALSE(hash_of(bond(lacp, "layer2 (0)")).value.has(HashField::source_port));
    CHECK(hash_of(bond(lacp, "layer3+4 (1)")).value.has(HashField::source_port));
    CHECK_FALSE(hash_of(bond("fault-tolerance (active-backup)", "layer2 (0)")).known());
}

TEST_CASE("only commands that list all RDMA devices show which ones a host has")
{
    CHECK(read("").device().rdma_devices == std::vector<std::string_view>{"mlx5_0", "mlx5_1"});
    const ReadFiles one("linux-host",
        {{"h1/capture.txt",
            "$ rdma link show mlx5_0/1\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
    CHECK(one.device().rdma_devices.empty());
    CHECK(one.nic("mlx5_0") != nullptr);
}

TEST_CASE("a GID table gives the version of each index and whether it is routable")
{
    const ReadFiles host
        = read("$ show_gids\n"
               "mlx5_0\t1\t0\tfe80:0000:0000:0000:0000:00ff:fe00:0110\t\tv1\teth0\n"
               "mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:c000:0201\t192.0.2.1\tv2\teth0\n");
    const std::vector<Gid>& gids = host.nic("mlx5_0")->gids;
    REQUIRE(gids.size() == 2);
    CHECK((gids[0].index == 0 && gids[0].version == RoceVersion::v1 && gids[0].link_local));
    CHECK((gids[1].index == 3 && gids[1].version == RoceVersion::v2 && !gids[1].link_local));
}

TEST_CASE("a script that writes -1 unsets the traffic class, and an undo restores it")
{
    const std::string shown = "$ uname -n\nh1\n$ rdma link\n"
                              "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
                              "$ cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n";
    const ReadFiles script("linux-host",
        {{"h1/rdma.sh",
             "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\necho -1 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n"},
            {"h1/capture.txt", shown + "Global tclass=-1\n"}});
    CHECK(script.nic("mlx5_0")->class_unset.is(true));
    CHECK_FALSE(script.nic("mlx5_0")->forces_class());

    // A traffic class that was set where none was set before is unset again by its undo command.
    const Driver* driver = find_driver("linux-host");
    const Source source(0, "h1/capture.txt", shown + "Global tclass=-1\n");
    std::vector<Tree> trees;
    trees.push_back(driver->parse(source));
    const Reading reading = driver->read(trees, "h1");
    Change change;
    change.port = {0, reading.device.find_port("eth0")};
    change.property = Property::rdma_marking;
    change.value = std::uint8_t{106};
    const Commands undone = linux_host::undo(trees, trees, reading.device, {&change, 1});
    CHECK(undone.refused.empty());
    CHECK(
        undone.text.find("echo -1 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n") != std::string::npos);
    // The unit of the next boot unsets it too.
    CHECK(undone.persistent.find("echo -1 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n")
        != std::string::npos);
}
}
