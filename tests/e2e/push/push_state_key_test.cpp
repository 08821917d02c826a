// SPDX-License-Identifier: Apache-2.0
// State hashes are keyed: with the stored files but without the key, nobody can test guesses of redacted values.
#include "tests/e2e/push/push_fabric.h"

#include <filesystem>
#include <sys/stat.h>

namespace rocelint::e2e {
namespace {

constexpr const char* one_switch = R"(version: 1
policy:
  version: 1
  rdma: {priority: 3, dscp: [26]}
mtu: 9000
devices:
  eos1: {platform: eos, asic: tomahawk5, model: DCS-7060X6-64PE, role: leaf}
  eos2: {platform: eos, asic: tomahawk5, model: DCS-7060X6-64PE, role: spine}
links:
  - {a: "eos1:Ethernet9/1", b: "eos2:Ethernet9/1", cable_m: 30, speed: 800G}
)";

// Two switches, one with a factory-default map.
void add_switches(Fleet& fleet)
{
    const TemporaryFolder made;
    const std::string intent = made.write("fabric.yaml", one_switch);
    REQUIRE(rocelint({"render", intent, "-o", made.path("twin")}).code == 0);
    std::string text = made.read("twin/eos1.cfg");
    replace_in(text, "qos map dscp 26 to traffic-class 3", "qos map dscp 26 to traffic-class 0");
    made.write("twin/eos1.cfg", text);
    fleet.add_all(made.path("twin"));
    (void)fleet.inventory();
}

std::string path_of_key(const Fleet& fleet)
{
    return fleet.environment().front().substr(std::string_view("HOME=").size())
        + "/.local/state/rocelint/key";
}

std::string key_in(const std::string& path)
{
    std::string key = file_text(path);
    while (!key.empty() && key.back() == '\n')
        key.pop_back();
    return key;
}

std::string states_of(const Fleet& fleet, const std::string& folder)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(fleet.work().path(folder))) {
        if (entry.is_regular_file() && holds(file_text(entry.path().string()), "files_sha256"))
            return file_text(entry.path().string());
    }
    return {};
}

TEST_CASE("the first use creates a key for its user alone, which is in no other file")
{
    Fleet fleet;
    add_switches(fleet);
    REQUIRE(run_at(fleet, {"collect", "inventory.yaml", "-o", "one"}).code == 0);
    const std::string path = path_of_key(fleet);
    struct stat status { };
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    const std::string key = key_in(path);
    CHECK(key.size() == 64);
    CHECK(std::distance(std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()),
              std::filesystem::directory_iterator())
        == 1);
    REQUIRE(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const Run pushed = run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0"});
    INFO(pushed.err);
    REQUIRE(pushed.code == 0);
    CHECK(key_in(path) == key);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(fleet.work().path())) {
        if (entry.is_regular_file())
            CHECK(!holds(file_text(entry.path().string()), key));
    }
    // The same state yields the same hash, but another one under another key.
    REQUIRE(run_at(fleet, {"collect", "inventory.yaml", "-o", "two"}).code == 0);
    REQUIRE(run_at(fleet, {"collect", "inventory.yaml", "-o", "three"}).code == 0);
    const std::string other = "ROCELINT_STATE_KEY=" + std::string(32, 'k');
    REQUIRE(run_at(fleet, {"collect", "inventory.yaml", "-o", "four"}, {other}).code == 0);
    REQUIRE(!states_of(fleet, "two").empty());
    CHECK(states_of(fleet, "two") == states_of(fleet, "three"));
    CHECK(states_of(fleet, "two") != states_of(fleet, "four"));
}

TEST_CASE("another user's plan can be pushed, resumed or rolled back only with that user's key")
{
    Fleet fleet;
    add_switches(fleet);
    REQUIRE(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const TemporaryFolder state;
    const std::string elsewhere = "XDG_STATE_HOME=" + state.path();
    const std::string key = "ROCELINT_STATE_KEY=" + key_in(path_of_key(fleet));
    const auto refused = [&](const std::vector<std::string>& words) {
        const Run run = run_at(fleet, words, {elsewhere});
        CHECK(run.code == 2);
        CHECK(run.says(
            "whose key of states is not here: plan again here, or set ROCELINT_STATE_KEY to that key"));
    };
    refused({"push", "plan.json", "--yes", "--observe", "0"});
    refused({"push", "plan.json", "--check"});
    CHECK(!std::filesystem::exists(fleet.work().path("plan.json.journal")));
    CHECK(std::filesystem::exists(state.path("rocelint/key")));
    const Run pushed = run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0"}, {elsewhere, key});
    INFO(pushed.err);
    REQUIRE(pushed.code == 0);
    refused({"push", "--resume", "plan.json.journal"});
    refused({"rollback", "plan.json.journal", "--yes", "--observe", "0"});
    CHECK(run_at(fleet, {"rollback", "plan.json.journal", "--yes", "--observe", "0"}, {elsewhere, key}).code
        == 0);
}

TEST_CASE("a key that is short, readable by others or has no place is refused before a device is contacted")
{
    Fleet fleet;
    add_switches(fleet);
    const std::vector<std::string> collect{"collect", "inventory.yaml", "-o", "collected"};
    const Run brief = run_at(fleet, collect, {"ROCELINT_STATE_KEY=short"});
    CHECK(brief.code == 2);
    CHECK(brief.says("ROCELINT_STATE_KEY has 5 characters and needs 32 at least"));
    REQUIRE(run_at(fleet, collect).code == 0);
    REQUIRE(::chmod(path_of_key(fleet).c_str(), 0644) == 0);
    const Run open = run_at(fleet, collect);
    CHECK(open.code == 2);
    CHECK(open.says("others may read it (chmod 600)"));
    const Run nowhere = run_at(fleet, collect, {"XDG_STATE_HOME=/proc/nowhere"});
    CHECK(nowhere.code == 2);
    CHECK(nowhere.says("/proc/nowhere/rocelint/key: "));
}

}
}
