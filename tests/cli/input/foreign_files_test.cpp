// SPDX-License-Identifier: Apache-2.0
// Files of another tool, or with merge conflicts: each is reported as such, and the files next to it are read.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"
#include "workspace/find/merge_conflicts.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace rocelint::foreign_files_test {
namespace {

using Json = nlohmann::json;

TEST_CASE("in an unfinished merge our side is read, with every line at its place")
{
    const auto one = workspace::resolve_merge("a\n<<<<<<< HEAD\n b\n=======\n c\n>>>>>>> x\nd\n");
    REQUIRE(one.has_value());
    CHECK(one->text == "a\n            \n b\n       \n  \n         \nd\n");
    CHECK(one->count == 1);
    CHECK(one->first.offset == 2);
    const auto base = workspace::resolve_merge("<<<<<<< A\na\n||||||| b\nz\n=======\nc\n>>>>>>> x\n");
    REQUIRE(base.has_value());
    CHECK(base->text == "         \na\n         \n \n       \n \n         \n");
    CHECK_FALSE(workspace::resolve_merge("a\n=======\nb\n").has_value());
    CHECK_FALSE(workspace::resolve_merge("<<<<<<< HEAD\na\n").has_value());
    CHECK_FALSE(workspace::resolve_merge(">>>>>>> x\n<<<<<<< HEAD\n=======\n").has_value());
}

TEST_CASE("an unresolved merge conflict is one error at its first marker, even if the file no longer parses")
{
    const TemporaryFolder folder;
    const std::string lines = folder.write("leaf1.cfg",
        clean_switch("leaf1")
            + "<<<<<<< HEAD\nip name-server 192.0.2.1\n=======\nip name-server 192.0.2.2\n>>>>>>> other\n");
    const std::string document = folder.write("config_db.json",
        "<<<<<<< HEAD\n{\"PORT\": {\"Ethernet0\": {\"speed\": \"100000\"}}}\n=======\n{\"PORT\": {\"Ethernet0\": "
        "{\"speed\": \"40000\"}}}\n>>>>>>> other\n");
    for (const std::string& file : {lines, document}) {
        CAPTURE(file);
        const Run run = rocelint({"check", file, "--format", "json"});
        CHECK(run.code == 1);
        int conflicts = 0;
        const Json report = Json::parse(run.out);
        for (const Json& finding : report.at("findings"))
            conflicts
                += finding.at("message").get<std::string>().starts_with("unresolved merge conflict") ? 1 : 0;
        CHECK(conflicts == 1);
    }
}

// The paths that SYN006 flags in a check of the folder.
std::vector<std::string> unrecognised_files(
    const TemporaryFolder& folder, const std::vector<std::string>& options = {})
{
    std::vector<std::string> words{"check", ".", "--format", "json"};
    words.insert(words.end(), options.begin(), options.end());
    const Json report = Json::parse(rocelint(words, {.folder = folder.path()}).out);
    std::vector<std::string> files;
    for (const Json& finding : report.at("findings")) {
        if (finding.at("code") == "SYN006")
            files.push_back(
                finding.at("severity").get<std::string>() + " " + finding.at("file").get<std::string>());
    }
    return files;
}

TEST_CASE("a file that is named like those of switches and was not recognised is a warning that counts")
{
    const TemporaryFolder folder;
    folder.write("v3/leaf1.cfg", clean_switch("leaf1"));
    folder.write("v3/leaf9.cfg", "session timed out\n");
    folder.write("v3/leaf10.cfg", "");
    using Files = std::vector<std::string>;
    CHECK(unrecognised_files(folder) == Files{"warning v3/leaf10.cfg", "warning v3/leaf9.cfg"});
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"check", "."}, here).code == 0);
    const Run strict = rocelint({"check", ".", "--fail-on", "warning"}, here);
    CHECK(strict.code == 1);
    CHECK(strict.says("SYN006"));
    CHECK(unrecognised_files(folder, {"--ignore", "SYN006"}).empty());
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nrules: {SYN006: error}\n");
    CHECK(unrecognised_files(folder) == Files{"error v3/leaf10.cfg", "error v3/leaf9.cfg"});
    folder.write("rocelint.yaml",
        "version: 1\nprofile: lossless\nexclude: [v3/leaf10.cfg]\n"
        "waivers:\n  - {code: SYN006, file: \"*/leaf9.cfg\", reason: \"a spare\"}\n");
    CHECK(unrecognised_files(folder) == Files{"warning v3/leaf9.cfg"});
    CHECK(rocelint({"check", ".", "--fail-on", "warning"}, here).code == 0);
}

TEST_CASE("files of an ordinary repository beside the switches are no warning")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", clean_sonic("leaf1"));
    folder.write("leaf2.cfg", clean_switch("leaf2"));
    for (const char* name : {"README.txt",
             "requirements.txt",
             "package.json",
             "package-lock.json",
             "inventory.json",
             "hosts.cfg",
             "ansible.cfg",
             "setup.cfg",
             "notes1.txt",
             "1.json",
             "LICENSE"})
        folder.write(name, name == std::string_view("package.json") ? "{\"name\": \"x\"}\n" : "some words\n");
    CHECK(unrecognised_files(folder).empty());
    // A folder for each device shows it as well as a name for each file.
    folder.write("a/spine1/config_db.json", clean_sonic("spine1"));
    folder.write("a/spine2/config_db.json", "{}\n");
    folder.write("a/spine2/package.json", "{}\n");
    CHECK(unrecognised_files(folder) == std::vector<std::string>{"warning a/spine2/config_db.json"});
}

TEST_CASE("a transcript of a refused command is a capture that failed")
{
    for (const char* text : {"%Invalid input\n",
             "leaf9#show running-config\n           ^\n% Invalid input detected at '^' marker.\nleaf9#\n",
             "admin@leaf9> show configuration\nerror: permission denied\nadmin@leaf9>\n"}) {
        const TemporaryFolder folder;
        folder.write("leaf1.cfg", clean_switch("leaf1"));
        folder.write("leaf9.cfg", text);
        const Run run = rocelint({"check", folder.path(), "--fail-on", "warning", "--format", "json"});
        CAPTURE(run.out);
        CHECK(run.code == 1);
        CHECK(run.says("\"message\": \"this capture failed"));
        CHECK_FALSE(run.says("SYN006"));
    }
}

TEST_CASE("a severity of the policy applies to faults of reading, too")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("leaf9.cfg", "% Invalid input detected at '^' marker.\n");
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nrules: {SYN001: error}\n");
    CHECK(rocelint({"check", folder.path()}).code == 1);
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nrules: {SYN001: info}\n");
    CHECK(rocelint({"check", folder.path(), "--fail-on", "warning"}).code == 0);
}

TEST_CASE("a topology of another tool has no effect, and the run continues")
{
    const TemporaryFolder folder;
    folder.write(
        "topology.yaml", "apiVersion: kueue.x-k8s.io/v1beta1\nkind: Topology\nmetadata:\n  name: a\n");
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    CHECK(rocelint({"check", folder.path("site")}).code == 0);
    const Run whole = rocelint({"check", folder.path()});
    CHECK(whole.code == 0);
    CHECK_FALSE(whole.says("unknown key in the topology"));
    // A file with one of our keys is ours, and so are its mistakes.
    folder.write("topology.yaml", "apiVersion: v1\nkind: Topology\nlinks: []\n");
    CHECK(rocelint({"check", folder.path("site")}).code == 2);
}

TEST_CASE("a configuration quoted in a document counts as a device only on request")
{
    const TemporaryFolder folder;
    folder.write("design.md",
        "# Design\n\nEvery leaf of the pod gets this configuration.\n\n```\nls -l\n```\n\n```eos\n"
            + clean_switch("leaf1") + "```\n");
    const Run plain = rocelint({"check", folder.path()});
    CHECK(plain.code == 3);
    CHECK(plain.says("design.md: a document: not read (1 configuration block inside; --documents reads it)"));
    const Run read = rocelint({"check", folder.path(), "--documents", "--format", "json"});
    CAPTURE(read.out);
    CHECK(read.code == 0);
    CHECK(read.says(R"("name": "leaf1")"));
    CHECK(read.says("design.md#2"));
    CHECK(read.says(R"("devices": 1)"));
    CHECK_FALSE(read.says("not read"));
}

}
}
