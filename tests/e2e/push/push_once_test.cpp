// SPDX-License-Identifier: Apache-2.0
// A plan is pushed once, as reviewed and while it still holds, and rolled back once.
#include "tests/e2e/push/one_switch.h"
#include "tests/e2e/push/sealed_plan.h"

#include <filesystem>

namespace rocelint::e2e {
namespace {

TEST_CASE("a plan is pushed once, a push is rolled back once, and a rollback is not rolled back")
{
    const OneSwitch one;
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    INFO(planned.err);
    REQUIRE(planned.code == 0);
    REQUIRE(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 0);
    check_refusal(one.run({"push", "plan.json", "--yes"}),
        2,
        "plan.json.journal: this journal already exists; go on with `push --resume");
    // With another journal the push notices that the switch has changed since.
    const Run again = one.run({"push", "plan.json", "--yes", "--observe", "0", "--journal", "second"});
    CHECK(again.code == 4);
    CHECK(again.says("it was changed since the plan was made: plan again"));
    const Run nothing = one.run({"rollback", "second", "--yes", "--observe", "0"});
    CHECK(nothing.code == 0);
    CHECK(nothing.says("nothing in force to undo"));
    const Run planned_again = one.run({"plan", "inventory.yaml", "--allow-disruptive", "-o", "none.json"});
    CHECK(planned_again.code == 0);
    CHECK(planned_again.says("there is nothing to push"));
    REQUIRE(one.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"}).code == 0);
    check_refusal(one.run({"rollback", "plan.json.journal", "--yes"}),
        2,
        "plan.json.journal.rollback: this journal already exists");
    check_refusal(one.run({"rollback", "plan.json.journal.rollback", "--yes"}),
        2,
        "this is the journal of a rollback; push the plan again instead");
    // A completed step is not repeated.
    CHECK(one.run({"push", "--resume", "plan.json.journal.rollback", "--observe", "0"}).code == 0);
}

TEST_CASE("a push resumes after a device refused a command, under another transaction name")
{
    const OneSwitch one;
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const Device& leaf = one.fleet.device("leaf1");
    leaf.set_control(R"({"faults": [{"match": "no-drop", "count": 2, "do": "refuse"}]})");
    CHECK(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 4);
    CHECK(one.run({"push", "--resume", "plan.json.journal", "--yes", "--observe", "0"}).code == 4);
    const Run third = one.run({"push", "--resume", "plan.json.journal", "--yes", "--observe", "0"});
    CAPTURE(third.out);
    CHECK(third.code == 0);
    CHECK(one.run({"plan", "inventory.yaml", "-o", "none.json"}).says("there is nothing to push"));
}

TEST_CASE("an outdated plan, or one whose device is no longer under maintenance, is not pushed")
{
    OneSwitch one;
    one.fleet.say("leaf1", "maintenance: true");
    (void)one.fleet.inventory();
    REQUIRE(one.run({"plan", "inventory.yaml"}).code == 0);
    const std::string plan = file_text(one.fleet.work().path("plan.json"));
    REQUIRE(holds(plan, "\"class\": \"disruptive\""));
    std::string old = plan;
    const std::string made = "\"made\": \"2";
    replace_in(old, made + old.substr(old.find(made) + made.size(), 3), "\"made\": \"2020");
    (void)one.fleet.work().write("old.json", resealed(one.fleet, old));
    check_refusal(one.run({"push", "old.json", "--yes"}),
        2,
        "more than 24 hours ago: plan again, or raise "
        "--max-age");
    std::string inventory = file_text(one.fleet.work().path("inventory.yaml"));
    replace_in(inventory, "maintenance: true", "maintenance: false");
    (void)one.fleet.work().write("inventory.yaml", inventory);
    check_refusal(one.run({"push", "plan.json", "--yes"}), 2, "leaf1 is no longer under maintenance in ");
    CHECK(one.names().count("plan.json.journal") == 0);
}

TEST_CASE("with --rollback-all a fabric ends up as before or as planned")
{
    Fleet fleet;
    fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
    fleet.add("leaf2", Device::Kind::eos, broken_switch("leaf2"));
    (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    (void)fleet.inventory();
    REQUIRE(run_at(fleet, {"collect", "inventory.yaml", "-o", "before"}).code == 0);
    REQUIRE(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    fleet.device("leaf2").set_control(R"({"faults": [{"match": "no-drop", "do": "refuse"}]})");
    const Run failed = run_at(fleet, {"push", "plan.json", "--yes", "--observe", "0", "--rollback-all"});
    INFO(failed.out);
    INFO(failed.err);
    CHECK(failed.code == 4);
    CHECK(failed.says("leaf1 step 1: done"));
    CHECK(failed.says("a step failed: now undoing the changes on all devices"));
    fleet.device("leaf2").set_control("{}");
    CHECK(run_at(fleet, {"drift", "before", "inventory.yaml"}).code == 0);
    // Interrupted after the canary, then resumed until it fails.
    const std::string interrupt = fleet.work().write(
        "interrupt", "#!/bin/sh\n[ -e \"$0.$PPID\" ] || kill -INT $PPID\ntouch \"$0.$PPID\"\n", 0700);
    const Run stopped = run_at(fleet,
        {"push",
            "plan.json",
            "--yes",
            "--observe",
            "0",
            "--rollback-all",
            "--journal",
            "second",
            "--after",
            interrupt});
    INFO(stopped.err);
    CHECK(stopped.code == 4);
    CHECK(stopped.says("leaf1 step 1: done"));
    CHECK(stopped.says("interrupted: now undoing the changes on all devices"));
    CHECK(run_at(fleet, {"drift", "before", "inventory.yaml"}).code == 0);
    CHECK(run_at(fleet,
              {"push", "plan.json", "--yes", "--observe", "0", "--journal", "third", "--after", interrupt})
              .code
        == 4);
    fleet.device("leaf2").set_control(R"({"faults": [{"match": "no-drop", "do": "refuse"}]})");
    const Run resumed
        = run_at(fleet, {"push", "--resume", "third", "--yes", "--observe", "0", "--rollback-all"});
    INFO(resumed.err);
    CHECK(resumed.code == 4);
    CHECK(resumed.says("a step failed: now undoing the changes on all devices"));
    fleet.device("leaf2").set_control("{}");
    CHECK(run_at(fleet, {"drift", "before", "inventory.yaml"}).code == 0);
}

TEST_CASE("a plan is tried without effect, and pushed only with the hash that was reviewed")
{
    const OneSwitch one;
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const Run shown = one.run({"plan", "show", "plan.json"});
    CHECK(shown.says("# leaf1 step 1\n"));
    CHECK(shown.says("# leaf1 step 1, to undo it\n"));
    CHECK(shown.says("# leaf1 step 1, in its configuration\n--- a/leaf1.cfg\n+++ b/leaf1.cfg\n@@ "));
    CHECK(shown.says("\n+   priority-flow-control priority 3 no-drop\n"));
    CHECK(shown.err == "");
    one.fleet.work().write("elsewhere/plan.json", file_text(one.fleet.work().path("plan.json")));
    const Run alone = one.run({"plan", "show", "elsewhere/plan.json"});
    CHECK(alone.code == 0);
    CHECK(alone.says("# leaf1 step 1\n"));
    CHECK(alone.says("the resulting configurations are not shown"));
    std::filesystem::remove_all(one.fleet.work().path("elsewhere"));
    const std::string line = "SHA-256 of this plan: ";
    REQUIRE(shown.out.find(line) != std::string::npos);
    const std::string hash = shown.out.substr(shown.out.find(line) + line.size(), 64);
    const auto before = one.names();
    const Run tried = one.run({"push", "plan.json", "--check"});
    INFO(tried.out);
    CHECK(tried.code == 0);
    CHECK(tried.says("leaf1 step 1: accepted"));
    CHECK(one.names() == before);
    const Run as_json = one.run({"push", "plan.json", "--check", "--json"});
    CHECK(as_json.code == 0);
    CHECK(as_json.out.find("\"good\": true") < 10);
    CHECK(holds(as_json.out, "\"device\": \"leaf1\", \"step\": 1, \"outcome\": \"accepted\", \"why\": \"\""));
    CHECK(holds(as_json.out, "priority 3 no-drop"));
    CHECK(!holds(one.fleet.device("leaf1").commands(), "commit timer"));
    one.fleet.device("leaf1").set_control(
        R"({"faults": [{"match": "no-drop", "count": 1, "do": "refuse"}]})");
    const Run refused = one.run({"push", "plan.json", "--check"});
    CHECK(refused.code == 4);
    CHECK(refused.says("leaf1 step 1: not accepted: "));
    CHECK(one.names() == before);
    check_refusal(one.run({"push", "plan.json", "--yes", "--expect-sha256", std::string(64, '0')}),
        2,
        "it is not the plan that was reviewed");
    one.fleet.device("leaf1").set_control("{}");
    CHECK(one.run({"push", "plan.json", "--yes", "--observe", "0", "--expect-sha256", hash}).code == 0);
}

}
}
