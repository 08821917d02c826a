// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace rocelint::e2e::live_nvue {
namespace {

constexpr const char* configuration
    = "nv set system hostname leaf1\nnv set system config auto-save state disabled\n"
      "nv set system aaa user cumulus hashed-password $6$hush$hidden\n"
      "nv set interface swp1-2 link mtu 9000\nnv set qos roce enable on\n";

// Maps DSCP 26 to switch priority 3 and turns on the watchdog on a port.
Transaction map_and_watchdog()
{
    Transaction change;
    change.ports = {"swp1"};
    change.commands = "nv set qos mapping default-global dscp 26 switch-priority 3\n"
                      "nv set interface swp1 qos pfc-watchdog state enabled\n";
    return change;
}

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {}, const char* text = configuration)
        : LiveSwitch(Device::Kind::nvue, "nvue", text, control, map_and_watchdog())
    {
    }
};

TEST_CASE("NVUE: stored text has no secrets, and the hash is reproducible")
{
    Switch nvue;
    auto first = nvue.live->read();
    REQUIRE_MESSAGE(first.has_value(), testing::reason(first));
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.nv");
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "nv set interface swp1 link mtu 9000"));
    CHECK(nvue.hash() == first->hash);
}

TEST_CASE(
    "NVUE: a change is staged, put in force under a timer, confirmed and saved, and its undo restores the hash")
{
    Switch nvue;
    const std::string before = nvue.hash();
    const auto ready = nvue.live->check_ready(nvue.change);
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    auto diff = nvue.live->stage(nvue.change);
    REQUIRE_MESSAGE(diff.has_value(), testing::reason(diff));
    CHECK(holds(*diff, "- set:"));
    CHECK(holds(*diff, "switch-priority:\n                3:"));
    CHECK(nvue.hash() == before);
    REQUIRE(nvue.live->commit(nvue.change, std::chrono::seconds(570)).has_value());
    CHECK(nvue.open()->pending(nvue.change) == Pending::ours);
    CHECK(holds(nvue.device.commands(), "config apply 2 --confirm 570s --assume-yes"));
    CHECK(holds(nvue.device.commands(), "config apply --confirm-status"));
    CHECK(!holds(nvue.device.commands(), "config save"));
    REQUIRE(nvue.live->confirm(nvue.change).has_value());
    CHECK(nvue.live->pending(nvue.change) == Pending::none);
    REQUIRE(nvue.live->persist(nvue.change).has_value());
    CHECK(nvue.hash() != before);

    nvue.change.id = "rl-test-0u";
    nvue.change.commands = nvue.undo_commands();
    nvue.put_in_force();
    REQUIRE(nvue.live->confirm(nvue.change).has_value());
    CHECK(nvue.hash() == before);
}

TEST_CASE("NVUE: the switch rolls back an unconfirmed apply, even if its session is gone")
{
    Switch nvue;
    const std::string before = nvue.hash();
    nvue.put_in_force();
    nvue.live = nullptr;
    auto again = nvue.open();
    CHECK(again->pending(nvue.change) == Pending::ours);
    CHECK(nvue.hash() != before);
    nvue.device.set_control(R"({"hurry": true})");
    CHECK(nvue.hash() == before);
    CHECK(again->pending(nvue.change) == Pending::none);
    CHECK(is_refused(again->confirm(nvue.change), "is no longer pending"));
}

TEST_CASE("NVUE: abandoning a change in any state restores the old configuration, also on a new connection")
{
    Switch nvue;
    const std::string before = nvue.hash();
    CHECK(nvue.live->abandon(nvue.change) == std::chrono::seconds(0));
    REQUIRE(nvue.live->stage(nvue.change).has_value());
    CHECK(nvue.open()->abandon(nvue.change) == std::chrono::seconds(0));
    CHECK(nvue.hash() == before);
    CHECK(nvue.live->check_ready(nvue.change).has_value());
    nvue.put_in_force();
    CHECK(nvue.hash() != before);
    CHECK(nvue.open()->abandon(nvue.change) == std::chrono::seconds(0));
    CHECK(nvue.hash() == before);
    CHECK(nvue.open()->pending(nvue.change) == Pending::none);
}

TEST_CASE("NVUE: a statement that the switch refuses leaves nothing behind")
{
    Switch nvue;
    const std::string before = nvue.hash();
    nvue.change.commands += "nv set colour red\n";
    CHECK(is_refused(nvue.live->stage(nvue.change), "refuses `nv set colour red`: Error: 'colour'"));
    CHECK(nvue.hash() == before);
    // A profile that NVUE reserves, and a number out of range: the switch refuses them by the list of its statements.
    for (const char* line : {"nv set qos pfc none tx disable", "nv set interface swp1 link mtu 9217"}) {
        nvue.change.commands = std::string(map_and_watchdog().commands) + line + "\n";
        CHECK(is_refused(nvue.live->stage(nvue.change), std::string("refuses `") + line + "`: Error: "));
        CHECK(nvue.hash() == before);
    }
    nvue.change.commands = map_and_watchdog().commands;
    CHECK(nvue.live->check_ready(nvue.change).has_value());
}

TEST_CASE(
    "NVUE: nothing is pushed next to another pending revision or apply, or if an apply saves automatically or was not saved")
{
    Switch pending;
    const auto typed = [](Switch& nvue, const char* commands) {
        Transaction other = nvue.change;
        other.id = "rl-other";
        other.commands = commands;
        REQUIRE(nvue.live->stage(other).has_value());
        return other;
    };
    (void)typed(pending, "nv set interface swp2 link mtu 1500\n");
    CHECK(pending.live->check_ready(pending.change).has_value()); // left by a push; the next one drops it
    std::filesystem::remove(pending.device.folder().path(".rocelint-rl-other"));
    CHECK(is_refused(pending.live->check_ready(pending.change), "the pending revision holds changes"));

    Switch applied;
    const Transaction other = typed(applied, "nv set interface swp2 link mtu 1500\n");
    REQUIRE(applied.live->commit(other, std::chrono::seconds(600)).has_value());
    CHECK(applied.live->pending(applied.change) == Pending::foreign);
    CHECK(is_refused(applied.live->check_ready(applied.change), "awaiting its confirmation"));
    REQUIRE(applied.live->confirm(other).has_value());
    CHECK(is_refused(applied.live->check_ready(applied.change), "nv config save"));
    REQUIRE(applied.live->save_again().has_value());
    CHECK(applied.live->check_ready(applied.change).has_value());

    Switch saves({}, "nv set system hostname leaf1\nnv set interface swp1 link mtu 9000\n");
    CHECK(is_refused(saves.live->check_ready(saves.change), "auto-save state disabled"));
}

TEST_CASE("NVUE: a revision begun meanwhile under the same login gets no statement of ours, and is named")
{
    Switch nvue;
    Transaction other = nvue.change;
    other.id = "rl-other";
    other.commands = "nv set interface swp2 link mtu 1500\n";
    REQUIRE(nvue.live->stage(other).has_value());
    std::filesystem::remove(nvue.device.folder().path(".rocelint-rl-other"));
    CHECK(is_refused(
        nvue.live->stage(nvue.change), "revision 2 is pending for this login and is another user's"));
    CHECK(!holds(file_text(nvue.device.folder().path("state.json")), "switch-priority"));
    CHECK(is_refused(nvue.live->check_ready(nvue.change), "the pending revision holds changes"));

    nvue.device.set_control(R"({"faults": [{"match": "config attach", "do": "refuse"}]})");
    CHECK(is_refused(
        nvue.live->stage(nvue.change), "it is detached now, and `nv config attach 2` makes it pending"));
    CHECK(!holds(file_text(nvue.device.folder().path("state.json")), "switch-priority"));
}

TEST_CASE(
    "NVUE: if the switch does not say which revision was begun, one statement is typed, and its revision is reported")
{
    Switch mute(R"({"mute": true})");
    CHECK(is_refused(mute.live->stage(mute.change), "What it began is detached"));
    CHECK(!holds(mute.device.commands(), "pfc-watchdog"));
    CHECK(mute.live->check_ready(mute.change).has_value());
    mute.device.set_control(R"({"mute": true, "faults": [{"match": "config detach", "do": "refuse"}]})");
    CHECK(is_refused(mute.live->stage(mute.change), "stays in what is pending for this login"));
}

TEST_CASE("NVUE: the resulting configuration is shown before it is in force, and other changes afterwards")
{
    Switch nvue;
    REQUIRE(nvue.live->read().has_value());
    REQUIRE(nvue.live->stage(nvue.change).has_value());
    auto staged = nvue.live->staged();
    REQUIRE(staged.has_value());
    REQUIRE(staged->has_value());
    CHECK(
        holds((*staged)->files.front().text, "nv set qos mapping default-global dscp 26 switch-priority 3"));
    CHECK(!holds((*staged)->files.front().text, "hush"));
    CHECK(nvue.live->unplanned() == std::nullopt);
    REQUIRE(nvue.live->commit(nvue.change, std::chrono::seconds(600)).has_value());
    REQUIRE(nvue.live->read().has_value());
    CHECK(nvue.live->unplanned() == std::nullopt);
    std::string state = file_text(nvue.device.folder().path("state.json"));
    const std::string_view was = "\"$6$hush$hidden\"";
    const std::size_t at = state.find(was); // within the part in force
    REQUIRE(at != std::string::npos);
    nvue.device.folder().write("state.json", state.replace(at, was.size(), "\"$6$hush$other\""));
    REQUIRE(nvue.live->read().has_value());
    const auto beside = nvue.live->unplanned();
    REQUIRE(beside.has_value());
    CHECK(holds(*beside, "nv set system aaa"));
    CHECK(!holds(*beside, "hush"));
}

TEST_CASE(
    "NVUE: a release that shows neither the pending revision nor the list of revisions is not guessed at")
{
    Switch blind(R"({"faults": [{"match": "--pending", "do": "refuse"}]})");
    REQUIRE(blind.live->stage(blind.change).has_value());
    auto staged = blind.live->staged();
    REQUIRE(staged.has_value());
    CHECK_FALSE(staged->has_value());
    Switch old(R"({"faults": [{"match": "config revision", "do": "refuse"}]})");
    CHECK(is_refused(old.live->check_ready(old.change), "nv config revision -o json is not understood"));
}

TEST_CASE("NVUE: the time until the rollback is read back, in any form that says it")
{
    for (const char* control : {R"({})", R"({"left": "clock"})", R"({"left": "unit"})"}) {
        Switch nvue(control);
        REQUIRE(nvue.live->stage(nvue.change).has_value());
        const auto committed = nvue.live->commit(nvue.change, std::chrono::seconds(600));
        CHECK_MESSAGE(committed.has_value(), testing::reason(committed));
        CHECK(nvue.live->pending(nvue.change) == Pending::ours);
    }
}

TEST_CASE(
    "NVUE: an apply with a different timer, or without one in the answer, is rolled back at once and refused")
{
    for (const auto& [control, why] :
        {std::pair{R"({"left": "unclear"})",
             "printed \"waiting\", and when the switch rolls back is not understood"},
            std::pair{R"({"left": "none"})", "unrecognized arguments"},
            std::pair{R"({"window": 36000})", "rollback was asked for after 600 s"},
            std::pair{R"({"window": 10})", "rollback was asked for after 600 s"}}) {
        Switch nvue(control);
        const std::string before = nvue.hash();
        REQUIRE(nvue.live->stage(nvue.change).has_value());
        CHECK(is_refused(nvue.live->commit(nvue.change, std::chrono::seconds(600)), why));
        CHECK(nvue.live->pending(nvue.change) == Pending::none);
        CHECK(nvue.hash() == before);
    }
    Switch stuck(R"({"left": "unclear", "faults": [{"match": "--confirm-no", "do": "refuse"}]})");
    REQUIRE(stuck.live->stage(stuck.change).has_value());
    const auto committed = stuck.live->commit(stuck.change, std::chrono::seconds(600));
    REQUIRE(!committed.has_value());
    CHECK(committed.error().kind == ErrorKind::invalid);
    CHECK(holds(committed.error().message, "could not be rolled back"));
    CHECK(stuck.live->pending(stuck.change) == Pending::ours);
}

TEST_CASE("NVUE: a release whose timer takes no seconds refuses the apply, and nothing is in force")
{
    Switch nvue(R"({"units": false})");
    const std::string before = nvue.hash();
    REQUIRE(nvue.live->stage(nvue.change).has_value());
    CHECK(is_refused(nvue.live->commit(nvue.change, std::chrono::seconds(600)),
        "nv config apply: Error: argument --confirm"));
    CHECK(nvue.hash() == before);
}

TEST_CASE("NVUE: whatever the switch prints where two configurations are equal, a push goes on")
{
    for (const char* equal : {"message", "document", "error"}) {
        Switch nvue(fmt::format(R"({{"equal": "{}"}})", equal));
        const auto ready = nvue.live->check_ready(nvue.change);
        CHECK_MESSAGE(ready.has_value(), equal << ": " << testing::reason(ready));
        REQUIRE(nvue.live->stage(nvue.change).has_value());
        REQUIRE(nvue.live->commit(nvue.change, std::chrono::seconds(600)).has_value());
        REQUIRE(nvue.live->confirm(nvue.change).has_value());
        const auto saved = nvue.live->persist(nvue.change);
        CHECK_MESSAGE(saved.has_value(), equal << ": " << testing::reason(saved));
    }
    // Where the message cannot be told from a difference, nothing is pushed.
    Switch blind(R"({"equal": "message", "faults": [{"match": "--startup", "do": "refuse"}]})");
    CHECK(is_refused(blind.live->check_ready(blind.change), "nv config diff startup applied: No changes"));
}

TEST_CASE("NVUE: links, drops and the identity of a box")
{
    Switch nvue(R"({"down": ["swp2"], "drops": {"swp1": 7}, "serial": "MT1"})");
    const auto health = nvue.live->health({"swp1", "swp2", "swp9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK_FALSE(health->links[1].up);
    REQUIRE(health->counters.size() == 6);
    CHECK(health->counters[0].value == 7);
    CHECK(health->unknown
        == std::vector<std::string>{"pause frames: only counted port by port on Cumulus Linux, and not read",
            "swp9 is not a port of the switch"});
    CHECK(nvue.live->hardware()->serial == "MT1");
}

TEST_CASE(
    "NVUE: an apply that the switch only claims to have made is detected, and a failed save is reported")
{
    Switch lies(R"({"faults": [{"match": "--confirm 600s", "do": "lie"}]})");
    REQUIRE(lies.live->stage(lies.change).has_value());
    CHECK_FALSE(lies.live->commit(lies.change, std::chrono::seconds(600)).has_value());
    Switch full(R"({"full": true})");
    full.put_in_force();
    REQUIRE(full.live->confirm(full.change).has_value());
    CHECK(is_refused(full.live->persist(full.change), "No space left on device"));
}

}
}
