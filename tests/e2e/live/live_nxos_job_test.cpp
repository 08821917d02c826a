// SPDX-License-Identifier: Apache-2.0
// The job of NX-OS that rolls back: its rehearsal, its run, and its deletion.
#include "drivers/nxos/answers/rollback.h"
#include "tests/e2e/live/live_nxos.h"
#include "tests/support/reason.h"

#include <ctime>
#include <filesystem>
#include <thread>

namespace rocelint::e2e::live_nxos {
namespace {

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
    for (const char* job : {"try-rocelint", "rocelint"})
        CHECK_MESSAGE(holds(nxos.device.commands(), fmt::format("job {} terminal dont-ask\n", job)), job);
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
    REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
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

TEST_CASE("NX-OS: a job whose minute comes in less than five seconds is not deleted any more")
{
    Switch nxos;
    nxos.put_in_force();
    const std::string typed = nxos.device.commands();
    constexpr std::string_view schedule = "schedule rocelint time start ";
    const std::size_t at = typed.rfind(schedule);
    REQUIRE(at != std::string::npos);
    std::tm minute{};
    minute.tm_isdst = -1;
    REQUIRE(::strptime(typed.c_str() + at + schedule.size(), "%Y:%m:%d:%H:%M", &minute) != nullptr);
    const std::time_t left = std::mktime(&minute) - std::time(nullptr);
    nxos.device.set_control(fmt::format(R"({{"clock_off": {}}})", 4 - left));
    CHECK(is_refused(nxos.live->confirm(nxos.change), "the switch has undone the change, or is about to"));
    CHECK(!holds(nxos.device.commands(), "no scheduler schedule name rocelint"));
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

TEST_CASE("NX-OS: where configuration mode is refused, its refusal is the reason, and no job stays")
{
    Switch nxos;
    const std::string before = nxos.hash();
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    // The first of each schedules the job.
    nxos.device.set_control(
        R"({"faults": [{"match": "configure terminal", "nth": 2, "do": "refuse", "text": "% Permission denied for the role"},
                       {"match": "end", "nth": 2, "do": "refuse"}]})");
    const auto committed = nxos.live->commit(nxos.change, std::chrono::seconds(600));
    CHECK_MESSAGE(is_refused(committed, "`configure terminal`: Permission denied for the role"),
        testing::reason(committed));
    nxos.device.set_control("{}");
    CHECK(nxos.hash() == before);
    CHECK(nxos.open()->pending(nxos.change) == Pending::none);
    CHECK(nxos.open()->check_ready(nxos.change).has_value());
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
