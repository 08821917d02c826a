// SPDX-License-Identifier: Apache-2.0
// Forwarding tables, keys, counters and records of a subnet, in every format that the tools print.
#include "tests/drivers/ib_fabric/subnet_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;
using namespace tests::ib_fabric;

TEST_SUITE_BEGIN("ib-fabric");

TEST_CASE("forwarding tables are read in every format, and each row is counted")
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

TEST_CASE("forwarding table rows within other output are not understood, and hide nothing")
{
    constexpr std::string_view table
        = "dump_ucast_routes: Switch 0x0000000000000011\nLID    : Port : Hops : Optimal\n0x000B : 000  : 00   : yes\n";
    constexpr std::string_view rows = "0x0015 : 007  : 01   : yes\n0x0065 : 001  : 01   : yes\n";
    constexpr std::string_view others[]{small,
        "Switch 0x0000000000000011, base LID 11, \"leaf1\"\n#in out : 0  1\n",
        "# Node info: Lid 11\n"};
    for (const std::string_view other : others) {
        CAPTURE(other);
        const ReadFiles read(platform, {{"a.txt", std::string(table).append(other).append(rows)}});
        CHECK(read.coverage().count(CoverageState::unrecognised) > 0);
        REQUIRE(subnet_of(read).tables.size() == 1);
        CHECK(subnet_of(read).forwarding_of(0)->port_of(11) == 0);
    }
}

TEST_CASE("a truncated forwarding table is incomplete")
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

TEST_CASE("a capture followed only by a prompt is complete")
{
    for (const std::string_view prompt : {"root@sm1:~# ", "[root@sm1 ~]#", "$ ", "sm1#"}) {
        CAPTURE(prompt);
        const ReadFiles read(platform,
            {{"t.txt",
                "dump_ucast_routes: Switch 0x0000000000000011\nLID    : Port : Hops : Optimal\n0x000B : 000  : 00   : "
                "yes\n0x0015 : 007  : 01   : yes\n"
                    + std::string(prompt)}});
        CHECK(read.problems().empty());
        CHECK(read.all_recognised());
        REQUIRE(subnet_of(read).tables.size() == 1);
        CHECK(subnet_of(read).tables[0].complete);
    }
}

TEST_CASE("a port is identified by the LID in the smpquery command")
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

TEST_CASE("port keys belong to the port in the command line or the file name")
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
        CHECK(of->key_at(1) == 0x8001);
        CHECK(of->key_at(2) == 0);
        CHECK(of->key_at(8) == 0x7002);
    };
    check(ReadFiles(platform, {{"a.txt", small}, {"keys.txt", typed}}));
    check(ReadFiles(platform, {{"a.txt", small}, {"smpquery_pkeys_101_1.txt", keys}}));
    const ReadFiles nameless(platform, {{"a.txt", small}, {"out.txt", keys}});
    REQUIRE(nameless.problems().size() == 1);
    CHECK(nameless.coverage(1).count(CoverageState::unsupported) == 2);
}

TEST_CASE("counters of perfquery and ibqueryerrors are read, and a saturated one is marked")
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

TEST_CASE("ibdiagnet's database is read by column names")
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

TEST_SUITE_END();

}
}
