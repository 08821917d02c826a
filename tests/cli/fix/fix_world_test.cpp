// SPDX-License-Identifier: Apache-2.0
// Leaves of VRP, SR Linux, AOS-CX, Comware and IOS XR below spines with virtual output queues: one set of faults is found once on
// each leaf, and what fix leaves is what it refuses with a reason.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rocelint {
namespace {

using CodesOfDevices
    = std::map<std::string, std::vector<std::string>>; ///< sorted codes of findings, by device

void copy_world(const TemporaryFolder& folder, const std::string& fabric)
{
    std::filesystem::copy(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/" + fabric,
        folder.path("world"),
        std::filesystem::copy_options::recursive);
}

CodesOfDevices codes_of_world(const TemporaryFolder& folder)
{
    const Run run = rocelint({"check", "--format", "json", "world"}, {.folder = folder.path()});
    CodesOfDevices codes;
    const nlohmann::json report = nlohmann::json::parse(run.out);
    for (const nlohmann::json& finding : report.at("findings"))
        codes[finding.at("device").get<std::string>()].push_back(finding.at("code").get<std::string>());
    for (auto& [device, list] : codes)
        std::ranges::sort(list);
    return codes;
}

}

TEST_CASE("leaves of five more platforms below spines with virtual output queues are clean")
{
    const TemporaryFolder folder;
    copy_world(folder, "clos-world");
    CHECK(rocelint({"check", "world"}, {.folder = folder.path()}).code == 0);
    // The headroom table of the SONiC cards begins at 300 m, which HDR003 does not report.
    CHECK(codes_of_world(folder).empty());
}

TEST_CASE("packets between all hosts below five platforms are followed through both spines")
{
    const TemporaryFolder folder;
    copy_world(folder, "clos-world");
    const Run run = rocelint({"trace", "--all-pairs", "world"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("of 90 pairs of RDMA endpoints 0 broken, 0 unproven, 90 proven"));
}

TEST_CASE("the same faults are found on each of five more platforms, each once")
{
    const TemporaryFolder folder;
    copy_world(folder, "clos-world-broken");
    const std::vector<std::string> all{
        "ECN001", "ECN002", "ETS004", "MTU002", "PFC002", "PFC004", "PFC004", "QOS001", "QOS002", "WD001"};
    CodesOfDevices expected;
    for (const char* leaf : {"leaf-vrp", "leaf-srlinux", "leaf-aoscx", "leaf-comware", "leaf-iosxr"})
        expected[leaf] = all;
    // Ports that pause priority 4 instead of 3: VRP always pauses 3 too, and IOS XR states priorities for all ports of a location.
    for (const char* leaf : {"leaf-vrp", "leaf-iosxr"})
        expected[leaf].erase(std::ranges::find(expected[leaf], "PFC004"));
    CHECK(codes_of_world(folder) == expected);
}

TEST_CASE(
    "fix corrects five more platforms, but for the choices of the operator and what Comware's manuals leave open")
{
    const TemporaryFolder folder;
    copy_world(folder, "clos-world-broken");
    const Run run = rocelint({"fix", "--write", "world"}, {.folder = folder.path()});
    CHECK(run.says("QOS001 is not corrected: more than one dscp-policy is in the files"));
    CHECK(run.says("ECN001 is not corrected: the port applies no WRED table"));
    CodesOfDevices left;
    left["leaf-vrp"] = {"ETS004"};
    left["leaf-srlinux"] = {"ETS004", "QOS001"};
    left["leaf-aoscx"] = {"ETS004"};
    left["leaf-comware"] = {"ECN001", "ETS004"};
    left["leaf-iosxr"] = {"ETS004"};
    CHECK(codes_of_world(folder) == left);
}

}
