// SPDX-License-Identifier: Apache-2.0
// Files of commits, in all kinds of repositories.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace rocelint::revision_test {
namespace {

using Json = nlohmann::json;

void shell(const TemporaryFolder& folder, const std::string& commands)
{
    REQUIRE(std::system(fmt::format("cd {} && ({}) >log 2>&1", folder.path(), commands).c_str()) == 0);
}

TEST_CASE(
    "a repository that belongs to another user is reported as such, with the command that makes git trust it")
{
    if (::geteuid() != 0) {
        testing::skip("only root can give a folder away");
        return;
    }
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    commit_all(folder);
    shell(folder, "chown -R 65534 .");
    const RunOptions here{.environment = {"HOME=" + folder.path("home")}, .folder = folder.path()};
    const std::string line = fmt::format(
        "`git config --global --add safe.directory {}`", std::filesystem::canonical(folder.path()).string());
    const Run check = rocelint({"check", "site", "--changed-since", "HEAD"}, here);
    CHECK(check.code == 2);
    CHECK(check.says("belongs to another user"));
    CHECK(check.says(line));
    const Run diff = rocelint({"diff", "HEAD:site", "site"}, here);
    CHECK(diff.code == 2);
    CHECK(diff.says(line));
    folder.write("home/.gitconfig",
        fmt::format("[safe]\n\tdirectory = {}\n", std::filesystem::canonical(folder.path()).string()));
    CHECK(rocelint({"diff", "HEAD:site", "site"}, here).code == 0);
}

TEST_CASE("a revision that names a file or a folder of a commit is refused with a message of ours")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    commit_all(folder);
    const auto since = [&](const char* revision) {
        return rocelint({"check", "site", "--changed-since", revision}, {.folder = folder.path()});
    };
    CHECK(since("HEAD").code == 0);
    CHECK(since("HEAD:site/leaf1.cfg").code == 2);
    CHECK(since("HEAD:site/leaf1.cfg").says("'HEAD:site/leaf1.cfg' is a file of a commit, not a commit"));
    CHECK(since("HEAD:site").code == 2);
    CHECK(since("HEAD:site").says("'HEAD:site' is a folder of a commit, not a commit"));
}

TEST_CASE("a submodule's files are those of its commit, and its other files are new")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("network"));
    shell(folder,
        "cd network && git -c init.defaultBranch=main init -q . && git add -A . && "
        "git -c user.name=a -c user.email=a@b commit -q -m first");
    folder.write("all/README", "sites\n");
    shell(folder,
        "cd all && git -c init.defaultBranch=main init -q . && "
        "git -c protocol.file.allow=always submodule add -q ../network site && git add -A . && "
        "git -c user.name=a -c user.email=a@b commit -q -m first");
    const RunOptions here{.folder = folder.path("all")};
    const Run same = rocelint({"diff", "HEAD:", "."}, here);
    CHECK(same.code == 0);
    CHECK(same.says("no change in what devices do"));
    const std::vector<std::string> check{"check", ".", "--changed-since", "HEAD", "--format", "json"};
    CHECK(Json::parse(rocelint(check, here).out).at("findings").empty());
    replace(folder, "all/site/leaf4.cfg", "qos trust dscp", "qos trust cos");
    CHECK(codes_of(Json::parse(rocelint(check, here).out).at("findings")) == Json{"QOS001"});
    CHECK(rocelint({"diff", "HEAD:", "."}, here).code == 1);
}

TEST_CASE("captures in the top folder of a repository are a device of the same name on both sides")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("fabric"));
    std::filesystem::copy(
        folder.path("fabric/hosts/host1"), folder.path("repo"), std::filesystem::copy_options::recursive);
    std::filesystem::remove(folder.path("repo/hostname.txt"));
    shell(folder,
        "cd repo && git -c init.defaultBranch=main init -q . && git add -A . && "
        "git -c user.name=a -c user.email=a@b commit -q -m first");
    const Run run = rocelint({"diff", "HEAD:", "."}, {.folder = folder.path("repo")});
    CHECK(run.says("no change in what devices do"));
}

TEST_CASE("a file that was renamed and grew by a hundred lines at once brings back no old findings")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    commit_all(folder);
    const std::string leaf3 = folder.read("site/leaf3.cfg");
    std::filesystem::remove(folder.path("site/leaf3.cfg"));
    std::string lines;
    for (int line = 0; line < 100; ++line)
        lines += fmt::format("! note {}\n", line);
    folder.write("site/leaf3-running.cfg", lines + leaf3);
    const Run run = rocelint(
        {"check", "site", "--changed-since", "HEAD", "--format", "json"}, {.folder = folder.path()});
    CHECK(codes_of(Json::parse(run.out).at("findings")) == Json::array());
}

}
}
