// SPDX-License-Identifier: Apache-2.0
// The files of a commit are judged by that commit's policy, wherever the policy's files are.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace rocelint::revision_policy_test {
namespace {

using Json = nlohmann::json;

TEST_CASE("--changed-since uses the commit's version of a named policy or topology outside the folder")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("broken-clos", folder.path("site"));
    folder.write("pol/strict.yaml", "version: 1\nprofile: lossless\nrules: {QOS001: off}\n");
    std::filesystem::create_directory(folder.path("plan"));
    std::filesystem::rename(folder.path("site/topology.yaml"), folder.path("plan/topology.yaml"));
    commit_all(folder);
    const std::vector<std::string> check{"check",
        "site",
        "--policy",
        "pol/strict.yaml",
        "--topology",
        "plan/topology.yaml",
        "--changed-since",
        "HEAD",
        "--format",
        "json"};
    CHECK(rocelint(check, here).code == 0);
    replace(folder, "pol/strict.yaml", "off", "error");
    const Run stricter = rocelint(check, here);
    CHECK(stricter.code == 1);
    CHECK(codes_of(Json::parse(stricter.out).at("findings")) == Json{"QOS001"});
    // A file that the commit does not have is read from the working tree.
    folder.write("pol/new.yaml", folder.read("pol/strict.yaml"));
    std::vector<std::string> with_new = check;
    with_new[3] = "pol/new.yaml";
    CHECK(rocelint(with_new, here).code == 0);

    replace(folder, "pol/strict.yaml", "error", "off");
    folder.write("plan/topology.yaml",
        folder.read("plan/topology.yaml") + "  - {a: \"leaf1:Ethernet999\", b: \"leaf3:Ethernet998\"}\n");
    const Run planned = rocelint(check, here);
    CHECK_FALSE(Json::parse(planned.out).at("findings").empty());
}

TEST_CASE("policies that a commit's policy extends, and its file of own rules, are read from the commit")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    std::filesystem::create_directory(folder.path("sites"));
    copy_fabric("broken-clos", folder.path("sites/one"));
    folder.write("company.yaml",
        "version: 1\nextends: standard/base.yaml\nrules: {QOS001: off}\ncustom_rules: standard/rules.yaml\n");
    folder.write("standard/base.yaml", "version: 1\nprofile: lossless\n");
    folder.write("standard/rules.yaml",
        "- {code: SITE001, name: first, for: device, assert: \"true\", message: said of \\(.name)}\n");
    folder.write("sites/one/rocelint.yaml", "version: 1\nextends: ../../company.yaml\n");
    commit_all(folder);
    const std::vector<std::string> compare{"diff", "HEAD:sites/one", "sites/one", "--format", "json"};
    const Run same = rocelint(compare, here);
    CHECK(same.code == 0);
    CHECK(same.err.empty());
    const std::vector<std::string> check{"check", "sites/one", "--changed-since", "HEAD", "--format", "json"};
    CHECK(rocelint(check, here).code == 0);
    replace(folder, "company.yaml", "off", "error");
    replace(folder, "standard/rules.yaml", "\"true\"", ".name != \"leaf1\"");
    const Json wanted{"SITE001", "QOS001"};
    CHECK(codes_of(Json::parse(rocelint(check, here).out).at("findings")) == wanted);
    CHECK(
        codes_of(Json::parse(rocelint(compare, here).out).at("fabrics").at(0).at("new_findings")) == wanted);
    // A policy given on the command line has files of its own.
    folder.write("sites/named.yaml", "version: 1\nextends: ../company.yaml\n");
    commit_all(folder);
    std::vector<std::string> named = check;
    named.insert(named.end(), {"--policy", "sites/named.yaml"});
    CHECK(rocelint(named, here).code == 0);
}

TEST_CASE("a policy of a commit that cannot be read is reported under the name of the commit")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    folder.write("site/rocelint.yaml", "version: 1\nextends: gone.yaml\n");
    commit_all(folder);
    const Run diff = rocelint({"diff", "HEAD:site", "site"}, here);
    CHECK(diff.code == 2);
    CHECK(diff.says("HEAD:site/rocelint.yaml:2:1: cannot extend 'gone.yaml': HEAD:site/gone.yaml"));
    const Run check
        = rocelint({"check", "site", "--changed-since", "HEAD", "--policy", "site/rocelint.yaml"}, here);
    CHECK(check.code == 2);
    CHECK_FALSE(check.says("/tmp/rocelint-"));
}

TEST_CASE("if the policy of a commit cannot be read, the corrected one judges both")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("broken-clos", folder.path("site"));
    const std::string sound = folder.read("site/rocelint.yaml");
    folder.write("site/rocelint.yaml", sound + "ruels: {}\n");
    commit_all(folder);
    folder.write("site/rocelint.yaml", sound);
    const Run diff = rocelint({"diff", "HEAD:site", "site"}, here);
    CHECK(diff.code == 0);
    CHECK(diff.err.find("HEAD:site/rocelint.yaml:") != std::string::npos);
    CHECK(diff.err.find("both sides are judged by site/rocelint.yaml") != std::string::npos);
    CHECK(diff.out == "no change in what devices do\n");
    CHECK(rocelint({"diff", "site", "HEAD:site"}, here).code == 2);
    CHECK(rocelint({"check", "site", "--changed-since", "HEAD"}, here).code == 0);
}

TEST_CASE("if the topology of a commit cannot be read, the corrected one is used for both")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("broken-clos", folder.path("site"));
    const std::string sound = folder.read("site/topology.yaml");
    folder.write("site/topology.yaml", sound + "lniks: []\n");
    commit_all(folder);
    const Run unmended = rocelint({"check", "site", "--changed-since", "HEAD"}, here);
    CHECK(unmended.code == 2);
    folder.write("site/topology.yaml", sound);
    const Run mended = rocelint({"check", "site", "--changed-since", "HEAD"}, here);
    // Findings that depend on the topology, which the change touched, are shown.
    CHECK(mended.code == 1);
    CHECK(mended.says(" hidden by --changed-since"));
    CHECK(mended.says("HEAD:site/topology.yaml:"));
    CHECK(mended.says("; what stood at HEAD is judged by site/topology.yaml as it is now\n"));
    // If there are several fabrics, those whose files can be read are judged by the policy of the commit.
    copy_fabric("rails", folder.path("other"));
    commit_all(folder);
    folder.write("site/topology.yaml", sound + "lniks: []\n");
    commit_all(folder);
    folder.write("site/topology.yaml", sound);
    const Run several = rocelint({"check", ".", "--changed-since", "HEAD"}, here);
    CHECK(several.says("site/topology.yaml as it is now\n"));
    CHECK(several.says(" hidden by --changed-since"));
    std::filesystem::remove_all(folder.path("other"));
    // Topology and policy at once.
    const std::string policy = folder.read("site/rocelint.yaml");
    folder.write("site/topology.yaml", sound + "lniks: []\n");
    folder.write("site/rocelint.yaml", policy + "ruels: {}\n");
    commit_all(folder);
    folder.write("site/topology.yaml", sound);
    folder.write("site/rocelint.yaml", policy);
    CHECK(rocelint({"check", "site", "--changed-since", "HEAD"}, here).out == mended.out);
    CHECK(folder.read("site/topology.yaml") == sound);
}

TEST_CASE("a link in a commit that leads out of it is neither read nor written to")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    const TemporaryFolder elsewhere;
    const std::string wrong = "version: 1\nruels: {}\n";
    elsewhere.write("company.yaml", wrong);
    copy_fabric("broken-clos", folder.path("site"));
    const std::string sound = folder.read("site/rocelint.yaml");
    std::filesystem::remove(folder.path("site/rocelint.yaml"));
    std::filesystem::create_symlink(elsewhere.path("company.yaml"), folder.path("site/rocelint.yaml"));
    commit_all(folder);
    std::filesystem::remove(folder.path("site/rocelint.yaml"));
    folder.write("site/rocelint.yaml", sound);
    const Run run = rocelint({"check", "site", "--changed-since", "HEAD"}, here);
    CHECK_FALSE(run.says("ruels"));
    CHECK(elsewhere.read("company.yaml") == wrong);
}

}
}
