// SPDX-License-Identifier: Apache-2.0
// The clock of NX-OS, by which its job runs.
#include "drivers/nxos/answers/rollback.h"
#include "tests/e2e/live/live_nxos.h"

#include <ctime>
#include <thread>

namespace rocelint::e2e::live_nxos {
namespace {

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

TEST_CASE(
    "NX-OS: a schedule that is shown with another minute is refused before the checkpoint and the first line")
{
    Switch nxos(R"({"time_shown_off": 3600})");
    const std::string before = nxos.hash();
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    CHECK(
        is_refused(nxos.live->commit(nxos.change, std::chrono::seconds(600)), "shown for a different time"));
    CHECK(!holds(nxos.device.commands(), "checkpoint rl-test-0 description"));
    CHECK(!holds(nxos.device.commands(), "priority-flow-control mode on"));
    CHECK(nxos.open()->abandon(nxos.change) == std::chrono::seconds(0));
    CHECK(nxos.hash() == before);
}

TEST_CASE("NX-OS: a switch whose clock may be set at any moment is refused before anything is entered")
{
    const std::string servers
        = std::string(configuration) + "ntp server 192.0.2.1 use-vrf management\nntp server 192.0.2.2\n";
    Switch nxos(R"({"unsynchronized": true})", servers.c_str());
    CHECK(is_refused(nxos.live->check_ready(nxos.change), "marks no server that its clock follows"));
    CHECK(is_refused(nxos.open()->stage(nxos.change), "marks no server that its clock follows"));
    CHECK(!holds(nxos.device.commands(), "scheduler job name"));
    nxos.device.set_control("{}");
    CHECK(nxos.open()->check_ready(nxos.change).has_value());
    REQUIRE(nxos.live->stage(nxos.change).has_value());
    // It loses its servers between the rehearsal and the change.
    nxos.device.set_control(R"({"unsynchronized": true})");
    CHECK(is_refused(nxos.live->commit(nxos.change, std::chrono::seconds(600)), "marks no server"));
    CHECK(!holds(nxos.device.commands(), "priority-flow-control mode on"));
    const std::string by_ptp = std::string(configuration) + "clock protocol ptp vdc 1\n";
    Switch other({}, by_ptp.c_str());
    CHECK(is_refused(other.live->check_ready(other.change), "`clock protocol ptp`"));
}

TEST_CASE("NX-OS: what the clock follows is read from the configuration and from the servers' marks")
{
    CHECK(nxos::parse_clock_source("feature ntp\nntp server 192.0.2.1\n").ntp);
    CHECK(nxos::parse_clock_source("ntp peer 192.0.2.1 prefer\nclock protocol ptp vdc 1\n").ptp);
    CHECK_FALSE(nxos::parse_clock_source("clock protocol ntp vdc 1\nntp source-interface mgmt0\n").ntp);
    const std::string legend = "Total peers : 2\n* - selected for sync, + -  peer mode(active), \n"
                               "- - peer mode(passive), = - polled in client mode \n";
    CHECK_FALSE(nxos::follows_ntp(legend + "=192.0.2.1     0.0.0.0   2   64   377   0.00134 management\n"));
    CHECK(nxos::follows_ntp(legend
        + "=192.0.2.1     0.0.0.0   2   64   377   0.00134 management\n"
          "*192.0.2.2     0.0.0.0   2   64   377   0.00134 management\n"));
    CHECK_FALSE(nxos::follows_ntp("% Permission denied for the role\n"));
}

}
}
