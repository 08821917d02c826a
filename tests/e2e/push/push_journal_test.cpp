// SPDX-License-Identifier: Apache-2.0
// What rocelint does with the journal of a push that did not complete.
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/server/fleet.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

namespace rocelint::e2e {
namespace {

// One switch that was planned and pushed; its journal may then be cut as a kill would have cut it.
struct PushedSwitch {
    PushedSwitch()
    {
        fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
        (void)fleet.inventory();
        before = configuration();
        REQUIRE(run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
        const Run pushed = run({"push", "plan.json", "--yes", "--observe", "0"});
        INFO(pushed.err);
        REQUIRE(pushed.code == 0);
        after = configuration();
        REQUIRE(after != before);
    }

    [[nodiscard]] Run run(const std::vector<std::string>& arguments, const std::string& folder = {}) const
    {
        RunOptions options;
        options.environment = fleet.environment();
        options.folder = folder.empty() ? fleet.work().path() : folder;
        return rocelint(arguments, options);
    }

    [[nodiscard]] std::string configuration() const
    {
        REQUIRE(run({"collect", "inventory.yaml", "-o", "now"}).code == 0);
        return file_text(fleet.work().path("now/leaf1.cfg"));
    }

    // Cuts the journal after the first line of this event and appends `rest`.
    void cut_journal(const std::string& event, const std::string& rest = {}) const
    {
        const std::string text = file_text(journal());
        const std::size_t at = text.find(fmt::format("\"event\": \"{}\"", event));
        REQUIRE(at != std::string::npos);
        fleet.work().write("plan.json.journal", text.substr(0, text.find('\n', at) + 1) + rest);
    }

    [[nodiscard]] std::string journal() const { return fleet.work().path("plan.json.journal"); }

    // The journal's line of event `like`, hashes included, with another event in its place.
    [[nodiscard]] std::string line(const std::string& like, const std::string& event) const
    {
        const std::string text = file_text(journal());
        const std::size_t at = text.find(fmt::format("\"event\": \"{}\"", like));
        REQUIRE(at != std::string::npos);
        const std::size_t begin = text.rfind('\n', at) + 1;
        std::string found = text.substr(begin, text.find('\n', at) + 1 - begin);
        found.replace(found.find(like), like.size(), event);
        return found;
    }

    Fleet fleet;
    std::string before;
    std::string after;
};

TEST_CASE("a change that a device kept with an unknown outcome is kept and saved when the push resumes")
{
    const PushedSwitch one;
    for (const char* event : {"unknown", "taking_back"}) {
        INFO(event);
        one.cut_journal("confirming", one.line("confirming", event));
        const Run resumed = one.run(
            {"push", "--resume", "plan.json.journal", "--yes", "--confirm-timeout", "1", "--observe", "0"});
        INFO(resumed.err);
        CHECK(resumed.code == 0);
        CHECK(resumed.says("done"));
        CHECK(one.configuration() == one.after);
    }
}

TEST_CASE("a rollback first finishes what the push left unfinished, and then rolls that back too")
{
    const PushedSwitch one;
    one.cut_journal("confirming");
    const Run back = one.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"});
    INFO(back.err);
    CHECK(back.code == 0);
    CHECK(back.says("1 step was interrupted halfway"));
    CHECK(one.configuration() == one.before);
}

TEST_CASE("a rollback asks about the interrupted steps too, which it finishes and may undo")
{
    const PushedSwitch one;
    one.cut_journal("confirming");
    RunOptions options;
    options.environment = one.fleet.environment();
    options.folder = one.fleet.work().path();
    options.before
        = "exec /usr/bin/python3 -B -E -s -S " ROCELINT_SOURCE_DIR "/tests/e2e/type_on_terminal.py no";
    const Run asked = rocelint({"rollback", "plan.json.journal", "--observe", "0"}, options);
    INFO(asked.out);
    INFO(asked.err);
    CHECK(asked.code == 2);
    CHECK(asked.says("plan.json.journal: 1 step to undo on 1 device, "));
    CHECK(asked.says("after 1 step that was interrupted"));
}

TEST_CASE("a push whose plan was remade meanwhile finishes what it left unfinished, and starts nothing new")
{
    const PushedSwitch one;
    one.cut_journal("confirming");
    REQUIRE(one.run({"plan", "inventory.yaml"}).code == 0);
    const Run resumed = one.run({"push", "--resume", "plan.json.journal", "--yes"});
    INFO(resumed.err);
    CHECK(resumed.code == 4);
    CHECK(resumed.says("made again"));
    CHECK(holds(file_text(one.journal()), R"("event": "done")"));
}

TEST_CASE("a push can be resumed and rolled back from another folder, with another path to its journal")
{
    const PushedSwitch one;
    const Folder elsewhere;
    const Run resumed = one.run({"push", "--resume", one.journal()}, elsewhere.path());
    INFO(resumed.err);
    CHECK(resumed.code == 0);
    const Run back = one.run({"rollback", one.journal(), "--yes", "--observe", "0"}, elsewhere.path());
    INFO(back.err);
    CHECK(back.code == 0);
    CHECK(one.configuration() == one.before);
    const Run again = one.run({"push", "--resume", one.journal() + ".rollback"}, elsewhere.path());
    INFO(again.err);
    CHECK(again.code == 0);
}

TEST_CASE("a file that is not a journal is left unchanged by a resume")
{
    const TemporaryFolder folder;
    for (const char* text : {"{\"plan\": 1}", "a\nb", ""}) {
        const std::string file = folder.write("plan.json", text);
        CHECK(rocelint({"push", "--resume", file}).code == 2);
        CHECK(rocelint({"rollback", file, "--yes"}).code == 2);
        CHECK(folder.read("plan.json") == text);
    }
}

TEST_CASE("a push that was rolled back cannot be resumed")
{
    const PushedSwitch one;
    REQUIRE(one.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"}).code == 0);
    const std::string journal = file_text(one.journal());
    const Run resumed = one.run({"push", "--resume", "plan.json.journal"});
    INFO(resumed.err);
    CHECK(resumed.code == 2);
    CHECK(resumed.says("this push was rolled back"));
    CHECK(resumed.says("plan.json.journal.rollback"));
    CHECK(file_text(one.journal()) == journal);
    CHECK(one.configuration() == one.before);
}

TEST_CASE("a push that was killed before its copy of the plan was complete can be resumed")
{
    const PushedSwitch one;
    const std::string journal = file_text(one.journal());
    REQUIRE(one.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"}).code == 0);
    for (const char* copy : {"", "{\"rocelint"}) {
        one.fleet.work().write("plan.json.journal", journal.substr(0, journal.find('\n') + 1));
        std::filesystem::remove(one.fleet.work().path("plan.json.journal.plan.json"));
        if (*copy != '\0')
            one.fleet.work().write("plan.json.journal.plan.json", copy);
        std::filesystem::remove(one.fleet.work().path("plan.json.journal.rollback"));
        const Run resumed = one.run({"push", "--resume", "plan.json.journal", "--yes", "--observe", "0"});
        INFO(resumed.err);
        CHECK(resumed.code == 0);
        CHECK(one.configuration() == one.after);
        const Run back = one.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"});
        INFO(back.err);
        CHECK(back.code == 0);
    }
}

TEST_CASE("a journal whose run is more than four digits names nothing on a device")
{
    const PushedSwitch one;
    std::string journal = file_text(one.journal());
    const std::size_t at = journal.find("\"run\": \"") + 8;
    journal.replace(at, 4, "a;id");
    one.fleet.work().write("plan.json.journal", journal);
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"push", "--resume", "plan.json.journal"}, {"rollback", "plan.json.journal", "--yes"}}) {
        const Run refused = one.run(words);
        CHECK(refused.code == 2);
        CHECK(refused.says("plan.json.journal:1: not a line of a rocelint journal"));
    }
}

TEST_CASE("a push whose journal or plan cannot be kept leaves nothing that blocks the next")
{
    const PushedSwitch one;
    const std::string plan = file_text(one.fleet.work().path("plan.json"));
    const std::string other = one.fleet.work().path("other.journal");
    // The copy of the plan cannot be written, because a folder has its name.
    std::filesystem::create_directories(other + ".plan.json");
    const Run refused = one.run({"push", "plan.json", "--yes", "--journal", "other.journal"});
    CHECK(refused.code != 0);
    CHECK(!std::filesystem::exists(other));
}

}
}
