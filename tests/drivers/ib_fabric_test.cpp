// SPDX-License-Identifier: Apache-2.0
// The forms in which tools show a fabric, each as its tool writes it.
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view platform = "ib-fabric";

const Subnet& subnet_of(const ReadFiles& read)
{
    REQUIRE(read.device().subnet);
    return *read.device().subnet;
}

// The port of this number of the node that calls itself so.
const IbPort& port_of(const ReadFiles& read, std::string_view name, std::uint8_t number)
{
    const Subnet& subnet = subnet_of(read);
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        const std::uint32_t port = subnet.port_of(node, number);
        if (subnet.node_name(node) == name && port != Subnet::none)
            return subnet.ports[port];
    }
    FAIL("no port " << static_cast<int>(number) << " of " << std::string(name));
    return subnet.ports.front();
}

std::string peer_of(const ReadFiles& read, std::string_view name, std::uint8_t number)
{
    const Subnet& subnet = subnet_of(read);
    const IbPort& port = port_of(read, name, number);
    if (!port.peer.known())
        return "unknown";
    return port.peer.value == Subnet::none ? "none" : subnet.port_name(port.peer.value);
}

// A leaf with a host and a spine, and the records of all three.
constexpr std::string_view small
    = R"(=~=~=~=~=~=~=~=~=~=~=~= PuTTY log 2026.06.15 12:06:05 =~=~=~=~=~=~=~=~=~=~=~=
[root@host1 ~]# ibnetdiscover
#
# Topology file: generated on Mon Jun 15 12:00:00 2026
#
# Initiated from node 00000000000000a1 port 00000000000000a2

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x11		# Chassis 1
switchguid=0x11(11)	# Leaf 3 (MQM8700)
Switch	40 "S-0000000000000011"		# "leaf1" enhanced port 0 lid 11 lmc 0
[1]	"H-00000000000000a1"[1](a2) 		# "host1 mlx5_0" lid 101 4xHDR
[7][ext 4]	"S-0000000000000021"[2][ext 9]		# "spine1" lid 21 4xHDR s=1 w=2 v=4

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x21
switchguid=0x21(21)
Switch	40 "S-0000000000000021"		# "spine1" base port 0 lid 21 lmc 0
[2]	"S-0000000000000011"[7]		# "leaf1" lid 11 4xHDR

vendid=0x2c9
devid=0x101b
sysimgguid=0xa1
caguid=0xa1
Ca	1 "H-00000000000000a1"		# "host1 mlx5_0"
[1](a2) 	"S-0000000000000011"[1]		# lid 101 lmc 2 "leaf1" lid 11 4xHDR

)";

TEST_SUITE_BEGIN("ib-fabric");

TEST_CASE("ibnetdiscover's topology is read, with what a terminal put around it")
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

TEST_CASE("blanks that a terminal swallowed do no harm")
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

TEST_CASE("a topology that breaks off says where")
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

TEST_CASE("ibsim's nets are read, by names where there are no GUIDs")
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

TEST_CASE("a net file is the plan of the fabric that was captured: nodes of one name are one")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"net.txt", "Switch\t40 \"leaf1\"\n[9]\t\"host9\"[1]\n\nHca\t1 \"host9\"\n[1]\t\"leaf1\"[9]\n"}});
    CHECK(subnet_of(read).nodes.size() == 4);
    CHECK(peer_of(read, "leaf1", 9) == "host9");
}

TEST_CASE("the port report of ibnetdiscover is read, and a port without a link has none")
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

TEST_CASE("iblinkinfo is read: states, what could be, and who is at the other end by LID")
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

TEST_CASE("the link list is read, whose numbers are hexadecimal")
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

TEST_CASE("forwarding tables are read in every form, each of their rows counted")
{
    struct Row {
        std::string_view name;
        std::string_view text;
    };
    constexpr Row rows[] = {
        {"opensm",
            "dump_ucast_routes: Switch 0x0000000000000011\nLID    : Port : Hops : Optimal\n"
            "0x000B : 000  : 00   : yes\n0x000C : UNREACHABLE\n0x0015 : 007  : 01   : yes\n0x0065 : 001  : 01   : yes\n"},
        {"ibroute",
            "Unicast lids [0x0-0x65] of switch Lid 11 guid 0x0000000000000011 (leaf1):\n  Lid  Out   Destination\n"
            "       Port     Info \n0x000b 000 : (Switch portguid 0x0000000000000011: 'leaf1')\n"
            "0x0015 007 : (Switch portguid 0x0000000000000021: 'spine1')\n"
            "0x0065 001 : (Channel Adapter portguid 0x00000000000000a2: 'host1 mlx5_0')\n3 valid lids dumped \n"},
        {"lfts",
            "Unicast lids [0-101] of switch Lid 11 guid 0x0000000000000011 ('leaf1'):\n"
            "0x000b 000 # Switch portguid 0x0000000000000011: 'leaf1'\n0x0015 007 # Switch\n0x0065 001 # Channel Adapter\n"},
        {"saquery",
            "LFT Record dump:\n\t\tLID........................11\n\t\tBlock......................0\n\t\tLFT:\n"
            "\t\tLID\tPort Number\n\t\t11\t0\n\t\t12\t255\n\t\t21\t7\n\t\t101\t1\n"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const ReadFiles read(platform, {{"a.txt", small}, {"tables.txt", row.text}});
        CHECK(read.all_recognised());
        CHECK(read.problems().empty());
        CHECK(read.gaps(1).empty());
        CHECK(read.coverage(1).count(CoverageState::read) >= 4);
        const Subnet& subnet = subnet_of(read);
        CHECK(subnet.nodes.size() == 3);
        REQUIRE(subnet.tables.size() == 1);
        const IbForwarding* table = subnet.forwarding_of(0);
        REQUIRE(table != nullptr);
        CHECK(table->complete);
        CHECK(table->port_of(11) == 0);
        CHECK(table->port_of(12) == IbForwarding::unreachable);
        CHECK(table->port_of(21) == 7);
        CHECK(table->port_of(101) == 1);
        CHECK(table->port_of(5000) == IbForwarding::unreachable);
    }
}

TEST_CASE("a forwarding table that breaks off is not whole")
{
    const ReadFiles read(platform,
        {{"t.txt",
            "dump_ucast_routes: Switch 0x0000000000000011\nLID    : Port : Hops : Optimal\n0x000B : 000  : 00   : "
            "yes\n0x0015 : 00"}});
    REQUIRE(subnet_of(read).tables.size() == 1);
    CHECK_FALSE(subnet_of(read).tables[0].complete);
    REQUIRE(read.problems().size() == 1);
    CHECK(
        read.problems()[0].message == "the capture breaks off here, within the forwarding table of a switch");
    CHECK(read.coverage().count(CoverageState::unrecognised) == 1);
}

TEST_CASE("a port is known by the LID that smpquery asked for")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"port.txt",
                "# Port info: Lid 101 port 1\nLid:.............................101\nSMLid:...........................7\n"
                "LMC:.............................2\nLinkState:.......................Active\n"
                "PhysLinkState:...................LinkUp\nLinkWidthSupported:..............1X or 4X\n"
                "LinkSpeedSupported:..............2.5 Gbps or 5.0 Gbps or 10.0 Gbps\n"
                "LinkSpeedExtSupported:...........14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps\n"
                "LinkSpeedExtActive:..............53.125 Gbps\nNeighborMTU:.....................4096\n"
                "OperVLs:.........................VL0-3\n"},
            {"sl2vl.txt",
                "# SL2VL table: Lid 11\n#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|\n"
                "ports: in  7, out  1: | 0| 1| 2| 3| 0| 1| 2| 3| 0| 1| 2| 3| 0| 1| 2|15|\n"},
            {"vlarb.txt",
                "# VLArbitration tables: Lid 11 port 1 LowCap 8 HighCap 8\n# Low priority VL Arbitration Table:\n"
                "VL    : |0x0 |0x1 |\nWEIGHT: |0x40|0x8 |\n# High priority VL Arbitration Table:\nVL    : |0x1 |\nWEIGHT: "
                "|0xff|\n"}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    for (std::size_t file = 1; file < 4; ++file)
        CHECK(read.gaps(file).empty());
    const Subnet& subnet = subnet_of(read);
    CHECK(subnet.nodes.size() == 3);
    const IbPort& port = port_of(read, "host1 mlx5_0", 1);
    CHECK(port.state.is(IbPortState::active));
    CHECK(port.manager_lid.is(7));
    CHECK(port.operational_vls.is(4));
    CHECK(port.mtu.is(Bytes{4096}));
    CHECK(fastest(port.speeds_supported.value) == IbSpeed::hdr);
    const std::uint32_t out = subnet.port_of(0, 1);
    REQUIRE(subnet.sl2vl_of(out, 7) != nullptr);
    CHECK(subnet.sl2vl_of(out, 7)->table.vl[5] == 1);
    CHECK(subnet.sl2vl_of(out, 7)->table.vl[15] == 15);
    CHECK(subnet.sl2vl_of(out, 6) == nullptr);
    const IbArbitration* arbitration = subnet.arbitration_of(out);
    REQUIRE(arbitration != nullptr);
    REQUIRE(arbitration->low.size() == 2);
    CHECK(arbitration->low[1].weight == 8);
    CHECK(arbitration->high.at(0).vl == 1);
}

TEST_CASE("keys of a port are of the one that the command line or the file's name tells")
{
    constexpr std::string_view keys
        = "   0: 0xffff 0x8001 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000\n   8: 0x7002 0x0000 0x0000 0x0000 0x0000 0x0000 "
          "0x0000 0x0000\n64 pkeys capacity for this port\n";
    const std::string typed = "$ smpquery pkeys 101 1\n" + std::string(keys);
    const auto check = [](const ReadFiles& read) {
        CHECK(read.problems().empty());
        CHECK(read.gaps(1).empty());
        const Subnet& subnet = subnet_of(read);
        const IbPkeys* of = subnet.pkeys_of(subnet.port_of_guid(0xa2));
        REQUIRE(of != nullptr);
        CHECK(of->keys == std::vector<std::uint16_t>{0xffff, 0x8001, 0x7002});
    };
    check(ReadFiles(platform, {{"a.txt", small}, {"keys.txt", typed}}));
    check(ReadFiles(platform, {{"a.txt", small}, {"smpquery_pkeys_101_1.txt", keys}}));
    const ReadFiles nameless(platform, {{"a.txt", small}, {"out.txt", keys}});
    REQUIRE(nameless.problems().size() == 1);
    CHECK(nameless.coverage(1).count(CoverageState::unsupported) == 2);
}

TEST_CASE("counters of perfquery and ibqueryerrors are read, and one at its end says so")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"perf.txt",
                "# Port counters: Lid 11 port 1 (CapMask: 0x1300)\nPortSelect:......................1\n"
                "SymbolErrorCounter:..............65535\nLinkDownedCounter:...............3\n"},
            {"errors.txt",
                "Errors for 0x0000000000000011 \"leaf1\"\n   GUID 0x0000000000000011 port ALL: [PortRcvErrors == 9]\n"
                "   GUID 0x0000000000000011 port 7: [PortRcvErrors == 9] [PortXmitWait == 12 (12.000)]\n\n"
                "## Summary: 3 nodes checked, 1 bad nodes found\n## Thresholds: \n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps(1).empty());
    CHECK(read.gaps(2).empty());
    const Subnet& subnet = subnet_of(read);
    const auto counters = subnet.counters_of(subnet.port_of(0, 1));
    REQUIRE(counters.size() == 2);
    CHECK(counters[0].kind == IbCounterKind::symbol_errors);
    CHECK(counters[0].saturated);
    CHECK_FALSE(counters[1].saturated);
    const auto others = subnet.counters_of(subnet.port_of(0, 7));
    REQUIRE(others.size() == 2);
    CHECK(others[0].value == 9);
}

TEST_CASE("records of the subnet administrator are read")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"sa.txt",
                "PathRecord dump:\n\t\tservice_id..............0x0000000000000000\n\t\tdlid....................101\n"
                "\t\tslid....................11\n\t\tpkey....................0xFFFF\n\t\tsl......................0x3\n"
                "\t\tmtu.....................0x85\n\t\trate....................0x91\n"
                "MCMemberRecord group dump:\n\t\tMGID....................ff12:401b:ffff::ffff:ffff\n"
                "\t\tMlid....................0xC000\n\t\tMtu.....................0x84\n\t\tpkey....................0xFFFF\n"
                "\t\tRate....................0x83\n\t\tSL......................0x0\n"
                "SMInfoRecord dump:\n\t\tRID\n\t\tLID...................101\n\t\tSMInfo dump:\n"
                "\t\tGUID..................0x00000000000000a2\n\t\tSM_Key................0x0000000000000000\n"
                "\t\tActCount..............1893\n\t\tPriority..............14\n\t\tSMState...............3\n"
                "VLArbTableRecord dump:\n\t\tLID........................11\n\t\tPort.......................1\n"
                "\t\tBlock......................3\n\t\tVL    : 0| 1|\n\t\tWeight: 4| 8|\n"
                "PKeyTableRecord dump:\n\t\tLID........................101\n\t\tPortNum....................1\n"
                "\t\tBlockNum...................0\n\t\tPKey Table:\n\t\t0xffff 0x8001 0x0000\n"},
            {"sminfo.txt",
                "sminfo: sm lid 101 sm guid 0xa2, activity count 1822 priority 14 state 3 SMINFO_MASTER\n"}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps(1).empty());
    const Subnet& subnet = subnet_of(read);
    REQUIRE(subnet.paths.size() == 1);
    CHECK(subnet.paths[0].from == 11);
    CHECK(subnet.paths[0].sl == 3);
    CHECK(subnet.paths[0].mtu_code == 5);
    CHECK(subnet.paths[0].rate_code == 17);
    REQUIRE(subnet.groups.size() == 1);
    CHECK(subnet.groups[0].rate_code == 3);
    REQUIRE(subnet.managers.size() == 2);
    CHECK(subnet.managers[0].state == IbManagerState::master);
    CHECK(subnet.managers[1].guid == 0xa2);
    CHECK(subnet.arbitration_of(subnet.port_of(0, 1))->high.at(1).weight == 8);
    CHECK(subnet.pkeys_of(subnet.port_of_guid(0xa2))->keys.size() == 2);
}

TEST_CASE("ibdiagnet's database is read by the names of its columns")
{
    const ReadFiles read(platform,
        {{"ibdiagnet2.db_csv",
            "START_NODES\nNodeDesc,NumPorts,NodeType,SystemImageGUID,NodeGUID,PortGUID,DeviceID,VendorID\n"
            "\"leaf1, rack 2\",40,2,0x11,0x11,0x11,54002,713\n\"host1 mlx5_0\",1,1,0xa1,0xa1,0xa2,4123,713\nEND_NODES\n\n"
            "START_PORTS\nNodeGuid,PortGuid,PortNum,LID,LinkWidthActv,LinkSpeedActv,LinkSpeedSup,LMC,PortPhyState,PortState,"
            "OpVLs,NMTU\n0x11,0x11,0,11,2,1,1,0,5,4,1,5\n0x11,0x11,1,0,2,1024,1799,0,5,4,3,5\n0xa1,0xa2,1,101,2,1024,1799,0,5,4,"
            "3,5\nEND_PORTS\n\nSTART_LINKS\nNodeGuid1,PortNum1,NodeGuid2,PortNum2\n0x11,1,0xa1,1\nEND_LINKS\n\n"
            "START_PM_INFO\nNodeGUID,PortGUID,PortNumber,SymbolErrorCounter,LinkDownedCounterExt\n0x11,0x11,1,7,2\nEND_PM_INFO\n"
            "\nSTART_NODES_INFO\nNodeGUID,FWInfo_Extended_Major,FWInfo_Extended_Minor,FWInfo_Extended_SubMinor,FWInfo_PSID\n"
            "0x11,27,2010,4102,MT_0000000063\nEND_NODES_INFO\n\nSTART_TEMP_SENSING\nNodeGuid,CurrentTemperature\n0x11,40\n"
            "END_TEMP_SENSING\n"}});
    CHECK(read.all_recognised());
    CHECK(read.problems().empty());
    CHECK(read.gaps().empty());
    CHECK(peer_of(read, "leaf1, rack 2", 1) == "host1 mlx5_0");
    CHECK(port_of(read, "leaf1, rack 2", 1).speed.is(IbSpeed::hdr));
    CHECK(port_of(read, "leaf1, rack 2", 1).operational_vls.is(4));
    CHECK(port_of(read, "host1 mlx5_0", 1).lid.is(101));
    CHECK(subnet_of(read).nodes[0].firmware.is("27.2010.4102"));
    CHECK(subnet_of(read).nodes[0].psid.is("MT_0000000063"));
    CHECK(subnet_of(read).counters.size() == 2);
    const ReadFiles broken(
        platform, {{"a.db_csv", "START_NODES\nNodeDesc,NumPorts,NodeType,NodeGUID\n\"a\",1,1,0xa1\n"}});
    REQUIRE(broken.problems().size() == 1);
    CHECK(broken.problems()[0].message == "the capture breaks off within this section: it has no end");
}

TEST_CASE("ibstat tells of the host's own ports, and leaves those of Ethernet to others")
{
    const ReadFiles read(platform, {{"ibstat.txt", R"(CA 'mlx5_0'
	CA type: MT4123
	Number of ports: 1
	Firmware version: 20.35.1012
	Hardware version: 0
	Node GUID: 0x00000000000000a1
	System image GUID: 0x00000000000000a1
	Port 1:
		State: Active
		Physical state: LinkUp
		Rate: 200
		Base lid: 101
		LMC: 0
		SM lid: 2
		Capability mask: 0xa651e848
		Port GUID: 0x00000000000000a2
		Link layer: InfiniBand
CA 'mlx5_2'
	CA type: MT4123
	Number of ports: 1
	Firmware version: 20.35.1012
	Hardware version: 0
	Node GUID: 0x00000000000000b1
	System image GUID: 0x00000000000000b1
	Port 1:
		State: Active
		Physical state: LinkUp
		Rate: 100
		Base lid: 0
		LMC: 0
		SM lid: 0
		Capability mask: 0x00010000
		Port GUID: 0x00000000000000b2
		Link layer: Ethernet
)"}});
    const Subnet& subnet = subnet_of(read);
    REQUIRE(subnet.nodes.size() == 1);
    CHECK(subnet.nodes.front().guid == 0xa1);
    CHECK(subnet.nodes.front().firmware.is("20.35.1012"));
    const std::uint32_t port = subnet.port_of_guid(0xa2);
    REQUIRE(port != Subnet::none);
    CHECK(subnet.ports[port].lid.is(101));
    CHECK(subnet.ports[port].manager_lid.is(2));
    CHECK(subnet.ports[port].state.is(IbPortState::active));
    CHECK(subnet.port_of_guid(0xb2) == Subnet::none);
}

TEST_CASE("ibswinfo tells firmware and PSID of a switch, and lists its nodes")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"sw.txt",
                "=================================================\nQuantum Mellanox Technologies\n"
                "=================================================\npart number        | MQM8700-HS2F\n"
                "PSID               | MT_0000000063\nGUID               | 0x0000000000000011\n"
                "firmware version   | 27.2010.4102\n-------------------------------------------------\n"
                "fan#1 (rpm)        | 8493\n"},
            {"hosts.txt", "Ca\t: 0x00000000000000a1 ports 1 \"host1 mlx5_0\"\n"}});
    CHECK(read.all_recognised());
    CHECK(read.gaps(1).empty());
    CHECK(subnet_of(read).nodes[0].psid.is("MT_0000000063"));
    CHECK(subnet_of(read).nodes[0].firmware.is("27.2010.4102"));
    CHECK(subnet_of(read).nodes.size() == 3);
}

TEST_CASE("captures of two subnets are told apart, and the larger one is read")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"other.txt",
                "caguid=0xb1\nCa\t1 \"H-00000000000000b1\"\t\t# \"host7 mlx5_0\"\n[1](b2) \t\"S-0000000000000012\"[1]\t\t# lid 7 "
                "lmc 0 \"leaf9\" lid 2 4xHDR\n\nswitchguid=0x12(12)\nSwitch\t2 \"S-0000000000000012\"\t\t# \"leaf9\" base port 0 "
                "lid 2 lmc 0\n[1]\t\"H-00000000000000b1\"[1](b2)\t\t# \"host7 mlx5_0\" lid 7 4xHDR\n"}});
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message
        == "this capture shows another subnet than a.txt: no node is in both, and it is not read; keep the captures of each "
           "subnet in a folder of its own");
    CHECK(subnet_of(read).nodes.size() == 3);
    CHECK(read.coverage(1).count(CoverageState::read) == 0);
}

TEST_CASE("captures of two times contradict each other, once for each kind of difference")
{
    std::string later(small);
    for (std::size_t at = later.find("[7]"); at != std::string::npos; at = later.find("[7]", at))
        later.replace(at, 3, "[8]");
    const ReadFiles read(platform, {{"a.txt", small}, {"b.txt", later}});
    const auto& conflicts = subnet_of(read).conflicts;
    REQUIRE(conflicts.size() == 1);
    CHECK(conflicts[0].message == "1 links differ: they are one way in a.txt and otherwise in b.txt");
}

TEST_CASE("a topology of systems is known, and not read")
{
    const ReadFiles read(
        platform, {{"a.topo", "MTS400 SW_L2_1\n   P1 -> Cougar H-1 P1\n   P3 -> MTS400 SW_L1_1 P1\n"}});
    CHECK(read.all_recognised());
    CHECK(read.problems().size() == 1);
    CHECK(read.coverage().count(CoverageState::unsupported) == 3);
}

TEST_CASE("values that make no sense are not taken")
{
    struct Row {
        std::string_view line;
    };
    constexpr Row rows[] = {
        {"[255]\t\"H-00000000000000a1\"[1](a2) \t\t# \"x\" lid 1 4xHDR"},
        {"[2]\t\"H-00000000000000a1\"[1](a2) \t\t# \"x\" lid 70000 4xHDR"},
        {"[2]\t\"H-00000000000000a1\"[1](a2) \t\t# \"x\" lid 1 5xHDR"},
        {"[2]\t\"H-00000000000000a1\"[999](a2) \t\t# \"x\" lid 1 4xHDR"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const ReadFiles read(platform,
            {{"a.txt",
                "switchguid=0x11(11)\nSwitch\t40 \"S-0000000000000011\"\t\t# \"leaf1\" base port 0 lid 11 lmc 0\n"
                    + std::string(row.line) + "\n"}});
        CHECK(read.coverage().count(CoverageState::unrecognised) == 1);
    }
}

TEST_SUITE_END();

}
}
