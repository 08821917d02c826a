// SPDX-License-Identifier: Apache-2.0
// Accepted findings survive a run that could not read their files.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace rocelint::baseline_unread_test {
namespace {

using Json = nlohmann::json;

TEST_CASE("an update keeps the known findings of a device that was not read, and show lists them")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("broken-clos", folder.path("site"));
    CHECK(rocelint({"baseline", "create", "site", "--baseline", "b.json"}, here).code == 0);
    const std::string known = folder.read("b.json");
    // A truncated capture, an empty one, and a missing one whose device the topology names.
    for (const std::string text : {"{", "", "gone"}) {
        CAPTURE(text);
        folder.write("site/leaf1.json", text);
        if (text == "gone")
            std::filesystem::remove(folder.path("site/leaf1.json"));
        const Run check = rocelint({"check", "site", "--baseline", "b.json"}, here);
        CHECK_FALSE(check.says("of its findings"));
        const Run shown
            = rocelint({"baseline", "show", "site", "--baseline", "b.json", "--format", "json"}, here);
        const Json report = Json::parse(shown.out);
        CHECK(report.at("summary").at("unseen") == report.at("unseen").size());
        CHECK(report.at("unseen").size() >= 4);
        // Includes findings about links to leaf1.
        CHECK(report.at("unseen").dump().find(R"("device":"leaf1")") != std::string::npos);
        const Run update = rocelint({"baseline", "update", "site", "--baseline", "b.json"}, here);
        CHECK(update.says(" not read and kept, "));
    }
    copy_fabric("broken-clos", folder.path("again"));
    std::filesystem::copy_file(folder.path("again/leaf1.json"), folder.path("site/leaf1.json"));
    CHECK(rocelint({"check", "site", "--baseline", "b.json"}, here).code == 0);
}

TEST_CASE("a device that is no longer in the topology or in any file is gone with its findings")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    folder.write("site/rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    folder.write("site/leaf2.cfg", broken_switch("leaf2"));
    CHECK(rocelint({"baseline", "create", "site", "--baseline", "b.json"}, here).code == 0);
    std::filesystem::remove(folder.path("site/leaf2.cfg"));
    const Run update = rocelint({"baseline", "update", "site", "--baseline", "b.json"}, here);
    CHECK_FALSE(update.says("not read"));
    CHECK_FALSE(update.says(" 0 solved"));
}

TEST_CASE(
    "an update from a part of a fabric, or from one fabric of several, keeps the known findings of the rest")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("broken-clos", folder.path("east"));
    copy_fabric("broken-clos", folder.path("west"));
    CHECK(rocelint({"baseline", "create", "east", "west", "--baseline", "b.json"}, here).code == 0);
    const std::string known = folder.read("b.json");
    CHECK(rocelint({"baseline", "update", "east", "--baseline", "b.json"}, here)
              .says("b.json: 0 solved and taken out, 26 still there, 26 not read and kept, 0 new"));
    CHECK(folder.read("b.json") == known);
    CHECK(rocelint({"baseline", "update", "east/leaf1.json", "--baseline", "b.json"}, here)
              .says("not read and kept"));
    CHECK(folder.read("b.json") == known);
    CHECK(rocelint({"check", "east", "west", "--baseline", "b.json"}, here).code == 0);
    // A fabric that was removed is gone.
    std::filesystem::remove_all(folder.path("west"));
    CHECK(rocelint({"baseline", "update", "east", "--baseline", "b.json"}, here)
              .says("b.json: 26 solved and taken out, 26 still there, 0 new"));
}

TEST_CASE("a baseline never overwrites a configuration, not even with --force")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("broken-clos", folder.path("site"));
    for (const std::string file :
        {"site/leaf2.json", "site/leaf3.cfg", "site/hosts/host1/ip-link.txt", "site/topology.yaml"}) {
        CAPTURE(file);
        const std::string before = folder.read(file);
        const Run create = rocelint({"baseline", "create", "site", "--baseline", file, "--force"}, here);
        CHECK(create.code == 2);
        CHECK(create.says("would overwrite a "));
        CHECK(folder.read(file) == before);
    }
}

}
}
