// SPDX-License-Identifier: Apache-2.0
// YAML and JSON: inheritance, both forms of links, and what names in the data may not do.
#include "tests/topology_import/imported.h"
#include "workspace/topology_import/import_topology.h"
#include "workspace/topology_import/imported_text.h"

#include <doctest/doctest.h>

#include <memory>

namespace rocelint {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view lab = R"(name: fabric
topology:
  defaults:
    kind: linux
  kinds:
    arista_ceos:
      startup-config: configs/__clabNodeName__.cfg
  groups:
    spines:
      kind: nokia_srlinux
  nodes:
    leaf1: {kind: arista_ceos}
    leaf2:
      kind: arista_ceos
      startup-config: ../leaf2.cfg
    spine1:
      group: spines
    host1:
    br1: {kind: bridge}
  links:
    - endpoints: ["leaf1:eth49_1", "spine1:e1-1"]
    - type: veth
      endpoints:
        - {node: leaf2, interface: eth2}
        - node: host1
          interface: eth1
    - endpoints: ["leaf1:eth3", "host:leaf1-eth3"]
    - endpoints: ["leaf1:eth4", "br1:eth1"]
    - type: mgmt-net
      endpoint: {node: leaf1, interface: eth5}
    - endpoints: ["leaf1:eth6"]
    - endpoints: ["leaf1:eth7", "leaf9:eth1"]
)";

TEST_CASE("containerlab gives nodes with their files, and both forms of links with the ports of the devices")
{
    const Topology topology = imported("lab.yml", lab);
    CHECK(topology.form == "containerlab");
    CHECK(cables_of(topology)
        == Texts{"leaf1:Ethernet49/1 - spine1:ethernet-1/1",
            "leaf2:Ethernet2 - host1:eth1",
            "leaf1:Ethernet7 - leaf9:eth1"});
    REQUIRE(topology.devices.size() == 4);
    CHECK(topology.devices[0].name == "leaf1");
    CHECK(topology.devices[0].file == "configs/leaf1.cfg");
    CHECK(topology.devices[1].file.empty());
    CHECK(topology.devices[2].file.empty());
    const Texts remarks = remarks_of(topology, lab);
    REQUIRE(remarks.size() == 6);
    CHECK(remarks[0]
        == "13: the startup-config of leaf2 is not read: it does not lie below the topology's folder; copy it there");
    CHECK(remarks[1]
        == "27: leaf1:Ethernet3 - host:leaf1-eth3 leads to the machine of the lab, not to a device");
    CHECK(remarks[2] == "28: leaf1:Ethernet4 - br1:eth1 leads to the machine of the lab, not to a device");
    CHECK(remarks[3] == "29: a link of the type mgmt-net is not a cable between two nodes");
    CHECK(remarks[4].starts_with("31: half of a cable: leaf1:Ethernet6 - :?"));
    CHECK(remarks[5] == "32: leaf9 has cables, but is not in the file's list of devices");
    CHECK(comes_back("lab.yml", lab));
}

TEST_CASE("a startup-config never leads out of the folder of its topology")
{
    for (const std::string_view path : {"/etc/passwd", "a/../../b", "~/x", "http://host/x", "..", "a//b"}) {
        const std::string text = "topology:\n  nodes:\n    leaf1: {kind: arista_ceos, startup-config: \""
            + std::string(path) + "\"}\n";
        const Topology topology = imported("lab.yml", text);
        REQUIRE(topology.devices.size() == 1);
        CHECK_MESSAGE(topology.devices[0].file.empty(), path);
        CHECK_MESSAGE(topology.remarks.size() == 1, path);
    }
}

TEST_CASE("files of devices are written relative to the topology.yaml")
{
    std::vector<workspace::ImportedFile> files;
    files.push_back({std::make_unique<Source>(0, "site/lab.yml", lab), imported("site/lab.yml", lab)});
    const std::string written = workspace::join_imported(files, ".").text;
    CHECK(written.find(R"("leaf1": {file: "site/configs/leaf1.cfg"})") != std::string::npos);
}

TEST_CASE("files that contradict each other keep both cables, and a remark names both lines")
{
    std::vector<workspace::ImportedFile> files;
    constexpr std::string_view one = "a,b\nleaf1:swp1,spine1:swp1\n";
    constexpr std::string_view other = "a,b\nspine1:swp1,leaf1:swp1\nleaf1:swp1,spine2:swp1\n";
    files.push_back({std::make_unique<Source>(0, "one.csv", one), imported("one.csv", one)});
    files.push_back({std::make_unique<Source>(1, "other.csv", other), imported("other.csv", other)});
    const workspace::ImportedTopology joined = workspace::join_imported(files, ".");
    CHECK(joined.remarks
        == Texts{
            "other.csv:3:1: TOP004: leaf1:swp1 leads to spine2:swp1 here, but to spine1:swp1 in one.csv:2; "
            "correct one of them"});
    const Source source(2, "topology.yaml", joined.text);
    const auto again = read_topology(source);
    REQUIRE(again.has_value());
    CHECK(cables_of(*again) == Texts{"leaf1:swp1 - spine1:swp1", "leaf1:swp1 - spine2:swp1"});
}

TEST_CASE("the REST API of NetBox gives cables with lengths, and interfaces with their far ends")
{
    constexpr std::string_view text = R"({"count": 3, "results": [
 {"id": 1, "a_terminations": [{"object_type": "dcim.interface", "object": {"name": "swp1", "device": {"name": "leaf1"}}}],
  "b_terminations": [{"object_type": "dcim.interface", "object": {"name": "eth1", "device": {"name": "host1"}}}],
  "status": {"value": "connected", "label": "Connected"}, "length": 10.0, "length_unit": {"value": "ft", "label": "Feet"}},
 {"id": 2, "a_terminations": [], "b_terminations": [], "status": {"value": "planned", "label": "Planned"}},
 {"id": 3, "a_terminations": [{"object_type": "dcim.interface", "object": {"name": "swp3", "device": {"name": "leaf1"}}}],
  "b_terminations": [], "status": {"value": "connected", "label": "Connected"}, "length": null, "length_unit": null}
]})";
    const Topology topology = imported("cables.json", text);
    CHECK(topology.form == "JSON of NetBox or Nautobot");
    CHECK(cables_of(topology) == Texts{"leaf1:swp1 - host1:eth1 3.048 m"});
    const Texts remarks = remarks_of(topology, text);
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[0] == "5: the cable is left out: its status is planned");
    CHECK(remarks[1].starts_with("6: half of a cable: leaf1:swp3 - :?"));
    CHECK(comes_back("cables.json", text));

    constexpr std::string_view interfaces = R"([
 {"name": "swp1", "device": {"name": "leaf1"}, "mgmt_only": false, "connected_endpoints_type": "dcim.interface",
  "connected_endpoints_reachable": true, "connected_endpoints": [{"name": "eth1", "device": {"name": "host1"}}]},
 {"name": "eth1", "device": {"name": "host1"}, "mgmt_only": false, "connected_endpoints_type": "dcim.interface",
  "connected_endpoints_reachable": true, "connected_endpoints": [{"name": "swp1", "device": {"name": "leaf1"}}]},
 {"name": "swp2", "device": {"name": "leaf1"}, "connected_endpoints": null},
 {"name": "swp3", "device": {"name": "leaf1"}, "connected_endpoints_type": "dcim.interface",
  "connected_endpoints_reachable": false, "connected_endpoints": [{"name": "eth1", "device": {"name": "host3"}}]}
])";
    const Topology by_interface = imported("interfaces.json", interfaces);
    CHECK(cables_of(by_interface) == Texts{"leaf1:swp1 - host1:eth1"});
    CHECK(by_interface.remarks.size() == 1);
}

TEST_CASE("Connection of Hedgehog and TopoLink of EDA give their links")
{
    constexpr std::string_view text = R"(apiVersion: wiring.githedgehog.com/v1beta1
kind: Switch
metadata: {name: leaf-1}
spec: {role: server-leaf}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Connection
metadata: {name: spine-1--fabric--leaf-1}
spec:
  fabric:
    links:
      - leaf: {port: leaf-1/E1/8, ip: 172.30.8.1/31}
        spine: {port: spine-1/E1/1, ip: 172.30.8.0/31}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Connection
metadata: {name: server-1--unbundled--leaf-1}
spec:
  unbundled:
    link:
      server: {port: server-1/enp2s1}
      switch: {port: leaf-1/E1/1}
)";
    const Topology topology = imported("wiring.yaml", text);
    CHECK(topology.form == "Connection of Hedgehog or TopoLink of EDA");
    CHECK(cables_of(topology) == Texts{"leaf-1:Eth1/8 - spine-1:Eth1/1", "server-1:enp2s1 - leaf-1:Eth1/1"});
    CHECK(comes_back("wiring.yaml", text));

    constexpr std::string_view eda = R"({"items": [{"apiVersion": "core.eda.nokia.com/v1", "kind": "TopoLink",
 "metadata": {"name": "l"}, "spec": {"links": [{"local": {"node": "leaf1", "interface": "ethernet-1-1"},
 "remote": {"node": "spine1", "interface": "ethernet-1-2"}, "speed": "100G"}]}}]})";
    CHECK(cables_of(imported("links.json", eda)) == Texts{"leaf1:ethernet-1-1 - spine1:ethernet-1-2 100G"});
}

TEST_CASE("AVD gives uplinks, MLAG pairs and endpoints, with what groups and defaults state")
{
    constexpr std::string_view text = R"(spine:
  nodes:
    - {name: spine1, id: 1}
l3leaf:
  defaults:
    uplink_switches: [spine1]
    uplink_interfaces: [Ethernet49]
    mlag_interfaces: [Ethernet53, Ethernet54]
  node_groups:
    - group: pod1
      nodes:
        - name: leaf1
          uplink_switch_interfaces: [Ethernet1]
        - name: leaf2
          uplink_switch_interfaces: [Ethernet2]
servers:
  - name: host1
    adapters:
      - endpoint_ports: [eth1, eth2]
        switches: [leaf1, leaf2]
        switch_ports: [Ethernet5, Ethernet5]
)";
    const Topology topology = imported("group_vars/FABRIC.yml", text);
    CHECK(topology.form == "inventory of AVD");
    CHECK(cables_of(topology)
        == Texts{"leaf1:Ethernet49 - spine1:Ethernet1",
            "leaf2:Ethernet49 - spine1:Ethernet2",
            "leaf1:Ethernet53 - leaf2:Ethernet53",
            "leaf1:Ethernet54 - leaf2:Ethernet54",
            "host1:eth1 - leaf1:Ethernet5",
            "host1:eth2 - leaf2:Ethernet5"});
    REQUIRE(topology.devices.size() == 4);
    CHECK(topology.devices[0].role == Role::spine);
    CHECK(topology.devices[1].role == Role::leaf);
    CHECK(topology.devices[3].role == Role::host);
    CHECK(topology.remarks.empty());
    CHECK(comes_back("group_vars/FABRIC.yml", text));
}

TEST_CASE("JSON of NVIDIA Air gives its links")
{
    constexpr std::string_view text = R"({"format": "JSON", "title": "t", "content": {
 "nodes": {"leaf01": {"os": "cumulus-vx-5.9"}, "server01": {"os": "generic/ubuntu2204"}},
 "links": [[{"interface": "swp1", "node": "leaf01"}, {"interface": "eth1", "node": "server01"}],
  [{"interface": "eth0", "node": "leaf01"}, {"interface": "swp2", "node": "oob-mgmt-switch"}],
  [{"interface": "swp2", "node": "leaf01"}, "unconnected"]]}})";
    const Topology topology = imported("air.json", text);
    CHECK(topology.form == "JSON of NVIDIA Air");
    CHECK(cables_of(topology) == Texts{"leaf01:swp1 - server01:eth1"});
    CHECK(topology.remarks.size() == 2);
    CHECK(comes_back("air.json", text));
}

TEST_CASE("a topology.yaml is read as one under any name, and a file in two forms is refused")
{
    constexpr std::string_view own = "links:\n  - {a: \"leaf1:1\", b: \"leaf2:1\"}\n";
    CHECK(imported("plan.yaml", own).form.empty());
    CHECK(cables_of(imported("plan.json", R"({"links": [{"a": "leaf1:1", "b": "leaf2:1"}]})"))
        == Texts{"leaf1:1 - leaf2:1"});
    CHECK(import_error("plan.yaml", "links:\n  - {a: \"leaf1:1\"}\n").starts_with("plan.yaml:2:"));
    constexpr std::string_view both = R"(topology:
  nodes: {leaf1: {kind: linux}}
l3leaf:
  nodes: [{name: leaf1, uplink_switches: [spine1]}]
)";
    CHECK(import_error("x.yml", both)
              .starts_with(
                  "x.yml:1:1: this fits several forms (containerlab and inventory of AVD); leave one of "
                  "them in the file. The forms are topology.yaml, topology.dot of PTM"));
    CHECK(import_error("x.yml", "hosts: [a, b]\n")
              .starts_with("x.yml:1:1: this is not a topology; give a file in one of these forms"));
    CHECK(import_error("x.json", "{\"nodes\": ").starts_with("x.json:1:"));
}

TEST_CASE("a name that topology.yaml cannot hold is left out with its line")
{
    const Topology topology = imported("x.csv", "a_device,a_port,b_device,b_port\nrack:1,swp1,leaf1,swp1\n");
    CHECK(topology.links.empty());
    REQUIRE(topology.remarks.size() == 1);
    CHECK(topology.remarks[0].sentence
        == "the cable of rack:1:swp1 is left out: topology.yaml cannot hold its name");
}

}
}
