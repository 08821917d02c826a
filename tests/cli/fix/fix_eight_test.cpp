// SPDX-License-Identifier: Apache-2.0
// One set of faults in the syntax of eight platforms: each is found once on each, and corrected.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rocelint {
namespace {

using Json = nlohmann::json;
using Codes = std::map<std::string, std::vector<std::string>>; ///< sorted codes of findings, by device

constexpr const char* leaves[] = {
    "leaf-sonic", "leaf-eos", "leaf-junos", "leaf-onyx", "leaf-nvue", "leaf-nxos", "leaf-os10", "leaf-dell"};

void copy_broken(const TemporaryFolder& folder)
{
    std::filesystem::copy(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/clos-eight-broken",
        folder.path("fabric"),
        std::filesystem::copy_options::recursive);
}

Codes codes_of(const TemporaryFolder& folder)
{
    const Run run = rocelint({"check", "--format", "json", "fabric"}, {.folder = folder.path()});
    Codes codes;
    const Json report = Json::parse(run.out);
    for (const Json& finding : report.at("findings"))
        codes[finding.at("device").get<std::string>()].push_back(finding.at("code").get<std::string>());
    for (auto& [device, list] : codes)
        std::ranges::sort(list);
    return codes;
}

TEST_CASE("the same ten faults are found on each of eight platforms, each once")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    const std::vector<std::string> all{
        "ECN001", "ECN002", "ETS002", "MTU002", "PFC002", "PFC004", "QOS001", "QOS003", "QOS004", "WD001"};
    Codes expected;
    for (const char* leaf : leaves)
        expected[leaf] = all;
    // No known text mentions a PFC watchdog on OS10; OS9's storm control belongs to another system.
    std::erase(expected["leaf-os10"], "WD001");
    CHECK(codes_of(folder) == expected);
}

TEST_CASE(
    "a correction for a fault that another correction reveals is listed at its line of the file as it is")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    // The check does not judge this length yet.
    const std::string text = folder.read("fabric/leaf-junos.conf");
    const std::size_t at = text.find("\n                cable-length 40;\n");
    REQUIRE(at != std::string::npos);
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 2;
    const Run check = rocelint({"check", "fabric"}, {.folder = folder.path()});
    CHECK_FALSE(check.says("HDR003"));
    const Run run = rocelint({"fix", "fabric"}, {.folder = folder.path()});
    INFO(run.err);
    CHECK(run.says(
        "fabric/leaf-junos.conf:" + std::to_string(line) + ":1: would be corrected: HDR003 cable of 3 m\n"));
}

TEST_CASE("fix leaves no finding, after one more run for each level of faults that others hide")
{
    const TemporaryFolder folder;
    copy_broken(folder);
    constexpr int most_runs = 4;
    for (int run = 0; run < most_runs; ++run)
        (void)rocelint({"fix", "--write", "fabric"}, {.folder = folder.path()});
    CHECK(rocelint({"fix", "--check", "fabric"}, {.folder = folder.path()}).code == 0);
    CHECK(codes_of(folder) == Codes{});
}

}
}
