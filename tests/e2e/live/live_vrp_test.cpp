// SPDX-License-Identifier: Apache-2.0
// Changes on VRP by trial runs, and switches that are refused.
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

namespace rocelint::e2e::live_vrp {
namespace {

constexpr const char* configuration
    = "sysname leaf1\n#\nlocal-user admin password irreversible-cipher $1d$Hush\n#\n"
      "interface 100GE1/0/1\n jumboframe enable 9216\n#\ninterface 100GE1/0/2\n jumboframe enable 9216\n#\n";

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::vrp,
            "vrp",
            configuration,
            control,
            {.id = {},
                .ports = {"100GE1/0/1"},
                .commands
                = "interface 100GE1/0/1\n jumboframe enable 9000\n#\ninterface 100GE1/0/2\n jumboframe enable 9000\n#\n",
                .undo = "interface 100GE1/0/1\n jumboframe enable 9216\n"})
    {
    }
};

TEST_CASE("VRP: stored text has neither the time nor secrets, and the hash is reproducible")
{
    const Switch leaf(R"({"page": 4})");
    auto first = leaf.live->read();
    REQUIRE_MESSAGE(first.has_value(), testing::reason(first));
    const std::string& text = first->files.front().text;
    CHECK(holds(text, "!Software Version V300"));
    CHECK(!holds(text, "Last configuration was"));
    CHECK(!holds(text, "Hush"));
    CHECK(holds(text, "interface 100GE1/0/2\n"));
    CHECK(leaf.hash() == first->hash);
    auto hardware = leaf.live->hardware();
    REQUIRE(hardware.has_value());
    CHECK(hardware->serial.starts_with("SN"));
}

TEST_CASE("VRP: a change is a trial run under its own ID, confirmed on another session, and saved")
{
    Switch leaf;
    REQUIRE(leaf.live->check_ready(leaf.change).has_value());
    auto staged = leaf.live->stage(leaf.change);
    REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
    CHECK(holds(*staged, "jumboframe enable 9000"));
    CHECK(leaf.hash() == leaf.change.before);
    auto committed = leaf.live->commit(leaf.change, std::chrono::seconds(600));
    REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    CHECK(holds(leaf.device.commands(), "commit trial 600 persist rl-test-0\n"));
    CHECK(leaf.hash() != leaf.change.before);
    leaf.live.reset();
    auto again = leaf.open();
    CHECK(again->pending(leaf.change) == Pending::ours);
    REQUIRE(again->confirm(leaf.change).has_value());
    CHECK(again->pending(leaf.change) == Pending::none);
    auto saved = again->persist(leaf.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    CHECK(leaf.open()->check_ready(leaf.change).has_value());
    CHECK(leaf.hash() != leaf.change.before);
}

TEST_CASE("VRP: a trial run that is abandoned or runs out leaves the old configuration")
{
    Switch leaf;
    leaf.put_in_force();
    CHECK(leaf.open()->abandon(leaf.change) == std::chrono::seconds(0));
    CHECK(leaf.hash() == leaf.change.before);
    leaf.put_in_force();
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    CHECK(leaf.hash() == leaf.change.before);
    CHECK(is_refused(leaf.live->confirm(leaf.change), "our trial run has ended"));
}

TEST_CASE("VRP: a rollback that takes time is waited for, and is not aborted again")
{
    Switch leaf(R"({"cancel_seconds": 2})");
    leaf.put_in_force();
    auto left = leaf.open()->abandon(leaf.change);
    REQUIRE_MESSAGE(left.has_value(), testing::reason(left));
    CHECK(*left == longest_rollback);
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    CHECK(is_refused(leaf.open()->confirm(leaf.change), "our trial run has ended"));
    CHECK(wait_for([&] { return leaf.open()->pending(leaf.change) == Pending::none; }));
    CHECK(leaf.hash() == leaf.change.before);
}

TEST_CASE("VRP: another user's trial run is left alone")
{
    Switch leaf;
    leaf.device.type("system-view\ninterface 100GE1/0/2\ndescription other\ncommit trial 3600 persist other");
    CHECK(is_refused(leaf.live->check_ready(leaf.change), "another trial run awaits its confirmation"));
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    CHECK(is_refused(leaf.live->commit(leaf.change, std::chrono::seconds(600)), "trial configuration mode"));
    CHECK(leaf.live->pending(leaf.change) == Pending::foreign);
    CHECK(leaf.live->abandon(leaf.change) == std::chrono::seconds(0));
    CHECK(leaf.open()->pending(leaf.change) == Pending::foreign);
    CHECK(!holds(leaf.device.commands(), "abort trial"));
}

TEST_CASE("VRP: a switch is left alone that is locked, knows no ID, or has no second stage")
{
    struct Case {
        const char* control;
        const char* reason;
    };
    for (const auto& [control, reason] : {Case{R"({"locked": true})", "locked by another user"},
             Case{R"({"no_persist": true})", "Unrecognized command"},
             Case{R"({"immediate": true})", "not in two-stage mode"}}) {
        CAPTURE(std::string(control));
        Switch leaf(control);
        const auto staged = leaf.live->stage(leaf.change);
        const bool refused = staged
            ? is_refused(leaf.live->commit(leaf.change, std::chrono::seconds(600)), reason)
            : is_refused(staged, reason);
        CHECK(refused);
        static_cast<void>(leaf.live->abandon(leaf.change));
        leaf.device.set_control(R"({"hurry": true})");
        CHECK(leaf.hash() == leaf.change.before);
    }
}

TEST_CASE("VRP: a switch whose configuration another user has locked is refused before a line is typed")
{
    // The second name of the command is that before V300.
    for (const char* words : {"configuration exclusive user", "configuration-occupied user"}) {
        CAPTURE(std::string(words));
        Switch leaf(fmt::format(R"({{"locked": true, "lock_words": "{}"}})", words));
        CHECK(
            is_refused(leaf.live->check_ready(leaf.change), "somebody (VTY 0) has locked the configuration"));
        leaf.device.set_control(fmt::format(R"({{"lock_words": "{}"}})", words));
        CHECK(leaf.live->check_ready(leaf.change).has_value());
    }
    const Switch mute(R"({"lock_words": ""})");
    CHECK(is_refused(mute.live->check_ready(mute.change), "does not show whether another user has locked"));
}

TEST_CASE("VRP: a lock that another user takes inside the window delays the rollback, and it is tried again")
{
    Switch leaf;
    leaf.put_in_force();
    leaf.device.set_control(R"({"locked": true, "lock_holds_timer": true, "hurry": true})");
    CHECK(is_refused(leaf.live->confirm(leaf.change), "locked by another user"));
    CHECK(is_refused(leaf.live->abandon(leaf.change), "locked by another user"));
    CHECK(is_refused(leaf.open()->abandon(leaf.change), "locked by another user"));
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    CHECK(leaf.hash() != leaf.change.before);
    // The lock has ended, and the timer has not struck yet.
    leaf.device.set_control("{}");
    CHECK(leaf.open()->abandon(leaf.change) == std::chrono::seconds(0));
    CHECK(leaf.hash() == leaf.change.before);
    // A switch whose timer does not mind the lock.
    leaf.put_in_force();
    leaf.device.set_control(R"({"locked": true, "hurry": true})");
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    CHECK(leaf.hash() == leaf.change.before);
}

TEST_CASE("VRP: a timer that ends without effect under another user's lock is not called a rollback")
{
    Switch leaf;
    leaf.put_in_force();
    leaf.device.set_control(R"({"locked": true, "job_fails": true, "hurry": true})");
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    CHECK(leaf.hash() != leaf.change.before);
    const auto kept = leaf.live->confirm(leaf.change);
    REQUIRE(is_refused(kept, "our trial run has ended"));
    CHECK(!holds(kept.error().message, "rolled"));
}

TEST_CASE("VRP: a confirmation whose answer was lost is recognized by the trial run that ended, and saved")
{
    Switch leaf(R"({"faults": [{"match": "commit persist", "do": "drop_after", "count": 1}]})");
    leaf.put_in_force();
    CHECK(!leaf.live->confirm(leaf.change).has_value());
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    CHECK(is_refused(leaf.open()->check_ready(leaf.change), "running and saved configuration differ"));
    auto saved = leaf.open()->persist(leaf.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.hash() != leaf.change.before);
    CHECK(leaf.open()->check_ready(leaf.change).has_value());
}

TEST_CASE("VRP: a confirmation that was lost on its way leaves the trial run to end by itself")
{
    Switch leaf(R"({"faults": [{"match": "commit persist", "do": "drop", "count": 1}]})");
    leaf.put_in_force();
    CHECK(!leaf.live->confirm(leaf.change).has_value());
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    CHECK(leaf.hash() == leaf.change.before);
    CHECK(leaf.open()->check_ready(leaf.change).has_value());
}

TEST_CASE("VRP: a trial run whose ID the switch does not show is aborted by the session that began it")
{
    Switch leaf(R"({"no_trial_id": true})");
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    CHECK(is_refused(
        leaf.live->commit(leaf.change, std::chrono::seconds(600)), "no trial run is shown for it"));
    CHECK(leaf.live->pending(leaf.change) == Pending::ours);
    CHECK(leaf.open()->pending(leaf.change) == Pending::foreign);
    CHECK(leaf.live->abandon(leaf.change).has_value());
    CHECK(holds(leaf.device.commands(), "abort trial persist"));
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.hash() == leaf.change.before);
}

TEST_CASE("VRP: a commit that meets another user's change is refused, and what was typed is thrown away")
{
    Switch leaf;
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    leaf.device.type("system-view\ninterface 100GE1/0/2\ndescription other\ncommit");
    CHECK(is_refused(
        leaf.live->commit(leaf.change, std::chrono::seconds(600)), "conflicts with that of another user"));
    CHECK(leaf.live->abandon(leaf.change) == std::chrono::seconds(0));
    CHECK(holds(leaf.device.commands(), "clear configuration candidate"));
    CHECK(is_refused(leaf.open()->check_ready(leaf.change), "running and saved configuration differ"));
}

}
}
