// SPDX-License-Identifier: Apache-2.0
// What a plan relies on besides the device it changes: its neighbours, which may change after it was made.
#include "tests/e2e/push/push_fabric.h"
#include "tests/e2e/push/sealed_plan.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace rocelint::e2e {
namespace {

// leaf1 shall send its RDMA in the lossless class; leaf2 at the other end of a cable is ready for that.
struct TwoSwitches {
    TwoSwitches()
    {
        std::string text = clean_switch("leaf1");
        replace_in(text, "qos map dscp 26 to traffic-class 3", "qos map dscp 26 to traffic-class 1");
        fleet.add("leaf1", Device::Kind::eos, text);
        fleet.add("leaf2", Device::Kind::eos, clean_switch("leaf2"));
        (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
        (void)fleet.work().write(
            "topology.yaml", "version: 1\nlinks:\n  - {a: 'leaf1:Ethernet2/1', b: 'leaf2:Ethernet2/1'}\n");
        (void)fleet.inventory();
        const Run planned = run({"plan", "inventory.yaml"});
        INFO(planned.out);
        INFO(planned.err);
        REQUIRE(planned.code == 0);
        REQUIRE(holds(plan(), "\"phase\": \"map-in\""));
    }
    [[nodiscard]] Run run(const std::vector<std::string>& arguments) const
    {
        return run_at(fleet, arguments);
    }
    [[nodiscard]] std::string plan() const { return file_text(fleet.work().path("plan.json")); }
    void change_leaf2(const std::string& lines) const
    {
        fleet.device("leaf2").type("configure\n" + lines + "\nend\nwrite memory");
    }
    Fleet fleet;
};

TEST_CASE("no traffic is moved to a neighbour that has lost its PFC since the plan was made")
{
    const TwoSwitches two;
    two.change_leaf2("interface Ethernet2/1\nno priority-flow-control priority 3 no-drop");
    const Run check = two.run({"push", "plan.json", "--check"});
    INFO(check.out);
    CHECK(check.code == 4);
    CHECK(check.says("leaf2 has changed since the plan was made"));
    const Run push = two.run({"push", "plan.json", "--yes", "--observe", "0"});
    INFO(push.out);
    INFO(push.err);
    CHECK(push.code == 4);
    CHECK(push.says("leaf2 has changed since the plan was made, in something that the order of this step "
                    "depends on (pfc of Ethernet2/1): plan again"));
    CHECK(!holds(two.fleet.device("leaf1").commands(), "commit timer"));
}

TEST_CASE("a plan for some devices knows their cabled neighbours, and moves no traffic to one without PFC")
{
    Fleet fleet;
    std::string sender = clean_switch("leaf1");
    replace_in(sender, "qos map dscp 26 to traffic-class 3", "qos map dscp 26 to traffic-class 1");
    fleet.add("leaf1", Device::Kind::eos, sender);
    fleet.add("leaf2", Device::Kind::eos, broken_switch("leaf2"));
    fleet.add("leaf3", Device::Kind::eos, broken_switch("leaf3"));
    (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    (void)fleet.work().write(
        "topology.yaml", "version: 1\nlinks:\n  - {a: 'leaf1:Ethernet2/1', b: 'leaf2:Ethernet1/1'}\n");
    (void)fleet.inventory();
    const auto planned = [&] { return file_text(fleet.work().path("plan.json")); };
    const Run limited = run_at(fleet, {"plan", "inventory.yaml", "--limit", "leaf1", "--allow-disruptive"});
    INFO(limited.out);
    INFO(limited.err);
    CHECK(limited.code == 0);
    CHECK_FALSE(holds(planned(), "\"phase\": \"map-in\""));
    CHECK(limited.says("it would bring traffic to leaf2, whose headroom or PFC for it is left out"));
    CHECK(limited.says("--limit leaves it out"));
    CHECK_FALSE(holds(planned(), "leaf3"));
    CHECK_FALSE(holds(planned(), "\"name\": \"leaf2\",\n     \"platform\": \"eos\",\n     \"steps\": [{"));
    // The same if leaf2 cannot be read, within the limit and beyond it.
    fleet.device("leaf2").set_control(R"({"faults": [{"match": "show running-config", "do": "refuse"}]})");
    for (const char* limit : {"leaf1", "leaf*"}) {
        const Run unread = run_at(fleet, {"plan", "inventory.yaml", "--limit", limit, "--allow-disruptive"});
        INFO(unread.out);
        INFO(unread.err);
        CHECK(unread.code == (std::string(limit) == "leaf1" ? 0 : 4));
        CHECK(unread.says("it may bring traffic to leaf2, which could not be read"));
        CHECK_FALSE(holds(planned(), "\"phase\": \"map-in\""));
    }
}

TEST_CASE("changes of a neighbour outside its lossless classes do not matter")
{
    const TwoSwitches two;
    two.change_leaf2("interface Ethernet2/1\ndescription other words\nusername anna nopassword");
    const Run push = two.run({"push", "plan.json", "--yes", "--observe", "0"});
    INFO(push.out);
    INFO(push.err);
    CHECK(push.code == 0);
}

TEST_CASE("a neighbour that now has another device's name is reported")
{
    const TwoSwitches two;
    two.change_leaf2("hostname rack7-a");
    const Run push = two.run({"push", "plan.json", "--yes", "--observe", "0"});
    INFO(push.err);
    CHECK(push.code == 4);
    CHECK(push.says("leaf2 calls itself rack7-a now"));
}

TEST_CASE("a neighbour that cannot be read again is reported, and assumed to be as planned")
{
    const TwoSwitches two;
    two.fleet.device("leaf2").set_control(R"({"no_prompt": true})");
    // It accepts the login but shows no prompt: waiting for one takes the whole --timeout.
    const Run push
        = two.run({"push", "plan.json", "--yes", "--observe", "0", "--retries", "0", "--timeout", "20"});
    INFO(push.err);
    INFO(push.out);
    CHECK(push.code == 0);
    CHECK(push.says("what it rests on at leaf2 could not be read again"));
}

TEST_CASE("two pushes of one user never change both ends of a cable at once, and neither waits for the other")
{
    const TwoSwitches two;
    two.change_leaf2("interface Ethernet1/1\ntx-queue 3\nno random-detect ecn");
    const Run planned
        = two.run({"plan", "inventory.yaml", "--limit", "leaf2", "--allow-disruptive", "-o", "second.json"});
    INFO(planned.out);
    REQUIRE(planned.code == 0);
    REQUIRE(planned.says("leaf2 (eos), step 1 of 1"));
    const std::string begun = two.fleet.work().path("begun");
    const std::string go_on = two.fleet.work().path("go-on");
    const std::string wait = two.fleet.work().write("wait.sh",
        fmt::format("#!/bin/sh\ntouch {}\nwhile [ ! -e {} ]; do sleep 0.1; done\n", begun, go_on),
        0700);
    std::jthread first([&] {
        const Run push = two.run({"push", "plan.json", "--yes", "--observe", "0", "--before", wait});
        (void)two.fleet.work().write("first", fmt::format("{}\n{}{}", push.code, push.out, push.err));
    });
    const std::string told = two.fleet.work().path("first");
    (void)wait_for([&] { return std::filesystem::exists(begun) || std::filesystem::exists(told); },
        std::chrono::seconds(300));
    REQUIRE_MESSAGE(std::filesystem::exists(begun), file_text(told));
    // leaf1's step relies on leaf2, and vice versa.
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--check"}}) {
        std::vector<std::string> words{"push", "second.json", "--yes", "--observe", "0"};
        words.insert(words.end(), more.begin(), more.end());
        const Run second = two.run(words);
        INFO(second.out);
        INFO(second.err);
        CHECK(second.code == 4);
        CHECK(second.says("leaf1: another push of this user (process "));
        CHECK(second.says("changes it, and this one depends on it: wait until it has ended"));
        CHECK_FALSE(std::filesystem::exists(two.fleet.work().path("second.json.journal")));
    }
    (void)two.fleet.work().write("go-on", "");
    first.join();
    CHECK_MESSAGE(file_text(told).starts_with("0\n"), file_text(told));
    const Run second = two.run({"push", "second.json", "--yes", "--observe", "0"});
    INFO(second.err);
    CHECK(second.code == 0);
}

TEST_CASE("a plan whose neighbours differ from those stored next to it is refused")
{
    const TwoSwitches two;
    const std::string text = two.plan();
    const std::size_t at = text.find("\"neighbours\": [\n");
    REQUIRE(at != std::string::npos);
    const std::size_t state = text.find("\"state\": \"", at) + 10 + 17;
    std::string edited = text;
    edited.replace(state, 64, std::string(64, '0'));
    (void)two.fleet.work().write("edited.json", resealed(two.fleet, edited));
    const Run push = two.run({"push", "edited.json", "--yes"});
    CHECK(push.code == 2);
    CHECK(push.says("leaf2 was planned from a configuration other than the one next to the plan"));
    edited = text;
    replace_in(edited, "\"neighbours\": [\"leaf2\"]", "\"neighbours\": [\"leaf7\"]");
    (void)two.fleet.work().write("edited.json", resealed(two.fleet, edited));
    CHECK(two.run({"push", "edited.json", "--yes"})
              .says("the plan contains nothing about the neighbour leaf7"));
}

}
}
