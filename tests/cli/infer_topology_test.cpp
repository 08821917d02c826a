// SPDX-License-Identifier: Apache-2.0
// The topology that `topology infer` writes has the cables that devices show, and none that is in doubt.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string>

namespace rocelint {
namespace {

using Json = nlohmann::json;

Run infer(const TemporaryFolder& folder)
{
    return rocelint({"topology", "infer", "site"}, {.folder = folder.path()});
}

// Both ends of every cable that `show links` lists.
std::set<std::string> cables(const TemporaryFolder& folder)
{
    const Run run = rocelint({"show", "links", "site", "--format", "json"}, {.folder = folder.path()});
    const Json json = Json::parse(run.out);
    std::set<std::string> all;
    for (const Json& link : json["links"])
        all.insert(
            std::min(link["a"].dump(), link["b"].dump()) + std::max(link["a"].dump(), link["b"].dump()));
    return all;
}

// What EOS prints of one LLDP neighbour.
std::string lldp(const std::string& port, const std::string& device, const std::string& other_port)
{
    return "Interface " + port + " detected 1 LLDP neighbors:\n\n  Neighbor 2cc2.6081.eaf9/\"" + other_port
        + "\", age 12 seconds\n  - Port ID type: Interface name (5)\n    Port ID     : \"" + other_port
        + "\"\n  - System Name: \"" + device + "\"\n\n";
}

TEST_CASE("topology infer writes each cable with the lines that show it, and reads back the same")
{
    const TemporaryFolder folder;
    copy_fabric("eos-without-roce", folder.path("site"));
    const std::set<std::string> before = cables(folder);
    const Run run = infer(folder);
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.out
        == R"(# The cables that the devices show. Read it, correct it, and keep it next to the configuration as
# topology.yaml: from then on it has precedence over what the devices show.
version: 1
links:
  # interface description site/leaf1.cfg:13 and interface description site/spine1.cfg:6
  - {a: "leaf1:Ethernet31", b: "spine1:Ethernet1"}
  # interface description site/leaf2.cfg:13 and interface description site/spine1.cfg:13
  - {a: "leaf2:Ethernet31", b: "spine1:Ethernet2"}
)");
    folder.write("site/topology.yaml", run.out);
    CHECK(cables(folder) == before);
    CHECK(infer(folder).out == run.out);
}

TEST_CASE("an inferred topology changes no cable of a fabric with LLDP and neighbour tables")
{
    const TemporaryFolder folder;
    copy_fabric("sonic-azure", folder.path("site"));
    const std::set<std::string> before = cables(folder);
    CHECK(before.size() == 10);
    const Run run = infer(folder);
    CHECK(run.code == 0);
    CHECK(run.says("LLDP capture site/"));
    CHECK(run.says("neighbour table site/"));
    folder.write("site/topology.yaml", run.out);
    CHECK(cables(folder) == before);
    CHECK(infer(folder).out == run.out);
}

TEST_CASE("topology infer leaves out a cable about which LLDP and a description disagree, and says why")
{
    const TemporaryFolder folder;
    copy_fabric("eos-without-roce", folder.path("site"));
    folder.write("site/leaf2.cfg", folder.read("site/leaf2.cfg") + lldp("Ethernet31", "spine1", "Ethernet2"));
    CHECK(infer(folder).says("LLDP capture site/leaf2.cfg:"));
    replace(folder, "site/spine1.cfg", "downlink to leaf2 Eth31", "downlink to leaf2 Eth1");
    const Run run = infer(folder);
    CHECK(run.code == 0);
    CHECK(run.says("# Left out, because sources disagree or names are ambiguous:\n"));
    CHECK(run.says("spine1:Ethernet2 leads to leaf2:Ethernet1 (interface description, site/spine1.cfg:13)"));
    CHECK(run.says("leaf2:Ethernet31 leads to spine1:Ethernet2 (LLDP capture, site/leaf2.cfg:"));
    CHECK_FALSE(run.says("b: \"spine1:Ethernet2\""));
    CHECK(run.says("- {a: \"leaf1:Ethernet31\", b: \"spine1:Ethernet1\"}"));
    folder.write("site/topology.yaml", run.out);
    CHECK(infer(folder).out == run.out);
}

TEST_CASE("topology infer leaves out what leads to devices without files, whatever their names contain")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1") + lldp("Ethernet1/1", "gpu07", "ens1f0np0"));
    const Run run = infer(folder);
    CHECK(run.code == 0);
    CHECK(run.says("# Left out, because the other device or its port is not among the files:\n"));
    CHECK(run.says("leaf1:Ethernet1/1 leads to gpu07 (LLDP capture, site/leaf1.cfg:"));
    CHECK(run.says("# No cable is certain: "));
    CHECK(run.says("links: []\n"));
    folder.write("site/topology.yaml", run.out);
    CHECK(rocelint({"check", "site"}, {.folder = folder.path()}).code == 0);
}

TEST_CASE("topology infer without devices says so")
{
    const TemporaryFolder folder;
    folder.write("site/notes.txt", "buy milk\n");
    const Run run = infer(folder);
    CHECK(run.code == 3);
    CHECK(run.out.empty());
    CHECK(run.err
        == "rocelint: no device was recognised, so there is nothing to infer from; `rocelint show files` says why\n");
    CHECK(rocelint({"topology"}).says("topology needs a command: infer, import\n"));
}

TEST_CASE("topology infer does not ask for LLDP where only a subnet manager of InfiniBand was read")
{
    const TemporaryFolder folder;
    copy_fabric("infiniband-tree", folder.path("site"));
    const Run run = infer(folder);
    CHECK(run.code == 0);
    CHECK(run.says("links: []\n"));
    CHECK_FALSE(run.says("LLDP"));
}

}
}
