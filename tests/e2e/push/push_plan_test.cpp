// SPDX-License-Identifier: Apache-2.0
// A plan is not executed if it or its files were edited.
#include "models/text/digest.h"
#include "tests/e2e/push/one_switch.h"
#include "tests/e2e/push/sealed_plan.h"

namespace rocelint::e2e {
namespace {

TEST_CASE("an edited plan, or an edited copy of one, is refused")
{
    const OneSwitch one;
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const std::string plan = file_text(one.fleet.work().path("plan.json"));
    const auto edited = [&](std::string_view what, std::string_view instead) {
        std::string text = plan;
        replace_in(text, what, instead);
        (void)one.fleet.work().write("edited.json", resealed(one.fleet, text));
        return one.run({"push", "edited.json", "--yes"});
    };
    check_refusal(edited("\"platform\": \"eos\"", "\"platform\": \"oes\""),
        2,
        "nothing can be pushed to devices of the platform 'oes'");
    check_refusal(edited("\"name\": \"leaf1\"", "\"name\": \"leaf2\""),
        2,
        "inventory.yaml: the plan's device leaf2 is not in this inventory");
    check_refusal(edited("\"files\": \"plan.files\"", "\"files\": \"other.files\""), 3, "other.files");
    // Commands outside the model could do anything.
    check_refusal(edited("\"commands\": \"", "\"commands\": \"username evil privilege 15 nopassword\\n"),
        2,
        "step 1 of leaf1 holds commands that do not match its changes");
    check_refusal(edited("\"undo\": \"", "\"undo\": \"username evil privilege 15 nopassword\\n"),
        2,
        "step 1 of leaf1 would be undone by commands that do not match its changes");
    CHECK(one.names().count("edited.json.journal") == 0);
    // The files that belong to a plan are part of it.
    std::string files = file_text(one.fleet.work().path("plan.files/after/leaf1.cfg"));
    (void)one.fleet.work().write("plan.files/after/leaf1.cfg", files + "!\n");
    check_refusal(one.run({"push", "plan.json", "--yes"}),
        2,
        "the files of leaf1 were changed after they were collected");
    (void)one.fleet.work().write("plan.files/after/leaf1.cfg", files);
    REQUIRE(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 0);
    const std::string copy = file_text(one.fleet.work().path("plan.json.journal.plan.json"));
    (void)one.fleet.work().write("plan.json.journal.plan.json", copy + "\n");
    check_refusal(one.run({"rollback", "plan.json.journal", "--yes"}),
        2,
        "this is not the plan that the journal plan.json.journal belongs to");
}

TEST_CASE("a plan is pushed exactly as it was sealed, and so is the copy that rolls it back")
{
    const OneSwitch one;
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const std::string plan = file_text(one.fleet.work().path("plan.json"));
    const std::string refusal = "its seal does not match";
    std::size_t edits = 0;
    // Appends a letter to each text of the plan, one at a time.
    for (std::size_t at = plan.find("\": \""); at != std::string::npos; at = plan.find("\": \"", at + 1)) {
        const std::size_t end = plan.find('"', at + 4);
        if (plan.compare(at - 4, 4, "seal") == 0)
            continue;
        std::string text = plan;
        text.insert(end, "z");
        (void)one.fleet.work().write("edited.json", text);
        const Run run = one.run({"push", "edited.json", "--yes"});
        CAPTURE(plan.substr(plan.rfind('"', at - 1), end - at + 20));
        CHECK(run.code == 2);
        ++edits;
    }
    CHECK(edits > 30);
    const auto edited = [&](std::string_view what, std::string_view instead) {
        std::string text = plan;
        replace_in(text, what, instead);
        (void)one.fleet.work().write("edited.json", text);
        check_refusal(one.run({"push", "edited.json", "--yes"}), 2, refusal);
        check_refusal(one.run({"push", "edited.json", "--check"}), 2, refusal);
    };
    edited("\"ports\": [\"", "\"ports\": [\"Ethernet9/1\", \"");
    edited("\"allow_disruptive\": true", "\"allow_disruptive\": false");
    edited("\"seal\": \"", "\"seal\": \"0");
    REQUIRE(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 0);
    std::string copy = file_text(one.fleet.work().path("plan.json.journal.plan.json"));
    const std::string hash = sha256(copy);
    replace_in(copy, "\"undo\": \"", "\"undo\": \"username evil privilege 15 nopassword\\n");
    (void)one.fleet.work().write("plan.json.journal.plan.json", copy);
    std::string journal = file_text(one.fleet.work().path("plan.json.journal"));
    replace_in(journal, hash, sha256(copy));
    (void)one.fleet.work().write("plan.json.journal", journal);
    check_refusal(one.run({"rollback", "plan.json.journal", "--yes"}), 2, refusal);
}

TEST_CASE("a plan reports an own rule that cannot be evaluated, and exits as check does")
{
    const OneSwitch one;
    (void)one.fleet.work().write("rocelint.yaml",
        "version: 1\nprofile: lossless\ncustom_rules:\n"
        "  - {code: SITE001, name: tried, for: port, assert: .\"nonsense\", message: m}\n");
    const Run plan = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    CHECK(plan.code == 2);
    CHECK(plan.err.find("rocelint.yaml:4:") != std::string::npos);
    CHECK(plan.err.find("it gives null, which is neither true nor false") != std::string::npos);
    CHECK(one.names().count("plan.json") == 1);
    // The error existed when the plan was made, so it is no reason to roll a change back.
    CHECK(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 0);
}

}
}
