// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/forwarding_text.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::forwarding_text;
using tests::ReadFiles;

ReadFiles transcript(std::string_view text)
{
    return ReadFiles("linux-host", {{"host1.txt", std::string(text)}});
}

TEST_SUITE_BEGIN("linux-host forwarding");

TEST_CASE("addresses of global scope are read from ip addr, each once however often it is printed")
{
    constexpr std::string_view shown
        = "+ ip addr\n"
          "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n"
          "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
          "    inet 127.0.0.1/8 scope host lo\n"
          "       valid_lft forever preferred_lft forever\n"
          "2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000\n"
          "    link/ether 0c:42:a1:00:00:01 brd ff:ff:ff:ff:ff:ff\n"
          "    inet 10.0.1.0/31 brd 10.0.1.1 scope global ens1f0np0\n"
          "    inet6 2001:db8::2/64 scope global dynamic\n"
          "    inet6 fe80::e42:a1ff:fe00:1/64 scope link\n"
          "    inet 10.9.0.1 peer 10.9.0.2/32 scope global ens1f0np0\n";
    const std::string twice = std::string(shown) + std::string(shown);
    for (const std::string_view text : {shown, std::string_view(twice)}) {
        const ReadFiles read = transcript(text);
        CHECK(forwarding_text(read.device())
            == "ens1f0np0 10.0.1.0/31\nens1f0np0 10.9.0.1/32\nens1f0np0 2001:db8::2/64\n");
        CHECK(read.gaps().empty());
    }
}

TEST_CASE("ip -j addr gives ports, addresses, MTU and state")
{
    const ReadFiles read = transcript(
        "+ mlnx_qos -i eth2\nPriority trust state: dscp\n+ ip -j addr\n"
        R"([{"ifindex":2,"ifname":"eth2","flags":["BROADCAST","UP","LOWER_UP"],"mtu":4200,"qdisc":"mq","link_type":"ether",)"
        R"("address":"0c:42:a1:00:00:01","addr_info":[{"family":"inet","local":"10.0.1.0","prefixlen":31,"scope":"global"},)"
        R"({"family":"inet6","local":"fe80::1","prefixlen":64,"scope":"link"}]}])"
        "\n+ date\nSat\n");
    CHECK(forwarding_text(read.device()) == "eth2 10.0.1.0/31\n");
    CHECK(read.port("eth2")->ip_mtu.is(Bytes{4200}));
    CHECK(read.port("eth2")->link_up.is(true));
    CHECK(read.gaps().empty());
}

TEST_CASE("ip route: next hops, multipath routes, blackholes, and metrics as order")
{
    const ReadFiles read = transcript("+ ip route\n"
                                      "default via 10.0.0.1 dev eth0 proto dhcp src 10.0.0.5 metric 100\n"
                                      "default via 10.0.9.1 dev eth9 metric 200\n"
                                      "10.0.0.0/24 dev eth0 proto kernel scope link src 10.0.0.5 metric 100\n"
                                      "10.1.0.0/16 proto bgp metric 20\n"
                                      "\tnexthop via 10.0.1.1 dev eth1 weight 1\n"
                                      "\tnexthop via 10.0.2.1 dev eth2 weight 1\n"
                                      "blackhole 10.2.0.0/16\n"
                                      "10.3.0.7 dev eth3 scope link\n"
                                      "broadcast 10.0.0.255 dev eth0 table local proto kernel\n"
                                      "+ ip -6 route\n"
                                      "default via fe80::1 dev eth0 metric 1024 pref medium\n");
    CHECK(forwarding_text(read.device())
        == "to ::/0 via fe80::1 port eth0 1\n"
           "to 0.0.0.0/0 via 10.0.0.1 port eth0 1\nto 0.0.0.0/0 via 10.0.9.1 port eth9 2\n"
           "to 10.1.0.0/16 via 10.0.1.1 port eth1 1\nto 10.1.0.0/16 via 10.0.2.1 port eth2 1\n"
           "to 10.2.0.0/16 discard 1\nto 10.3.0.7/32 port eth3 1\n");
    CHECK(read.gaps().empty());
}

TEST_CASE("GPUs are counted from a list or a matrix")
{
    CHECK(transcript(
        "+ nvidia-smi -L\nGPU 0: NVIDIA H100 (UUID: GPU-1)\n  MIG 1g.10gb Device 0: (UUID: MIG-1)\n"
        "GPU 1: NVIDIA H100 (UUID: GPU-2)\n")
              .device()
              .gpus.is(2));
    CHECK(transcript("+ nvidia-smi -L\nGPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-1)\n")
              .device()
              .gpu_model.is("NVIDIA A100-SXM4-40GB"));
    CHECK(transcript("+ nvidia-smi topo -m\n\tGPU0\tGPU1\tNIC0\tCPU Affinity\nGPU0\t X \tNV18\tPIX\t0-47\n"
                     "GPU1\tNV18\t X \tSYS\t0-47\nNIC0\tPIX\tSYS\t X\n\nLegend:\n\n  X    = Self\n")
              .device()
              .gpus.is(2));
    CHECK_FALSE(transcript("+ nvidia-smi\nGPU 0: busy\n").device().gpus.known());
}

TEST_CASE("Energy-Efficient Ethernet and lanes are read from ethtool")
{
    struct Row {
        std::string_view status;
        bool on;
    };
    for (const Row& row :
        {Row{"enabled - active", true}, Row{"disabled", false}, Row{"not supported", false}}) {
        CAPTURE(row.status);
        const ReadFiles read = transcript("+ ethtool --show-eee eth2\nEEE settings for eth2:\n\tEEE status: "
            + std::string(row.status) + "\n\tTx LPI: disabled\n");
        CHECK(read.port("eth2")->energy_efficient.is(row.on));
        CHECK(read.gaps().empty());
    }
    CHECK(transcript("+ ethtool eth2\nSettings for eth2:\n\tSpeed: 400000Mb/s\n\tLanes: 4\n")
              .port("eth2")
              ->lanes.is(4));
}

struct Cable {
    std::string_view lines;
    int passive; // -1: unread
    int metres; // -1: unread
    bool reach;
};

void check_cable(const ReadFiles& read, const Cable& row)
{
    CAPTURE(row.lines);
    const Port& port = *read.port("eth2");
    CHECK((port.passive_copper.known() ? int{port.passive_copper.value} : -1) == row.passive);
    CHECK((port.media_length.known() ? static_cast<int>(port.media_length.value.count) : -1) == row.metres);
    CHECK(port.media_is_reach.value_or(false) == row.reach);
    CHECK(read.gaps().empty());
}

TEST_CASE("ethtool -m distinguishes a cable's length from a transceiver's reach")
{
    for (const Cable& row :
        {
            Cable{"\tIdentifier : 0x11 (QSFP28)\n\tConnector : 0x23 (No separable connector)\n"
                  "\tLength (SMF,km) : 0km\n\tLength (Copper or Active cable) : 3m\n"
                  "\tTransmitter technology : 0xa0 (Copper cable unequalized)\n",
                1,
                3,
                false},
            Cable{"\tIdentifier : 0x11 (QSFP28)\n\tConnector : 0x0c (MPO Parallel Optic)\n"
                  "\tLength (OM3 50um) : 70m\n\tLength (Copper or Active cable) : 100m\n"
                  "\tTransmitter technology : 0x00 (850 nm VCSEL)\n",
                0,
                100,
                true},
            Cable{"\tIdentifier : 0x18 (QSFP-DD)\n\tConnector : 0x23 (No separable connector)\n"
                  "\tCable assembly length : 15.00m\n\tTransmitter technology : 0x00 (850 nm VCSEL)\n",
                0,
                15,
                false},
            Cable{"\tIdentifier : 0x18 (QSFP-DD)\n\tConnector : 0x0c (MPO)\n\tCable assembly length : 0.00m\n"
                  "\tLength (SMF) : 2.00km\n\tTransmitter technology : 0x06 (1310 nm EML)\n",
                0,
                2000,
                true},
            Cable{"\tIdentifier : 0x03 (SFP)\n\tPassive Cu cmplnce. : 0x01 (SFF-8431 appendix E)\n"
                  "\tLength (Copper) : 2m\n",
                1,
                2,
                false},
            Cable{"Cannot get module EEPROM information: Operation not supported\n", -1, -1, false},
        })
        check_cable(transcript("+ ip link\n7: eth2: <UP> mtu 1500 mode\n+ ethtool -m eth2\n"
                        + std::string(row.lines)),
            row);
}

TEST_CASE("mlxlink gives FEC, lanes, the error rate before FEC, and the cable")
{
    const std::string shown
        = "Operational Info\n----------------\nState                              : Active\n"
          "Speed                              : 100G\nWidth                              : 4x\n"
          "FEC                                : Standard RS-FEC - RS(528,514)\n\n"
          "Module Info\n-----------\n"
          "Cable Type                         : Passive copper cable\n"
          "Wavelength [nm]                    : N/A\n"
          "Transfer Distance [m]              : 3\n\n"
          "Physical Counters and BER Info\n------------------------------\n"
          "Effective Physical BER             : 15E-255\n"
          "Raw Physical BER                   : 3E-12\n";
    for (const std::string_view command :
        {"mlxlink -d mlx5_0 -m -c", "mlxlink -d /dev/mst/mt4129_pciconf0 -c"}) {
        CAPTURE(command);
        // The name of the RDMA device appears only later.
        const ReadFiles read = transcript("+ " + std::string(command) + "\n" + shown
            + "+ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth2\n");
        const Port& port = *read.port("eth2");
        CHECK(port.fec.is(Fec::rs528));
        CHECK(port.lanes.is(4));
        CHECK(port.bit_error_rate.value == doctest::Approx(3e-12));
        check_cable(read, {"", 1, 3, false});
    }
    const ReadFiles optic
        = transcript("+ mlxlink -d mlx5_0 -m\nOperational Info\n"
                     "FEC : Interleaved_Standard_RS-FEC - (544,514)\n"
                     "Cable Type : Optical Module (separated)\nSMF Length : 500m\n"
                     "Raw Physical BER : 15E-255\n"
                     "+ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth2\n");
    CHECK(optic.port("eth2")->fec.is(Fec::rs544));
    CHECK(optic.port("eth2")->bit_error_rate.is(0));
    check_cable(optic, {"", 0, 500, true});
}

TEST_CASE("mlxlink output of an otherwise unknown device is not attributed to another")
{
    const ReadFiles read
        = transcript("+ mlxlink -d mlx5_7\nOperational Info\nWidth : 4x\n"
                     "+ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth2\n");
    CHECK_FALSE(read.port("eth2")->lanes.known());
    CHECK(read.problems().size() == 1);
}

TEST_SUITE_END();

}
}
