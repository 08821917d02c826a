// SPDX-License-Identifier: Apache-2.0
// Where people and hooks can intervene: before and after each step, after the canary, and in the journal.
#include "tests/e2e/push/push_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <thread>

namespace rocelint::e2e {
namespace {

// Three switches without PFC; leaf1 is the canary.
struct ThreeSwitches {
    ThreeSwitches()
    {
        for (const char* name : {"leaf1", "leaf2", "leaf3"})
            fleet.add(name, Device::Kind::eos, broken_switch(name));
        (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
        (void)fleet.inventory();
        const Run planned = run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"});
        INFO(planned.err);
        REQUIRE(planned.code == 0);
    }
    // Standard input is no terminal.
    [[nodiscard]] Run run(const std::vector<std::string>& words, const std::string& input = {}) const
    {
        return run_with(words, input, {});
    }
    // Standard input is a terminal, on which this is typed.
    [[nodiscard]] Run run_at_terminal(const std::string& typed, const std::vector<std::string>& words) const
    {
        return run_with(words,
            {},
            "exec /usr/bin/python3 -B -E -s -S " ROCELINT_SOURCE_DIR "/tests/e2e/type_on_terminal.py "
                + typed);
    }
    [[nodiscard]] Run push(const std::vector<std::string>& more, const std::string& input = {}) const
    {
        std::vector<std::string> words{"push", "plan.json", "--yes", "--observe", "0"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words, input);
    }
    [[nodiscard]] std::string program(const std::string& name, const std::string& text) const
    {
        return fleet.work().write(name, "#!/bin/sh\n" + text, 0700);
    }
    Fleet fleet;

private:
    [[nodiscard]] Run run_with(
        const std::vector<std::string>& words, const std::string& input, const std::string& before) const
    {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        options.input = input;
        options.before = before;
        return rocelint(words, options);
    }
};

TEST_CASE(
    "a program is run before and after each step, without a shell, and one that fails keeps the step from beginning")
{
    const ThreeSwitches three;
    const std::string told = three.fleet.work().path("told");
    const std::string before
        = three.program("before.sh", fmt::format("echo before \"$@\" >> {0}; [ \"$2\" != leaf2 ]\n", told));
    const std::string after
        = three.program("after.sh", fmt::format("echo after \"$@\" >> {}; exit 3\n", told));
    const Run run = three.push({"--before", before + " $(id)", "--after", after, "--max-failures", "9"});
    INFO(run.out);
    INFO(run.err);
    CHECK(run.code == 4);
    const std::string words = file_text(told);
    CHECK(holds(words, "before $(id) leaf1 1\n"));
    CHECK(holds(words, "after leaf1 1 done\n"));
    CHECK(run.says("after.sh ended with 3"));
    const std::string second = three.program("second.sh", "exit 7\n");
    const ThreeSwitches fresh;
    const Run refused = fresh.push({"--before", second});
    CHECK(refused.code == 4);
    CHECK(refused.says("--before: " + second + " ended with 7"));
    CHECK(holds(refused.out, "a device failed"));
    CHECK(fresh.push({"--journal", "third", "--before", "/nowhere/program"}).says("cannot be run"));
    // No device has been touched, so the plan can still be pushed.
    CHECK(run_at(fresh.fleet, {"push", "plan.json", "--yes", "--journal", "fourth", "--observe", "0"}).code
        == 0);
}

TEST_CASE("after the canary the terminal is asked, and any answer but yes ends the push")
{
    const ThreeSwitches three;
    const Run no = three.push({"--ask"}, "no\n");
    INFO(no.out);
    CHECK(no.code == 4);
    CHECK(holds(no.err, "good. Go on? [y/N]"));
    CHECK(holds(no.out, "the answer after the canaries was not yes"));
    CHECK(holds(no.out, "leaf1      1  done"));
    CHECK_FALSE(holds(no.out, "leaf2      1  done"));
    const Run yes = three.run(
        {"push", "--resume", "plan.json.journal", "--yes", "--observe", "0", "--ask"}, "y\nyes\ny\ny\n");
    INFO(yes.out);
    CHECK(yes.code == 0);
}

// Waits until these lines have been typed on a device, in this order.
void wait_for_typed(const Device& device, std::initializer_list<const char*> lines)
{
    CHECK(wait_for([&] {
        const std::string typed = device.commands();
        std::size_t at = 0;
        for (const char* line : lines)
            at = std::min(typed.find(line, at), typed.size());
        return at < typed.size();
    }));
}

// The last command of a health check: the device has reported links and their flaps by then.
constexpr const char* end_of_look = "show priority-flow-control counters";

// Waits until the canary's step is saved and a health check has run on a new connection: the bake time begins.
void wait_for_bake(const Device& canary)
{
    wait_for_typed(canary, {"write memory", "terminal length 0", end_of_look});
}

TEST_CASE("a canary whose link goes down during its bake time stops the push")
{
    const ThreeSwitches three;
    std::thread trouble([&] {
        wait_for_bake(three.fleet.device("leaf1"));
        three.fleet.device("leaf1").set_control(R"({"down": ["Ethernet1/1", "Ethernet2/1"]})");
    });
    const Run stopped = three.push({"--bake", "10"});
    trouble.join();
    INFO(stopped.out);
    INFO(stopped.err);
    CHECK(stopped.code == 4);
    CHECK(holds(stopped.out, "the canary leaf1: the link of Ethernet"));
    CHECK(holds(stopped.out, "leaf1      1  done"));
    CHECK_FALSE(holds(stopped.out, "leaf2      1  done"));
    three.fleet.device("leaf1").set_control("{}");
    const Run rest = run_at(
        three.fleet, {"push", "--resume", "plan.json.journal", "--yes", "--observe", "0", "--bake", "1"});
    INFO(rest.out);
    CHECK(rest.code == 0);
}

TEST_CASE("a canary whose link went down during its bake time stops the push, although the link is up again")
{
    const ThreeSwitches three;
    const std::string late = three.fleet.work().path("late");
    three.fleet.device("leaf1").set_control(fmt::format(R"({{"flaps_when": ["{}", "now"]}})", late));
    std::thread trouble([&] {
        wait_for_bake(three.fleet.device("leaf1"));
        (void)three.fleet.work().write("late", "now\n");
    });
    const Run stopped = three.push({"--bake", "10"});
    trouble.join();
    INFO(stopped.out);
    INFO(stopped.err);
    CHECK(stopped.code == 4);
    CHECK(holds(stopped.out, "the canary leaf1: the link of Ethernet1/1 went down on the way"));
    CHECK_FALSE(holds(stopped.out, "leaf2      1  done"));
}

// One switch with a DSCP in the wrong class, and its plan.
struct HitlessStep {
    HitlessStep()
    {
        std::string text = clean_switch("leaf1");
        replace_in(text, "qos map dscp 26 to traffic-class 3", "qos map dscp 26 to traffic-class 1");
        fleet.add("leaf1", Device::Kind::eos, text);
        (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
        (void)fleet.inventory();
        const Run planned = run_at(fleet, {"plan", "inventory.yaml"});
        INFO(planned.out);
        REQUIRE(holds(file_text(fleet.work().path("plan.json")), "\"class\": \"hitless\""));
    }
    Fleet fleet;
};

TEST_CASE("a hitless step is rolled back if a link goes down while its drops are observed")
{
    const HitlessStep step;
    step.fleet.device("leaf1").set_control(
        fmt::format(R"({{"flaps_when": ["{}", "now"]}})", step.fleet.work().path("late")));
    std::thread trouble([&] {
        // Wait until the change is in force and its links were checked.
        wait_for_typed(step.fleet.device("leaf1"), {" commit timer ", end_of_look});
        (void)step.fleet.work().write("late", "now\n");
    });
    const Run run = run_at(step.fleet, {"push", "plan.json", "--yes", "--observe", "8"});
    trouble.join();
    INFO(run.err);
    CHECK(run.code == 4);
    CHECK(run.says("went down on the way, which this step was not to do"));
    CHECK(run.says("rolled back"));
}

TEST_CASE("a hitless step during which a link went down is rolled back, although the link is up again")
{
    const HitlessStep step;
    const Fleet& fleet = step.fleet;
    // From the commit on, the switch reports one more flap per port.
    fleet.device("leaf1").set_control(
        fmt::format(R"({{"flaps_when": ["{}", "\"committed\""]}})", fleet.work().path("plan.json.journal")));
    const Run run = run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0"});
    INFO(run.err);
    CHECK(run.code == 4);
    CHECK(run.says("went down on the way, which this step was not to do"));
    CHECK(run.says("rolled back"));
}

TEST_CASE("at a terminal push says in three lines what it will do, and starts only after a yes or with --yes")
{
    const ThreeSwitches three;
    CHECK(run_at(three.fleet,
              {"plan", "inventory.yaml", "--allow-disruptive", "--detailed-exitcode", "-o", "first.json"})
              .code
        == 1);
    const std::vector<std::string> push{"push", "plan.json", "--observe", "0"};
    const Run no = three.run_at_terminal("no", push);
    CHECK(no.code == 2);
    CHECK(no.says("plan.json: 3 steps on 3 devices, "));
    CHECK(no.says("a device rolls back changes that are not confirmed within 300 seconds"));
    CHECK(no.says("Begin? [y/N] "));
    CHECK(no.says("the answer was not yes: nothing was begun"));
    CHECK_FALSE(std::filesystem::exists(three.fleet.work().path("plan.json.journal")));
    const Run yes = three.run_at_terminal("yes", push);
    INFO(yes.out);
    CHECK(yes.code == 0);
    const auto plan_again = [&] {
        return run_at(three.fleet,
            {"plan", "inventory.yaml", "--allow-disruptive", "--detailed-exitcode", "-o", "second.json"});
    };
    CHECK(plan_again().code == 0);
    const Run unasked = three.run_at_terminal(
        "no", {"push", "plan.json", "--observe", "0", "--yes", "--check", "--journal", "other"});
    CHECK_FALSE(unasked.says("Begin?"));
}

TEST_CASE("if standard input is not a terminal, nobody can be asked, and nothing starts without --yes")
{
    const ThreeSwitches three;
    const Run refused = three.run({"push", "plan.json", "--observe", "0"}, "yes\n");
    CHECK(refused.code == 2);
    CHECK(refused.says("standard input is not a terminal, so push cannot ask whether to begin"));
    CHECK_FALSE(std::filesystem::exists(three.fleet.work().path("plan.json.journal")));
    CHECK(three.run({"push", "plan.json", "--check"}, "yes\n").code == 0);
}

TEST_CASE("rollback asks like push: nothing is undone without a yes at the terminal or --yes")
{
    const ThreeSwitches three;
    const std::string journal = three.fleet.work().path("plan.json.journal");
    REQUIRE(three.push({}).code == 0);
    const std::vector<std::string> rollback{"rollback", "plan.json.journal", "--observe", "0"};
    const std::string pushed = file_text(journal);
    const Run refused = three.run(rollback, "yes\n");
    CHECK(refused.code == 2);
    CHECK(refused.says("standard input is not a terminal, so rollback cannot ask whether to begin"));
    const Run no = three.run_at_terminal("no", rollback);
    CHECK(no.code == 2);
    CHECK(no.says("plan.json.journal: 3 steps to undo on 3 devices, "));
    CHECK(no.says("Begin? [y/N] "));
    CHECK(no.says("the answer was not yes: nothing was begun"));
    CHECK(file_text(journal) == pushed);
    CHECK_FALSE(std::filesystem::exists(journal + ".rollback"));
    const Run yes = three.run_at_terminal("yes", rollback);
    INFO(yes.out);
    CHECK(yes.code == 0);
    CHECK(std::filesystem::exists(journal + ".rollback"));
}

TEST_CASE("push --resume asks like push, also for a rollback, and does not ask if nothing is left to do")
{
    const ThreeSwitches three;
    const auto check_asking = [&](const std::string& name, const std::string& what) {
        INFO(name);
        const std::string journal = three.fleet.work().path(name);
        const std::string all = file_text(journal);
        // As if the run was killed before its first step.
        (void)three.fleet.work().write(name, all.substr(0, all.find('\n') + 1));
        const std::string cut = file_text(journal);
        const std::vector<std::string> resume{"push", "--resume", name, "--observe", "0"};
        const Run refused = three.run(resume, "yes\n");
        CHECK(refused.code == 2);
        CHECK(refused.says("standard input is not a terminal, so push --resume cannot ask"));
        const Run no = three.run_at_terminal("no", resume);
        CHECK(no.code == 2);
        CHECK(no.says(name + ": " + what));
        CHECK(no.says("Begin? [y/N] "));
        CHECK(no.says("the answer was not yes: nothing was begun"));
        CHECK(file_text(journal) == cut);
        (void)three.fleet.work().write(name, all);
        const Run nothing = three.run(resume, "yes\n");
        INFO(nothing.err);
        CHECK(nothing.code == 0);
        CHECK_FALSE(nothing.says("Begin?"));
    };
    REQUIRE(three.push({}).code == 0);
    check_asking("plan.json.journal", "3 steps left on 3 devices, ");
    REQUIRE(run_at(three.fleet, {"rollback", "plan.json.journal", "--yes", "--observe", "0"}).code == 0);
    check_asking("plan.json.journal.rollback", "3 steps to undo left on 3 devices, ");
}

bool is_valid(const ThreeSwitches& three, const std::string& json)
{
    (void)three.fleet.work().write("result.json", json);
    const std::string command
        = "/usr/bin/python3 -c 'import json, jsonschema, sys; jsonschema.validate(json.load(open(sys.argv[1])), "
          "json.load(open(sys.argv[2])))' "
        + three.fleet.work().path("result.json")
        + " " ROCELINT_SOURCE_DIR "/docs/schema/push.schema.json 2>/dev/null";
    return std::system(command.c_str()) == 0;
}

TEST_CASE("the result of a push is JSON on request, and the journal names its author and their comment")
{
    const ThreeSwitches three;
    const Run checked = three.push({"--json", "--check"});
    INFO(checked.out);
    CHECK(is_valid(three, checked.out));
    const Run run = three.push({"--json", "--comment", "ticket \"42\"\n"});
    CHECK(run.code == 0);
    INFO(run.out);
    CHECK(holds(run.out, "\"good\": true"));
    CHECK(holds(run.out, "\"journal\": \"plan.json.journal\""));
    CHECK(holds(run.out, R"({"device": "leaf1", "step": 1, "outcome": "done", "why": )"));
    CHECK(is_valid(three, run.out));
    CHECK_FALSE(is_valid(three, R"({"good": true, "journal": "j", "steps": [{"device": "a", "step": 1}]})"));
    const std::string journal = file_text(three.fleet.work().path("plan.json.journal"));
    CHECK(holds(journal, R"("comment": "ticket \"42\"\n")"));
    CHECK(holds(journal, fmt::format("\"author\": \"{}@", user_name())));
}

}
}
