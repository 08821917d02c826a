// SPDX-License-Identifier: Apache-2.0
// What hosts and switches report about themselves, captures that contradict each other, and senseless values.
#include "tests/drivers/ib_fabric/subnet_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;
using namespace tests::ib_fabric;

TEST_SUITE_BEGIN("ib-fabric");

TEST_CASE("ibstat describes the host's own ports, and Ethernet ports are left to other drivers")
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

TEST_CASE("ibswinfo gives a switch's firmware and PSID, and lists its nodes")
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

TEST_CASE("captures of two subnets are distinguished, and the larger one is read")
{
    const ReadFiles read(platform,
        {{"a.txt", small},
            {"other.txt",
                "caguid=0xb1\nCa\t1 \"H-00000000000000b1\"\t\t# \"host7 mlx5_0\"\n[1](b2) \t\"S-0000000000000012\"[1]\t\t# lid 7 "
                "lmc 0 \"leaf9\" lid 2 4xHDR\n\nswitchguid=0x12(12)\nSwitch\t2 \"S-0000000000000012\"\t\t# \"leaf9\" base port 0 "
                "lid 2 lmc 0\n[1]\t\"H-00000000000000b1\"[1](b2)\t\t# \"host7 mlx5_0\" lid 7 4xHDR\n"}});
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].message
        == "this capture shows a different subnet from a.txt: no node is in both, and it is not read; keep the captures of each "
           "subnet in a folder of its own");
    CHECK(subnet_of(read).nodes.size() == 3);
    CHECK(read.coverage(1).count(CoverageState::read) == 0);
}

TEST_CASE("an earlier capture does not hide a duplicate GUID in a later one")
{
    const std::string twice = std::string(small)
        + "\ncaguid=0xa1\nCa\t1 \"H-00000000000000a1\"\t\t# \"host9 mlx5_0\"\n[1](b9) "
          "\t\"S-0000000000000011\"[9]\t\t# lid 9 lmc 0 \"leaf1\" lid 2 4xHDR\n";
    const auto nodes_of = [](const ReadFiles& read) {
        return std::ranges::count(subnet_of(read).nodes, Guid{0xa1}, &IbNode::guid);
    };
    const ReadFiles alone(platform, {{"b.txt", twice}});
    REQUIRE(nodes_of(alone) == 2);
    const ReadFiles after(platform, {{"a.txt", small}, {"b.txt", twice}});
    CHECK(nodes_of(after) == 2);
    const ReadFiles again(platform, {{"a.txt", twice}, {"b.txt", twice}});
    CHECK(nodes_of(again) == 2);
}

TEST_CASE("captures from two times contradict each other, reported once per kind of difference")
{
    std::string later(small);
    for (std::size_t at = later.find("[7]"); at != std::string::npos; at = later.find("[7]", at))
        later.replace(at, 3, "[8]");
    const ReadFiles read(platform, {{"a.txt", small}, {"b.txt", later}});
    const auto& conflicts = subnet_of(read).conflicts;
    REQUIRE(conflicts.size() == 1);
    CHECK(conflicts[0].message == "1 links differ: they are one way in a.txt and otherwise in b.txt");
}

TEST_CASE("a topology of systems is recognised but not read")
{
    const ReadFiles read(
        platform, {{"a.topo", "MTS400 SW_L2_1\n   P1 -> Cougar H-1 P1\n   P3 -> MTS400 SW_L1_1 P1\n"}});
    CHECK(read.all_recognised());
    CHECK(read.problems().size() == 1);
    CHECK(read.coverage().count(CoverageState::unsupported) == 3);
}

TEST_CASE("senseless values are rejected")
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
