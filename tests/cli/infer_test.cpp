// SPDX-License-Identifier: Apache-2.0
// The policy that `policy infer` writes covers exactly the ports that were judged without it.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace rocelint {
namespace {

using Json = nlohmann::json;

// An access switch without any sign of RDMA.
constexpr std::string_view access_switch = R"(! device: access1 (DCS-7050SX3-48YC8, EOS-4.30.1F)
hostname access1
interface Ethernet1
   mtu 9214
   speed forced 25gfull
   switchport access vlan 10
interface Ethernet2
   switchport access vlan 10
)";

Json judged(const TemporaryFolder& folder)
{
    const Json report = Json::parse(rocelint({"check", folder.path(), "--format", "json"}).out);
    return {{"judged", report.at("summary").at("judged_ports")}, {"unknown", report.at("unknown_ports")}};
}

TEST_CASE("an inferred policy leaves switches and ports without signs of RDMA out of its scope")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("access1.cfg", access_switch);
    const Json before = judged(folder);
    const Run inferred = rocelint({"policy", "infer", folder.path()});
    CHECK(inferred.code == 0);
    CHECK(inferred.says("\nscope: {except: [\"access1\"]}\n"));
    folder.write("rocelint.yaml", inferred.out);
    CHECK(rocelint({"check", folder.path()}).code == 0);
    CHECK(judged(folder).at("judged") == before.at("judged"));
    // Without the scope, the stated classes would have to be carried by the access switch too.
    const std::size_t scope = inferred.out.find("scope:");
    REQUIRE(scope != std::string::npos);
    folder.write("rocelint.yaml", inferred.out.substr(0, scope));
    CHECK(rocelint({"check", folder.path()}).code == 1);
}

TEST_CASE(
    "an inferred policy names its profile where it states all that the profile does, and proposes CNPs otherwise")
{
    const Run shown = rocelint({"policy", "infer", ROCELINT_SOURCE_DIR "/fixtures/fabrics/broken-clos"});
    CHECK(shown.says("\nprofile: lossless\n"));
    CHECK(shown.says("\ncnp: {priority: 6, dscp: 48}\n"));
    // A switch alone does not show how NICs mark CNPs.
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run unknown = rocelint({"policy", "infer", folder.path()});
    CHECK(unknown.says("\n# cnp: {priority: 6, dscp: 48}\n"));
    CHECK_FALSE(unknown.says("profile:"));
    folder.write("rocelint.yaml", unknown.out);
    CHECK(rocelint({"check", folder.path()}).code == 0);
}

TEST_CASE("an inferred policy has no scope if every switch port shows RDMA")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    CHECK_FALSE(rocelint({"policy", "infer", folder.path()}).says("scope:"));
}

TEST_CASE("classes are named for what devices, jobs or hosts show of their use")
{
    // The hosts of the fixture mark RDMA packets; the names on its SONiC and EOS switches say nothing of a use.
    const Run marked = rocelint({"policy", "infer", ROCELINT_SOURCE_DIR "/fixtures/fabrics/broken-clos"});
    CHECK(marked.says("\n  # \"RoCE\" because the NICs of 4 hosts mark RDMA packets with DSCP 26\n"
                      "  - {name: \"RoCE\", priority: 3,"));
    // A job's mark shows more than a NIC's.
    const Run trained = rocelint({"policy", "infer", ROCELINT_SOURCE_DIR "/fixtures/fabrics/rails"});
    CHECK(trained.says("  # \"training\" because of DSCP 26 for NCCL in job nccl ("));
    CHECK(trained.says("{name: \"training\", priority: 3,"));
    // The line that a switch classifies by shows most.
    const TemporaryFolder folder;
    std::string text = clean_nxos("leaf1");
    for (std::size_t at = text.find("RDMA"); at != std::string::npos; at = text.find("RDMA", at + 12))
        text.replace(at, 4, "STORAGE-RDMA");
    folder.write("leaf1.cfg", text);
    const Run named = rocelint({"policy", "infer", folder.path()});
    CHECK(named.says("{name: \"storage\", priority: 3,"));
    CHECK(named.says("because of the line `class STORAGE-RDMA` on leaf1 (" + folder.path("leaf1.cfg") + ":"));
    folder.write("rocelint.yaml", named.out);
    CHECK(rocelint({"check", folder.path()}).code == 0);
}

TEST_CASE("a word in a configuration without line breaks does not name a class")
{
    const TemporaryFolder folder;
    Json config = Json::parse(clean_sonic("leaf1"));
    config["ACL_TABLE"]["STORAGE"]
        = {{"type", "L3"}, {"stage", "ingress"}, {"ports", Json::array({"Ethernet0"})}};
    folder.write("config_db.json", config.dump());
    const Run whole = rocelint({"policy", "infer", folder.path()});
    CHECK(whole.code == 0);
    CHECK_FALSE(whole.says("storage"));
    CHECK_FALSE(whole.says("ACL_TABLE"));
}

TEST_CASE("a long name is cut in the comment on a class")
{
    const TemporaryFolder folder;
    std::string text = clean_sonic("leaf1");
    const std::string profile = "AZURE_LOSSLESS";
    const std::string name = "STORAGE-" + std::string(150, 'x');
    for (std::size_t at = text.find(profile); at != std::string::npos;
         at = text.find(profile, at + name.size()))
        text.replace(at, profile.size(), name);
    folder.write("config_db.json", text);
    const Run named = rocelint({"policy", "infer", folder.path()});
    CHECK_MESSAGE(named.says("STORAGE-" + std::string(69, 'x') + "...`"), named.out);
    CHECK_FALSE(named.says(name));
}

TEST_CASE("a class whose use nothing shows keeps its number as its name")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    CHECK(rocelint({"policy", "infer", folder.path()}).says("name: \"priority 3\""));
}

}
}
