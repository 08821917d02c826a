// SPDX-License-Identifier: Apache-2.0
// Changes on NX-OS, and switches that are refused.
#include "tests/e2e/live/live_nxos.h"
#include "tests/support/reason.h"

namespace rocelint::e2e::live_nxos {
namespace {

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
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    auto staged = nxos.live->stage(nxos.change);
    REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
    CHECK(nxos.hash() == before);
    auto committed = nxos.live->commit(nxos.change, std::chrono::seconds(600));
    REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    CHECK(nxos.open()->pending(nxos.change) == Pending::ours);
    CHECK(nxos.hash() != before);
    const std::string typed = nxos.device.commands();
    CHECK(!holds(typed, "copy running-config"));
    CHECK(
        typed.find("schedule rocelint time start") < typed.find("checkpoint rl-test-0 description until 20"));
    CHECK(typed.find("checkpoint rl-test-0 description until 20") < typed.find("pause pfc-cos 3"));
    auto kept = nxos.live->confirm(nxos.change);
    REQUIRE_MESSAGE(kept.has_value(), testing::reason(kept));
    CHECK(nxos.live->pending(nxos.change) == Pending::none);
    auto saved = nxos.live->persist(nxos.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    CHECK(nxos.hash() != before);
    CHECK(holds(nxos.device.commands(), "no checkpoint rl-test-0"));

    nxos.change.id = "rl-test-0u";
    nxos.change.commands = nxos.change.undo;
    nxos.put_in_force();
    REQUIRE(nxos.live->confirm(nxos.change).has_value());
    CHECK(nxos.hash() == before);
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

}
}
