// SPDX-License-Identifier: Apache-2.0
// The timer of OS10's Linux: what it undoes, and when.
#include "tests/e2e/live/live_os10.h"

#include <fmt/format.h>

#include <filesystem>
#include <thread>

namespace rocelint::e2e::live_os10 {
namespace {

TEST_CASE("OS10: the switch undoes an unconfirmed change, even if the session is gone")
{
    Switch os10;
    const std::string before = os10.hash();
    os10.put_in_force();
    os10.live = nullptr;
    CHECK(os10.open()->pending(os10.change) == Pending::ours);
    CHECK(os10.hash() != before);
    os10.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return os10.open()->pending(os10.change) == Pending::none; }));
    CHECK(os10.hash() == before);
    auto again = os10.open();
    CHECK(is_refused(again->confirm(os10.change), "has undone it"));
    CHECK(again->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(again->check_ready(os10.change).has_value());
}

TEST_CASE("OS10: abandoning a change in any state restores the old configuration, also on a new connection")
{
    Switch os10;
    const std::string before = os10.hash();
    CHECK(os10.live->abandon(os10.change) == std::chrono::seconds(0));
    REQUIRE(os10.live->stage(os10.change).has_value());
    CHECK(os10.open()->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(os10.hash() == before);
    os10.put_in_force();
    CHECK(os10.hash() != before);
    CHECK(os10.open()->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(os10.hash() == before);
    CHECK(os10.open()->pending(os10.change) == Pending::none);
}

TEST_CASE(
    "OS10: the timer discards lines that were typed but never committed, so that the next change does not commit them")
{
    Switch os10(R"({"faults": [{"match": "commit", "do": "drop"}]})");
    const std::string before = os10.hash();
    REQUIRE(os10.live->stage(os10.change).has_value());
    CHECK(!os10.live->commit(os10.change, std::chrono::seconds(600)).has_value());
    os10.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return os10.open()->pending(os10.change) == Pending::none; }));
    os10.device.type("configure terminal\ninterface ethernet1/1/2\nmtu 9216\nend");
    CHECK(os10.hash() == before);
}

TEST_CASE("OS10: if a part of the change was already undone, the rest of it is undone block by block")
{
    Switch os10;
    const std::string before = os10.hash();
    os10.put_in_force();
    os10.device.type(
        "configure terminal\npolicy-map type network-qos FABRIC-PFC\nclass RDMA-GROUP\nno pfc-cos\nend");
    CHECK(os10.open()->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(os10.hash() == before);
}

TEST_CASE(
    "OS10: if a line was already undone, the others of its block are still undone, also in nested blocks")
{
    Switch os10;
    os10.change.commands
        = "policy-map type network-qos FABRIC-PFC\n class RDMA-GROUP\n  pfc-cos 3\n  queue-limit thresh-mode dynamic 5\n  exit\n exit\n"
          "interface ethernet1/1/1\n flowcontrol receive on\n mtu 1532\n exit\n";
    os10.change.undo
        = "policy-map type network-qos FABRIC-PFC\n class RDMA-GROUP\n  no pfc-cos\n  no queue-limit\n  exit\n exit\n"
          "interface ethernet1/1/1\n no flowcontrol receive\n mtu 9216\n exit\n";
    const std::string before = os10.hash();
    os10.put_in_force();
    os10.device.type(
        "configure terminal\npolicy-map type network-qos FABRIC-PFC\nclass RDMA-GROUP\nno pfc-cos\nexit\nexit\n"
        "interface ethernet1/1/1\nno flowcontrol receive\nend");
    CHECK(os10.open()->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(os10.hash() == before);
}

TEST_CASE("OS10: another user's change in the window does not keep the rollback from finishing")
{
    Switch os10;
    const std::string before = os10.hash();
    os10.put_in_force();
    os10.device.type("configure terminal\ninterface ethernet1/1/2\nmtu 1532\nend");
    CHECK(os10.open()->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(os10.open()->pending(os10.change) == Pending::none);
    os10.device.type("configure terminal\ninterface ethernet1/1/2\nmtu 9216\nend");
    CHECK(os10.hash() == before);
}

// Holds the lock that keeps scripts of pushes apart, until the process ends.
std::unique_ptr<Process> hold_pushes(const Switch& os10)
{
    const Folder& folder = os10.device.folder();
    auto holder = std::make_unique<Process>(
        std::vector<std::string>{
            "/bin/sh", "-c", "exec 9< \"$1\"; flock 9; exec sleep 300", "sh", folder.path("run/rocelint")},
        std::vector<std::string>{},
        folder.path("holder.log"));
    REQUIRE(wait_for([&] {
        return !run_tool(
            {"/bin/sh", "-c", "flock -n \"$1\" true || echo held", "sh", folder.path("run/rocelint")}, {})
                    .empty();
    }));
    return holder;
}

TEST_CASE("OS10: nothing is confirmed or undone while an earlier script is still at work")
{
    Switch os10;
    os10.put_in_force();
    const std::string changed = os10.hash();
    {
        const auto holder = hold_pushes(os10);
        const auto kept = os10.live->confirm(os10.change);
        REQUIRE(!kept.has_value());
        CHECK(kept.error().kind == ErrorKind::unreachable);
        CHECK(holds(kept.error().message, "was not confirmed: an earlier script is still at work"));
        CHECK(os10.live->abandon(os10.change) == std::chrono::seconds(60));
    }
    CHECK(os10.hash() == changed);
    REQUIRE(os10.live->confirm(os10.change).has_value());
}

TEST_CASE(
    "OS10: a push that is about to start its timer is not mistaken for one that was killed before it did")
{
    Switch os10;
    os10.device.folder().write("run/rocelint/current", "rl-test-9\n");
    os10.device.folder().write("run/rocelint/rl-test-9/back.sh", "");
    {
        const auto holder = hold_pushes(os10);
        CHECK(os10.open()->pending(os10.change) == Pending::foreign);
    }
    CHECK(os10.open()->pending(os10.change) == Pending::none);
}

TEST_CASE("OS10: a timer that fires before the last line is typed leaves no line behind, and is reported")
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

TEST_CASE("OS10: if a timer that was started next to another candidate cannot be stopped, that is reported")
{
    Switch os10;
    REQUIRE(os10.live->stage(os10.change).has_value());
    for (const bool stops : {true, false}) {
        CAPTURE(stops);
        std::filesystem::remove(os10.device.folder().path("hanging"));
        const std::string held = R"({"match": "systemd-run --unit=rocelint-deadman", "do": "wait"})";
        os10.device.set_control(fmt::format(R"({{"faults": [{}]}})", held));
        Result<void> committed;
        std::thread push([&] { committed = os10.live->commit(os10.change, std::chrono::seconds(600)); });
        CHECK(wait_for([&] { return std::filesystem::exists(os10.device.folder().path("hanging")); }));
        os10.device.type("start transaction\nconfigure terminal\ninterface ethernet1/1/2\nmtu 1532\nend");
        os10.device.set_control(stops ? "{}" : R"({"faults": [{"match": "systemctl stop", "do": "lie"}]})");
        push.join();
        REQUIRE_FALSE(committed.has_value());
        CHECK(holds(committed.error().message, "wait to be committed"));
        CHECK((committed.error().kind == ErrorKind::refused) == stops);
        CHECK(holds(committed.error().message, "cannot be stopped") == !stops);
        os10.device.set_control("{}");
        CHECK(os10.open()->pending(os10.change) == (stops ? Pending::none : Pending::ours));
        os10.device.type("discard");
    }
}

TEST_CASE("OS10: a change that is not visible once it is in force is rolled back, by the timer if we cannot")
{
    Switch os10;
    const std::string before = os10.hash();
    REQUIRE(os10.live->stage(os10.change).has_value());
    os10.device.set_control(R"({"faults": [{"match": "commit", "do": "wait", "count": 1}]})");
    Result<void> committed;
    std::thread push([&] { committed = os10.live->commit(os10.change, std::chrono::seconds(600)); });
    CHECK(wait_for([&] { return std::filesystem::exists(os10.device.folder().path("hanging")); }));
    os10.device.set_control(R"({"no_cli": true})");
    push.join();
    CHECK(is_refused(committed, "the way back was typed, and the configuration is not what it was"));
    CHECK(is_refused(committed, "which goes on trying"));
    CHECK(os10.hash() != before);
    os10.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return os10.open()->pending(os10.change) == Pending::none; }));
    CHECK(os10.hash() == before);
}

TEST_CASE("OS10: a connection that is lost before a script runs leaves no file of it on the switch")
{
    Switch os10;
    os10.device.folder().write("bin/mktemp",
        "#!/bin/sh\n/usr/bin/mktemp | tee \"$EMULATOR_STATE/made\"\n"
        "cd " ROCELINT_SOURCE_DIR
        "/tests/e2e/emulator && exec /usr/bin/python3 -B -c 'import device; device.drop_connection(0)'\n",
        0700);
    CHECK(!os10.live->check_ready(os10.change).has_value());
    const auto made = [&] { return file_text(os10.device.folder().path("made")); };
    REQUIRE(wait_for([&] { return made().ends_with('\n'); }));
    const std::string file = made().substr(0, made().size() - 1);
    CHECK(wait_for([&] { return !std::filesystem::exists(file); }));
}

}
}
