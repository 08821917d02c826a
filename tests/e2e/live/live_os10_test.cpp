// SPDX-License-Identifier: Apache-2.0
// Changes on OS10, and switches that are refused.
#include "tests/e2e/live/live_os10.h"
#include "tests/support/reason.h"

#include <fmt/format.h>

namespace rocelint::e2e::live_os10 {
namespace {

TEST_CASE("OS10: stored text has neither the time nor secrets, and the hash is reproducible")
{
    Switch os10(R"({"page": 2})");
    auto first = os10.live->read();
    REQUIRE_MESSAGE(first.has_value(), testing::reason(first));
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(holds(first->files.front().text, "! Version 10.5.4.3"));
    CHECK(!holds(first->files.front().text, "Last configuration change"));
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "interface ethernet1/1/2\n"));
    CHECK(os10.hash() == first->hash);
}

TEST_CASE("OS10: a mark without a name, which a full disk left, keeps no push from beginning")
{
    Switch os10;
    os10.device.folder().write("run/rocelint/current", "");
    auto ready = os10.live->check_ready(os10.change);
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    os10.put_in_force();
    CHECK(os10.open()->pending(os10.change) == Pending::ours);
    REQUIRE(os10.live->confirm(os10.change).has_value());
}

TEST_CASE(
    "OS10: a change is one transaction under a timer of the switch's Linux, confirmed and saved, and undone again")
{
    Switch os10;
    const std::string before = os10.hash();
    auto ready = os10.live->check_ready(os10.change);
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    auto staged = os10.live->stage(os10.change);
    REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
    CHECK(os10.hash() == before);
    auto committed = os10.live->commit(os10.change, std::chrono::seconds(600));
    REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    CHECK(os10.open()->pending(os10.change) == Pending::ours);
    CHECK(os10.hash() != before);
    const std::string typed = os10.device.commands();
    CHECK(!holds(typed, "copy running-configuration"));
    CHECK(typed.find("systemd-run --unit=rocelint-deadman ") < typed.find("start transaction\n"));
    CHECK(typed.find("start transaction\n") < typed.find("pfc-cos 3\n"));
    CHECK(typed.find("priority-flow-control mode on\n") < typed.find(" commit\n"));
    auto kept = os10.live->confirm(os10.change);
    REQUIRE_MESSAGE(kept.has_value(), testing::reason(kept));
    CHECK(os10.live->pending(os10.change) == Pending::none);
    auto saved = os10.live->persist(os10.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    CHECK(os10.hash() != before);

    os10.change.id = "rl-test-0u";
    std::swap(os10.change.commands, os10.change.undo);
    os10.put_in_force();
    REQUIRE(os10.live->confirm(os10.change).has_value());
    CHECK(os10.hash() == before);
}

TEST_CASE("OS10: a line or a commit that is refused leaves neither a change, nor a candidate, nor a timer")
{
    for (const char* line : {"priority-flow-control mode on", "commit"}) {
        Switch os10(fmt::format(R"({{"faults": [{{"match": "{}", "do": "refuse"}}]}})", line));
        const std::string before = os10.hash();
        REQUIRE(os10.live->stage(os10.change).has_value());
        CHECK(is_refused(os10.live->commit(os10.change, std::chrono::seconds(600)), line));
        CHECK(os10.hash() == before);
        CHECK(os10.open()->pending(os10.change) == Pending::none);
        CHECK(os10.open()->check_ready(os10.change).has_value());
    }
}

TEST_CASE("OS10: a switch that another session has locked is not changed")
{
    Switch os10(R"({"locked": true})");
    const std::string before = os10.hash();
    REQUIRE(os10.live->stage(os10.change).has_value());
    CHECK(is_refused(os10.live->commit(os10.change, std::chrono::seconds(600)), "locked by another session"));
    CHECK(os10.hash() == before);
    CHECK(os10.open()->pending(os10.change) == Pending::none);
    os10.device.set_control("{}");
    CHECK(os10.open()->check_ready(os10.change).has_value());
}

TEST_CASE("OS10: a switch without a Linux shell, or whose timer cannot use the command line, is refused")
{
    Switch os10(R"({"no_bash": true})");
    CHECK(is_refused(
        os10.live->check_ready(os10.change), "gives no Linux shell: give the login the role sysadmin"));
    CHECK(os10.live->read().has_value());
    os10.device.set_control(R"({"no_cli": true})");
    CHECK(is_refused(os10.live->stage(os10.change), "does not print its configuration when Linux asks it"));
    os10.device.set_control(
        R"({"faults": [{"match": "systemd-run", "do": "refuse", "text": "Failed to connect to bus"}]})");
    CHECK(is_refused(os10.live->stage(os10.change), "Failed to connect to bus"));
    os10.device.set_control("{}");
    CHECK(os10.live->check_ready(os10.change).has_value());
}

TEST_CASE("OS10: if the commit is refused, the push discards its candidate itself, and so does the timer")
{
    Switch os10;
    const std::string before = os10.hash();
    REQUIRE(os10.live->stage(os10.change).has_value());
    os10.device.set_control(R"({"faults": [{"match": "commit", "do": "refuse", "count": 1}]})");
    CHECK(is_refused(os10.live->commit(os10.change, std::chrono::seconds(600)), "`commit`"));
    const std::string typed = os10.device.commands();
    std::size_t discards = 0;
    for (std::size_t at = typed.find(" discard\n"); at != std::string::npos;
         at = typed.find(" discard\n", at + 1))
        ++discards;
    CHECK(discards >= 2);
    CHECK(os10.hash() == before);
    CHECK(os10.open()->pending(os10.change) == Pending::none);
    CHECK(os10.open()->check_ready(os10.change).has_value());
}

TEST_CASE("OS10: nothing is pushed next to another timer, another candidate or unsaved changes")
{
    Switch os10;
    Transaction theirs = os10.change;
    theirs.id = "somebody";
    REQUIRE(os10.live->stage(theirs).has_value());
    REQUIRE(os10.live->commit(theirs, std::chrono::seconds(600)).has_value());
    CHECK(os10.open()->pending(os10.change) == Pending::foreign);
    CHECK(is_refused(os10.open()->check_ready(os10.change), "somebody"));
    CHECK(is_refused(os10.open()->commit(os10.change, std::chrono::seconds(600)), "somebody"));
    REQUIRE(os10.live->confirm(theirs).has_value());
    CHECK(is_refused(os10.open()->check_ready(os10.change), "startup configuration differ"));
    REQUIRE(os10.live->persist(theirs).has_value());
    CHECK(os10.open()->check_ready(os10.change).has_value());
    os10.device.type("start transaction\nconfigure terminal\ninterface ethernet1/1/2\nmtu 1532\nend");
    CHECK(is_refused(os10.open()->check_ready(os10.change), "wait to be committed"));
    CHECK(is_refused(os10.open()->commit(os10.change, std::chrono::seconds(600)), "wait to be committed"));
}

TEST_CASE("OS10: an ok without a timer, a confirmation or a save is detected")
{
    Switch os10;
    REQUIRE(os10.live->stage(os10.change).has_value());
    os10.device.set_control(R"({"faults": [{"match": "systemd-run --unit=rocelint-deadman", "do": "lie"}]})");
    CHECK(is_refused(os10.live->commit(os10.change, std::chrono::seconds(600)), "does not run"));
    os10.device.set_control("{}");
    os10.put_in_force();
    os10.device.set_control(
        R"({"faults": [{"match": "systemctl stop", "do": "lie"}, {"match": "copy running", "do": "lie"}]})");
    CHECK(is_refused(os10.live->confirm(os10.change), "cannot be stopped"));
    os10.device.set_control(R"({"faults": [{"match": "copy running", "do": "lie"}]})");
    REQUIRE(os10.live->confirm(os10.change).has_value());
    CHECK(is_refused(os10.live->persist(os10.change), "still differs"));
}

TEST_CASE("OS10: links and drops are reported, and so is what cannot be read")
{
    Switch os10(R"({"down": ["ethernet1/1/2"], "drops": {"ethernet1/1/1": 7}, "mac": "02:00:00:00:00:07"})");
    auto health = os10.live->health({"ethernet1/1/1", "ethernet1/1/2", "ethernet1/1/9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK(!health->links[1].up);
    REQUIRE(health->counters.size() == 4);
    CHECK(health->counters[1].name == "output discarded");
    CHECK(health->counters[1].value == 7);
    CHECK(holds(health->unknown.front(), "pause frames"));
    CHECK(holds(health->unknown.back(), "ethernet1/1/9"));
    auto hardware = os10.live->hardware();
    REQUIRE(hardware.has_value());
    CHECK(hardware->mac == "02:00:00:00:00:07");
}

TEST_CASE("OS10: drops reported in other words are not mistaken for none")
{
    Switch os10(R"({"drops": {"ethernet1/1/1": 3}, "drops_are": " packets"})");
    auto health = os10.live->health({"ethernet1/1/1"});
    REQUIRE(health.has_value());
    REQUIRE(health->counters.size() == 1);
    CHECK(health->counters[0].name == "input discarded");
    CHECK(health->unknown.back()
        == "the output drops of ethernet1/1/1: the switch shows none in the words that are known");
}

TEST_CASE("OS10: a shell of another user is left again, so that no line of the switch is typed there")
{
    Switch os10(R"({"root_bash": true})");
    const std::string before = os10.hash();
    CHECK(is_refused(os10.live->check_ready(os10.change), "gives no Linux shell"));
    auto read = os10.live->read();
    REQUIRE(read.has_value());
    CHECK(read->hash == before);
}

}
}
