// SPDX-License-Identifier: Apache-2.0
// Changes on AOS-CX under `checkpoint auto`, and switches that are refused.
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

namespace rocelint::e2e::live_aoscx {
namespace {

constexpr const char* configuration
    = "hostname leaf1\nuser admin group administrators password ciphertext AQBapHush\n"
      "interface 1/1/1\n    no shutdown\n    mtu 9198\ninterface 1/1/2\n    no shutdown\n    mtu 9198\n";

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::aoscx,
            "aoscx",
            configuration,
            control,
            {.id = {},
                .ports = {"1/1/1"},
                .commands = "interface 1/1/1\n    mtu 9000\ninterface 1/1/2\n    mtu 9000\n",
                .undo = "interface 1/1/1\n    mtu 9198\ninterface 1/1/2\n    mtu 9198\n"})
    {
    }

    // Ends the connection, and with it the session of the switch.
    void lose() { live.reset(); }
};

TEST_CASE("AOS-CX: stored text has neither headings nor secrets, and the hash is reproducible")
{
    const Switch leaf(R"({"page": 5})");
    auto first = leaf.live->read();
    REQUIRE_MESSAGE(first.has_value(), testing::reason(first));
    const std::string& text = first->files.front().text;
    CHECK(holds(text, "!Version ArubaOS-CX"));
    CHECK(!holds(text, "Current configuration"));
    CHECK(!holds(text, "AQBapHush"));
    CHECK(holds(text, "interface 1/1/2\n"));
    CHECK(leaf.hash() == first->hash);
    auto hardware = leaf.live->hardware();
    REQUIRE(hardware.has_value());
    CHECK(hardware->serial.starts_with("SN"));
    CHECK(hardware->mac.starts_with("0200"));
}

TEST_CASE("AOS-CX: the timer runs before the first line, and a confirmed change leaves nothing but itself")
{
    Switch leaf;
    REQUIRE(leaf.live->check_ready(leaf.change).has_value());
    leaf.put_in_force();
    const std::string typed = leaf.device.commands();
    CHECK(typed.find("checkpoint auto 10\n") < typed.find("mtu 9000\n"));
    CHECK(!holds(typed, "write memory"));
    CHECK(leaf.live->pending(leaf.change) == Pending::ours);
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    auto kept = leaf.live->confirm(leaf.change);
    REQUIRE_MESSAGE(kept.has_value(), testing::reason(kept));
    CHECK(leaf.live->pending(leaf.change) == Pending::none);
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    REQUIRE(leaf.open()->persist(leaf.change).has_value());
    CHECK(leaf.hash() != leaf.change.before);
    CHECK(holds(leaf.device.commands(), "erase checkpoint rl-test-0\n"));
    CHECK(leaf.open()->check_ready(leaf.change).has_value());
}

TEST_CASE("AOS-CX: what is abandoned is undone at once, and the timer ends only then")
{
    Switch leaf;
    leaf.put_in_force();
    CHECK(leaf.live->abandon(leaf.change) == std::chrono::seconds(0));
    CHECK(leaf.hash() == leaf.change.before);
    const std::string typed = leaf.device.commands();
    CHECK(typed.find("mtu 9198\n") < typed.find("checkpoint auto confirm\n"));
    CHECK(holds(typed, "erase checkpoint AUTO"));
    // Nothing waits now: another push may begin.
    leaf.put_in_force();
    CHECK(leaf.live->pending(leaf.change) == Pending::ours);
}

TEST_CASE("AOS-CX: on a new connection nothing is typed, and the switch restores by itself, in steps")
{
    Switch leaf;
    leaf.put_in_force();
    leaf.lose();
    auto left = leaf.open()->abandon(leaf.change);
    REQUIRE_MESSAGE(left.has_value(), testing::reason(left));
    CHECK(*left == longest_rollback);
    CHECK(!holds(leaf.device.commands(), "checkpoint auto confirm"));
    CHECK(!holds(leaf.device.commands(), "mtu 9198\n"));
    leaf.device.set_control(R"({"hurry": true, "rollback_seconds": 1})");
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    CHECK(wait_for([&] { return leaf.open()->pending(leaf.change) == Pending::none; }));
    CHECK(leaf.hash() == leaf.change.before);
    CHECK(leaf.open()->abandon(leaf.change) == std::chrono::seconds(0));
}

TEST_CASE("AOS-CX: a switch that restores as soon as its session ends is as before")
{
    Switch leaf(R"({"session_bound": true})");
    leaf.put_in_force();
    CHECK(leaf.live->pending(leaf.change) == Pending::ours);
    leaf.lose();
    CHECK(wait_for([&] { return leaf.open()->pending(leaf.change) == Pending::none; }));
    CHECK(leaf.hash() == leaf.change.before);
    CHECK(is_refused(leaf.open()->confirm(leaf.change), "no longer in force"));
}

TEST_CASE("AOS-CX: a rollback that stops halfway never counts as one")
{
    Switch leaf;
    leaf.put_in_force();
    leaf.lose();
    leaf.device.set_control(R"({"hurry": true, "rollback_fails": true})");
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    auto left = leaf.open()->abandon(leaf.change);
    REQUIRE(left.has_value());
    CHECK(left->count() > 0);
    CHECK(leaf.hash() != leaf.change.before);
}

TEST_CASE("AOS-CX: another user's timer is left alone, and no line is typed beside it")
{
    Switch leaf;
    leaf.device.type("checkpoint auto 60");
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    CHECK(is_refused(leaf.live->commit(leaf.change, std::chrono::seconds(600)), "already ON"));
    CHECK(leaf.live->pending(leaf.change) == Pending::foreign);
    CHECK(leaf.live->abandon(leaf.change) == std::chrono::seconds(0));
    CHECK(!holds(leaf.device.commands(), "mtu 9000"));
    CHECK(!holds(leaf.device.commands(), "auto confirm"));
    CHECK(leaf.hash() == leaf.change.before);
}

TEST_CASE("AOS-CX: without the sentence that the timer runs no line is typed")
{
    Switch leaf(R"({"no_auto": true})");
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    CHECK(is_refused(
        leaf.live->commit(leaf.change, std::chrono::seconds(600)), "did not say that its timer runs"));
    CHECK(!holds(leaf.device.commands(), "mtu 9000"));
    CHECK(is_refused(leaf.live->commit(leaf.change, std::chrono::seconds(3601)), "60 minutes at most"));
}

TEST_CASE("AOS-CX: what another user changed while the timer was started is kept")
{
    Switch leaf(R"({"faults": [{"match": "checkpoint auto 10", "do": "wait", "count": 1}]})");
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    Result<void> committed;
    std::thread push([&] { committed = leaf.live->commit(leaf.change, std::chrono::seconds(600)); });
    CHECK(wait_for([&] { return std::filesystem::exists(leaf.device.folder().path("hanging")); }));
    leaf.device.type("configure terminal\ninterface 1/1/1\nmtu 2000\nend");
    leaf.device.set_control("{}");
    push.join();
    CHECK(is_refused(committed, "it was changed while the push was preparing"));
    CHECK(leaf.live->pending(leaf.change) == Pending::foreign);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.hash() != leaf.change.before);
    CHECK(!holds(leaf.device.commands(), "mtu 9000"));
}

TEST_CASE("AOS-CX: a confirmation whose answer was lost is recognized by its checkpoint, and saved")
{
    Switch leaf(R"({"faults": [{"match": "auto confirm", "do": "drop_after", "count": 1}]})");
    leaf.put_in_force();
    CHECK(!leaf.live->confirm(leaf.change).has_value());
    CHECK(leaf.open()->pending(leaf.change) == Pending::none);
    REQUIRE(leaf.open()->persist(leaf.change).has_value());
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.hash() != leaf.change.before);
    CHECK(leaf.open()->check_ready(leaf.change).has_value());
}

TEST_CASE("AOS-CX: a confirmation that was lost on its way is not taken for one, and nothing is saved")
{
    Switch leaf(R"({"faults": [{"match": "auto confirm", "do": "drop", "count": 1}]})");
    leaf.put_in_force();
    CHECK(!leaf.live->confirm(leaf.change).has_value());
    CHECK(leaf.open()->pending(leaf.change) == Pending::ours);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.open()->pending(leaf.change) == Pending::none; }));
    CHECK(leaf.hash() == leaf.change.before);
    CHECK(leaf.open()->check_ready(leaf.change).has_value());
}

TEST_CASE("AOS-CX: a name of the confirmation that was lost, or refused, keeps nothing from being saved")
{
    struct Case {
        const char* fault;
        bool is_lost; ///< the connection, at this command
    };
    for (const auto& [fault, is_lost] :
        {Case{"drop", true}, Case{"drop_after", true}, Case{"refuse", false}}) {
        CAPTURE(std::string(fault));
        Switch leaf(fmt::format(
            R"({{"faults": [{{"match": "checkpoint rename", "do": "{}", "count": 1}}]}})", fault));
        leaf.put_in_force();
        CHECK(leaf.live->confirm(leaf.change).has_value() == !is_lost);
        leaf.lose();
        CHECK(leaf.open()->pending(leaf.change) == Pending::none);
        auto saved = leaf.open()->persist(leaf.change);
        REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
        leaf.device.set_control(R"({"hurry": true})");
        CHECK(leaf.hash() != leaf.change.before);
        CHECK(leaf.open()->check_ready(leaf.change).has_value());
    }
}

TEST_CASE(
    "AOS-CX: an undo that cannot end five seconds before the timer is not typed, and the switch restores")
{
    // Each line is given a second: 60 and 5 more do not fit into a minute, 40 do.
    for (const int lines : {60, 40}) {
        CAPTURE(lines);
        Switch leaf;
        leaf.change.undo = "interface 1/1/1\n    mtu 9198\ninterface 1/1/2\n    mtu 9198\n";
        while (std::ranges::count(leaf.change.undo, '\n') < lines)
            leaf.change.undo += "    no shutdown\n";
        REQUIRE(leaf.live->stage(leaf.change).has_value());
        REQUIRE(leaf.live->commit(leaf.change, std::chrono::seconds(60)).has_value());
        auto left = leaf.live->abandon(leaf.change);
        REQUIRE_MESSAGE(left.has_value(), testing::reason(left));
        const bool is_typed = lines == 40;
        CHECK(holds(leaf.device.commands(), "mtu 9198\n") == is_typed);
        CHECK(holds(leaf.device.commands(), "checkpoint auto confirm") == is_typed);
        CHECK((*left == std::chrono::seconds(0)) == is_typed);
        if (is_typed)
            continue;
        CHECK(*left > longest_rollback);
        leaf.device.set_control(R"({"hurry": true})");
        CHECK(leaf.live->pending(leaf.change) == Pending::none);
        CHECK(leaf.hash() == leaf.change.before);
    }
}

TEST_CASE("AOS-CX: where configuration mode is refused, its refusal is the reason, and the timer ends")
{
    Switch leaf(
        R"({"faults": [{"match": "configure terminal", "do": "refuse", "text": "Cannot execute command. Command not allowed."}]})");
    REQUIRE(leaf.live->stage(leaf.change).has_value());
    const auto committed = leaf.live->commit(leaf.change, std::chrono::seconds(600));
    CHECK_MESSAGE(
        is_refused(committed, "`configure terminal`: Command not allowed."), testing::reason(committed));
    CHECK(leaf.hash() == leaf.change.before);
    CHECK(holds(leaf.device.commands(), "checkpoint auto confirm"));
    leaf.device.set_control("{}");
    leaf.put_in_force();
    CHECK(leaf.live->pending(leaf.change) == Pending::ours);
}

TEST_CASE("AOS-CX: a switch that has no room for the checkpoint of the confirmation is refused")
{
    Switch leaf;
    std::string lines;
    for (int number = 0; number < 32; ++number)
        lines += fmt::format(
            "configure terminal\ninterface 1/1/1\nmtu {}\nend\ncopy running-config checkpoint c{}\n",
            2000 + number,
            number);
    leaf.device.type(lines);
    CHECK(is_refused(leaf.live->stage(leaf.change), "at most 32 checkpoints of users"));
}

}
}
