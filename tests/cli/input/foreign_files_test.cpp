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
