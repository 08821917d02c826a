// SPDX-License-Identifier: Apache-2.0
#include "drivers/nxos/rollback.h"
#include "tests/e2e/live/live_switch.h"

#include <ctime>
#include <filesystem>
#include <thread>

namespace rocelint::e2e::live_nxos {
namespace {

constexpr const char* configuration
    = "hostname leaf1\nfeature scheduler\npolicy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    mtu 9216\n"
      "system qos\n  service-policy type network-qos NQ\ninterface Ethernet1/1\n  mtu 9216\n  priority-flow-control mode off\n"
      "interface Ethernet1/2\n  mtu 9216\nusername admin password 5 $5$hush$hidden role network-admin\n";

Transaction pause_and_mode()
{
    Transaction change;
    change.ports = {"Ethernet1/1"};
    change.commands
        = "policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
          "interface Ethernet1/1\n  priority-flow-control mode on\n";
    change.undo
        = "policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    no pause pfc-cos 3\n"
          "interface Ethernet1/1\n  priority-flow-control mode off\n";
    return change;
}

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {}, const char* text = configuration)
        : LiveSwitch(Device::Kind::nxos, "nxos", text, control, pause_and_mode())
    {
    }
};

TEST_CASE("NX-OS: stored text has neither volatile lines nor secrets, and the hash is reproducible")
{
    Switch nxos;
    auto first = nxos.live->read();
    REQUIRE(first.has_value());
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(!holds(first->files.front().text, "!Time"));
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "priority-flow-control mode off"));
    CHECK(nxos.hash() == first->hash);
}

TEST_CASE("NX-OS: a change is put in force under a scheduled rollback, confirmed and saved, and undone again")
{
    Switch nxos;
    const std::string before = nxos.hash();
    auto ready = nxos.live->check_ready(nxos.change);
    REQUIRE_MESSAGE(ready.has_value(), ready.error().message);
    auto staged = nxos.live->stage(nxos.change);
    REQUIRE_MESSAGE(staged.has_value(), staged.error().message);
    CHECK(nxos.hash() == before);
    auto committed = nxos.live->commit(nxos.change, std::chrono::seconds(600));
    REQUIRE_MESSAGE(committed.has_value(), committed.error().message);
    CHECK(nxos.open()->pending(nxos.change) == Pending::ours);
    CHECK(nxos.hash() != before);
    const std::string typed = nxos.device.commands();
    CHECK(!holds(typed, "copy running-config"));
    CHECK(
        typed.find("schedule rocelint time start") < typed.find("checkpoint rl-test-0 description until 20"));
    CHECK(typed.find("checkpoint rl-test-0 description until 20") < typed.find("pause pfc-cos 3"));
    auto kept = nxos.live->confirm(nxos.change);
    REQUIRE_MESSAGE(kept.has_value(), kept.error().message);
    CHECK(nxos.live->pending(nxos.change) == Pending::none);
    auto saved = nxos.live->persist(nxos.change);
    REQUIRE_MESSAGE(saved.has_value(), saved.error().message);
    CHECK(nxos.hash() != before);
    CHECK(holds(nxos.device.commands(), "no checkpoint rl-test-0"));

    nxos.change.id = "rl-test-0u";
    nxos.change.commands = nxos.change.undo;
    nxos.put_in_force();
    REQUIRE(nxos.live->confirm(nxos.change).has_value());
    CHECK(nxos.hash() == before);
}

TEST_CASE("NX-OS: the switch rolls back an unconfirmed change, even if the session is gone")
{
    Switch nxos;
    const std::string before = nxos.hash();
    nxos.put_in_force();
    nxos.live = nullptr;
    auto again = nxos.open();
    CHECK(again->pending(nxos.change) == Pending::ours);
    CHECK(nxos.hash() != before);
    nxos.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return nxos.hash() == before; }));
    CHECK(wait_for([&] { return again->pending(nxos.change) == Pending::none; }));
    CHECK(is_refused(again->confirm(nxos.change), "has undone the change"));
    CHECK(again->abandon(nxos.change) == std::chrono::seconds(0));
    CHECK(nxos.hash() == before);
    CHECK(again->check_ready(nxos.change).has_value());
}

TEST_CASE("NX-OS: while the switch rolls back, its job, schedule and checkpoint are left alone")
{
    Switch nxos;
    const std::string before = nxos.hash();
    nxos.put_in_force();
    nxos.device.set_control(R"({"hurry": true, "rollback_stands": true})");
    auto again = nxos.open();
    CHECK(again->pending(nxos.change) == Pending::ours);
    CHECK(nxos.hash() != before);
    const auto left = again->abandon(nxos.change);
    REQUIRE(left.has_value());
    CHECK(*left > std::chrono::seconds(60));
    CHECK(is_refused(again->check_ready(nxos.change), "is rolling back"));
    CHECK(is_refused(again->confirm(nxos.change), "has undone the change"));
    nxos.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return again->pending(nxos.change) == Pending::none; }));
    CHECK(nxos.hash() == before);
    CHECK(!holds(nxos.device.commands(), "no scheduler schedule name rocelint"));
    CHECK(!holds(nxos.device.commands(), "no checkpoint rl-test-0"));
    CHECK(again->abandon(nxos.change) == std::chrono::seconds(0));
    CHECK(holds(nxos.device.commands(), "no checkpoint rl-test-0"));
    CHECK(again->check_ready(nxos.change).has_value());
}

TEST_CASE(
    "NX-OS: a job that failed halfway is finished from the checkpoint, which stays until the old configuration is back")
{
    Switch nxos;
    const std::string before = nxos.hash();
    nxos.put_in_force();
    nxos.device.set_control(R"({"hurry": true, "rollback_fails": true})");
    auto again = nxos.open();
    CHECK(wait_for([&] { return again->pending(nxos.change) == Pending::none; }));
    CHECK(nxos.hash() != before);
    CHECK(is_refused(again->abandon(nxos.change), "its configuration is not as before"));
    CHECK(!holds(nxos.device.commands(), "no checkpoint rl-test-0"));
    CHECK(!holds(nxos.device.commands(), "no scheduler schedule name rocelint"));
    nxos.device.set_control("{}");
    CHECK(again->abandon(nxos.change) == std::chrono::seconds(0));
    CHECK(nxos.hash() == before);
    CHECK(holds(nxos.device.commands(), "no checkpoint rl-test-0"));
}

TEST_CASE("NX-OS: the rehearsal rolls back, and a switch whose job does not get through it is refused")
{
    Switch nxos;
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    CHECK(holds(nxos.device.commands(), "rollback running-config checkpoint try-rocelint best-effort"));
    CHECK(holds(nxos.device.commands(), "terminal dont-ask"));
    Switch other(R"({"rollback_fails": true})");
    CHECK(is_refused(other.live->stage(other.change), "nothing would undo the change"));
    CHECK(holds(other.device.commands(), "no scheduler job name try-rocelint"));
    CHECK(other.open()->check_ready(other.change).has_value());
}

TEST_CASE("NX-OS: a checkpoint that an earlier rehearsal left is deleted before a job names it")
{
    Switch nxos;
    nxos.device.type("checkpoint try-rocelint\nconfigure terminal\ninterface Ethernet1/2\nmtu 4200\nend");
    const std::string before = nxos.hash();
    const std::size_t typed = nxos.device.commands().size();
    auto staged = nxos.live->stage(nxos.change);
    REQUIRE_MESSAGE(staged.has_value(), staged.error().message);
    const std::string commands = nxos.device.commands().substr(typed);
    CHECK(commands.find("no checkpoint try-rocelint") < commands.find("scheduler job name try-rocelint"));
    CHECK(nxos.hash() == before);
}

TEST_CASE("NX-OS: what an interrupted rehearsal armed is deleted with the change")
{
    for (const bool other_waits : {false, true}) {
        CAPTURE(other_waits);
        Switch nxos;
        nxos.device.type(
            "configure terminal\nscheduler job name try-rocelint\nterminal dont-ask\n"
            "rollback running-config checkpoint try-rocelint best-effort\nno checkpoint try-rocelint\nexit\n"
            "scheduler schedule name try-rocelint\njob name try-rocelint\ntime start 2036:01:01:00:00\nend");
        if (other_waits)
            nxos.device.type(
                "configure terminal\nscheduler job name rocelint\n"
                "rollback running-config checkpoint rl-other-0 best-effort\nexit\n"
                "scheduler schedule name rocelint\njob name rocelint\ntime start 2036:01:01:00:00\nend");
        CHECK(nxos.open()->abandon(nxos.change) == std::chrono::seconds(0));
        const std::string typed = nxos.device.commands();
        CHECK(holds(typed, "no scheduler schedule name try-rocelint") == !other_waits);
        CHECK(holds(typed, "no scheduler job name try-rocelint") == !other_waits);
        CHECK(!holds(typed, "no scheduler job name rocelint"));
    }
}

TEST_CASE(
    "NX-OS: nothing is typed if the clock was set after the job was scheduled, and what was typed is undone")
{
    Switch nxos;
    const std::string before = nxos.hash();
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    for (const bool is_late : {false, true}) {
        CAPTURE(is_late);
        const char* command = is_late ? "priority-flow-control mode on" : "checkpoint rl-test-0";
        nxos.device.set_control(
            fmt::format(R"({{"faults": [{{"match": "{}", "do": "wait", "count": 1}}]}})", command));
        Result<void> committed;
        std::thread push([&] { committed = nxos.live->commit(nxos.change, std::chrono::seconds(600)); });
        const bool holds_there
            = wait_for([&] { return std::filesystem::exists(nxos.device.folder().path("hanging")); });
        nxos.device.set_control(R"({"clock_off": 3600})");
        push.join();
        CHECK(holds_there);
        CHECK(is_refused(committed, "its clock was set back by 3"));
        CHECK(nxos.hash() == before);
        // The first line of the change was typed only where the clock was set after it.
        CHECK(holds(nxos.device.commands(), "priority-flow-control mode on") == is_late);
        std::filesystem::remove(nxos.device.folder().path("hanging"));
        CHECK(nxos.open()->abandon(nxos.change) == std::chrono::seconds(0));
        CHECK(nxos.hash() == before);
        nxos.device.set_control("{}");
        REQUIRE(nxos.live->stage(nxos.change).has_value());
    }
}

TEST_CASE("NX-OS: no job is scheduled across the announced change between standard and summer time")
{
    Switch nxos({},
        "hostname leaf1\nfeature scheduler\nclock summer-time CEST 5 Sunday March 02:00 5 Sunday October 03:00 60\n"
        "interface Ethernet1/1\n  mtu 9216\n");
    nxos.change.commands = "interface Ethernet1/1\n  mtu 4200\n";
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    // Five minutes before the end of summer time of 2026.
    std::tm tm{};
    tm.tm_year = 126;
    tm.tm_mon = 9;
    tm.tm_mday = 25;
    tm.tm_hour = 2;
    tm.tm_min = 55;
    tm.tm_isdst = -1;
    const auto off = std::time(nullptr) - std::mktime(&tm);
    nxos.device.set_control(fmt::format(R"({{"clock_off": {}, "zone": "CEST"}})", off));
    CHECK(is_refused(
        nxos.live->commit(nxos.change, std::chrono::seconds(600)), "local time changes at 2026:10:25:03:00"));
    CHECK(!holds(nxos.device.commands(), "scheduler schedule name rocelint"));
}

TEST_CASE("NX-OS: a switch whose summer time cannot be read is refused before anything is entered")
{
    Switch nxos({},
        "hostname leaf1\nfeature scheduler\nclock summer-time CEST last Sunday March 02:00 last Sunday October 03:00\n"
        "interface Ethernet1/1\n  mtu 9216\n");
    CHECK(is_refused(nxos.live->check_ready(nxos.change), "`clock summer-time CEST last Sunday"));
    CHECK(is_refused(nxos.open()->stage(nxos.change), "`clock summer-time CEST last Sunday"));
    CHECK(!holds(nxos.device.commands(), "scheduler job name"));
}

TEST_CASE("NX-OS: the rule of summer time is read once for all jobs of a connection")
{
    Switch nxos;
    REQUIRE(nxos.live->check_ready(nxos.change).has_value());
    const std::string before = nxos.device.commands();
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    REQUIRE(nxos.live->commit(nxos.change, std::chrono::seconds(600)).has_value());
    CHECK(!holds(nxos.device.commands().substr(before.size()), "show running-config"));
}

TEST_CASE("NX-OS: deleting a job that may already have begun does not confirm the change")
{
    Switch nxos;
    const std::string before = nxos.hash();
    nxos.put_in_force();
    // The deletion takes so long that the minute of the job has come: its clock shows it.
    nxos.device.set_control(
        R"({"faults": [{"match": "no scheduler schedule name rocelint", "do": "wait", "count": 1}]})");
    Result<void> confirmed;
    std::thread push([&] { confirmed = nxos.live->confirm(nxos.change); });
    CHECK(wait_for([&] { return std::filesystem::exists(nxos.device.folder().path("hanging")); }));
    nxos.device.set_control(R"({"clock_off": -700})");
    push.join();
    CHECK(is_refused(confirmed, "so late that it may have begun"));
    CHECK(nxos.hash() == before);
    CHECK(nxos.open()->pending(nxos.change) == Pending::none);
}

TEST_CASE("NX-OS: a confirmation that was lost before it is known whether its job had begun is rolled back")
{
    for (const bool late : {true, false}) {
        CAPTURE(late);
        Switch nxos;
        const std::string before = nxos.hash();
        nxos.put_in_force();
        const std::string after = nxos.hash();
        // The connection is lost when the schedule is deleted.
        nxos.device.set_control(
            R"({"faults": [{"match": "no scheduler schedule name rocelint", "do": "wait_drop", "count": 1}]})");
        Result<void> confirmed;
        std::thread push([&] { confirmed = nxos.live->confirm(nxos.change); });
        CHECK(wait_for([&] { return std::filesystem::exists(nxos.device.folder().path("hanging")); }));
        nxos.device.set_control("{}");
        push.join();
        CHECK(!confirmed.has_value());
        nxos.device.type("configure terminal\nno scheduler schedule name rocelint\nend");
        if (late)
            nxos.device.set_control(R"({"clock_off": -700})");
        auto again = nxos.open();
        CHECK(again->pending(nxos.change) == (late ? Pending::ours : Pending::none));
        CHECK(nxos.hash() == after);
        if (late) {
            CHECK(again->abandon(nxos.change) == std::chrono::seconds(0));
            CHECK(nxos.hash() == before);
        } else {
            CHECK(again->persist(nxos.change).has_value());
            CHECK(nxos.hash() == after);
        }
        CHECK(nxos.open()->pending(nxos.change) == Pending::none);
        CHECK(holds(nxos.device.commands(), "no checkpoint rl-test-0"));
    }
}

TEST_CASE("NX-OS: a job that another push arms during the rehearsal is left alone")
{
    Switch nxos;
    nxos.device.set_control(
        R"({"faults": [{"match": "no scheduler job name try-rocelint", "do": "wait", "count": 1}]})");
    Result<std::string> staged;
    std::thread push([&] { staged = nxos.live->stage(nxos.change); });
    CHECK(wait_for([&] { return std::filesystem::exists(nxos.device.folder().path("hanging")); },
        std::chrono::seconds(60)));
    nxos.device.type("configure terminal\nscheduler job name rocelint\n"
                     "rollback running-config checkpoint rl-other-0 best-effort\nexit\n"
                     "scheduler schedule name rocelint\njob name rocelint\ntime start 2036:01:01:00:00\nend");
    nxos.device.set_control("{}");
    push.join();
    CHECK(is_refused(staged, "is about to undo what rl-other-0 changed"));
    auto other = nxos.change;
    other.id = "rl-other-0";
    CHECK(nxos.open()->pending(other) == Pending::ours);
}

TEST_CASE("NX-OS: abandoning a change in any state restores the old configuration, also on a new connection")
{
    Switch nxos;
    const std::string before = nxos.hash();
    CHECK(nxos.live->abandon(nxos.change) == std::chrono::seconds(0));
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    CHECK(nxos.open()->abandon(nxos.change) == std::chrono::seconds(0));
    CHECK(nxos.hash() == before);
    nxos.put_in_force();
    CHECK(nxos.hash() != before);
    CHECK(nxos.open()->abandon(nxos.change) == std::chrono::seconds(0));
    CHECK(nxos.hash() == before);
    CHECK(nxos.open()->pending(nxos.change) == Pending::none);
}

TEST_CASE("NX-OS: a line that is refused midway leaves neither a change nor a job")
{
    Switch nxos(R"({"faults": [{"match": "priority-flow-control mode on", "do": "refuse"}]})");
    const std::string before = nxos.hash();
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    CHECK(is_refused(nxos.live->commit(nxos.change, std::chrono::seconds(600)), "mode on"));
    CHECK(nxos.hash() == before);
    CHECK(nxos.open()->pending(nxos.change) == Pending::none);
    CHECK(nxos.open()->check_ready(nxos.change).has_value());
}

TEST_CASE(
    "NX-OS: a switch without the scheduler, or whose scheduler runs no job, is refused, and nothing is left on it")
{
    Switch nxos(R"({"no_scheduler": true, "clock_off": 3})");
    const std::string before = nxos.hash();
    CHECK(is_refused(nxos.live->stage(nxos.change), "did not run"));
    CHECK(nxos.hash() == before);
    CHECK(holds(nxos.device.commands(), "no scheduler job name try-rocelint"));
    CHECK(holds(nxos.device.commands(), "no checkpoint try-rocelint"));
    Switch without({}, "hostname leaf1\ninterface Ethernet1/1\n  mtu 9216\n");
    CHECK(is_refused(without.live->check_ready(without.change), "`feature scheduler` is off"));
}

TEST_CASE("NX-OS: nothing is pushed next to another job or unsaved changes")
{
    Switch nxos;
    Transaction theirs = nxos.change;
    theirs.id = "somebody";
    REQUIRE(nxos.live->stage(theirs).has_value());
    REQUIRE(nxos.live->commit(theirs, std::chrono::seconds(600)).has_value());
    CHECK(nxos.open()->pending(nxos.change) == Pending::foreign);
    CHECK(is_refused(nxos.open()->check_ready(nxos.change), "somebody"));
    CHECK(is_refused(nxos.open()->stage(nxos.change), "somebody"));
    REQUIRE(nxos.live->confirm(theirs).has_value());
    CHECK(is_refused(nxos.open()->check_ready(nxos.change), "startup configuration differ"));
    REQUIRE(nxos.live->persist(theirs).has_value());
    CHECK(nxos.open()->check_ready(nxos.change).has_value());
}

TEST_CASE("NX-OS: an ok without a schedule, a checkpoint, a confirmation or a save is detected")
{
    Switch nxos(R"({"faults": [{"match": "schedule rocelint time start", "do": "lie"}]})");
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    CHECK(is_refused(nxos.live->commit(nxos.change, std::chrono::seconds(600)), "not shown as armed"));
    REQUIRE(nxos.live->abandon(nxos.change).has_value());
    nxos.device.set_control("{}");
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    nxos.device.set_control(R"({"faults": [{"match": "checkpoint rl-test-0", "do": "lie"}]})");
    CHECK(is_refused(nxos.live->commit(nxos.change, std::chrono::seconds(600)), "checkpoint was accepted"));
    nxos.device.set_control("{}");
    REQUIRE(nxos.live->abandon(nxos.change).has_value());
    nxos.put_in_force();
    nxos.device.set_control(
        R"({"faults": [{"match": "no scheduler", "do": "lie"}, {"match": "copy running", "do": "lie"}]})");
    CHECK(is_refused(nxos.live->confirm(nxos.change), "still there"));
    nxos.device.set_control(R"({"faults": [{"match": "copy running", "do": "lie"}]})");
    REQUIRE(nxos.live->confirm(nxos.change).has_value());
    CHECK(is_refused(nxos.live->persist(nxos.change), "still differs"));
}

TEST_CASE("NX-OS: links, drops and pause frames are reported, and so is what cannot be read")
{
    Switch nxos(
        R"({"down": ["Ethernet1/2"], "drops": {"Ethernet1/1": 7}, "pauses": {"Ethernet1/1": 9}, "flaps": 2})");
    auto health = nxos.live->health({"Ethernet1/1", "Ethernet1/2", "Ethernet1/9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK(!health->links[1].up);
    const auto counted = [&](std::string_view name) {
        for (const PortCounter& counter : health->counters) {
            if (counter.port == "Ethernet1/1" && counter.name == name)
                return counter.value;
        }
        return std::uint64_t{0};
    };
    CHECK(counted("interface resets") == 3);
    CHECK(counted("eth_outdiscard") == 7);
    CHECK(counted("PFC frames received") == 9);
    CHECK(holds(health->unknown.back(), "Ethernet1/9"));
    // Counters with unknown names are no proof that nothing is dropped.
    nxos.device.set_control(R"({"other_names": true})");
    health = nxos.live->health({"Ethernet1/1"});
    REQUIRE(health.has_value());
    REQUIRE(health->unknown.size() == 1);
    CHECK(holds(health->unknown.front(), "the drops of Ethernet1/1"));
}

TEST_CASE("NX-OS: the switch's clock is read in all its formats, and times are rounded up to whole minutes")
{
    using std::chrono::seconds;
    const auto noon = nxos::parse_clock("12:00:59.123 UTC Tue Nov 24 2026\nTime source is NTP\n");
    REQUIRE(noon.has_value());
    CHECK(nxos::parse_clock(".12:00:59 CET Tue Nov 24 2026\r\n") == noon);
    CHECK(nxos::parse_clock("12:00:59 CET Tue NOVEMBER 24 2026") == noon);
    CHECK(!nxos::parse_clock("12:00:59 UTC Tue Novel 24 2026").has_value());
    CHECK(!nxos::parse_clock("12:00:59 UTC Tue No 24 2026").has_value());
    CHECK(nxos::minute_from(*noon) == "2026:11:24:12:01");
    CHECK(nxos::minute_from(*noon + seconds(1)) == "2026:11:24:12:01");
    CHECK(nxos::minute_from(*noon + seconds(43'200)) == "2026:11:25:00:01");
    CHECK(!nxos::parse_clock("12:00:59 UTC Tue Nov 31 2026").has_value());
    // `clock format 12-hours` (Cisco Nexus 3500 Series NX-API CLI Reference, Clock commands) is never taken for the morning.
    CHECK(!nxos::parse_clock("07:18:32.193 PM CDT Mon Jul 02 2018\nTime source is PTP\n").has_value());
    CHECK(nxos::parse_clock("Warning: No NTP peer/server configured. Time may be out of sync.\n"
                            "Time source is NTP\n12:00:59.373 UTC Tue Nov 24 2026\n")
        == noon);
    CHECK(!nxos::parse_clock("% Invalid command").has_value());
    CHECK(!nxos::parse_clock("").has_value());
}

TEST_CASE("NX-OS: a switch with a 12-hour clock is refused before anything is typed")
{
    Switch nxos(R"({"zone": "PM CST"})");
    const std::string before = nxos.hash();
    CHECK(is_refused(nxos.live->check_ready(nxos.change), "24-hour clock"));
    CHECK(is_refused(nxos.live->stage(nxos.change), "24-hour clock"));
    CHECK(nxos.hash() == before);
    CHECK(!holds(nxos.device.commands(), "scheduler job"));
}

TEST_CASE("NX-OS: whether a job has ended is read from its schedule")
{
    using std::chrono::seconds;
    const auto noon = nxos::parse_clock("12:00:00 UTC Tue Nov 24 2026");
    const std::string_view text
        = "Schedule Name       : nightly\n--------------------------\nUser Name           : admin\n"
          "Last Execution Time : Mon Nov 23 01:00:00 2026\nLast Completion Time: Mon Nov 23 01:00:01 2026\n"
          "     Job Name            Last Execution Status\nnightly                      Success (0)\n\n"
          "Schedule Name       : rocelint\nLast Execution Time : Tue Nov 24 12:00:00 2026\n"
          "Last Completion Time: Tue Nov 24 12:00:30 2026\nrocelint                     Failure (1)\n";
    const nxos::ScheduleRun run = nxos::parse_schedule_run(text, "rocelint");
    CHECK(run.begun == noon);
    CHECK(run.ended == *noon + seconds(30));
    CHECK(run.status == "Failure (1)");
    const nxos::ScheduleRun not_yet = nxos::parse_schedule_run(
        "Schedule Name       : rocelint\nLast Execution Time : Yet to be executed\n", "rocelint");
    CHECK(!not_yet.begun.has_value());
    CHECK(!not_yet.ended.has_value());
    CHECK(!nxos::parse_schedule_run("", "rocelint").begun.has_value());
}

TEST_CASE(
    "NX-OS: the steps of summer time are found in a window, with the dates of the United States by default")
{
    const auto at = [](const char* clock) { return *nxos::parse_clock(clock); };
    const auto rule
        = nxos::parse_summer_time("hostname a\nclock timezone EST -5 0\nclock summer-time EDT\n").steps;
    REQUIRE(rule.has_value());
    CHECK(line_cli::step_ahead(*rule, at("01:58:00 EST Sun Mar 8 2026"), at("02:03:00 EST Sun Mar 8 2026"))
        == at("02:00:00 EST Sun Mar 8 2026"));
    CHECK(!line_cli::step_ahead(*rule, at("02:00:00 EST Sun Mar 8 2026"), at("02:05:00 EST Sun Mar 8 2026")));
    CHECK(line_cli::step_ahead(*rule, at("01:59:00 EDT Sun Nov 1 2026"), at("02:00:00 EDT Sun Nov 1 2026")));
    CHECK(
        !line_cli::step_ahead(*rule, at("23:59:00 EST Thu Dec 31 2026"), at("00:04:00 EST Fri Jan 1 2027")));
    const nxos::SummerTime none = nxos::parse_summer_time("hostname a\nclock timezone UTC 0 0\n");
    CHECK(!none.steps.has_value());
    CHECK(none.unread.empty());
    const nxos::SummerTime unread = nxos::parse_summer_time(
        "clock summer-time CEST last Sunday March 02:00 last Sunday October 03:00 60\n");
    CHECK(!unread.steps.has_value());
    CHECK(unread.unread == "clock summer-time CEST last Sunday March 02:00 last Sunday October 03:00 60");
}

TEST_CASE("NX-OS: only the push's own job counts, indented or not, and is left out of the configuration")
{
    using std::chrono::seconds;
    const std::string_view text
        = "scheduler job name nightly\nrollback running-config checkpoint theirs\n\nend-job\n\n"
          "scheduler schedule name nightly\njob name nightly\ntime start 2036:01:01:00:00\n\n"
          "scheduler job name rocelint\n  rollback running-config checkpoint rl-1-0 best-effort\n\nend-job\n\n"
          "scheduler schedule name rocelint\n  job name rocelint\n  time start 2026:11:24:12:01\n\nntp server 192.0.2.1\n";
    const auto noon = nxos::parse_clock("12:00:00 UTC Tue Nov 24 2026");
    const nxos::Rollback way = nxos::parse_scheduler(text, *noon);
    CHECK(way.id == "rl-1-0");
    CHECK(way.left == seconds(60));
    CHECK(way.waits());
    CHECK(!nxos::parse_scheduler(text, *noon + seconds(60)).waits());
    const std::string rest = nxos::without_push(text);
    CHECK(!holds(rest, "rl-1-0"));
    CHECK(!holds(rest, "12:01"));
    CHECK(holds(
        rest, "checkpoint theirs\nend-job\nscheduler schedule name nightly\njob name nightly\ntime start"));
    CHECK(holds(rest, "ntp server 192.0.2.1\n"));
    CHECK(nxos::lists_checkpoint("1) rl-1-0:\nCreated by admin\n", "rl-1-0"));
    CHECK(!nxos::lists_checkpoint("1) rl-1-0r2:\nCreated by admin\n", "rl-1-0"));
    CHECK(nxos::deadline_text(*noon + seconds(1)) == "until 202611241201");
    const std::string_view summary
        = "1) other:\nDescription: until 202611241200\n\n2) rl-1-0:\nCreated at Tue, 12:00:00 24 Nov 2026\n"
          "Size is 5,824 bytes\nDescription: until 202611241201\n\n3) more:\nDescription: None\n";
    CHECK(nxos::parse_deadline(summary, "rl-1-0") == *noon + seconds(60));
    CHECK(!nxos::parse_deadline(summary, "more").has_value());
    CHECK(!nxos::parse_deadline(summary, "rl-1-1").has_value());
}

TEST_CASE("NX-OS: a job that fires before the last line is typed leaves no line behind, and is reported")
{
    Switch one;
    const std::string before = one.hash();
    REQUIRE(one.live->stage(one.change).has_value());
    CHECK(is_refused(
        commit_and_strike(one, "priority-flow-control mode on"), "struck before the last line was typed"));
    CHECK(one.hash() == before);
    CHECK(one.open()->pending(one.change) == Pending::none);
    CHECK(one.open()->check_ready(one.change).has_value());
}

}
}
