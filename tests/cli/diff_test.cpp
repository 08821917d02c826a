// SPDX-License-Identifier: Apache-2.0
// What a change of configurations means, told from the files before and after.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace rocelint::diff_test {
namespace {

using Json = nlohmann::json;

TEST_CASE("a fabric is like itself, also where its files were renamed and their lines moved")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    const Run equal = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(equal.code == 0);
    CHECK(equal.out == "nothing that devices do is different\n");
    std::filesystem::rename(folder.path("new/leaf3.cfg"), folder.path("new/leaf3-running.cfg"));
    folder.write("new/leaf3-running.cfg", std::string(100, '\n') + folder.read("new/leaf3-running.cfg"));
    const Run moved = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(moved.code == 0);
    CHECK(moved.out == equal.out);
}

TEST_CASE(
    "a code point that becomes lossy is told with its old value, its finding and the paths that it breaks")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    replace(folder, "new/leaf1.json", R"("26": "3")", R"("26": "0")");
    const Run worse = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(worse.code == 1);
    CHECK(worse.says("DSCP 26 to traffic class 0 (was: DSCP 26 to traffic class 3): leaf1"));
    CHECK(worse.says("error QOS002 leaf1.json:"));
    CHECK(worse.says("broken"));
    CHECK(worse.says(": worse"));
    const Run better = rocelint({"diff", "new", "old"}, {.folder = folder.path()});
    CHECK(better.code == 0);
    CHECK(better.says("solved findings"));
    const Run never = rocelint({"diff", "old", "new", "--fail-on", "never"}, {.folder = folder.path()});
    CHECK(never.code == 0);
}

TEST_CASE(
    "of findings that stay, moved by a hundred lines, nothing is told; one that is solved and one that is new are")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("old"));
    copy_fabric("broken-clos", folder.path("new"));
    // Solved: the connection manager makes RoCE v2. New: leaf4 trusts CoS. Moved: what leaf3 has.
    const std::string leaf3 = folder.read("new/leaf3.cfg");
    folder.write("new/leaf3.cfg", std::string(100, '\n') + leaf3);
    replace(folder, "new/hosts/host1/cma_roce_mode.mlx5_0.txt", "RoCE v1", "RoCE v2");
    replace(folder, "new/leaf4.cfg", "qos trust dscp", "qos trust cos");
    const Run run = rocelint({"diff", "old", "new", "--format", "json"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    const Json fabric = Json::parse(run.out).at("fabrics").at(0);
    CHECK(codes_of(fabric.at("new_findings")) == Json{"QOS001"});
    CHECK(codes_of(fabric.at("solved_findings")) == Json{"NIC007"});
}

TEST_CASE("devices and links that came or went are named")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("new/leaf2.cfg", clean_switch("leaf2"));
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("new devices\n  leaf2\n"));
    CHECK(run.says("devices that are gone\n  leaf1\n"));
}

TEST_CASE("files of a commit are compared with those of the working tree, and leave nothing behind")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    const std::string git = fmt::format("cd {} && git -c init.defaultBranch=main init -q . && git add . && "
                                        "git -c user.name=a -c user.email=a@b commit -q -m first",
        folder.path());
    REQUIRE(std::system(git.c_str()) == 0);
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    folder.write("tmp/kept", "");
    const RunOptions here{.environment = {"TMPDIR=" + folder.path("tmp")}, .folder = folder.path()};
    const Run run = rocelint({"diff", "HEAD:site", "site"}, here);
    CHECK(run.code == 1);
    CHECK(run.says("error PFC001 leaf1.cfg:"));
    CHECK(run.err.find("assumed") == std::string::npos);
    std::size_t left = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path("tmp")))
        ++left;
    CHECK(left == 1);
    CHECK(rocelint({"diff", "HEAD:nowhere", "site"}, here).code == 2);
    CHECK(
        rocelint({"diff", "HEAD:nowhere", "site"}, here).says("HEAD:nowhere: the revision has no such path"));
    CHECK(rocelint({"diff", "HEAT:site", "site"}, here).says("'HEAT' is not a revision of the repository"));
}

TEST_CASE(
    "a file or folder of a commit is like the same one that nobody changed, though its fabric is not given as a whole")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    commit_all(folder);
    for (const std::string path : {"site/leaf1.json", "site/hosts"}) {
        const Run now = rocelint({"diff", "HEAD:" + path, path}, {.folder = folder.path()});
        CHECK(now.code == 0);
        CHECK(now.out == "nothing that devices do is different\n");
        CHECK(rocelint({"diff", path, "HEAD:" + path}, {.folder = folder.path()}).out == now.out);
    }
}

TEST_CASE("a side that cannot be read, or holds no device, is refused")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("empty/note.txt", "nothing\n");
    CHECK(rocelint({"diff", "old", "gone"}, {.folder = folder.path()}).code == 3);
    const Run empty = rocelint({"diff", "empty", "old"}, {.folder = folder.path()});
    CHECK(empty.code == 3);
    CHECK(empty.says("empty: no device was recognised in any file"));
    CHECK(rocelint({"diff", "old"}, {.folder = folder.path()}).code == 2);
}

TEST_CASE("a comment for a merge request has no meaning beyond its own headings and items")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("broken-clos", folder.path("new"));
    const Run run = rocelint({"diff", "old", "new", "--format", "markdown"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.out.starts_with("## rocelint diff\n"));
    CHECK(run.says("#### new findings\n\n- error "));
}

}
}
