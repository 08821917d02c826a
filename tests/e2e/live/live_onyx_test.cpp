// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

#include <fmt/format.h>

namespace rocelint::e2e::live_onyx {
namespace {

constexpr const char* configuration
    = "hostname leaf1\ninterface ethernet 1/1 mtu 9216 force\ninterface ethernet 1/2 mtu 9216 force\n"
      "interface ethernet 1/1 qos trust L2\nusername admin password 7 $6$hush$hidden\n";

Transaction trust_and_pfc()
{
    Transaction change;
    change.ports = {"Eth1/1"};
    change.commands = "interface ethernet 1/1 qos trust L3\ndcb priority-flow-control enable force\n"
                      "dcb priority-flow-control priority 3 enable\n"
                      "interface ethernet 1/1 dcb priority-flow-control mode on force\n";
    change.undo
        = "no dcb priority-flow-control priority 3 enable\nno dcb priority-flow-control enable force\n"
          "interface ethernet 1/1 no dcb priority-flow-control mode force\n"
          "interface ethernet 1/1 qos trust L2\n";
    return change;
}

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::onyx, "onyx", configuration, control, trust_and_pfc())
    {
    }
};

TEST_CASE("Onyx: stored text has neither volatile lines nor secrets, and the hash is reproducible")
{
    Switch onyx;
    auto first = onyx.live->read();
    REQUIRE(first.has_value());
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(!holds(first->files.front().text, "Generated at"));
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "interface ethernet 1/1 qos trust L2"));
    CHECK(onyx.hash() == first->hash);
}

TEST_CASE(
    "Onyx: a change is put in force under a job that would undo it, confirmed and saved, and undone again")
{
    Switch onyx;
    const std::string before = onyx.hash();
    auto ready = onyx.live->check_ready(onyx.change);
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    auto staged = onyx.live->stage(onyx.change);
    REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
    CHECK(onyx.hash() == before);
    auto committed = onyx.live->commit(onyx.change, std::chrono::seconds(600));
    REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    CHECK(onyx.open()->pending(onyx.change) == Pending::ours);
    CHECK(onyx.hash() != before);
    CHECK(!holds(onyx.device.commands(), "configuration write"));
    auto kept = onyx.live->confirm(onyx.change);
    REQUIRE_MESSAGE(kept.has_value(), testing::reason(kept));
    CHECK(onyx.live->pending(onyx.change) == Pending::none);
    auto saved = onyx.live->persist(onyx.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    CHECK(onyx.hash() != before);

    onyx.change.id = "rl-test-0u";
    onyx.change.undo = onyx.change.commands;
    onyx.change.commands = onyx.undo_commands();
    CHECK(holds(onyx.change.commands, "interface ethernet 1/1 no dcb priority-flow-control mode"));
    onyx.put_in_force();
    REQUIRE(onyx.live->confirm(onyx.change).has_value());
    CHECK(onyx.hash() == before);
}

TEST_CASE("Onyx: the switch rolls back an unconfirmed change, even if the session is gone")
{
    Switch onyx;
    const std::string before = onyx.hash();
    onyx.put_in_force();
    onyx.live = nullptr;
    auto again = onyx.open();
    CHECK(again->pending(onyx.change) == Pending::ours);
    CHECK(onyx.hash() != before);
    onyx.device.set_control(R"({"hurry": true, "clock_off": -700})");
    CHECK(onyx.hash() == before);
    CHECK(again->pending(onyx.change) == Pending::none);
    CHECK(is_refused(again->confirm(onyx.change), "has undone the change"));
    CHECK(again->abandon(onyx.change) == std::chrono::seconds(0));
    CHECK(onyx.hash() == before);
}

TEST_CASE("Onyx: a job that is typing the undo is left alone until it has ended")
{
    Switch onyx;
    const std::string before = onyx.hash();
    onyx.put_in_force();
    onyx.device.set_control(R"({"hurry": true, "clock_off": -661, "rollback_seconds": 3600})");
    auto again = onyx.open();
    CHECK(again->pending(onyx.change) == Pending::ours);
    const auto left = again->abandon(onyx.change);
    REQUIRE(left.has_value());
    CHECK(*left > std::chrono::seconds(60));
    CHECK(is_refused(again->confirm(onyx.change), "has undone the change"));
    CHECK(onyx.hash() != before);
    onyx.device.set_control(R"({"hurry": true, "clock_off": -661})");
    CHECK(wait_for([&] { return again->pending(onyx.change) == Pending::none; }));
    CHECK(onyx.hash() == before);
    CHECK(again->abandon(onyx.change) == std::chrono::seconds(0));
    CHECK(onyx.open()->check_ready(onyx.change).has_value());
}

TEST_CASE("Onyx: what was typed is undone if the clock was set meanwhile")
{
    Switch onyx;
    const std::string before = onyx.hash();
    REQUIRE(onyx.live->stage(onyx.change).has_value());
    onyx.device.set_control(
        R"({"faults": [{"match": "1/1 dcb priority-flow-control mode on", "do": "wait", "count": 1}]})");
    Result<void> committed;
    std::thread push([&] { committed = onyx.live->commit(onyx.change, std::chrono::seconds(600)); });
    CHECK(wait_for([&] { return std::filesystem::exists(onyx.device.folder().path("hanging")); }));
    onyx.device.set_control(R"({"clock_off": 3600})");
    push.join();
    CHECK(is_refused(committed, "its clock was set back by 3"));
    CHECK(onyx.hash() == before);
    CHECK(onyx.open()->pending(onyx.change) == Pending::none);
}

TEST_CASE("Onyx: deleting a job that may already have begun does not confirm the change")
{
    Switch onyx;
    const std::string before = onyx.hash();
    onyx.put_in_force();
    // The deletion takes so long that the time of the job has come: its clock shows it.
    onyx.device.set_control(R"({"faults": [{"match": "no job 4791", "do": "wait", "count": 1}]})");
    Result<void> confirmed;
    std::thread push([&] { confirmed = onyx.live->confirm(onyx.change); });
    CHECK(wait_for([&] { return std::filesystem::exists(onyx.device.folder().path("hanging")); }));
    onyx.device.set_control(R"({"clock_off": -700})");
    push.join();
    CHECK(is_refused(confirmed, "so late that it may have begun"));
    CHECK(onyx.hash() == before);
    CHECK(onyx.open()->pending(onyx.change) == Pending::none);
}

TEST_CASE("Onyx: a job that another push arms during the rehearsal is left alone")
{
    Switch onyx;
    onyx.device.set_control(R"({"faults": [{"match": "no job 4793", "do": "wait", "count": 1}]})");
    Result<std::string> staged;
    std::thread push([&] { staged = onyx.live->stage(onyx.change); });
    CHECK(wait_for([&] { return std::filesystem::exists(onyx.device.folder().path("hanging")); }));
    onyx.device.type(
        "configure terminal\njob 4791 comment rl-other-0\njob 4791 command 1 \"hostname leaf1\"\n"
        "job 4791 schedule type once\njob 4791 schedule once time 00:00:00 date 2036/01/01\n"
        "job 4791 enable");
    onyx.device.set_control("{}");
    push.join();
    CHECK(is_refused(staged, "is about to undo what rl-other-0 changed"));
    auto other = onyx.change;
    other.id = "rl-other-0";
    CHECK(onyx.open()->pending(other) == Pending::ours);
}

TEST_CASE("Onyx: abandoning a change in any state restores the old configuration, also on a new connection")
{
    Switch onyx;
    const std::string before = onyx.hash();
    CHECK(onyx.live->abandon(onyx.change) == std::chrono::seconds(0));
    REQUIRE(onyx.live->stage(onyx.change).has_value());
    CHECK(onyx.open()->abandon(onyx.change) == std::chrono::seconds(0));
    CHECK(onyx.hash() == before);
    onyx.put_in_force();
    CHECK(onyx.hash() != before);
    CHECK(onyx.open()->abandon(onyx.change) == std::chrono::seconds(0));
    CHECK(onyx.hash() == before);
    CHECK(onyx.open()->pending(onyx.change) == Pending::none);
}

TEST_CASE("Onyx: a line that is refused midway leaves neither a change nor a job")
{
    Switch onyx(R"({"faults": [{"match": "priority 3 enable", "do": "refuse"}]})");
    const std::string before = onyx.hash();
    // The undo is checked first: a job whose lines are rejected cannot roll back.
    CHECK(is_refused(onyx.live->stage(onyx.change), "priority 3"));
    onyx.device.set_control(
        R"({"faults": [{"match": "1/1 dcb priority-flow-control mode on", "do": "refuse"}]})");
    REQUIRE(onyx.live->stage(onyx.change).has_value());
    CHECK(is_refused(onyx.live->commit(onyx.change, std::chrono::seconds(600)), "mode on"));
    CHECK(onyx.hash() == before);
    CHECK(onyx.open()->pending(onyx.change) == Pending::none);
}

TEST_CASE("Onyx: a switch that runs no scheduled jobs is refused, and nothing is left on it")
{
    Switch onyx(R"({"no_scheduler": true})");
    const std::string before = onyx.hash();
    CHECK(is_refused(onyx.live->stage(onyx.change), "did not run"));
    CHECK(onyx.hash() == before);
}

TEST_CASE("Onyx: nothing is pushed next to another job, with unsaved changes, or without an undo")
{
    Switch onyx;
    Transaction theirs = onyx.change;
    theirs.id = "somebody";
    REQUIRE(onyx.live->stage(theirs).has_value());
    REQUIRE(onyx.live->commit(theirs, std::chrono::seconds(600)).has_value());
    CHECK(onyx.open()->pending(onyx.change) == Pending::foreign);
    CHECK(is_refused(onyx.open()->check_ready(onyx.change), "somebody"));
    REQUIRE(onyx.live->confirm(theirs).has_value());
    CHECK(is_refused(onyx.open()->check_ready(onyx.change), "saved configuration differ"));
    REQUIRE(onyx.live->persist(theirs).has_value());
    CHECK(onyx.open()->check_ready(onyx.change).has_value());
    onyx.change.undo = "interface ethernet 1/1 description \"a b\"\n";
    CHECK(is_refused(onyx.open()->check_ready(onyx.change), "could not type the way back"));
}

TEST_CASE("Onyx: an ok without a job, a confirmation or a save is detected")
{
    Switch onyx(R"({"faults": [{"match": "job 4791 enable", "do": "lie"}]})");
    REQUIRE(onyx.live->stage(onyx.change).has_value());
    CHECK(is_refused(onyx.live->commit(onyx.change, std::chrono::seconds(600)), "not shown as enabled"));
    onyx.device.set_control("{}");
    REQUIRE(onyx.live->abandon(onyx.change).has_value());
    onyx.put_in_force();
    onyx.device.set_control(
        R"({"faults": [{"match": "no job 4791", "do": "lie"}, {"match": "configuration write", "do": "lie"}]})");
    CHECK(is_refused(onyx.live->confirm(onyx.change), "still there"));
    onyx.device.set_control(R"({"faults": [{"match": "configuration write", "do": "lie"}]})");
    REQUIRE(onyx.live->confirm(onyx.change).has_value());
    CHECK(is_refused(onyx.live->persist(onyx.change), "still differs"));
}

TEST_CASE(
    "Onyx: a switch that shows its job with another time, or as not enabled, is refused before the first line")
{
    constexpr std::pair<const char*, std::string_view> answers[]
        = {{R"({"job_time_off": 60})", "shown for a different time"},
            {R"({"shown_disabled": true})", "not shown as enabled"}};
    for (const auto& [control, reason] : answers) {
        CAPTURE(control);
        Switch onyx(control);
        const std::string before = onyx.hash();
        REQUIRE(onyx.live->stage(onyx.change).has_value());
        CHECK(is_refused(onyx.live->commit(onyx.change, std::chrono::seconds(600)), reason));
        CHECK(!holds(onyx.device.commands(), "qos trust L3"));
        CHECK(onyx.hash() == before);
        CHECK(onyx.open()->abandon(onyx.change) == std::chrono::seconds(0));
        onyx.device.set_control("{}");
        CHECK(onyx.hash() == before);
        CHECK(onyx.open()->check_ready(onyx.change).has_value());
    }
}

TEST_CASE("Onyx: links and drops are reported, and so is what cannot be read")
{
    Switch onyx(R"({"down": ["Eth1/2"], "drops": {"Eth1/1": 7}, "flaps": 2})");
    auto health = onyx.live->health({"Eth1/1", "Eth1/2", "Eth1/9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK(!health->links[1].up);
    REQUIRE(!health->counters.empty());
    CHECK(health->counters[0].name == "oper changes");
    CHECK(health->counters[0].kind == PortCounter::Kind::flap);
    CHECK(health->counters[0].value == 3);
    CHECK(health->counters[1].value == 7);
    CHECK(holds(health->unknown.back(), "Eth1/9"));
}

TEST_CASE("Onyx: a job that fires before the last line is typed leaves no line behind, and is reported")
{
    Switch one;
    const std::string before = one.hash();
    REQUIRE(one.live->stage(one.change).has_value());
    CHECK(is_refused(commit_and_strike(one, "dcb priority-flow-control mode on"),
        "struck before the last line was typed"));
    CHECK(one.hash() == before);
    CHECK(one.open()->pending(one.change) == Pending::none);
    CHECK(one.open()->check_ready(one.change).has_value());
}

TEST_CASE("Onyx: typing stops if it takes longer than the window, and the typed lines are undone")
{
    Switch one;
    one.change.commands.clear();
    for (int priority = 0; priority < 8; ++priority)
        one.change.commands += fmt::format("dcb priority-flow-control priority {} enable\n", priority);
    one.change.undo = "no dcb priority-flow-control priority 0 enable\n";
    for (int priority = 1; priority < 8; ++priority)
        one.change.undo += fmt::format("no dcb priority-flow-control priority {} enable\n", priority);
    CHECK(one.live->least_window(one.change) == std::chrono::seconds(68));
    const std::string before = one.hash();
    REQUIRE(one.live->stage(one.change).has_value());
    one.device.set_control(R"({"faults": [{"match": "enable", "do": "slow", "seconds": 1.5}]})");
    CHECK(is_refused(one.live->commit(one.change, std::chrono::seconds(14)), "the time was over before"));
    one.device.set_control("{}");
    CHECK(one.hash() == before);
    CHECK(one.open()->pending(one.change) == Pending::none);
}

}
}
