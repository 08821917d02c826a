// SPDX-License-Identifier: Apache-2.0
// Graphs, tables, XML and lines: every cable is read, and what is not one is named with its line.
#include "tests/topology_import/imported.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("topology.dot of PTM gives its edges, without the out-of-band network")
{
    constexpr std::string_view text = R"(// our fabric
graph G {
  graph [hostidtype="hostname", version="1:0"];
  "spine01" [function="leaf" os="cumulus-vx" memory=768]
  "oob-mgmt-switch" [function="oob-switch"];
  "leaf01":"swp51" -- "spine01":"swp1" [left_mac="00:03:00:11:11:01"];
  # a chain
  leaf02:swp51 -- spine01:swp2;
  "leaf01":"eth0" -- "oob-mgmt-switch":"swp2"
  "leaf02":"eth0" -- "oob-mgmt-switch":"swp3"
  "spine01":"swp1" -- "leaf01":"swp51"
  "server01":"eth1" -- "leaf01"
}
)";
    const Topology topology = imported("plan.txt", text);
    CHECK(topology.form == "topology.dot of PTM");
    CHECK(cables_of(topology) == Texts{"leaf01:swp51 - spine01:swp1", "leaf02:swp51 - spine01:swp2"});
    CHECK(remarks_of(topology, text)
        == Texts{"9: 2 cables of management ports are left out, the first here",
            "12: half of a cable: server01:eth1 - leaf01:?; the other end must name a device and a port"});
    CHECK_FALSE(topology.remarks[0].is_mistake);
    CHECK(topology.remarks[1].is_mistake);
    CHECK(comes_back("plan.txt", text));
}

TEST_CASE("a graph that ends early is refused at its place")
{
    CHECK(import_error("a.dot", "graph G {\n\"a\":\"1\" -- \"b\":\"1\"")
        == "a.dot:2:19: the graph ends without its '}'; add it");
    CHECK(import_error("a.dot", "graph G {\n\"a\":\"1\" -- ;\n}\n")
        == "a.dot:2:12: expected the other end of the edge, such as \"spine1\":\"swp1\"");
}

TEST_CASE("a table of cables has its columns in any order, lengths with units, and speeds")
{
    constexpr std::string_view text
        = "# exported\n"
          "Speed;Remote Port;Local Device;Cable length (ft);Local Port;Remote Device\n"
          "400G;Ethernet1/1;leaf1;10;Ethernet1/49;\"spine1\"\n"
          "100000;Ethernet1/2;leaf2;2 m;Ethernet1/49;spine1\n"
          ";;leaf3;;Ethernet1/49;spine1\n";
    const Topology topology = imported("cables.txt", text);
    CHECK(topology.form == "CSV of cables");
    CHECK(cables_of(topology)
        == Texts{"leaf1:Ethernet1/49 - spine1:Ethernet1/1 3.048 m 400G",
            "leaf2:Ethernet1/49 - spine1:Ethernet1/2 2 m 100G"});
    CHECK(remarks_of(topology, text)
        == Texts{
            "5: half of a cable: leaf3:Ethernet1/49 - spine1:?; the other end must name a device and a port"});
    CHECK(comes_back("cables.txt", text));
}

TEST_CASE("the ends of a table have many names")
{
    for (const std::string_view header : {"a_device,a_port,b_device,b_port",
             "node1,intf1,node2,intf2",
             "Source,Source Port,Destination,Destination Port",
             "from_host,from_interface,to_host,to_interface",
             "Device A,Termination A,Device Z,Termination Z",
             "LocalDevice,LocalIf,NeighborDevice,NeighborIf"}) {
        const std::string text = std::string(header) + "\nleaf1,swp1,host1,eth1\n";
        CHECK_MESSAGE(cables_of(imported("x.csv", text)) == Texts{"leaf1:swp1 - host1:eth1"}, header);
    }
    CHECK(
        cables_of(imported("x.csv", "to,from\nhost1:eth1,leaf1:swp1\n")) == Texts{"leaf1:swp1 - host1:eth1"});
}

TEST_CASE("a table without both ends, and a quote that is not closed, are refused")
{
    const std::string error = import_error("x.csv", "device,port,vlan\nleaf1,swp1,3\n");
    CHECK(error.starts_with(
        "x.csv:1:1: this is not a topology; give a file in one of these forms: topology.yaml"));
    CHECK(import_error("x.csv", "a,b\n\"leaf1:1,leaf2:2\n")
        == "x.csv:2:1: this quote is not closed; add the second '\"'");
}

TEST_CASE("links of sonic-mgmt have their bandwidth in Mb/s")
{
    constexpr std::string_view text
        = "StartDevice,StartPort,EndDevice,EndPort,BandWidth,VlanID,VlanMode,AutoNeg\n"
          "sw-1,Ethernet0,fanout-1,Ethernet4,40000,1681,Access,on\n";
    const Topology topology = imported("lab_links.csv", text);
    CHECK(topology.form == "links CSV of sonic-mgmt");
    CHECK(cables_of(topology) == Texts{"sw-1:Ethernet0 - fanout-1:Ethernet4 40G"});
    CHECK(comes_back("lab_links.csv", text));
}

TEST_CASE("cables of NetBox as CSV state lengths; planned ones are left out, and patch panels are named")
{
    constexpr std::string_view text
        = "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,status,length,length_unit\n"
          "leaf1,dcim.interface,swp1,host1,dcim.interface,eth1,connected,300,cm\n"
          "leaf1,dcim.interface,swp2,host2,dcim.interface,eth1,planned,3,m\n"
          "leaf1,dcim.interface,swp3,panel1,dcim.frontport,1,connected,3,m\n";
    const Topology topology = imported("cables.csv", text);
    CHECK(topology.form == "cables CSV of NetBox");
    CHECK(cables_of(topology) == Texts{"leaf1:swp1 - host1:eth1 3 m"});
    const Texts remarks = remarks_of(topology, text);
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[0] == "3: the cable is left out: its status is planned");
    CHECK(remarks[1].starts_with("4: the cable is left out: one end is a dcim.frontport"));
    CHECK(comes_back("cables.csv", text));
    CHECK(
        cables_of(imported("t.csv",
            "Termination A,Termination B,Device A,Device B,Status,Length\nswp1,eth1,leaf1,host1,Connected,2 Meters\n"))
        == Texts{"leaf1:swp1 - host1:eth1 2 m"});
}

TEST_CASE("minigraph.xml gives the links of its switch")
{
    constexpr std::string_view text
        = R"(<DeviceMiniGraph xmlns="Microsoft.Search.Autopilot.Evolution" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
  <PngDec>
    <DeviceInterfaceLinks>
      <DeviceLinkBase>
        <ElementType>DeviceInterfaceLink</ElementType>
        <Bandwidth>40000</Bandwidth>
        <EndDevice>spine1</EndDevice>
        <EndPort>Ethernet1/1</EndPort>
        <StartDevice>leaf1</StartDevice>
        <StartPort>fortyGigE0/112</StartPort>
      </DeviceLinkBase>
      <DeviceLinkBase>
        <ElementType>DeviceInterfaceLink</ElementType>
        <EndDevice>host1</EndDevice>
        <StartDevice>leaf1</StartDevice>
        <StartPort>fortyGigE0/0</StartPort>
      </DeviceLinkBase>
    </DeviceInterfaceLinks>
    <Devices>
      <Device i:type="ToRRouter"><Hostname>leaf1</Hostname></Device>
    </Devices>
  </PngDec>
</DeviceMiniGraph>
)";
    const Topology topology = imported("minigraph.xml", text);
    CHECK(topology.form == "minigraph.xml of SONiC");
    CHECK(cables_of(topology) == Texts{"leaf1:fortyGigE0/112 - spine1:Ethernet1/1 40G"});
    const Texts remarks = remarks_of(topology, text);
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[0] == "4: spine1 has cables, but is not in the file's list of devices");
    CHECK(remarks[1].starts_with("12: half of a cable: leaf1:fortyGigE0/0 - host1:?"));
    CHECK(comes_back("minigraph.xml", text));
}

TEST_CASE(".topo of ibutils gives systems and cables with the speed of all lanes")
{
    constexpr std::string_view text = "# two levels\n"
                                      "MTS400 SW_L2_1\n"
                                      "   P1 -4x-10G-> MTS400 SW_L1_1 P19\n"
                                      "   P2 -> HCA H-1 P1\n\n"
                                      "MTS400 SW_L1_1\n"
                                      "   P19 -4x-10G-> MTS400 SW_L2_1 P1\n"
                                      "HCA H-1\n";
    const Topology topology = imported("net.topo", text);
    CHECK(topology.form == ".topo of ibutils");
    CHECK(cables_of(topology) == Texts{"SW_L2_1:P1 - SW_L1_1:P19 40G", "SW_L2_1:P2 - H-1:P1"});
    CHECK(topology.remarks.empty());
    CHECK(comes_back("net.topo", text));
}

}
}
