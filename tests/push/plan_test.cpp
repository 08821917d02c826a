// SPDX-License-Identifier: Apache-2.0
#include "drivers/driver.h"
#include "models/text/digest.h"
#include "push/plan/plan.h"
#include "push/plan/waves.h"
#include "push/run/run.h"
#include "tests/push/random_plan.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::push {
namespace {

struct ReadPlan {
    Plan plan;
    std::string error;
};

ReadPlan read_plan_text(const std::string& text)
{
    const Source source(0, "plan.json", text);
    auto plan = read_plan(source);
    if (plan)
        return {*std::move(plan), {}};
    CHECK(plan.error().kind == ErrorKind::invalid);
    return {{}, plan.error().message};
}

std::string replaced(std::string text, std::string_view what, std::string_view instead)
{
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), instead);
}

// One device with one step.
std::string small_plan()
{
    Plan plan;
    plan.made = "2026-11-21T23:12:56.123Z";
    plan.inventory = "inventory.yaml";
    plan.files = "plan.files";
    plan.devices.push_back(
        {"leaf1", "eos", state_hash("a key", "leaf1"), {}, {}, {"leaf3"}, {"JPE1", "02:00:00:00:00:01"}});
    PlanStep step;
    step.phase = Phase::pfc;
    step.transaction.id = "rl-1-0";
    step.transaction.ports = {"Ethernet1/1"};
    step.transaction.commands = "configure";
    step.changes.push_back(
        {{"Ethernet1/1", {.port = {0, Port::no_index}, .property = Property::mtu, .value = Bytes{9000}}},
            "MTU 9000",
            {"MTU001"}});
    plan.devices.front().steps.push_back(step);
    step.needs = {{"leaf1", 0}};
    step.transaction.id = "rl-2-0";
    plan.devices.push_back({"leaf2", "eos", state_hash("a key", "leaf2"), {step}, {}, {}, {}});
    plan.neighbours = {{"leaf3", state_hash("a key", "leaf3"), {}}};
    plan.apart = {{"leaf1", "leaf2", "MLAG peers", true}};
    return write_plan(plan);
}

TEST_CASE("a written plan is read back unchanged, whatever it contains")
{
    std::mt19937 random(1);
    for (int round = 0; round < 30; ++round) {
        const Plan plan = random_plan(random, random() % 12);
        const std::string text = write_plan(plan);
        const ReadPlan read = read_plan_text(text);
        REQUIRE(read.error == "");
        CHECK(write_plan(read.plan) == text);
        REQUIRE(read.plan.devices.size() == plan.devices.size());
        for (std::size_t index = 0; index < plan.devices.size(); ++index) {
            const PlanDevice& device = plan.devices[index];
            const PlanDevice& again = read.plan.devices[index];
            CHECK(again.name == device.name);
            CHECK(again.hash == device.hash);
            CHECK(again.left_out.size() == device.left_out.size());
            CHECK(again.neighbours == device.neighbours);
            CHECK(again.hardware.serial == device.hardware.serial);
            CHECK(again.hardware.mac == device.hardware.mac);
            REQUIRE(again.steps.size() == device.steps.size());
            for (std::size_t step = 0; step < device.steps.size(); ++step) {
                CHECK(again.steps[step].phase == device.steps[step].phase);
                CHECK(again.steps[step].transaction.disruptive == device.steps[step].transaction.disruptive);
                CHECK(again.steps[step].transaction.commands == device.steps[step].transaction.commands);
                CHECK(again.steps[step].transaction.undo_persistent
                    == device.steps[step].transaction.undo_persistent);
                CHECK(again.steps[step].needs == device.steps[step].needs);
                CHECK(again.steps[step].ends_at == device.steps[step].ends_at);
                CHECK(again.steps[step].radius.hosts == device.steps[step].radius.hosts);
                REQUIRE(again.steps[step].changes.size() == device.steps[step].changes.size());
                for (std::size_t change = 0; change < device.steps[step].changes.size(); ++change)
                    CHECK(
                        again.steps[step].changes[change].named == device.steps[step].changes[change].named);
            }
        }
        CHECK(read.plan.apart.size() == plan.apart.size());
        CHECK(read.plan.before.front().message == plan.before.front().message);
        CHECK(read.plan.after.front().code == "PFC002");
        CHECK(read.plan.policy == plan.policy);
        CHECK(read.plan.topology == plan.topology);
    }
}

TEST_CASE("a plan of another version is not read")
{
    const std::string text = small_plan();
    REQUIRE(read_plan_text(text).error == "");
    for (const char* version : {"0", "1", "10", "\"1.5\"", "null", "{}"}) {
        CAPTURE(version);
        CHECK(
            read_plan_text(replaced(text, "\"plan_version\": 6", std::string("\"plan_version\": ") + version))
                .error.find("this version reads plans of version 6 only: make the plan again")
            != std::string::npos);
    }
    CHECK(read_plan_text(replaced(text, "\"plan_version\": 6,", "")).error.find("make the plan again")
        != std::string::npos);
}

TEST_CASE("a plan that was edited incorrectly is refused at the place of the mistake")
{
    struct Row {
        std::string what;
        std::string instead;
        std::string message;
    };
    const Row rows[] = {
        {"\"made\"", "\"maed\"", "unknown key in a plan: 'maed'; did you mean 'made'?"},
        {"\"platform\": \"eos\"",
            "\"platform\": \"ib-fabric\"",
            "nothing can be pushed to devices of the platform 'ib-fabric'"},
        {"\"name\": \"leaf1\"", "\"name\": \"leaf2\"", "leaf2 is in the plan twice"},
        {"\"name\": \"leaf1\"", "\"nmae\": \"leaf1\"", "did you mean 'name'?"},
        {"\"phase\": \"pfc\"", "\"phase\": \"pcf\"", "unknown phase 'pcf'; did you mean 'pfc'?"},
        {"\"class\": \"hitless\"",
            "\"class\": \"hitles\"",
            "unknown class 'hitles'; did you mean 'hitless'?"},
        {"\"id\": \"rl-1-0\"", "\"id\": \"x; reboot\"", "an id is up to 20 of a-z, 0-9 and '-'"},
        {"\"id\": \"rl-1-0\"", "\"id\": \"\"", "an id is up to 20 of a-z, 0-9 and '-'"},
        {"\"id\": \"rl-1-0\"", "\"id\": \"rl-2-0\"", "two steps have the id 'rl-2-0'"},
        {"\"device\": \"leaf1\"", "\"device\": \"leaf7\"", "step 1 of leaf7 is not in the plan"},
        {"[\"leaf3\"]", "[\"leaf4\"]", "the plan contains nothing about the neighbour leaf4"},
        {"\"step\": 0", "\"step\": 5", "step 6 of leaf1 is not in the plan"},
        {"\"step\": 0", "\"step\": -1", "'step' must be"},
        {"\"commands\": \"configure\"", "\"commands\": [\"configure\"]", "'commands' must be text"},
        {"\"commands\": \"configure\"", "\"comands\": \"configure\"", "did you mean 'commands'?"},
        {"\"commands\": \"configure\", ", "", "'commands' is missing"},
        {"\"changes\": [", "\"changes\": [7, ", "an entry must be a mapping"},
        {"\"codes\": [\"MTU001\"]", "\"codes\": \"MTU001\"", "'codes' must be a list"},
        {"\"property\": \"mtu\"", "\"property\": \"mut\"", "mut"},
        {"\"devices\": [", "\"devices\": 7, \"x\": [", "plan.json:"},
        {"\"only_disruptive\": true", "\"only_disruptive\": \"perhaps\"", "'only_disruptive' must be"},
    };
    const std::string text = small_plan();
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CAPTURE(row.instead);
        const std::string error = read_plan_text(replaced(text, row.what, row.instead)).error;
        CAPTURE(error);
        CHECK(error.starts_with("plan.json:"));
        CHECK(error.find(row.message) != std::string::npos);
        CHECK(error.find('\n') == std::string::npos);
    }
}

TEST_CASE("a file that is not a plan is refused in one sentence")
{
    for (const std::string text : {"",
             "{}",
             "[]",
             "7",
             "{\"plan_version\": 6}",
             "hostname leaf1\n",
             "{\"plan_version\"",
             "{\"journal\": 1, \"plan\": \"x\"}\n{\"device\": \"a\"}\n"}) {
        CAPTURE(text);
        const std::string error = read_plan_text(text).error;
        CHECK(error.starts_with("plan.json:"));
        CHECK(error.find('\n') == std::string::npos);
    }
    CHECK(read_plan_text(std::string(100'000, '[')).error != "");
}

TEST_CASE("a mutant of a plan is refused, or can be put into waves and undone")
{
    std::mt19937 random(2);
    std::string good;
    while (good.size() < 3000)
        good = write_plan(random_plan(random, 3));
    const std::string letters = "{}[]\":,0a\\ \n\x80";
    unsigned read_well = 0;
    for (int round = 0; round < 1000; ++round) {
        std::string text = good;
        const std::size_t at = random() % text.size();
        switch (random() % 4) {
        case 0:
            text.erase(at, 1 + random() % 30);
            break;
        case 1:
            text.insert(at, 1, letters[random() % letters.size()]);
            break;
        case 2:
            text[at] = letters[random() % letters.size()];
            break;
        default:
            text.resize(at);
        }
        const ReadPlan read = read_plan_text(text);
        if (!read.error.empty()) {
            CHECK(read.error.starts_with("plan.json:"));
            continue;
        }
        ++read_well;
        JournalText journal;
        for (const PlanDevice& device : read.plan.devices) {
            CHECK(find_driver(device.platform) != nullptr);
            for (std::uint32_t step = 0; step < device.steps.size(); ++step) {
                journal.entries.push_back({{}, device.name, step, Event::done, "a", "b", {}});
                for (const StepRef& need : device.steps[step].needs)
                    CHECK(need.step < read.plan.find(need.device)->steps.size());
            }
        }
        (void)make_waves(undo_plan(read.plan, journal), 2, [](const WaveStep&) { return true; });
    }
    CHECK(read_well > 20);
}

}
}
