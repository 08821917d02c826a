// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

namespace rocelint::e2e::live_eos {
namespace {

constexpr const char* configuration = "hostname leaf1\n!\nqos map dscp 26 to traffic-class 1\n!\n"
                                      "username admin secret sha512 $6$hush$hidden\n!\n"
                                      "interface Ethernet1\n   mtu 9214\n   qos trust dscp\n!\n"
                                      "interface Ethernet2\n   mtu 9214\n";

// Maps DSCP 26 to traffic class 3 and turns on PFC on a port.
Transaction map_and_pfc()
{
    Transaction change;
    change.ports = {"Ethernet1"};
    change.commands = "qos map dscp 26 to traffic-class 3\n"
                      "interface Ethernet1\n   priority-flow-control on\n"
                      "   priority-flow-control priority 3 no-drop\n   exit\n";
    return change;
}

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::eos, "eos", configuration, control, map_and_pfc())
    {
    }
};

TEST_CASE("EOS: stored text has neither volatile lines nor secrets, and the hash is reproducible")
{
    Switch eos;
    auto first = eos.live->read();
    REQUIRE(first.has_value());
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(!holds(first->files.front().text, "! Command:"));
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "qos map dscp 26 to traffic-class 1"));
    CHECK(eos.hash() == first->hash);
}

TEST_CASE("EOS: a banner in the configuration that begins like an error is not an error")
{
    const std::string text = std::string(configuration) + "banner login\n% Authorised users only\nEOF\n";
    const LiveSwitch eos(Device::Kind::eos, "eos", text.c_str(), {}, map_and_pfc());
    const auto read = eos.live->read();
    REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
    CHECK_MESSAGE(holds(read->files.front().text, "\nbanner "), read->files.front().text);
}

TEST_CASE(
    "EOS: a change is staged, put in force under a timer, confirmed and saved, and its undo restores the hash")
{
    Switch eos;
    const std::string before = eos.hash();
    REQUIRE(eos.live->check_ready(eos.change).has_value());
    auto diff = eos.live->stage(eos.change);
    REQUIRE(diff.has_value());
    CHECK(holds(*diff, "+qos map dscp 26 to traffic-class 3"));
    CHECK(eos.hash() == before);
    REQUIRE(eos.live->commit(eos.change, std::chrono::seconds(600)).has_value());
    CHECK(eos.open()->pending(eos.change) == Pending::ours);
    CHECK(holds(eos.device.commands(), "commit timer 00:10:00"));
    CHECK(!holds(eos.device.commands(), "write memory"));
    REQUIRE(eos.live->confirm(eos.change).has_value());
    CHECK(eos.live->pending(eos.change) == Pending::none);
    REQUIRE(eos.live->persist(eos.change).has_value());
    CHECK(eos.hash() != before);

    eos.change.id = "rl-test-0u";
    eos.change.commands = eos.undo_commands();
    eos.put_in_force();
    REQUIRE(eos.live->confirm(eos.change).has_value());
    CHECK(eos.hash() == before);
}

TEST_CASE("EOS: the switch rolls back an unconfirmed commit, even if its session is gone")
{
    for (const char* version : {"4.31.2F", "4.32.1F"}) {
        Switch eos(std::string(R"({"version": ")") + version + "\"}");
        const std::string before = eos.hash();
        eos.put_in_force();
        eos.live = nullptr;
        auto again = eos.open();
        CHECK(again->pending(eos.change) == Pending::ours);
        CHECK(eos.hash() != before);
        eos.device.set_control(std::string(R"({"hurry": true, "version": ")") + version + "\"}");
        CHECK(eos.hash() == before);
        CHECK(again->pending(eos.change) == Pending::none);
        CHECK(is_refused(again->confirm(eos.change), "is no longer pending"));
    }
}

TEST_CASE("EOS: abandoning a change in any state restores the old configuration, also on a new connection")
{
    Switch eos;
    const std::string before = eos.hash();
    CHECK(eos.live->abandon(eos.change) == std::chrono::seconds(0));
    REQUIRE(eos.live->stage(eos.change).has_value());
    CHECK(eos.open()->abandon(eos.change) == std::chrono::seconds(0));
    CHECK(eos.hash() == before);
    eos.put_in_force();
    CHECK(eos.hash() != before);
    CHECK(eos.open()->abandon(eos.change) == std::chrono::seconds(0));
    CHECK(eos.hash() == before);
    CHECK(eos.open()->pending(eos.change) == Pending::none);
}

TEST_CASE("EOS: a line that is refused midway leaves neither a change nor a session")
{
    Switch eos(R"({"faults": [{"match": "no-drop", "do": "refuse"}]})");
    const std::string before = eos.hash();
    CHECK(is_refused(eos.live->stage(eos.change), "no-drop"));
    CHECK(eos.hash() == before);
    eos.device.set_control("{}");
    CHECK(eos.live->stage(eos.change).has_value());
}

TEST_CASE(
    "EOS: nothing is pushed if another commit is pending, changes are unsaved, or commits save automatically")
{
    Switch eos;
    Transaction theirs = eos.change;
    theirs.id = "somebody";
    REQUIRE(eos.live->stage(theirs).has_value());
    REQUIRE(eos.live->commit(theirs, std::chrono::seconds(600)).has_value());
    CHECK(eos.open()->pending(eos.change) == Pending::foreign);
    CHECK(is_refused(eos.open()->check_ready(eos.change), "somebody"));
    REQUIRE(eos.live->confirm(theirs).has_value());
    CHECK(is_refused(eos.open()->check_ready(eos.change), "startup-config differ"));
    REQUIRE(eos.live->persist(theirs).has_value());
    CHECK(eos.open()->check_ready(eos.change).has_value());
    eos.device.set_control(R"({"save_on_commit": true})");
    CHECK(is_refused(eos.open()->check_ready(eos.change), "would survive a reboot"));
}

TEST_CASE("EOS: while another user holds the lock nothing is changed, and the timer still rolls back")
{
    Switch eos(R"({"locked": true})");
    const std::string before = eos.hash();
    CHECK(is_refused(eos.live->stage(eos.change), "locked by another user"));
    CHECK(eos.hash() == before);
    CHECK(eos.live->pending(eos.change) == Pending::none);
    eos.device.set_control("{}");
    eos.put_in_force();
    eos.device.set_control(R"({"locked": true})");
    CHECK(is_refused(eos.live->confirm(eos.change), "locked by another user"));
    CHECK(is_refused(eos.live->abandon(eos.change), "locked by another user"));
    CHECK(eos.live->pending(eos.change) == Pending::ours);
    eos.device.set_control(R"({"locked": true, "hurry": true})");
    CHECK(eos.hash() == before);
    CHECK(eos.live->pending(eos.change) == Pending::none);
}

TEST_CASE("EOS: a timer that ends without effect under another user's lock is not called a rollback")
{
    Switch eos;
    const std::string before = eos.hash();
    eos.put_in_force();
    eos.device.set_control(R"({"locked": true, "job_fails": true, "hurry": true})");
    CHECK(eos.live->pending(eos.change) == Pending::none);
    CHECK(eos.hash() != before);
    const auto kept = eos.live->confirm(eos.change);
    REQUIRE(is_refused(kept, "our commit is no longer pending"));
    CHECK(!holds(kept.error().message, "rolled"));
}

TEST_CASE("EOS: an ok without a commit, a confirmation or a save is detected")
{
    Switch eos(R"({"faults": [{"match": "commit timer", "do": "lie"}]})");
    REQUIRE(eos.live->stage(eos.change).has_value());
    CHECK(is_refused(eos.live->commit(eos.change, std::chrono::seconds(600)), "no commit timer"));
    eos.device.set_control("{}");
    REQUIRE(eos.live->abandon(eos.change).has_value());
    eos.put_in_force();
    eos.device.set_control(
        R"({"faults": [{"match": "rl-test-0 commit", "do": "lie"}, {"match": "write memory", "do": "lie"}]})");
    CHECK(is_refused(eos.live->confirm(eos.change), "still runs"));
    eos.device.set_control(R"({"faults": [{"match": "write memory", "do": "lie"}]})");
    REQUIRE(eos.live->confirm(eos.change).has_value());
    CHECK(is_refused(eos.live->persist(eos.change), "still differs"));
}

TEST_CASE("EOS: links, drops and pause frames are reported, and so is what cannot be read")
{
    Switch eos(R"({"down": ["Ethernet2"], "drops": {"Ethernet1": 7}, "pauses": {"Ethernet1": 17}})");
    auto health = eos.live->health({"Ethernet1", "Ethernet2", "Ethernet9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK(!health->links[1].up);
    REQUIRE(!health->counters.empty());
    CHECK(health->counters.front().value == 7);
    CHECK(holds(health->unknown.front(), "Ethernet9"));
    const auto flaps = std::ranges::find(health->counters, PortCounter::Kind::flap, &PortCounter::kind);
    REQUIRE(flaps != health->counters.end());
    CHECK(flaps->port == "Ethernet1");
    CHECK(flaps->value == 3);
    const auto pauses = std::ranges::find(health->counters, PortCounter::Kind::pause, &PortCounter::kind);
    REQUIRE(pauses != health->counters.end());
    CHECK(pauses->port == "Ethernet1");
    CHECK(pauses->name == "rxFrames");
    CHECK(pauses->value == 17);
    eos.device.set_control(R"({"faults": [{"match": "priority-flow-control counters", "do": "refuse"}]})");
    health = eos.live->health({"Ethernet1"});
    REQUIRE(health.has_value());
    REQUIRE(health->unknown.size() == 1);
    CHECK(health->unknown.front().starts_with("pause frames: "));
}

}
}
