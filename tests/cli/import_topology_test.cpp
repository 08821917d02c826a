// SPDX-License-Identifier: Apache-2.0
// Cables in the forms of other programs, imported and read directly.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

constexpr const char* cable_table = "from,to,length\n"
                                    "leaf1:Et31,spine1:Et1,3 m\n"
                                    "leaf2:Et31,spine1:Et2,10 ft\n"
                                    "leaf1:Et32,,2\n";

TEST_CASE("topology import writes the cables of a file with their lines, and names what is not one")
{
    const TemporaryFolder folder;
    folder.write("cables.csv", cable_table);
    const Run run = rocelint({"topology", "import", "cables.csv"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out == R"(# The cables of cables.csv (CSV of cables).
version: 1
links:
  # cables.csv:2
  - {a: "leaf1:Et31", b: "spine1:Et1", cable_m: 3}
  # cables.csv:3
  - {a: "leaf2:Et31", b: "spine1:Et2", cable_m: 3.048}
)");
    CHECK(run.err
        == "cables.csv:4:1: half of a cable: leaf1:Et32 - :?; the other end must name a device and a port\n");
    const Run written
        = rocelint({"topology", "import", "cables.csv", "-o", "topology.yaml"}, {.folder = folder.path()});
    CHECK(written.code == 0);
    CHECK(folder.read("topology.yaml") == run.out);
    CHECK(rocelint({"topology", "import", "cables.csv", "-o", "cables.csv"}, {.folder = folder.path()}).code
        == 2);
    CHECK(folder.read("cables.csv") == cable_table);
}

TEST_CASE("topology import refuses a file in none of the forms, and one that is not there")
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "buy cables\n");
    const Run run = rocelint({"topology", "import", "notes.txt"}, {.folder = folder.path()});
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with(
        "rocelint: notes.txt:1:1: this is not a topology; give a file in one of these forms: topology.yaml, "));
    CHECK(rocelint({"topology", "import", "none.csv"}, {.folder = folder.path()}).code != 0);
}

TEST_CASE("--topology reads the forms of other programs, and half of a cable is a finding at its line")
{
    const TemporaryFolder folder;
    copy_fabric("eos-without-roce", folder.path("site"));
    folder.write("cables.csv", cable_table);
    const Run links
        = rocelint({"show", "links", "site", "--topology", "cables.csv"}, {.folder = folder.path()});
    CHECK(links.says("topology"));
    CHECK(links.says("cables.csv"));
    const Run checked = rocelint({"check", "site", "--topology", "cables.csv"}, {.folder = folder.path()});
    CHECK(checked.says("SYN001"));
    CHECK(checked.says("cables.csv:4"));
    CHECK_FALSE(checked.says("TOP004"));
    folder.write("cables.csv", "from,to\nleaf1:Et31,spine1:Et2\n");
    const Run swapped = rocelint({"check", "site", "--topology", "cables.csv"}, {.folder = folder.path()});
    CHECK(swapped.says("TOP004"));
    CHECK(swapped.says("cables.csv:2"));
}

}
}
