// SPDX-License-Identifier: Apache-2.0
// The formats in which tools print nodes and the links between them.
#include "tests/drivers/ib_fabric/subnet_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;
using namespace tests::ib_fabric;

TEST_SUITE_BEGIN("ib-fabric");

TEST_CASE("ibnetdiscover's topology is read, surrounded by terminal output")
{
    const ReadFiles read(platform, {{"ibnetdiscover.txt", small}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    const Subnet& subnet = subnet_of(read);
    REQUIRE(subnet.nodes.size() == 3);
    CHECK(subnet.nodes[0].chassis == "Chassis 1");
    CHECK(subnet.nodes[0].enhanced_port_zero);
    CHECK(subnet.nodes[0].device.is(0xd2f2));
    CHECK(subnet.captures.at(0).time == "Mon Jun 15 12:00:00 2026");
    CHECK(subnet.captures.at(0).from == 0xa1);
    CHECK(subnet.captures.at(0).lists_all_links);
    CHECK(port_of(read, "leaf1", 0).lid.is(11));
    CHECK(port_of(read, "host1 mlx5_0", 1).guid == 0xa2);
    CHECK(port_of(read, "host1 mlx5_0", 1).lmc.is(2));
    CHECK(port_of(read, "host1 mlx5_0", 1).speed.is(IbSpeed::hdr));
    CHECK(peer_of(read, "leaf1", 7) == "spine1 port 2");
    CHECK(peer_of(read, "host1 mlx5_0", 1) == "leaf1 port 1");
    CHECK(subnet.port_of_lid(103) == subnet.port_of_guid(0xa2));
    CHECK(subnet.port_of_lid(105) == Subnet::none);
}

TEST_CASE("blanks lost in a terminal do no harm")
{
    const ReadFiles read(platform,
        {{"a.txt",
            "vendid=0x2c9\ndevid=0xd2f0\nsysimgguid=0x11\nswitchguid=0x11(11)\n"
            "Switch41 \"S-0000000000000011\"# \"MF0;sat:MQM8700/U1\" enhanced port 0 lid 3894 lmc 0\n"
            "[1]\"H-00000000000000a1\"[1](a2) # \"host1 mlx5_0\" lid 65535 4xHDR\n\n"
            "caguid=0xa1\nCa1 \"H-00000000000000a1\"# \"host1 mlx5_0\"\n"
            "[1](a2) \"S-0000000000000011\"[1]# lid 65535 lmc 0 \"MF0;sat:MQM8700/U1\" lid 3894 4xHDR\n"}});
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    CHECK(peer_of(read, "host1 mlx5_0", 1) == "MF0;sat:MQM8700/U1 port 1");
    CHECK(port_of(read, "host1 mlx5_0", 1).lid.is(65535));
}

TEST_CASE("a truncated topology says where it ends")
{
    const std::string_view beginning = small.substr(0, small.find("[2]\t\"S-0000000000000011\"[7]"));
    const ReadFiles read(platform, {{"a.txt", beginning}});
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message
        == "the capture ends here without a record of 1 of the 3 nodes that it names: it is not whole");
    CHECK_FALSE(subnet_of(read).captures.at(0).lists_all_nodes);
    CHECK(peer_of(read, "leaf1", 1) == "host1 mlx5_0");
    const ReadFiles within(platform, {{"a.txt", small.substr(0, small.find("caguid=0xa1") + 6)}});
    CHECK(within.problems().size() == 1);
}

TEST_CASE("a GUID with two records is two nodes")
{
    const ReadFiles read(platform,
        {{"a.txt",
            "switchguid=0x11(11)\nSwitch\t2 \"S-0000000000000011\"\t\t# \"leaf1\" base port 0 lid 1 lmc 0\n\n"
            "switchguid=0x11(11)\nSwitch\t2 \"S-0000000000000011\"\t\t# \"leaf2\" base port 0 lid 2 lmc 0\n"}});
    CHECK(subnet_of(read).nodes.size() == 2);
}

TEST_CASE("ibsim's net files are read, by names if there are no GUIDs")
{
    const ReadFiles read(platform,
        {{"net.txt",
            "# a comment\nSwitch\t8 \"Switch1\"\n[1]\t\"Hca1\"[1]\tw=12\n[3]\t\"Switch2\"[3]\n\nSwitch 8 \"Switch2\"\n"
            "[3]\t\"Switch1\"[3]\n\nHca\t2 \"Hca1\"\n[1]\t\"Switch1\"[1]\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(read.problems().empty());
    CHECK(peer_of(read, "Switch1", 3) == "Switch2 port 3");
    CHECK(port_of(read, "Switch1", 1).width.is(IbWidth::x12));
    CHECK(subnet_of(read).nodes[port_of(read, "Hca1", 1).node].kind == IbNodeKind::channel_adapter);
}

TEST_CASE("a net file is the plan of the captured fabric: nodes with the same name are the same")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"net.txt", "Switch\t40 \"leaf1\"\n[9]\t\"host9\"[1]\n\nHca\t1 \"host9\"\n[1]\t\"leaf1\"[9]\n"}});
    CHECK(subnet_of(read).nodes.size() == 4);
    CHECK(peer_of(read, "leaf1", 9) == "host9");
}

TEST_CASE("ibnetdiscover's port report is read, including ports without a link")
{
    const ReadFiles read(platform,
        {{"p.txt",
            "CA   101  1 0x00000000000000a2 4x HDR - SW    11  1 0x0000000000000011 ( 'host1 mlx5_0' - 'leaf1' )\n"
            "SW    11  1 0x0000000000000011 4x HDR - CA   101  1 0x00000000000000a2 ( 'leaf1' - 'host1 mlx5_0' )\n"
            "SW    11 37 0x0000000000000011 4x ???                                    'leaf1'\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(subnet_of(read).nodes.size() == 2);
    CHECK(peer_of(read, "host1 mlx5_0", 1) == "leaf1 port 1");
    CHECK(peer_of(read, "leaf1", 37) == "none");
    CHECK(port_of(read, "leaf1", 0).lid.is(11));
}

TEST_CASE("iblinkinfo is read: states, possible speeds, and the other end by LID")
{
    const ReadFiles read(platform,
        {{"l.txt",
            "CA: host1 mlx5_0:\n"
            "      0x00000000000000a2    101    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>      11    1[  ] "
            "\"leaf1\" ( )\n"
            "Switch: 0x0000000000000011 leaf1:\n"
            "          11    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>     101    1[  ] \"host1 mlx5_0\" (Could "
            "be 12X Could be 53.125 Gbps)\n"
            "          11    2[ 7] ==(                Down/ Polling)==>             [  ] \"\" ( )\n"
            "          11    3[  ] ==( 4X        53.125 Gbps   Init/  LinkUp) (HOQ:0 VL_Stall:7)==>      21    1[  ] "
            "\"spine1\" ( )\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(peer_of(read, "leaf1", 1) == "host1 mlx5_0");
    CHECK(port_of(read, "leaf1", 1).speed.is(IbSpeed::edr));
    CHECK(port_of(read, "leaf1", 1).width_possible.is(IbWidth::x12));
    CHECK(port_of(read, "leaf1", 1).speed_possible.is(IbSpeed::hdr));
    CHECK(peer_of(read, "leaf1", 2) == "none");
    CHECK(port_of(read, "leaf1", 2).physical_state.is(IbPhysicalState::polling));
    CHECK(port_of(read, "leaf1", 3).state.is(IbPortState::init));
    CHECK(peer_of(read, "leaf1", 3) == "unknown");
}

TEST_CASE("iblinkinfo's lines that name both ends are read")
{
    const ReadFiles read(platform,
        {{"l.txt",
            "0x00000000000000a2 \"                  host1 mlx5_0\"    101    1[  ] ==( 4X        53.125 Gbps Active/  "
            "LinkUp)==>  0x0000000000000011     11    1[  ] \"leaf1\" ( )\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(peer_of(read, "host1 mlx5_0", 1) == "leaf1 port 1");
}

TEST_CASE("the link list with its hexadecimal numbers is read")
{
    const ReadFiles read(platform,
        {{"subnet.lst",
            "{ CA Ports:02 SystemGUID:00000000000000a1 NodeGUID:00000000000000a1 PortGUID:00000000000000a2 VenID:000002C9 "
            "DevID:101B0000 Rev:000000A1 {host1 mlx5_0} LID:0065 PN:01 } { SW Ports:28 SystemGUID:0000000000000011 "
            "NodeGUID:0000000000000011 PortGUID:0000000000000011 VenID:000002C9 DevID:D2F2 Rev:00000000 {leaf1} LID:000B "
            "PN:0A } PHY=4x LOG=ACT SPD=50\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps().empty());
    CHECK(peer_of(read, "host1 mlx5_0", 1) == "leaf1 port 10");
    CHECK(port_of(read, "host1 mlx5_0", 1).lid.is(101));
    CHECK(port_of(read, "leaf1", 10).speed.is(IbSpeed::hdr));
    CHECK(subnet_of(read).nodes[1].port_count == 40);
    CHECK(subnet_of(read).nodes[1].device.is(0xd2f2));
    CHECK(subnet_of(read).nodes[0].device.is(0x1b10));
}

TEST_SUITE_END();

}
}
