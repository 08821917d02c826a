// SPDX-License-Identifier: Apache-2.0
// Several sites below one folder are checked as if each had been checked alone.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace rocelint {
namespace {

using Json = nlohmann::json;

constexpr const char* sites[] = {"broken-clos", "clos-mixed", "leaf-spine-128"};

void copy_site(const std::string& name, const std::string& to)
{
    std::filesystem::copy(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/" + name,
        to,
        std::filesystem::copy_options::recursive);
}

void write_policy(const TemporaryFolder& folder, const std::string& site)
{
    folder.write(site + "/rocelint.yaml", "version: 1\nprofile: lossless\n");
}

Json findings_of(const Run& run) { return Json::parse(run.out).at("findings"); }

TEST_CASE("three fabrics below one folder have the findings that each has alone")
{
    const TemporaryFolder folder;
    for (const char* site : sites)
        copy_site(site, folder.path(site));
    const Run together = rocelint({"check", "--format", "json", "."}, {.folder = folder.path()});
    CHECK(together.code == 1);
    const Json report = Json::parse(together.out);
    CHECK(report.at("fabrics").size() == 3);
    std::size_t count = 0;
    for (const char* site : sites) {
        CAPTURE(site);
        const Json alone
            = findings_of(rocelint({"check", "--format", "json", site}, {.folder = folder.path()}));
        Json part = Json::array();
        for (Json finding : report.at("findings")) {
            if (finding.at("fabric") != site)
                continue;
            finding.erase("fabric");
            part.push_back(finding);
        }
        CHECK(part == alone);
        count += part.size();
    }
    CHECK(count == report.at("findings").size());
}

TEST_CASE("each fabric has a heading that names its policy and topology, and the totals are at the end")
{
    const TemporaryFolder folder;
    write_policy(folder, "a");
    folder.write("a/leaf1.cfg", broken_switch("leaf1"));
    write_policy(folder, "b");
    folder.write("b/topology.yaml", "devices: {leaf1: {role: leaf}}\n");
    folder.write("b/leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint({"check", "--select", "PFC001"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.says(
        "fabric a (policy: a/rocelint.yaml, topology: none)\n\npolicy a/rocelint.yaml: lossless · "));
    CHECK(
        run.says("fabric b (policy: b/rocelint.yaml, topology: b/topology.yaml)\n\nno findings in 1 device"));
    CHECK(run.says("\n2 fabrics: 1 error, 0 warnings, 0 infos in 2 devices ("));
    CHECK(run.out.ends_with(" ports judged)\n"));
    const Run alone = rocelint({"check", "a", "--select", "PFC001"}, {.folder = folder.path()});
    CHECK_FALSE(alone.says("fabric a"));
}

TEST_CASE("an invalid policy in one of several fabrics exits with 2, and a fabric without a device with 3")
{
    const TemporaryFolder folder;
    write_policy(folder, "a");
    folder.write("a/leaf1.cfg", clean_switch("leaf1"));
    write_policy(folder, "b");
    folder.write("b/leaf1.cfg", "");
    const Run run = rocelint({"check", "--select", "PFC001"}, {.folder = folder.path()});
    CHECK(run.code == 3);
    CHECK(run.err == "rocelint: no device was recognised in any file of b, so nothing of b was checked\n");
    folder.write("b/rocelint.yaml", "version: 7\n");
    CHECK(rocelint({"check"}, {.folder = folder.path()}).code == 2);
}

TEST_CASE("a folder around the fabrics needs no device of its own")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nexclude: [\"old/**\"]\n");
    folder.write("README.md", "two sites\n");
    for (const char* site : {"a", "b", "old/c"}) {
        folder.write(std::string(site) + "/topology.yaml", "devices: {leaf1: {role: leaf}}\n");
        folder.write(std::string(site) + "/leaf1.cfg", clean_switch("leaf1"));
    }
    const Run run = rocelint({"check", "--select", "PFC001,TOP010"}, {.folder = folder.path()});
    CAPTURE(run.out);
    CHECK(run.code == 0);
    CHECK(run.err == "");
    CHECK(run.says("fabric a (policy: rocelint.yaml, topology: a/topology.yaml)"));
    CHECK(run.says("README.md: a document"));
    CHECK_FALSE(run.says("old"));
}

TEST_CASE("a baseline keeps findings of two sites with the same device names apart")
{
    const TemporaryFolder folder;
    for (const char* site : {"a", "b"})
        write_policy(folder, site);
    folder.write("a/leaf1.cfg", broken_switch("leaf1"));
    folder.write("b/leaf1.cfg", clean_switch("leaf1"));
    const std::string baseline = folder.path("baseline.json");
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"check", "--select", "PFC001", "--write-baseline", baseline}, here).code == 1);
    CHECK(rocelint({"check", "--select", "PFC001", "--baseline", baseline}, here).code == 0);
    folder.write("b/leaf1.cfg", broken_switch("leaf1"));
    CHECK(rocelint({"check", "--select", "PFC001", "--baseline", baseline}, here).code == 1);
}

TEST_CASE("commands about one fabric name the fabrics when there are several, and fix corrects each")
{
    const TemporaryFolder folder;
    for (const char* site : {"a", "b"}) {
        write_policy(folder, site);
        folder.write(std::string(site) + "/leaf1.cfg", broken_switch("leaf1"));
    }
    const RunOptions here{.folder = folder.path()};
    const Run trace = rocelint({"trace", "leaf1", "leaf1", "."}, here);
    CHECK(trace.code == 2);
    CHECK(trace.says("these paths hold 2 fabrics"));
    CHECK(trace.says("name one: a, b"));
    const Run fix = rocelint({"fix", "."}, here);
    CHECK(fix.says("a/leaf1.cfg"));
    CHECK(fix.says("b/leaf1.cfg"));
}

}
}
