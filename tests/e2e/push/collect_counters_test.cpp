// SPDX-License-Identifier: Apache-2.0
// collect --counters: two captures of a live switch, which check --evidence reads.
#include "tests/e2e/push/one_device.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

namespace rocelint::e2e::collect_counters {
namespace {

// Whether the report says that a capture is of leaf1, and that all of it was read.
bool is_read(const Run& checked, std::string_view name)
{
    const nlohmann::json report = nlohmann::json::parse(checked.out);
    const nlohmann::json& files = report.at("coverage");
    return std::any_of(files.begin(), files.end(), [name](const nlohmann::json& file) {
        return file.at("file").get<std::string>().ends_with(name) && file.at("device") == "leaf1"
            && file.at("read") > 0 && file.at("unrecognised") == 0;
    });
}

TEST_CASE("counters of a switch are fetched twice, without the commands that it refuses")
{
    const OneDevice one(Device::Kind::eos, "eos", {});
    one.fleet.device("leaf1").set_control(R"({"pauses": {"Ethernet1/1": 900}})");
    const Run run = one.run({"collect", "inventory.yaml", "--counters", "--every", "1", "-o", "night"});
    INFO(run.err);
    REQUIRE(run.code == 0);
    CHECK(run.says("counters of 1 of 1 device fetched into night/after"));
    for (const char* folder : {"night/before", "night/after"}) {
        CAPTURE(folder);
        const std::string path = one.fleet.work().path(folder);
        CHECK(file_text(path + "/leaf1/pfc.json").find("\"rxFrames\": 900") != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(path + "/leaf1/queues.txt"));
        CHECK(file_text(path + "/.rocelint-captured").ends_with("Z\n"));
    }
    REQUIRE(one.run({"collect", "inventory.yaml", "-o", "site"}).code == 0);
    const Run checked = one.run({"check", "site", "--evidence", "night", "--format", "json"});
    INFO(checked.out);
    CHECK_FALSE(checked.says("they are not used"));
    CHECK(is_read(checked, "night/before/leaf1/pfc.json"));
    CHECK(is_read(checked, "night/after/leaf1/pfc.json"));
}

TEST_CASE("what is fetched is judged")
{
    const OneDevice one(Device::Kind::eos,
        "eos",
        {{"   priority-flow-control on\n", ""},
            {"   priority-flow-control priority 3 no-drop\n", ""},
            {"   priority-flow-control pause watchdog\n", ""}});
    one.fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossy\n");
    one.fleet.device("leaf1").set_control(R"({"pauses": {"Ethernet1/1": 900}})");
    REQUIRE(one.run({"collect", "inventory.yaml", "--counters", "--every", "1", "-o", "night"}).code == 0);
    REQUIRE(one.run({"collect", "inventory.yaml", "-o", "site"}).code == 0);
    const std::string later = "night/after/leaf1/pfc.json";
    const std::string counted = file_text(one.fleet.work().path(later));
    one.fleet.work().write(later, replaced(counted, "\"rxFrames\": 900", "\"rxFrames\": 1900"));
    const Run checked = one.run({"check", "site", "--evidence", "night", "--format", "json"});
    INFO(checked.out);
    CHECK(checked.says("EVD002"));
    CHECK(checked.says("rxFrames grew by 1000 between the two captures"));
}

TEST_CASE("one capture needs no pair, and a platform without such commands is a failure that is named")
{
    const OneDevice one(Device::Kind::eos, "eos", {});
    CHECK(one.run({"collect", "inventory.yaml", "--counters", "--times", "1", "-o", "now"}).code == 0);
    CHECK(std::filesystem::exists(one.fleet.work().path("now/leaf1/pfc.json")));
    const OneDevice other(Device::Kind::onyx, "onyx", {});
    const Run run = other.run({"collect", "inventory.yaml", "--counters", "--times", "1", "-o", "now"});
    CHECK(run.code == 4);
    CHECK(run.says("leaf1: counters of NVIDIA Onyx (MLNX-OS) are not fetched"));
}

}
}
