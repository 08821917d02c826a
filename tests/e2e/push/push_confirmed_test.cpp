// SPDX-License-Identifier: Apache-2.0
// A change counts as kept only after the device was read once more.
#include "tests/e2e/push/one_switch.h"

#include <fmt/format.h>

#include <filesystem>
#include <future>

namespace rocelint::e2e {
namespace {

TEST_CASE("a switch that restarts between its confirmation and the next reading is not called confirmed")
{
    const OneSwitch one;
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const Device& leaf = one.fleet.device("leaf1");
    const std::string journal = one.fleet.work().path("plan.json.journal");
    leaf.set_control(fmt::format(
        R"({{"faults": [{{"match": "running-config", "do": "wait", "count": 1, "when": ["{}", "\"confirming\""]}}]}})",
        journal));
    auto push = std::async(std::launch::async, [&one] {
        return one.run({"push", "plan.json", "--yes", "--observe", "0"});
    });
    // Even if it does not come to that: nothing may wait for the switch any longer.
    CHECK(wait_for([&] { return std::filesystem::exists(leaf.folder().path("hanging")); }));
    CHECK(holds(leaf.commands(), " commit"));
    leaf.restart();
    leaf.set_control("{}");
    const Run run = push.get();
    INFO(run.out);
    INFO(run.err);
    CHECK(run.code == 4);
    CHECK(run.says("leaf1: it changed after the confirmation"));
    CHECK(!holds(file_text(journal), "\"confirmed\""));
    CHECK(holds(file_text(journal), "\"taken_back\""));
}

}
}
