// SPDX-License-Identifier: Apache-2.0
#include "push/run/run.h"
#include "tests/push/random_plan.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::push {
namespace {

// Three devices: leaf1 completed two steps, leaf2 one of two, spine1 was refused.
struct Sample {
    Plan plan;
    JournalText journal;
};

PlanStep step_of(std::string device, unsigned number, Phase phase)
{
    PlanStep step;
    step.phase = phase;
    step.transaction.id = fmt::format("rl-{}-{}", device, number);
    step.transaction.commands = "do " + step.transaction.id;
    step.transaction.netconf = "<do/>";
    step.transaction.persistent = "keep";
    step.transaction.undo = "undo " + step.transaction.id;
    step.transaction.undo_netconf = "<undo/>";
    step.transaction.undo_persistent = "forget";
    return step;
}

Sample sample()
{
    Sample made;
    for (const std::string name : {"leaf1", "leaf2", "spine1"}) {
        PlanDevice device{name, "eos", name + " at first", {}, {}, {}, {}};
        device.steps.push_back(step_of(name, 0, Phase::room));
        device.steps.push_back(step_of(name, 1, Phase::map_in));
        made.plan.devices.push_back(std::move(device));
    }
    // leaf1 sends to leaf2 once leaf2 has room.
    made.plan.devices[0].steps[1].needs = {{"leaf2", 0}};
    made.plan.devices[2].steps[1].needs = {{"leaf2", 0}, {"leaf1", 0}};
    made.plan.apart = {{"leaf1", "leaf2", "MLAG peers", false}};
    const auto say
        = [&](std::string device, std::uint32_t step, Event event, std::string before, std::string after) {
              made.journal.entries.push_back(
                  {{}, std::move(device), step, event, std::move(before), std::move(after), {}});
          };
    say("leaf1", 0, Event::committing, "leaf1 at first", "");
    say("leaf1", 0, Event::done, "leaf1 at first", "leaf1 with room");
    say("leaf2", 0, Event::done, "leaf2 at first", "leaf2 with room");
    say("spine1", 0, Event::refused, "spine1 at first", "");
    say("leaf1", 1, Event::done, "leaf1 with room", "leaf1 at last");
    say("leaf2", 1, Event::taken_back, "leaf2 with room", "leaf2 with room");
    return made;
}

TEST_CASE("an undo rolls back what was done, in reverse order, with the undo commands")
{
    const Sample made = sample();
    const Plan undo = undo_plan(made.plan, made.journal);
    REQUIRE(undo.devices.size() == 2);
    const PlanDevice& leaf1 = undo.devices[0];
    CHECK(leaf1.name == "leaf1");
    CHECK(leaf1.hash == "leaf1 at last");
    REQUIRE(leaf1.steps.size() == 2);
    CHECK(leaf1.steps[0].transaction.commands == "undo rl-leaf1-1");
    CHECK(leaf1.steps[0].transaction.undo == "do rl-leaf1-1");
    CHECK(leaf1.steps[0].transaction.netconf == "<undo/>");
    CHECK(leaf1.steps[0].transaction.undo_netconf == "<do/>");
    CHECK(leaf1.steps[0].transaction.persistent == "forget");
    CHECK(leaf1.steps[0].transaction.undo_persistent == "keep");
    CHECK(leaf1.steps[0].ends_at == "leaf1 with room");
    CHECK(leaf1.steps[1].ends_at == "leaf1 at first");
    // A device that still knows the first transaction must not mistake this one for it.
    CHECK(leaf1.steps[0].transaction.id != "rl-leaf1-1");
    const PlanDevice& leaf2 = undo.devices[1];
    REQUIRE(leaf2.steps.size() == 1);
    CHECK(leaf2.hash == "leaf2 with room");
    CHECK(leaf2.steps[0].ends_at == "leaf2 at first");
    REQUIRE(undo.apart.size() == 1);
}

TEST_CASE("undoing a step waits for those that needed it, and traffic leaves before its room is removed")
{
    const Plan undo = undo_plan(sample().plan, sample().journal);
    CHECK(undo.devices[0].steps[0].needs.empty());
    CHECK(undo.devices[1].steps[0].needs == std::vector<StepRef>{{"leaf1", 0}});
    const auto waves = make_waves(undo, 5, [](const WaveStep&) { return true; });
    REQUIRE(waves.size() == 3);
    CHECK(waves[0].title == "canary, traffic out again");
    CHECK(waves[1].title == "canary, headroom and PFC removed again");
    CHECK(waves[2].title == "wave 1, headroom and PFC removed again");
}

TEST_CASE("a step that is in force but not saved is undone too; without done steps there is nothing to undo")
{
    Sample made = sample();
    made.journal.entries.push_back(
        {{}, "leaf2", 1, Event::not_saved, "leaf2 with room", "leaf2 at last", {}});
    CHECK(undo_plan(made.plan, made.journal).devices[1].steps.size() == 2);
    CHECK(undo_plan(made.plan, {}).devices.empty());
    for (const Event event : {Event::committing,
             Event::committed,
             Event::confirming,
             Event::confirmed,
             Event::persisting,
             Event::taking_back,
             Event::unknown}) {
        made.journal.entries.push_back({{}, "leaf1", 0, event, "x", "y", {}});
        CHECK(undo_plan(made.plan, made.journal).devices[0].steps.size() == 1);
    }
}

TEST_CASE("the undo of a whole plan goes through the plan's rounds backwards")
{
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
        const Plan plan = random_plan(random, 1 + random() % 20);
        JournalText journal;
        for (const PlanDevice& device : plan.devices) {
            for (std::uint32_t step = 0; step < device.steps.size(); ++step)
                journal.entries.push_back({{},
                    device.name,
                    step,
                    Event::done,
                    fmt::format("{}", step),
                    fmt::format("{}", step + 1),
                    {}});
        }
        const Plan undo = undo_plan(plan, journal);
        for (const PlanDevice& back : undo.devices) {
            const PlanDevice& device = *plan.find(back.name);
            REQUIRE(back.steps.size() == device.steps.size());
            CHECK(back.hash == fmt::format("{}", device.steps.size()));
            unsigned reached = 3;
            for (std::size_t step = 0; step < back.steps.size(); ++step) {
                CHECK(back.steps[step].transaction.commands
                    == device.steps[device.steps.size() - 1 - step].transaction.undo);
                CHECK(back.steps[step].ends_at == fmt::format("{}", device.steps.size() - 1 - step));
                // Rounds descend, otherwise a wave would undo the steps in the wrong order.
                CHECK(round_of(back.steps[step].phase) <= reached);
                reached = round_of(back.steps[step].phase);
                for (const StepRef& need : back.steps[step].needs)
                    CHECK(need.step < undo.find(need.device)->steps.size());
            }
        }
        const auto waves = make_waves(undo, 5, [](const WaveStep&) { return true; });
        std::size_t steps = 0;
        std::map<std::size_t, std::uint32_t> next;
        for (const Wave& wave : waves) {
            steps += wave.steps.size();
            for (const WaveStep& step : wave.steps)
                CHECK(next[step.device]++ == step.step);
        }
        CHECK(steps == journal.entries.size());
    }
}

}
}
