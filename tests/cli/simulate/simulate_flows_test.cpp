// SPDX-License-Identifier: Apache-2.0
// `simulate --flows`: loads that follow from paths, senders that differ, and mistakes in the file.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::simulate_flows_test {
namespace {

using Json = nlohmann::json;

// Two spines, four leaves and four hosts with a port at two leaves each, all at 100G.
struct Clos {
    TemporaryFolder folder;
    Clos() { copy_fabric("clos-mixed", folder.path("site")); }

    [[nodiscard]] Run run(
        std::string_view file, std::string_view flows, std::vector<std::string> more = {}) const
    {
        folder.write(std::string(file), std::string(flows));
        std::vector<std::string> words{"simulate", "site", "--flows", std::string(file)};
        words.insert(words.end(), more.begin(), more.end());
        return rocelint(words, {.folder = folder.path()});
    }

    [[nodiscard]] Json json(
        std::string_view file, std::string_view flows, std::vector<std::string> more = {}) const
    {
        more.insert(more.end(), {"--format", "json"});
        const Run run = this->run(file, flows, more);
        CAPTURE(run.err);
        CHECK(run.code == 0);
        return Json::parse(run.out);
    }
};

constexpr std::string_view to_host1 = "from,to\n"
                                      "host2:ens1f0np0,host1:ens1f0np0\n"
                                      "host3:ens1f0np0,host1:ens1f0np0\n";

Json load_of(const Json& json, std::string_view device, std::string_view port)
{
    for (const Json& load : json["loads"]) {
        if (load["device"] == device && load["port"] == port)
            return load;
    }
    return nullptr;
}

TEST_CASE("flows are divided evenly among the paths that trace shows")
{
    const Clos clos;
    const Json json = clos.json("flows.csv", to_host1);
    CHECK(json["incasts"].empty());
    CHECK(json["lost_traffic"].empty());
    // host3 sends by leaf3 and both spines to leaf1.
    CHECK(json["loads"].size() == 5);
    for (const auto& [device, port] : {std::pair("leaf3", "Ethernet5/1"),
             std::pair("leaf3", "Ethernet6/1"),
             std::pair("spine1", "Ethernet0"),
             std::pair("spine2", "Ethernet0")}) {
        CAPTURE(device);
        const Json load = load_of(json, device, port);
        REQUIRE(load.is_object());
        CHECK(load["offered"].get<double>() == doctest::Approx(50e9));
        CHECK_FALSE(load["overfilled"].get<bool>());
        CHECK_FALSE(load.contains("first_pause_ns"));
    }
    const Json load = load_of(json, "leaf1", "Ethernet0");
    CHECK(load["offered"].get<double>() == doctest::Approx(200e9));
    CHECK(load["overfilled"].get<bool>());
    REQUIRE(load["senders"].size() == 3);
    CHECK(load["senders"][0]["port"] == "Ethernet4");
    CHECK(load["senders"][0]["offered"].get<double>() == doctest::Approx(100e9));
    CHECK(load["senders"][1]["offered"].get<double>() == doctest::Approx(50e9));
    // alpha 1, 46653440 bytes, w = 1/2: the queue is B / 1.5, and grows by 12.5 bytes a ns.
    CHECK(load["queue_bytes"] == 31102293);
    CHECK(load["first_pause_ns"].get<double>() == doctest::Approx(31102293 / 12.5));
    CHECK(load["first_mark_ns"].get<double>() == doctest::Approx(250000 / 12.5));
    CHECK(load["marks_in_time"].get<bool>());
    CHECK(load["lost_bytes"] == 0);
    // Only the port at 100G pauses at that time.
    CHECK(load["senders"][0]["pause_ns"] == load["first_pause_ns"]);
    CHECK(load["senders"][1]["pause_ns"].is_null());
}

TEST_CASE("flows in YAML, with ranges of ports, rates, shares and starts")
{
    const Clos clos;
    // host3 and host1 have two RDMA ports each, which are paired.
    const Json json = clos.json("flows.yaml",
        "flows:\n"
        "  - {from: host2, to: host1, class: \"3\"}\n"
        "  - {from: host3, to: host1, rate: 40 %, start_us: 10}\n");
    for (const std::string_view leaf : {"leaf1", "leaf2"}) {
        CAPTURE(leaf);
        const Json load = load_of(json, leaf, "Ethernet0");
        REQUIRE(load.is_object());
        CHECK(load["offered"].get<double>() == doctest::Approx(140e9));
        // 100G alone does not overfill the port; from 10 us on the queue grows by 5 bytes a ns.
        CHECK(load["grows_from_ns"].get<double>() == doctest::Approx(10'000));
        CHECK(load["first_mark_ns"].get<double>() == doctest::Approx(60'000));
        CHECK(load["senders"][1]["start_ns"].get<double>() == doctest::Approx(10'000));
    }
}

TEST_CASE("flows of one port share its line rate")
{
    const Clos clos;
    const Json json = clos.json(
        "flows.csv", "from;to\nhost2:ens1f0np0;host1:ens1f0np0\nhost2:ens1f0np0;host3:ens1f0np0\n");
    const Json load = load_of(json, "leaf1", "Ethernet0");
    REQUIRE(load.is_object());
    CHECK(load["offered"].get<double>() == doctest::Approx(50e9));
}

TEST_CASE("flows of one port have its whole line rate until the others begin")
{
    const Clos clos;
    const Json json = clos.json("flows.csv",
        "from,to,start_us\nhost2:ens1f0np0,host1:ens1f0np0,0\nhost2:ens1f0np0,host3:ens1f0np0,10\n");
    const Json load = load_of(json, "leaf1", "Ethernet0");
    REQUIRE(load.is_object());
    CHECK(load["offered"].get<double>() == doctest::Approx(100e9));
    REQUIRE(load["senders"].size() == 1);
    const Json& rates = load["senders"][0]["rates"];
    REQUIRE(rates.size() == 2);
    CHECK(rates[0]["from_ns"] == 0);
    CHECK(rates[0]["bits_per_second"].get<double>() == doctest::Approx(100e9));
    CHECK(rates[1]["from_ns"] == 10'000);
    CHECK(rates[1]["bits_per_second"].get<double>() == doctest::Approx(50e9));
}

// leaf3 has a cable of 40G to each spine, and sends what host3 sends to host1 over both.
void narrow_uplinks(const Clos& clos)
{
    for (const int spine : {1, 2}) {
        const std::string cable = fmt::format(
            R"({{a: "leaf3:Ethernet{}/1", b: "spine{}:Ethernet8", cable_m: 30, speed: )", 4 + spine, spine);
        replace(clos.folder, "site/topology.yaml", cable + "100G", cable + "40G");
        const std::string port
            = fmt::format("interface Ethernet{}/1\n   description spine{} Ethernet8\n   mtu 9214\n   speed ",
                4 + spine,
                spine);
        replace(clos.folder, "site/leaf3.cfg", port + "100g-4", port + "40g-4");
    }
}

TEST_CASE("what a full cable does not carry is offered to no hop after it, and other flows share it")
{
    const Clos clos;
    narrow_uplinks(clos);
    const Json json = clos.json("flows.csv",
        "from,to,rate,start_us\n"
        "host3:ens1f0np0,host1:ens1f0np0,line,0\n"
        "host4:ens1f0np0,host2:ens1f0np0,line,20\n");
    for (const std::string_view spine : {"spine1", "spine2"}) {
        CAPTURE(spine);
        const Json load = load_of(json, spine, "Ethernet0");
        REQUIRE(load.is_object());
        // All of it comes in from leaf3, whose cable is full with one flow as with two.
        CHECK(load["offered"].get<double>() == doctest::Approx(40e9));
        REQUIRE(load["senders"].size() == 1);
        CHECK(load["senders"][0]["rates"].size() == 1);
    }
    // Two hops after the full cables.
    const Json first = load_of(json, "leaf1", "Ethernet0");
    REQUIRE(first.is_object());
    CHECK(first["offered"].get<double>() == doctest::Approx(80e9));
    REQUIRE(first["senders"].size() == 2);
    const Json& rates = first["senders"][0]["rates"];
    REQUIRE(rates.size() == 2);
    CHECK(rates[0]["bits_per_second"].get<double>() == doctest::Approx(40e9));
    CHECK(rates[1]["from_ns"] == 20'000);
    CHECK(rates[1]["bits_per_second"].get<double>() == doctest::Approx(20e9));
    const Json second = load_of(json, "leaf1", "Ethernet4");
    REQUIRE(second.is_object());
    CHECK(second["offered"].get<double>() == doctest::Approx(40e9));
    CHECK(second["senders"][0]["start_ns"] == 20'000);
}

TEST_CASE("a queue that is empty again before anything is marked or paused is said to be so")
{
    const Clos clos;
    narrow_uplinks(clos);
    const std::string flows = "from,to,rate,start_us\n"
                              "host3:ens1f0np0,host1:ens1f0np0,line,0\n"
                              "host2:ens1f0np0,host1:ens1f0np0,60G,0\n"
                              "host4:ens1f0np0,host2:ens1f0np0,line,20\n"
                              "host2:ens1f0np0,host4:ens1f0np0,line,30\n";
    const Json load = load_of(clos.json("flows.csv", flows, {"--packets"}), "leaf1", "Ethernet0");
    REQUIRE(load.is_object());
    // 140G until 20 us, then 100G, and 77.5G when host2 sends elsewhere, too.
    CHECK(load["offered"].get<double>() == doctest::Approx(140e9));
    CHECK(load["overfilled"].get<bool>());
    CHECK(load["grows_from_ns"] == 0);
    CHECK(load["first_mark_ns"].is_null());
    CHECK(load["first_pause_ns"].is_null());
    CHECK(load["marks_in_time"].is_null());
    CHECK(load["lost_bytes"].is_null());
    CHECK(load["packets"]["first_mark_ns"].is_null());
    CHECK(load["packets"]["first_pause_ns"].is_null());
    // 5 bytes a ns for 20 us, and less than three packets.
    CHECK(load["packets"]["queue_bytes"].get<double>() == doctest::Approx(100'000).epsilon(0.04));
    const Run text = clos.run("flows.csv", flows);
    CHECK(text.says("First pause: none, because the queue does not grow that far."));
    CHECK(text.says("is offered up to 140.0 Gb/s through 3 ports"));
    CHECK(text.says("up to 60.0 Gb/s"));
}

TEST_CASE("flows that begin at too many different times are refused")
{
    const Clos clos;
    std::string flows = "from,to,start_us\n";
    for (int start = 0; start <= 10'000; ++start)
        flows += fmt::format("host2:ens1f0np0,host1:ens1f0np0,{}\n", start);
    const Run run = clos.run("flows.csv", flows);
    CHECK(run.code == 2);
    CHECK(run.says("the flows begin at 10001 different times"));
}

TEST_CASE("flows name the port that loses packets, and --fail-on-loss fails")
{
    const Clos clos;
    CHECK(clos.run("flows.csv", to_host1, {"--fail-on-loss"}).code == 0);
    replace(clos.folder,
        "site/topology.yaml",
        R"("host2:ens1f0np0", cable_m: 3)",
        R"("host2:ens1f0np0", cable_m: 400)");
    const Run run = clos.run("flows.csv", to_host1, {"--fail-on-loss"});
    CHECK(run.code == 1);
    // 6.25 bytes a ns for 2 * 2000 + 2017.28 ns and two packets, of which 33792 bytes have room.
    CHECK(run.says("Packets are lost: 5864 bytes."));
    CHECK(run.says("leaf1, priority 3: Ethernet0 at 100G is offered 200.0 Gb/s through 3 ports"));
}

TEST_CASE("packets of flows pause when the closed form says, whatever --jobs is")
{
    const Clos clos;
    const std::vector<std::string> words{"--port", "leaf1:Ethernet0", "--packets", "--duration-us", "2600"};
    const Json json = clos.json("flows.csv", to_host1, words);
    REQUIRE(json["loads"].size() == 1);
    const Json& load = json["loads"][0];
    CHECK(load["packets"]["first_pause_ns"].get<double>()
        == doctest::Approx(load["first_pause_ns"].get<double>()).epsilon(0.001));
    CHECK(load["packets"]["lost_bytes"] == 0);
    const std::vector<std::string> short_run{"--packets", "--duration-us", "50", "--jobs"};
    auto one = short_run;
    one.emplace_back("1");
    auto many = short_run;
    many.emplace_back("7");
    CHECK(clos.run("flows.csv", to_host1, one).out == clos.run("flows.csv", to_host1, many).out);
}

TEST_CASE("a mistake in a file of flows is said with its place and what to type")
{
    const Clos clos;
    const auto complaint = [&](std::string_view file, std::string_view flows) {
        const Run run = clos.run(file, flows);
        CHECK(run.code == 2);
        CHECK(run.out == "");
        return run.err;
    };
    const auto says = [](const std::string& text, std::string_view part) {
        CHECK_MESSAGE(text.find(part) != std::string::npos, text);
    };
    says(complaint("f.csv", "from,to,clas\nhost2,host1,3\n"),
        "f.csv:1:1: unknown column 'clas'; did you mean 'class'?");
    says(complaint("f.csv", "src,from,to\nhost2,host3,host1\n"),
        "f.csv:1:1: two columns state 'from'; leave one out");
    says(complaint("f.csv", "from,rate\nhost2,40G\n"),
        "f.csv:1:1: the header has no columns for the two ends");
    says(complaint("f.csv", "from,to,rate\n# ours\nhost2,host1,40O\n"),
        "f.csv:3:1: rate cannot be '40O'; type a rate such as 40G");
    says(complaint("f.csv", "from,to,start_us\nhost2,host1,-1\n"),
        "f.csv:2:1: start_us cannot be '-1'; type microseconds");
    says(complaint("f.csv", "from,to\nhost2,host1,3\n"),
        "f.csv:2:1: this row has 3 cells, and the header 2 columns");
    says(complaint("f.csv", "from,to\n\"host2,host1\n"), "f.csv:2:1: this quote is not closed");
    says(complaint("f.csv", "from,to\n"), "no flow is stated");
    says(complaint("f.yaml", "flows:\n  - {from: host2}\n"), "f.yaml:2:5: a flow needs two ends");
    says(complaint("f.yaml", "flows:\n  - {from: host2, to: host1, burst: 3}\n"), "f.yaml:2:");
    says(complaint("f.yaml", "flows:\n  - {from: hst2, to: host1}\n"),
        "f.yaml:2:5: unknown device: 'hst2'; did you mean 'host2'?");
    says(complaint("f.yaml", "flows:\n  - {from: host2, to: host1, class: blue}\n"),
        "unknown RDMA class 'blue'; type ");
    says(complaint("f.yaml", "flows:\n  - {from: host2, to: host2}\n"), "are the same endpoint");
    // All mistakes of a file are said at once.
    const std::string two = complaint("f.csv", "from,to,rate\nhost2,host1,x\nhost2,host1,y\n");
    says(two, "f.csv:2:1:");
    says(two, "f.csv:3:1:");
}

TEST_CASE("flows contradict --senders, and need one fabric")
{
    const Clos clos;
    const Run senders = clos.run("flows.csv", to_host1, {"--senders", "3"});
    CHECK(senders.code == 2);
    CHECK(senders.says("leave out --senders"));
    copy_fabric("two-racks-300m", clos.folder.path("other"));
    const Run two = clos.run("flows.csv", to_host1, {"other"});
    CHECK(two.code == 2);
    CHECK(two.says("--flows needs one fabric"));
    const Run missing = rocelint({"simulate", "site", "--flows", "none.csv"}, {.folder = clos.folder.path()});
    CHECK(missing.code == 3);
}

}
}
