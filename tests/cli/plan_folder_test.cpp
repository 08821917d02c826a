// SPDX-License-Identifier: Apache-2.0
// A plan for a folder of configurations that were not collected: for review only, never pushed.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace rocelint::plan_folder_test {
namespace {

using Json = nlohmann::json;

constexpr std::string_view inventory = R"(all:
  children:
    eos:
      vars: {ansible_network_os: arista.eos.eos}
      hosts: {leaf3: , leaf4: }
    sonic:
      vars: {ansible_network_os: sonic}
      hosts: {leaf1: , spine1: , leaf9: }
    hosts:
      vars: {ansible_network_os: linux}
      hosts: {host1: }
)";

void copy_broken(const TemporaryFolder& folder)
{
    std::filesystem::copy(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/broken-clos",
        folder.path("configs"),
        std::filesystem::copy_options::recursive);
    folder.write("inventory.yaml", inventory);
    std::filesystem::copy(folder.path("configs/rocelint.yaml"), folder.path("rocelint.yaml"));
    std::filesystem::copy(folder.path("configs/topology.yaml"), folder.path("topology.yaml"));
}

Run plan(const TemporaryFolder& folder, std::vector<std::string> more = {})
{
    std::vector<std::string> arguments{"plan", "inventory.yaml", "--from", "configs", "--allow-disruptive"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return rocelint(arguments, {.folder = folder.path()});
}

TEST_CASE("a plan is made from a folder of configurations, and says which devices it omits")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    const Run run = plan(folder);
    INFO(run.err);
    // leaf9 is requested but missing.
    CHECK(run.code == 4);
    CHECK(run.says("rocelint: leaf9: not in configs\n"));
    CHECK(run.says("rocelint: configs: spine2 is not in inventory.yaml, so nothing is planned for it\n"));
    CHECK(run.says("written to plan.json only for review: it was made without asking the devices, so "
                   "push refuses it"));
    std::set<std::string> devices;
    const Json written = Json::parse(folder.read("plan.json"));
    for (const Json& device : written.at("devices")) {
        CHECK(device.at("state") == "");
        if (!device.at("steps").empty())
            devices.insert(device.at("name"));
    }
    CHECK(devices.contains("spine1"));
    CHECK(devices.contains("leaf3"));
    CHECK(devices.contains("host1"));
    const Run shown = rocelint({"plan", "show", "plan.json"}, {.folder = folder.path()});
    INFO(shown.out);
    INFO(shown.err);
    CHECK(shown.code == 0);
    CHECK(shown.out.find("mlnx_qos -i ens2f0np0 --pfc") != std::string::npos);
}

TEST_CASE("push refuses a plan that was made from a folder of configurations")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    REQUIRE(plan(folder, {"--limit", "leaf3"}).code == 0);
    const Run pushed = rocelint({"push", "plan.json", "--yes"}, {.folder = folder.path()});
    CHECK(pushed.code == 2);
    CHECK(pushed.says(
        "plan.json: it is only for review: it was made from files, without asking the devices for their "
        "state: plan from the devices, or from what `rocelint collect` wrote\n"));
}

TEST_CASE("no secret of a configuration is stored next to a plan")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    const std::string leaf = folder.read("configs/leaf3.cfg");
    folder.write("configs/leaf3.cfg",
        leaf
            + "username admin secret sha512 $6$Qm9vaXNu$Zm9yZ2V0\nsnmp-server community s3cretword ro\nend\n");
    REQUIRE(plan(folder, {"--limit", "leaf3"}).code == 0);
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
        if (!entry.is_regular_file() || entry.path().string().find("/configs/") != std::string::npos)
            continue;
        ++files;
        std::stringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        CAPTURE(entry.path().string());
        CHECK(text.str().find("Zm9yZ2V0") == std::string::npos);
        CHECK(text.str().find("s3cretword") == std::string::npos);
    }
    CHECK(files > 4);
}

TEST_CASE("a folder with ambiguous devices, or devices of another platform, is refused")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    folder.write("inventory.yaml",
        "all:\n  vars: {ansible_network_os: arista.eos.eos}\n  hosts: {leaf1: , leaf3: }\n");
    const Run other = plan(folder);
    CHECK(other.code == 2);
    CHECK(other.says("configs: leaf1 is of the platform sonic, and inventory.yaml says eos"));
    folder.write(
        "inventory.yaml", "all:\n  vars: {ansible_network_os: arista.eos.eos}\n  hosts: {leaf3: }\n");
    // Identical copies are read once; these differ.
    folder.write("configs/old/leaf3.cfg", folder.read("configs/leaf3.cfg") + "ip name-server 192.0.2.9\n");
    const Run twice = plan(folder);
    CHECK(twice.code == 2);
    CHECK(twice.says("configs/leaf3.cfg and configs/old/leaf3.cfg are both of leaf3: leave one of them"));
    std::filesystem::remove_all(folder.path("configs"));
    folder.write("configs/notes.md", "# nothing\n");
    const Run none = plan(folder);
    CHECK(none.code == 3);
    CHECK(none.says("configs: no device was recognised in any file"));
}

}
}
