// SPDX-License-Identifier: Apache-2.0
// A new user's mistakes: each gets one clear sentence and the right exit code, and leaves no half-written file.
#include "tests/e2e/push/one_switch.h"
#include "tests/e2e/push/sealed_plan.h"

#include <fmt/format.h>

#include <filesystem>

namespace rocelint::e2e {
namespace {

struct Row {
    std::vector<std::string> arguments;
    int code = 2;
    std::string message;
};

void check_rows(const std::string& folder, const std::vector<Row>& rows)
{
    const auto before = names_below(folder);
    for (const Row& row : rows) {
        std::string words;
        for (const std::string& word : row.arguments)
            words += word + ' ';
        CAPTURE(words);
        RunOptions options;
        options.folder = folder;
        options.environment = {"HOME=" + folder};
        const Run run = rocelint(row.arguments, options);
        CAPTURE(run.err);
        CHECK(run.code == row.code);
        CHECK(run.out == "");
        // The message about a mistake in a file begins with its position.
        CHECK((run.err.starts_with("rocelint: ") || run.err.starts_with(row.message)));
        CHECK(run.err.find(row.message) != std::string::npos);
        CHECK(run.err.find('\n') == run.err.size() - 1);
        CHECK(names_below(folder) == before);
    }
}

TEST_CASE("a wrong inventory is reported before any device is contacted, whatever the command")
{
    const TemporaryFolder folder;
    folder.write("empty.yaml", "");
    folder.write("typo.yaml", "all:\n  hosts:\n    leaf1: {transprot: ssh}\n");
    folder.write("shape.yaml", "all:\n  hosts: [leaf1, leaf2]\n");
    folder.write("good.yaml", "all:\n  hosts:\n    leaf1: {ansible_host: 127.0.0.1, ansible_port: 1}\n");
    folder.write("sub/x", "");
    std::vector<Row> rows;
    for (const std::vector<std::string>& command :
        {std::vector<std::string>{"plan"}, {"collect", "-o", "out"}, {"drift", "sub"}}) {
        const auto with = [&](const std::string& inventory, int code, const std::string& message) {
            std::vector<std::string> arguments = command;
            arguments.push_back(inventory);
            rows.push_back({arguments, code, message});
        };
        with("nowhere.yaml", 2, "nowhere.yaml: cannot be read");
        with("sub", 2, "sub: cannot be read");
        with("empty.yaml", 2, "empty.yaml: the inventory names no device");
        with("typo.yaml", 2, "typo.yaml:3:13: unknown key 'transprot'; did you mean 'transport'?");
        with("shape.yaml", 2, "shape.yaml:2:3: hosts must be a mapping");
        std::vector<std::string> limited = command;
        limited.insert(limited.end(), {"good.yaml", "--limit", "spine*"});
        rows.push_back({limited, 2, "--limit: good.yaml has no device 'spine*'"});
    }
    check_rows(folder.path(), rows);
}

TEST_CASE("a missing or unwritable place is reported before any device is contacted")
{
    const TemporaryFolder folder;
    folder.write("good.yaml", "all:\n  hosts:\n    leaf1: {ansible_host: 127.0.0.1, ansible_port: 1}\n");
    folder.write("file", "in the way");
    check_rows(folder.path(),
        {{{"plan", "good.yaml", "-o", "nowhere/plan.json"}, 2, "nowhere/plan.json: cannot be written"},
            {{"plan", "good.yaml", "-o", "."}, 2, ".: cannot be written: Is a directory"},
            {{"plan", "good.yaml", "--policy", "nowhere.yaml"}, 2, "nowhere.yaml: cannot be read"},
            {{"plan", "good.yaml", "--from", "nowhere"},
                3,
                "nowhere/.rocelint-collected.json: cannot be read"},
            {{"collect", "good.yaml", "-o", "file"}, 3, "file: the folder cannot be made: "},
            {{"collect", "good.yaml", "-o", "file/below"}, 3, "file/below: the folder cannot be made: "},
            {{"collect", "good.yaml"}, 2, "collect needs an inventory and -o DIR, or --script"},
            {{"drift", "nowhere.yaml", "good.yaml"}, 2, "nowhere.yaml: cannot be read"},
            {{"drift", "good.yaml"},
                2,
                "drift needs an intent or a folder of configurations, then an inventory"},
            {{"push"}, 2, "push needs one plan, --resume JOURNAL, or --self-test DEVICE"},
            {{"rollback"}, 2, "rollback needs one journal"},
            {{"plan"}, 2, "plan needs one inventory"}});
}

TEST_CASE(
    "a file that is not a plan is not pushed, and one that is not a journal is not rolled back or changed")
{
    const TemporaryFolder folder;
    folder.write("old.json", "{\"plan_version\": 0, \"devices\": []}\n");
    folder.write("notes.txt", "first line\nand the last one has no end");
    folder.write("empty", "");
    check_rows(folder.path(),
        {{{"push", "nowhere.json"}, 2, "nowhere.json: cannot be read"},
            {{"push", "old.json"},
                2,
                "old.json:1:2: this version reads plans of version 6 only: make the plan again"},
            {{"plan", "show", "old.json"}, 2, "old.json:1:2: this version reads plans of version 6 only"},
            {{"push", "notes.txt"}, 2, "notes.txt: not a plan"},
            {{"push", "empty"}, 2, "empty: not a plan"},
            {{"push", "empty", "--observe", "300"},
                2,
                "--observe 300 is not below --confirm-timeout 300: every device would roll its change back"},
            {{"rollback", "empty", "--confirm-timeout", "5"},
                2,
                "--observe 5 is not below --confirm-timeout 5: every device"},
            {{"push", "--resume", "notes.txt"}, 2, "notes.txt:1: not a line of a rocelint journal"},
            {{"push", "--resume", "empty"}, 2, "empty: not a rocelint journal"},
            {{"push", "--resume", "nowhere"}, 3, "nowhere: the journal cannot be opened"},
            {{"rollback", "notes.txt"}, 2, "notes.txt:1: not a line of a rocelint journal"},
            {{"rollback", "old.json"}, 2, "old.json:1: not a line of a rocelint journal"},
            {{"rollback", "nowhere"}, 3, "nowhere: the journal cannot be opened"},
            {{"rollback", "."}, 3, ".: the journal cannot be opened"}});
    CHECK(folder.read("notes.txt") == "first line\nand the last one has no end");
}

TEST_CASE("an unreachable device exits with 4, and the message says which and why")
{
    const TemporaryFolder folder;
    folder.write("inventory.yaml",
        fmt::format(
            "all:\n  hosts:\n    leaf1: {{ansible_host: 127.0.0.1, ansible_port: {}}}\n", free_port()));
    folder.write("wanted/leaf1.cfg", clean_switch("leaf1"));
    for (const std::vector<std::string>& command :
        {std::vector<std::string>{"plan"}, {"collect", "-o", "out"}, {"drift", "wanted"}}) {
        RunOptions options;
        options.folder = folder.path();
        options.environment = {"HOME=" + folder.path()};
        std::vector<std::string> arguments = command;
        arguments.insert(arguments.end(), {"inventory.yaml", "--retries", "0"});
        const Run run = rocelint(arguments, options);
        CAPTURE(run.err);
        CHECK(run.code == 4);
        CHECK(run.err.starts_with("leaf1: "));
        CHECK(run.err.find("refused") != std::string::npos);
        CHECK(!folder.has("plan.json"));
    }
}

TEST_CASE(
    "what is collected, planned and written down is its owner's alone, and no symbolic link is followed")
{
    const OneSwitch one;
    const std::string outside = one.fleet.work().write("outside", "untouched");
    std::filesystem::create_symlink(outside, one.fleet.work().path("plan.json"));
    REQUIRE(one.run({"collect", "inventory.yaml", "-o", "deep/down"}).code == 0);
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    REQUIRE(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 0);
    CHECK(file_text(outside) == "untouched");
    CHECK(!std::filesystem::is_symlink(one.fleet.work().path("plan.json")));
    constexpr auto others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
    for (const char* name : {"deep",
             "deep/down",
             "deep/down/leaf1.cfg",
             "deep/down/.rocelint-collected.json",
             "plan.json",
             "plan.files",
             "plan.files/before",
             "plan.files/after/leaf1.cfg",
             "plan.json.journal",
             "plan.json.journal.plan.json"}) {
        CAPTURE(name);
        const auto status = std::filesystem::status(one.fleet.work().path(name));
        CHECK((status.permissions() & others) == std::filesystem::perms::none);
    }
    const std::string elsewhere = one.fleet.work().path("elsewhere");
    std::filesystem::create_directory(elsewhere);
    std::filesystem::create_symlink(elsewhere, one.fleet.work().path("linked"));
    check_refusal(one.run({"collect", "inventory.yaml", "-o", "linked"}), 3, "a symbolic link is in the way");
    CHECK(std::filesystem::is_empty(elsewhere));
}

TEST_CASE("a full disk or a read-only folder leaves no plan, no journal and no partial one")
{
    const OneSwitch one;
    const auto before = one.names();
    // No file may exceed one block.
    const Run full = one.run({"plan", "inventory.yaml", "--allow-disruptive"}, "ulimit -f 1; exec");
    CAPTURE(full.err);
    CHECK(full.code == 3);
    CHECK(full.err.find("cannot be written: File too large") != std::string::npos);
    CHECK(one.names() == before);
    const Run forbidden = one.run({"plan", "inventory.yaml", "--allow-disruptive", "-o", "/proc/plan.json"});
    CAPTURE(forbidden.err);
    CHECK(forbidden.code == 3);
    CHECK(forbidden.err.find("/proc/plan.files") != std::string::npos);
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const auto planned = one.names();
    const Run push = one.run({"push", "plan.json", "--yes", "--observe", "0"}, "ulimit -f 1; exec");
    CAPTURE(push.err);
    CHECK(push.code == 3);
    CHECK(one.names() == planned);
    // The switch was not touched: the same plan can be pushed once there is room.
    CHECK(one.run({"push", "plan.json", "--yes", "--observe", "0"}).code == 0);
}

}
}
