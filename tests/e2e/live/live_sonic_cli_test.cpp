// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

#include <fmt/format.h>

#include <filesystem>

namespace rocelint::e2e::live_sonic_cli {
namespace {

constexpr const char* configuration
    = "hostname leaf1\nqos scheduler-policy ROCE\n queue 3\n  type dwrr\n  weight 60\n"
      "interface Eth1/1\n mtu 9216\n no shutdown\ninterface Eth1/2\n mtu 9216\n no shutdown\n"
      "username admin password $6$hush$hidden role admin\n";

Transaction weight_and_pause()
{
    Transaction change;
    change.ports = {"Eth1/1"};
    change.commands = "qos scheduler-policy ROCE\n queue 3\n  weight 50\n  exit\n exit\n"
                      "interface Eth1/1\n priority-flow-control priority 3\n exit\n";
    change.undo = "qos scheduler-policy ROCE\n queue 3\n  weight 60\n  exit\n exit\n"
                  "interface Eth1/1\n no priority-flow-control priority 3\n exit\n";
    return change;
}

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::sonic_cli, "sonic-cli", configuration, control, weight_and_pause())
    {
    }
};

TEST_CASE("Enterprise SONiC: the command line is entered from the shell, and stored text has no secrets")
{
    Switch sonic(R"({"page": 2})");
    auto first = sonic.live->read();
    REQUIRE_MESSAGE(first.has_value(), testing::reason(first));
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "interface Eth1/2\n"));
    CHECK(sonic.hash() == first->hash);
    CHECK(holds(sonic.device.commands(), "sonic-cli"));
}

TEST_CASE("Enterprise SONiC: a SONiC without the command line is refused, and the other platform named")
{
    const Device device(Device::Kind::sonic_cli, R"({"no_cli": true})");
    LiveTarget target;
    target.endpoint = device.endpoint();
    target.device = "leaf1";
    auto opened = find_driver("sonic-cli")->open(target);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().kind == ErrorKind::refused);
    CHECK(holds(opened.error().message, "the platform `sonic`"));
}

TEST_CASE(
    "Enterprise SONiC: a change is put in force under a timer of the switch's Linux, confirmed and saved, and undone again")
{
    Switch sonic;
    const std::string before = sonic.hash();
    auto ready = sonic.live->check_ready(sonic.change);
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    auto staged = sonic.live->stage(sonic.change);
    REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
    CHECK(sonic.hash() == before);
    auto committed = sonic.live->commit(sonic.change, std::chrono::seconds(600));
    REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    CHECK(sonic.open()->pending(sonic.change) == Pending::ours);
    CHECK(sonic.hash() != before);
    const std::string typed = sonic.device.commands();
    CHECK(!holds(typed, "write memory"));
    CHECK(typed.find("systemd-run --unit=rocelint-deadman ") < typed.find(" weight 50\n"));
    auto kept = sonic.live->confirm(sonic.change);
    REQUIRE_MESSAGE(kept.has_value(), testing::reason(kept));
    CHECK(sonic.live->pending(sonic.change) == Pending::none);
    auto saved = sonic.live->persist(sonic.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    CHECK(sonic.hash() != before);

    sonic.change.id = "rl-test-0u";
    std::swap(sonic.change.commands, sonic.change.undo);
    sonic.put_in_force();
    REQUIRE(sonic.live->confirm(sonic.change).has_value());
    CHECK(sonic.hash() == before);
}

TEST_CASE("Enterprise SONiC: the switch undoes an unconfirmed change, even if the session is gone")
{
    Switch sonic;
    const std::string before = sonic.hash();
    sonic.put_in_force();
    sonic.live = nullptr;
    CHECK(sonic.open()->pending(sonic.change) == Pending::ours);
    CHECK(sonic.hash() != before);
    sonic.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return sonic.open()->pending(sonic.change) == Pending::none; }));
    CHECK(sonic.hash() == before);
    auto again = sonic.open();
    CHECK(is_refused(again->confirm(sonic.change), "has undone it"));
    CHECK(again->abandon(sonic.change) == std::chrono::seconds(0));
    CHECK(again->check_ready(sonic.change).has_value());
}

TEST_CASE("Enterprise SONiC: a line that is refused midway leaves neither a change nor a timer")
{
    Switch sonic(
        R"({"faults": [{"match": "priority-flow-control priority 3", "do": "refuse", "text": "%Error: no"}]})");
    const std::string before = sonic.hash();
    REQUIRE(sonic.live->stage(sonic.change).has_value());
    CHECK(is_refused(
        sonic.live->commit(sonic.change, std::chrono::seconds(600)), "priority-flow-control priority 3"));
    CHECK(sonic.hash() == before);
    CHECK(sonic.open()->pending(sonic.change) == Pending::none);
    sonic.device.set_control("{}");
    CHECK(sonic.open()->check_ready(sonic.change).has_value());
}

TEST_CASE(
    "Enterprise SONiC: if a block's second line is refused, the first is undone, although the undo starts with the second")
{
    for (const char* refused : {"priority-flow-control priority 3", "queue 4 wred-policy"}) {
        CAPTURE(refused);
        Switch sonic(fmt::format(
            R"({{"faults": [{{"match": "{}", "do": "refuse", "count": 1, "text": "%Error: no"}}]}})",
            refused));
        sonic.change.commands
            = "interface Eth1/1\n mtu 1500\n priority-flow-control priority 3\n queue 4 wred-policy ROCE\n exit\n";
        sonic.change.undo
            = "interface Eth1/1\n no priority-flow-control priority 3\n no queue 4 wred-policy\n"
              " mtu 9216\n exit\n";
        const std::string before = sonic.hash();
        REQUIRE(sonic.live->stage(sonic.change).has_value());
        CHECK(is_refused(sonic.live->commit(sonic.change, std::chrono::seconds(600)), refused));
        CHECK(sonic.hash() == before);
        CHECK(sonic.open()->pending(sonic.change) == Pending::none);
        CHECK(holds(sonic.device.commands(), "mtu 1500"));
    }
}

TEST_CASE(
    "Enterprise SONiC: if a part of the change cannot be undone, that is reported, and the lines that would undo it are kept")
{
    Switch sonic;
    sonic.change.commands = "interface Eth1/1\n mtu 1500\n priority-flow-control priority 3\n exit\n";
    sonic.change.undo = "interface Eth1/1\n no priority-flow-control priority 3\n mtu 9216\n exit\n";
    const std::string before = sonic.hash();
    sonic.put_in_force();
    sonic.device.set_control(R"({"faults": [{"match": "mtu 9216", "do": "refuse", "text": "%Error: no"}]})");
    const std::string folder = sonic.device.folder().path("var/lib/rocelint/rl-test-0");
    for (const char* look : {"first", "second"}) {
        CAPTURE(look);
        auto abandoned = sonic.open()->abandon(sonic.change);
        CHECK(is_refused(abandoned, "it is no longer tried"));
        CHECK(is_refused(
            abandoned, "2 lines are not as they were, the first: `mtu 1500` in `interface Eth1/1`"));
        CHECK(sonic.open()->pending(sonic.change) == Pending::none);
        CHECK(holds(file_text(folder + "/undo"), "mtu 9216"));
    }
    CHECK(is_refused(sonic.open()->confirm(sonic.change), "could not restore everything"));
    CHECK(!std::filesystem::exists(sonic.device.folder().path("units/rocelint-deadman.json")));
    CHECK(!std::filesystem::exists(
        sonic.device.folder().path("etc/systemd/system/rocelint-deadman-boot.service")));
    sonic.device.set_control("{}");
    sonic.device.type("configure terminal\ninterface Eth1/1\nmtu 9216\nend");
    CHECK(sonic.open()->abandon(sonic.change) == std::chrono::seconds(0));
    CHECK(!std::filesystem::exists(folder));
    CHECK(sonic.hash() == before);
}

TEST_CASE("Enterprise SONiC: a failed undo does not promise a retry if no timer is left to make it")
{
    Switch sonic(R"({"faults": [{"match": "interface Eth1/1", "do": "drop", "count": 1}]})");
    REQUIRE(sonic.live->stage(sonic.change).has_value());
    CHECK(!sonic.live->commit(sonic.change, std::chrono::seconds(600)).has_value());
    sonic.device.set_control(R"({"faults": [{"match": "weight 60", "do": "refuse", "text": "%Error: no"}]})");
    CHECK(is_refused(sonic.open()->abandon(sonic.change), "which goes on trying"));
    CHECK(sonic.open()->pending(sonic.change) == Pending::ours);
    std::filesystem::remove(sonic.device.folder().path("units/rocelint-deadman.json"));
    auto abandoned = sonic.open()->abandon(sonic.change);
    CHECK(is_refused(abandoned, "it is no longer tried"));
    CHECK(is_refused(abandoned, "`weight 50` in `qos scheduler-policy ROCE`"));
    CHECK(sonic.open()->pending(sonic.change) == Pending::none);
}

TEST_CASE("Enterprise SONiC: lines typed before the connection was lost are undone")
{
    Switch sonic(R"({"faults": [{"match": "interface Eth1/1", "do": "drop", "count": 1}]})");
    const std::string before = sonic.hash();
    REQUIRE(sonic.live->stage(sonic.change).has_value());
    CHECK(!sonic.live->commit(sonic.change, std::chrono::seconds(600)).has_value());
    CHECK(sonic.hash() != before);
    CHECK(sonic.open()->abandon(sonic.change) == std::chrono::seconds(0));
    CHECK(sonic.hash() == before);
}

TEST_CASE(
    "Enterprise SONiC: a switch whose timer cannot use the command line is refused, and nothing is left on it")
{
    Switch sonic(R"({"no_later_cli": true})");
    CHECK(is_refused(sonic.live->stage(sonic.change), "does not print its configuration when Linux asks it"));
    sonic.device.set_control("{}");
    CHECK(sonic.live->check_ready(sonic.change).has_value());
    CHECK(sonic.live->pending(sonic.change) == Pending::none);
}

TEST_CASE("Enterprise SONiC: nothing is pushed next to another timer or unsaved changes")
{
    Switch sonic;
    Transaction theirs = sonic.change;
    theirs.id = "somebody";
    REQUIRE(sonic.live->stage(theirs).has_value());
    REQUIRE(sonic.live->commit(theirs, std::chrono::seconds(600)).has_value());
    CHECK(sonic.open()->pending(sonic.change) == Pending::foreign);
    CHECK(is_refused(sonic.open()->check_ready(sonic.change), "somebody"));
    CHECK(is_refused(sonic.open()->commit(sonic.change, std::chrono::seconds(600)), "somebody"));
    REQUIRE(sonic.live->confirm(theirs).has_value());
    CHECK(is_refused(sonic.open()->check_ready(sonic.change), "startup configuration differ"));
    REQUIRE(sonic.live->persist(theirs).has_value());
    CHECK(sonic.open()->check_ready(sonic.change).has_value());
}

TEST_CASE(
    "Enterprise SONiC: a restart in the window ends with the old configuration, whether it keeps, saves or drops the change")
{
    for (const char* how : {"warm-reboot", "reboot"}) {
        for (const bool saved_by_somebody : {false, true}) {
            CAPTURE(how);
            CAPTURE(saved_by_somebody);
            Switch sonic;
            const std::string before = sonic.hash();
            sonic.put_in_force();
            if (saved_by_somebody)
                sonic.device.type("write memory");
            run_tool({"/usr/bin/python3",
                         "-B",
                         "-E",
                         "-s",
                         "-S",
                         ROCELINT_SOURCE_DIR "/tests/e2e/emulator/commands.py",
                         how},
                {"EMULATOR_STATE=" + sonic.device.folder().path()});
            CHECK(sonic.hash() == before);
            auto live = sonic.open();
            CHECK(live->pending(sonic.change) == Pending::none);
            CHECK(live->abandon(sonic.change) == std::chrono::seconds(0));
            // The saved configuration is the old one too.
            CHECK(live->check_ready(sonic.change).has_value());
        }
    }
}

TEST_CASE("Enterprise SONiC: an ok without a timer or a save is detected")
{
    Switch sonic;
    sonic.device.set_control(
        R"({"faults": [{"match": "systemd-run --unit=rocelint-deadman", "do": "lie"}]})");
    CHECK(is_refused(sonic.live->commit(sonic.change, std::chrono::seconds(600)), "does not run"));
    sonic.device.set_control(R"({"faults": [{"match": "write memory", "do": "lie"}]})");
    sonic.put_in_force();
    REQUIRE(sonic.live->confirm(sonic.change).has_value());
    CHECK(is_refused(sonic.live->persist(sonic.change), "still differs"));
}

TEST_CASE("Enterprise SONiC: links, drops and the serial number are reported, and so is what cannot be read")
{
    Switch sonic(R"({"down": ["Eth1/2"], "drops": {"Eth1/1": 7}, "serial": "CN0A"})");
    auto health = sonic.live->health({"Eth1/1", "Eth1/2", "Eth1/9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK(!health->links[1].up);
    REQUIRE(health->counters.size() == 4);
    CHECK(health->counters[1].value == 7);
    CHECK(holds(health->unknown.front(), "pause frames"));
    CHECK(holds(health->unknown.back(), "Eth1/9"));
    auto hardware = sonic.live->hardware();
    REQUIRE(hardware.has_value());
    CHECK(hardware->serial == "CN0A");
}

TEST_CASE(
    "Enterprise SONiC: a timer that fires before the last line is typed leaves no line behind, and is reported")
{
    Switch one;
    const std::string before = one.hash();
    REQUIRE(one.live->stage(one.change).has_value());
    CHECK(is_refused(
        commit_and_strike(one, "priority-flow-control priority 3"), "struck before the last line was typed"));
    CHECK(one.hash() == before);
    CHECK(one.open()->pending(one.change) == Pending::none);
    CHECK(one.open()->check_ready(one.change).has_value());
}

TEST_CASE("Enterprise SONiC: typing stops if it takes longer than the window, and the typed lines are undone")
{
    Switch one;
    one.change.commands
        = "qos wred-policy W\n green minimum-threshold 1 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 2 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 3 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 4 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 5 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 6 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 7 maximum-threshold 9 drop-probability 5\n"
          " green minimum-threshold 8 maximum-threshold 9 drop-probability 5\n"
          " exit\n";
    one.change.undo = "no qos wred-policy W\n";
    CHECK(one.live->least_window(one.change) > std::chrono::seconds(120));
    const std::string before = one.hash();
    REQUIRE(one.live->stage(one.change).has_value());
    one.device.set_control(R"({"faults": [{"match": "minimum-threshold", "do": "slow", "seconds": 3}]})");
    // Enough time to start the timer, but not for all lines.
    CHECK(is_refused(one.live->commit(one.change, std::chrono::seconds(25)), "the time was over before"));
    CHECK(one.hash() == before);
    CHECK(!holds(one.device.commands(), "minimum-threshold 8"));
    CHECK(one.open()->pending(one.change) == Pending::none);
}

TEST_CASE(
    "Enterprise SONiC: a confirmation is on disk before it is reported, so that a power cut causes no rollback")
{
    Switch sonic;
    sonic.device.folder().write("bin/sync",
        "#!/bin/sh\nfor way in current rl-test-0/back.sh; do\n"
        "  [ -e \"$ROCELINT_DEVICE_ROOT/var/lib/rocelint/$way\" ] && exit 1\ndone\n"
        "printf '%s\\n' \"$@\" > \"$ROCELINT_DEVICE_ROOT/synced\"\n",
        0700);
    sonic.put_in_force();
    REQUIRE(sonic.live->confirm(sonic.change).has_value());
    const std::string folder = sonic.device.folder().path("var/lib/rocelint");
    CHECK(file_text(sonic.device.folder().path("synced")) == folder + "/rl-test-0\n" + folder + "\n");
}

}
}
