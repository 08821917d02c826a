// SPDX-License-Identifier: Apache-2.0
// `simulate`: incasts from configurations, what is refused, and its exit codes.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace rocelint {
namespace {

using Json = nlohmann::json;

// Rack B of this fabric is 300 m away, and its headroom is that of 40 m.
Run simulate_racks(const TemporaryFolder& folder, std::vector<std::string> words)
{
    words.insert(words.begin(), "simulate");
    return rocelint(words, {.folder = folder.path()});
}

Json simulated(const TemporaryFolder& folder, std::vector<std::string> words)
{
    words.insert(words.end(), {"--format", "json"});
    const Run run = simulate_racks(folder, words);
    CAPTURE(run.err);
    CHECK(run.code == 0);
    return Json::parse(run.out);
}

TEST_CASE("simulate computes an incast with the values of the configuration")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    const Json json = simulated(folder, {"--port", "leaf1:Ethernet0"});
    CHECK(json["not_simulated"].empty());
    REQUIRE(json["incasts"].size() == 1);
    // One port of 400G fills the queue of a port of 100G.
    const Json& incast = json["incasts"][0];
    CHECK(incast["device"] == "leaf1");
    CHECK(incast["class"] == "priority 3");
    CHECK(incast["egress_ports"] == Json::parse(R"(["Ethernet0"])"));
    CHECK(incast["sender_ports"] == Json::parse(R"(["Ethernet8"])"));
    CHECK(incast["most_senders"] == 1);
    CHECK(incast["threshold"]["alpha"] == 1.0);
    CHECK(incast["threshold"]["pool_bytes"] == 29360128);
    CHECK(incast["marking"]["min_bytes"] == 150000);
    CHECK(incast["headroom"]["bytes"] == 77824);
    CHECK(incast["headroom"]["cable_metres"] == 30.0);
    CHECK(incast["headroom"]["response_quanta"] == 905);
    REQUIRE(incast["senders"].size() == 1);
    const Json& row = incast["senders"][0];
    CHECK(row["senders"] == 1);
    // 29360128 / 2 bytes at 50 - 12.5 bytes a ns, and 150000 bytes at the same rate.
    CHECK(row["group_bytes"] == 14680064);
    CHECK(row["first_pause_ns"].get<double>() == doctest::Approx(14680064 / 37.5));
    CHECK(row["first_mark_ns"].get<double>() == doctest::Approx(4000));
    // 37.5 bytes a ns for 2 * 150 + 1158.4 ns, and two packets.
    CHECK(row["headroom_used_bytes"] == 54690 + 2048);
    CHECK(row["lost_bytes_per_sender"] == 0);
    CHECK(row["packets"].is_null());
    CHECK(incast["pause_first"].empty());
    CHECK(incast["loses"].empty());
}

TEST_CASE("simulate says that headroom for 40 m loses packets on a cable of 300 m")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    const Run run = simulate_racks(folder, {});
    CHECK(run.code == 0);
    CHECK(run.err == "");
    CHECK(run.says("leaf2, priority 3: "));
    CHECK(run.says("Packets are lost. Number of senders: 1."));
    CHECK(run.says("Assumed:"));
    CHECK_FALSE(run.says("throughput"));
    CHECK(simulate_racks(folder, {"--fail-on-loss"}).code == 1);
    CHECK(simulate_racks(folder, {"--fail-on-loss", "--port", "leaf1:Ethernet0"}).code == 0);
}

TEST_CASE("simulate --packets agrees with the closed forms")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    const Json json = simulated(folder, {"--port", "leaf1:Ethernet0", "--packets", "--duration-us", "500"});
    const Json& row = json["incasts"][0]["senders"][0];
    const Json& packets = row["packets"];
    const auto form = row["first_pause_ns"].get<double>();
    CHECK(packets["first_pause_ns"].get<double>() == doctest::Approx(form).epsilon(0.001));
    CHECK(packets["lost_bytes"] == 0);
    CHECK(packets["congestion_control"] == "none");
    CHECK(packets["queue"].size() == 60);
    CHECK(packets["headroom_used_bytes"].get<int>() > 0);
}

TEST_CASE("simulate --packets draws the fill of the queue, on a terminal only")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    const std::vector<std::string> words{
        "simulate", "--packets", "--port", "leaf1:Ethernet0", "--duration-us", "100"};
    CHECK(rocelint(words, {.folder = folder.path(), .output = Output::terminal}).says("█"));
    const Run plain = rocelint(words, {.folder = folder.path()});
    CHECK_FALSE(plain.says("█"));
    CHECK(plain.says("largest queue"));
}

TEST_CASE("simulate --plot draws each simulated queue into a picture, whatever --jobs is")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    const std::vector<std::string> words{"--packets", "--duration-us", "100", "--plot"};
    const auto drawn = [&](const char* file, const char* jobs) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {file, "--jobs", jobs});
        const Run run = simulate_racks(folder, all);
        CAPTURE(run.err);
        CHECK(run.code == 0);
        return folder.read(file);
    };
    const std::string picture = drawn("one.svg", "1");
    CHECK(picture == drawn("many.svg", "7"));
    CHECK(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    CHECK(picture.ends_with("</svg>\n"));
    CHECK(picture.find("prefers-color-scheme: dark") != std::string::npos);
    CHECK(picture.find("leaf1, priority 3: to Ethernet0, 1 sender") != std::string::npos);
    CHECK(picture.find("first mark") != std::string::npos);
    CHECK(picture.find("href") == std::string::npos);
    const Run alone = simulate_racks(folder, {"--plot", "one.svg"});
    CHECK(alone.code == 2);
    CHECK(alone.says("add --packets"));
    const Run controlled = simulate_racks(folder, {"--control", "dcqcn"});
    CHECK(controlled.code == 2);
    CHECK(controlled.says("--control slows simulated packets down; add --packets"));
    const Run lost = simulate_racks(folder, {"--packets", "--plot", "topology.yaml"});
    CHECK(lost.code == 2);
}

TEST_CASE("simulate refuses what is not known, and says why")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    replace(folder, "leaf1.json", "ACS-MSN4700", "Force10-S6000");
    replace(folder, "leaf1.json", "x86_64-mlnx_msn4700-r0", "x86_64-dell_s6000_s1220-r0");
    Json json = simulated(folder, {"--port", "leaf1:Ethernet0"});
    CHECK(json["incasts"].empty());
    REQUIRE(json["not_simulated"].size() == 1);
    CHECK(json["not_simulated"][0]["reason"]
        == "the catalog does not state the meaning of a dynamic threshold on this hardware");
    CHECK(json["assumptions"].empty());
    copy_fabric("two-racks-300m", folder.path("again"));
    replace(folder, "again/leaf1.json", R"("size": "29360128")", R"("sizes": "29360128")");
    json = simulated(folder, {"--port", "leaf1:Ethernet0", "again"});
    CHECK(json["incasts"].empty());
    REQUIRE(json["not_simulated"].size() == 1);
    CHECK(json["not_simulated"][0]["reason"].get<std::string>().starts_with(
        "the size of the pool of its priority groups is not known"));
}

TEST_CASE("simulate answers for 2 senders, for 8 and for as many as there are ports")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path());
    const Json json = simulated(folder, {});
    CHECK_FALSE(json["incasts"].empty());
    for (const Json& incast : json["incasts"]) {
        CAPTURE(incast.dump());
        const auto most = incast["most_senders"].get<std::uint32_t>();
        std::vector<std::uint32_t> numbers;
        for (const Json& row : incast["senders"])
            numbers.push_back(row["senders"].get<std::uint32_t>());
        CHECK(std::ranges::is_sorted(numbers));
        CHECK(numbers.back() == most);
        // More senders leave less to each, and pause comes earlier.
        for (std::size_t at = 1; at < numbers.size(); ++at) {
            const Json& fewer = incast["senders"][at - 1];
            if (!fewer["first_pause_ns"].is_null())
                CHECK(incast["senders"][at]["first_pause_ns"] < fewer["first_pause_ns"]);
        }
    }
}

TEST_CASE("simulate refuses more senders than there are ports, and unknown ports")
{
    const TemporaryFolder folder;
    copy_fabric("two-racks-300m", folder.path());
    const Json json = simulated(folder, {"--port", "leaf1:Ethernet0", "--senders", "5"});
    CHECK(json["incasts"].empty());
    REQUIRE(json["not_simulated"].size() == 1);
    CHECK(json["not_simulated"][0]["reason"] == "at most 1 alike ports can send to one of these, not 5");
    const Run device = simulate_racks(folder, {"--port", "lefa1:Ethernet0"});
    CHECK(device.code == 2);
    CHECK(device.says("unknown switch of --port: 'lefa1'; did you mean 'leaf1'?"));
    const Run port = simulate_racks(folder, {"--port", "leaf1:Ethernet1"});
    CHECK(port.code == 2);
    CHECK(port.says("unknown port of leaf1: 'Ethernet1'"));
    const Run word = simulate_racks(folder, {"--port", "leaf1"});
    CHECK(word.code == 2);
    CHECK(word.says("write SWITCH:PORT"));
}

TEST_CASE("simulate of files without an incast says so")
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "buy milk\n");
    const Run nothing = simulate_racks(folder, {"."});
    CHECK(nothing.code == 3);
    CHECK(nothing.says("no device was recognised, so there is nothing to simulate"));
}

}
}
