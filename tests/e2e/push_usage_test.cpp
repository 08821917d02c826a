// SPDX-License-Identifier: Apache-2.0
// What a new user gets wrong: one clear sentence each, the right exit code, and no file half written.
#include "tests/e2e/one_switch.h"
#include "tests/e2e/sealed_plan.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

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
        // A mistake in a file begins with its place.
        CHECK((run.err.starts_with("rocelint: ") || run.err.starts_with(row.message)));
        CHECK(run.err.find(row.message) != std::string::npos);
        CHECK(run.err.find('\n') == run.err.size() - 1);
        CHECK(names_below(folder) == before);
    }
}

TEST_CASE("a wrong inventory is told before any device is asked, whatever the command")
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

TEST_CASE("a missing or unwritable place is told before any device is asked")
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
            {{"push"}, 2, "push needs one plan, or --resume JOURNAL"},
            {{"rollback"}, 2, "rollback needs one journal"},
            {{"plan"}, 2, "plan needs one inventory"}});
}

TEST_CASE("what is no plan is not pushed, and what is no journal is not rolled back or changed")
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

TEST_CASE("a device that cannot be reached ends in 4, and says which and why")
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

TEST_CASE("two swapped addresses, and two entries with one, are told before anything is planned")
{
    Fleet fleet;
    fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
    fleet.add("leaf2", Device::Kind::eos, broken_switch("leaf2"));
    fleet.add("leaf3", Device::Kind::eos, broken_switch("rack7-a"));
    std::string text = file_text(fleet.inventory());
    const auto planned = [&](const std::string& inventory) {
        (void)fleet.work().write("swapped.yaml", inventory);
        return run_at(fleet, {"plan", "swapped.yaml"});
    };
    CHECK(planned(text).err.find("calls itself rack7-a, which no entry of swapped.yaml does")
        != std::string::npos);
    std::string swapped = text;
    replace_in(swapped, "leaf1:", "leaf9:");
    replace_in(swapped, "leaf2:", "leaf1:");
    replace_in(swapped, "leaf9:", "leaf2:");
    const Run wrong = planned(swapped);
    INFO(wrong.err);
    CHECK(wrong.code == 4);
    CHECK(wrong.says("says that it is leaf1, which is another entry: correct the addresses in swapped.yaml"));
}

TEST_CASE("two entries that lead to one box are told, whatever the device is called")
{
    for (const auto kind : {Device::Kind::eos,
             Device::Kind::onyx,
             Device::Kind::nxos,
             Device::Kind::sonic,
             Device::Kind::junos}) {
        Fleet fleet;
        for (const char* name : {"leaf1", "leaf2"}) {
            const std::string text = kind == Device::Kind::eos ? broken_switch(name)
                : kind == Device::Kind::onyx                   ? clean_onyx(name)
                : kind == Device::Kind::nxos                   ? clean_nxos(name)
                : kind == Device::Kind::sonic                  ? clean_sonic(name)
                                              : fmt::format("system {{\n    host-name {};\n}}\n", name);
            fleet.add(name, kind, text).set_control(R"({"serial": "JPE123"})");
        }
        (void)fleet.inventory();
        const Run twice = run_at(fleet, {"plan", "inventory.yaml"});
        INFO(twice.err);
        CHECK(twice.code == 4);
        CHECK(twice.says("leaf1 and leaf2 are one device: both show the serial number JPE123; correct "
                         "inventory.yaml"));
        fleet.device("leaf2").set_control(R"({"serial": "JPE124"})");
        CHECK(run_at(fleet, {"plan", "inventory.yaml"}).code == 0);
    }
}

TEST_CASE("a box that was replaced since the plan was made is not pushed to, and neither is it rolled back")
{
    const OneSwitch one;
    const Device& leaf = one.fleet.device("leaf1");
    leaf.set_control(R"({"serial": "JPE123"})");
    REQUIRE(one.run({"collect", "inventory.yaml", "-o", "collected"}).code == 0);
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    CHECK(holds(file_text(one.fleet.work().path("plan.json")), R"("serial": "JPE123")"));
    const std::vector<std::string> stored{
        "plan", "inventory.yaml", "--allow-disruptive", "--from", "collected", "-o", "stored.json"};
    REQUIRE(one.run(stored).code == 0);
    leaf.set_control(R"({"serial": "JPE124"})");
    for (const char* plan : {"plan.json", "stored.json"}) {
        const Run replaced = one.run({"push", plan, "--observe", "0"});
        CHECK(replaced.code == 4);
        CHECK(replaced.says("leaf1: it is another device than was planned for: its serial number is JPE124 "
                            "and was JPE123"));
    }
    // Where it does not tell any of this it is known by its state.
    leaf.set_control(R"({"faults": [{"match": "show version", "do": "refuse"}]})");
    REQUIRE(one.run({"push", "plan.json", "--observe", "0", "--journal", "second"}).code == 0);
    leaf.set_control(R"({"serial": "JPE124"})");
    CHECK(
        one.run({"rollback", "second", "--observe", "0"}).says("it is another device than was planned for"));
    leaf.set_control(R"({"serial": "JPE123", "mac": "02:00:00:00:00:99"})");
    CHECK(one.run({"push", "--resume", "second.rollback", "--observe", "0"}).says("its base MAC address is"));
}

TEST_CASE("a host that calls itself like another is known by its board and its RDMA devices")
{
    Fleet fleet;
    (void)fleet.work().write(
        "rocelint.yaml", "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n");
    for (const char* name : {"host1", "host2"}) {
        const Folder& folder = fleet.add(name, Device::Kind::linux_host).folder();
        (void)folder.write("hostname", "localhost\n");
        (void)folder.write("interfaces.json",
            R"({"ens1f0np0": {"rdma": "mlx5_0", "speed": 400000, "pfc": [0, 0, 0, 1, 0, 0, 0, 0],
 "buffer": [0, 0, 0, 1, 0, 0, 0, 0], "buffer_size": [20016, 242000, 0, 0, 0, 0, 0, 0], "mtu": 9000}, "eth0": ""})");
    }
    std::string text = file_text(fleet.inventory());
    const Run planned = run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    INFO(planned.err);
    REQUIRE(planned.code == 0);
    replace_in(text, "host1:", "host9:");
    replace_in(text, "host2:", "host1:");
    replace_in(text, "host9:", "host2:");
    (void)fleet.work().write("inventory.yaml", text);
    const Run swapped = run_at(fleet, {"push", "plan.json", "--observe", "0"});
    CHECK(swapped.code == 4);
    CHECK_MESSAGE(swapped.says("it is another device than was planned for: its serial number is "),
        swapped.out,
        swapped.err);
}

TEST_CASE("a plan is pushed once, a push is rolled back once, and a rollback is not rolled back")
{
    const OneSwitch one;
    const Run planned = one.run({"plan", "inventory.yaml", "--allow-disruptive"});
    INFO(planned.out);
    INFO(planned.err);
    REQUIRE(planned.code == 0);
    REQUIRE(one.run({"push", "plan.json", "--observe", "0"}).code == 0);
    check_refusal(one.run({"push", "plan.json"}),
        2,
        "plan.json.journal: this journal already exists; go on with `push --resume");
    // Under another name it finds the switch changed since.
    const Run again = one.run({"push", "plan.json", "--observe", "0", "--journal", "second"});
    CHECK(again.code == 4);
    CHECK(again.says("somebody has changed it since the plan was made: plan again"));
    const Run nothing = one.run({"rollback", "second", "--observe", "0"});
    CHECK(nothing.code == 0);
    CHECK(nothing.says("nothing in force to undo"));
    const Run planned_again = one.run({"plan", "inventory.yaml", "--allow-disruptive", "-o", "none.json"});
    CHECK(planned_again.code == 0);
    CHECK(planned_again.says("there is nothing to push"));
    REQUIRE(one.run({"rollback", "plan.json.journal", "--observe", "0"}).code == 0);
    check_refusal(one.run({"rollback", "plan.json.journal"}),
        2,
        "plan.json.journal.rollback: this journal already exists");
    check_refusal(one.run({"rollback", "plan.json.journal.rollback"}),
        2,
        "this is the journal of a rollback; push the plan again instead");
    // What is done is not done again.
    CHECK(one.run({"push", "--resume", "plan.json.journal.rollback", "--observe", "0"}).code == 0);
}

TEST_CASE("a push goes on after a device refused a command, under another name of the transaction")
{
    const OneSwitch one;
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    const Device& leaf = one.fleet.device("leaf1");
    leaf.set_control(R"({"faults": [{"match": "no-drop", "count": 2, "do": "refuse"}]})");
    CHECK(one.run({"push", "plan.json", "--observe", "0"}).code == 4);
    CHECK(one.run({"push", "--resume", "plan.json.journal", "--observe", "0"}).code == 4);
    const Run third = one.run({"push", "--resume", "plan.json.journal", "--observe", "0"});
    CAPTURE(third.out);
    CHECK(third.code == 0);
    CHECK(one.run({"plan", "inventory.yaml", "-o", "none.json"}).says("there is nothing to push"));
}

TEST_CASE("a plan that is old, or whose device is no longer under maintenance, is not pushed")
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
    check_refusal(one.run({"push", "old.json"}), 2, "more than 24 hours ago: plan again, or say --max-age");
    std::string inventory = file_text(one.fleet.work().path("inventory.yaml"));
    replace_in(inventory, "maintenance: true", "maintenance: false");
    (void)one.fleet.work().write("inventory.yaml", inventory);
    check_refusal(one.run({"push", "plan.json"}), 2, "leaf1 is no longer under maintenance in ");
    CHECK(one.names().count("plan.json.journal") == 0);
}

TEST_CASE("with --rollback-all a fabric is as before or as planned")
{
    Fleet fleet;
    fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
    fleet.add("leaf2", Device::Kind::eos, broken_switch("leaf2"));
    (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    (void)fleet.inventory();
    REQUIRE(run_at(fleet, {"collect", "inventory.yaml", "-o", "before"}).code == 0);
    REQUIRE(run_at(fleet, {"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    fleet.device("leaf2").set_control(R"({"faults": [{"match": "no-drop", "do": "refuse"}]})");
    const Run failed = run_at(fleet, {"push", "plan.json", "--observe", "0", "--rollback-all"});
    INFO(failed.out);
    INFO(failed.err);
    CHECK(failed.code == 4);
    CHECK(failed.says("leaf1 step 1: done"));
    CHECK(failed.says("a step failed: now undoing what was done on all devices"));
    fleet.device("leaf2").set_control("{}");
    CHECK(run_at(fleet, {"drift", "before", "inventory.yaml"}).code == 0);
    // Interrupted after the canary, and gone on with to a failure.
    const std::string interrupt = fleet.work().write(
        "interrupt", "#!/bin/sh\n[ -e \"$0.$PPID\" ] || kill -INT $PPID\ntouch \"$0.$PPID\"\n", 0700);
    const Run stopped = run_at(fleet,
        {"push",
            "plan.json",
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
    CHECK(stopped.says("interrupted: now undoing what was done on all devices"));
    CHECK(run_at(fleet, {"drift", "before", "inventory.yaml"}).code == 0);
    CHECK(run_at(fleet, {"push", "plan.json", "--observe", "0", "--journal", "third", "--after", interrupt})
              .code
        == 4);
    fleet.device("leaf2").set_control(R"({"faults": [{"match": "no-drop", "do": "refuse"}]})");
    const Run resumed = run_at(fleet, {"push", "--resume", "third", "--observe", "0", "--rollback-all"});
    INFO(resumed.err);
    CHECK(resumed.code == 4);
    CHECK(resumed.says("a step failed: now undoing what was done on all devices"));
    fleet.device("leaf2").set_control("{}");
    CHECK(run_at(fleet, {"drift", "before", "inventory.yaml"}).code == 0);
}

TEST_CASE("a plan is tried without effect, and pushed only under the hash that was reviewed")
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
    CHECK(alone.says("what becomes of the configurations is not shown"));
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
    check_refusal(one.run({"push", "plan.json", "--expect-sha256", std::string(64, '0')}),
        2,
        "it is not the plan that was reviewed");
    one.fleet.device("leaf1").set_control("{}");
    CHECK(one.run({"push", "plan.json", "--observe", "0", "--expect-sha256", hash}).code == 0);
}

TEST_CASE(
    "what is collected, planned and written down is its owner's alone, and no symbolic link is followed")
{
    const OneSwitch one;
    const std::string outside = one.fleet.work().write("outside", "untouched");
    std::filesystem::create_symlink(outside, one.fleet.work().path("plan.json"));
    REQUIRE(one.run({"collect", "inventory.yaml", "-o", "deep/down"}).code == 0);
    REQUIRE(one.run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    REQUIRE(one.run({"push", "plan.json", "--observe", "0"}).code == 0);
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

TEST_CASE("a full disk or a folder without permission leaves no plan, no journal and no rest of one")
{
    const OneSwitch one;
    const auto before = one.names();
    // No file may be longer than one block.
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
    const Run push = one.run({"push", "plan.json", "--observe", "0"}, "ulimit -f 1; exec");
    CAPTURE(push.err);
    CHECK(push.code == 3);
    CHECK(one.names() == planned);
    // Nothing was begun on the switch: the same plan is pushed when there is room.
    CHECK(one.run({"push", "plan.json", "--observe", "0"}).code == 0);
}

}
}
