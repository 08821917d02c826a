// SPDX-License-Identifier: Apache-2.0
// Every command and every report format states what a check could not read or was told to hide: no report may look complete if it
// is not.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>

namespace rocelint::gaps_test {
namespace {

using Json = nlohmann::json;

constexpr std::string_view failing_rule
    = "custom_rules:\n  - code: SITE001\n    name: tried\n    for: port\n    assert: .\"nonsense\"\n"
      "    message: m\n";
constexpr std::string_view said_of_rule = "it gives null, which is neither true nor false";

void write_policy(const TemporaryFolder& folder, std::string_view more = {})
{
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n" + std::string(more));
}

// Two of eight lines are EOS, the others nothing known.
std::string hardly_understood()
{
    return "! device: leaf1 (DCS-7060DX5-64S, EOS-4.30.1F)\nhostname leaf1\ninterface Ethernet1/1\n   mtu 9214\n"
           "!\nfoo one\nfoo two\nfoo three\nfoo four\nfoo five\nfoo six\nfoo seven\nend\n";
}

// What each report format must contain if something was not read.
void check_every_report(const TemporaryFolder& folder, int code, std::string_view sentence)
{
    const RunOptions here{.folder = folder.path()};
    const auto report = [&](const char* format) {
        const Run run = rocelint({"check", "leaf1.cfg", "--format", format}, here);
        CAPTURE(format);
        CAPTURE(run.err);
        CHECK(run.code == code);
        CHECK(run.err.find(sentence) != std::string::npos);
        return run.out;
    };
    const auto holds
        = [&](const Json& text) { return text.get<std::string>().find(sentence) != std::string::npos; };
    const Json json = Json::parse(report("json"));
    REQUIRE(json.at("unreadable").size() == 1);
    CHECK(holds(json.at("unreadable").at(0)));
    const Json sarif = Json::parse(report("sarif")).at("runs").at(0).at("invocations").at(0);
    CHECK(sarif.at("executionSuccessful") == false);
    CHECK(sarif.at("exitCode") == code);
    CHECK(holds(sarif.at("toolExecutionNotifications").at(0).at("message").at("text")));
    CHECK(sarif.at("toolExecutionNotifications").at(0).at("level") == "error");
    const std::string junit = report("junit");
    CHECK(junit.find("<error type=\"input\"") != std::string::npos);
    CHECK(junit.find(sentence) != std::string::npos);
    const std::string markdown = report("markdown");
    CHECK(markdown.starts_with("### rocelint: not everything could be checked; "));
    CHECK(markdown.find(sentence) != std::string::npos);
    const std::string github = report("github");
    CHECK(github.starts_with("::error title="));
    CHECK(github.find(sentence) != std::string::npos);
    const Json gitlab = Json::parse(report("gitlab"));
    CHECK(holds(gitlab.at(0).at("description")));
    CHECK(gitlab.at(0).at("severity") == "blocker");
    CHECK(report("html").find(sentence) != std::string::npos);
}

TEST_CASE("an own rule that cannot be evaluated is reported in every report format")
{
    const TemporaryFolder folder;
    write_policy(folder, failing_rule);
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    check_every_report(folder, 2, said_of_rule);
}

TEST_CASE("a device that was hardly understood is reported in every report format")
{
    const TemporaryFolder folder;
    write_policy(folder);
    folder.write("leaf1.cfg", hardly_understood());
    check_every_report(folder, 3, "not understood as eos, so a clean report would mean nothing");
}

TEST_CASE("a file in which no device is recognised is reported in every report format")
{
    const TemporaryFolder folder;
    write_policy(folder);
    folder.write("leaf1.cfg", "nothing of any platform\n");
    check_every_report(folder, 3, "no device was recognised in any file, so nothing was checked");
}

TEST_CASE("no baseline is written if an own rule cannot be evaluated: its earlier findings are not solved")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    write_policy(folder,
        "custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: \"false\", message: m}\n");
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    REQUIRE(rocelint({"baseline", "create", "leaf1.cfg"}, here).code == 0);
    const std::string before = folder.read("rocelint-baseline.json");
    CHECK(before.find("SITE001") != std::string::npos);
    write_policy(folder, failing_rule);
    for (const std::vector<std::string>& arguments :
        {std::vector<std::string>{"baseline", "update", "leaf1.cfg"},
            {"baseline", "create", "leaf1.cfg", "--force"},
            {"check", "leaf1.cfg", "--write-baseline", "rocelint-baseline.json"}}) {
        const Run run = rocelint(arguments, here);
        CAPTURE(arguments.front());
        CHECK(run.code == 2);
        CHECK(run.err.find(said_of_rule) != std::string::npos);
        CHECK(run.err.find("rocelint-baseline.json was not written") != std::string::npos);
        CHECK(folder.read("rocelint-baseline.json") == before);
    }
    const Run check = rocelint({"check", "leaf1.cfg", "--baseline", "rocelint-baseline.json"}, here);
    CHECK_FALSE(check.says("gone"));
    CHECK(rocelint({"baseline", "show", "leaf1.cfg"}, here).code == 2);
}

TEST_CASE("check writes no baseline if an input could not be read")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint(
        {"check", "leaf1.cfg", "gone.cfg", "--write-baseline", "b.json"}, {.folder = folder.path()});
    CHECK(run.code == 3);
    CHECK(run.says("b.json was not written"));
    CHECK_FALSE(folder.has("b.json"));
}

TEST_CASE(
    "a side with an own rule that cannot be evaluated, or with a hardly understood device, is not compared")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    folder.write("old/leaf1.cfg", broken_switch("leaf1"));
    folder.write("new/leaf1.cfg", clean_switch("leaf1"));
    folder.write("new/rocelint.yaml", "version: 1\nprofile: lossless\n" + std::string(failing_rule));
    const Run wrong = rocelint({"diff", "old", "new"}, here);
    CHECK(wrong.code == 2);
    CHECK(wrong.out.empty());
    CHECK(wrong.err.find(said_of_rule) != std::string::npos);
    folder.write("blind/leaf1.cfg", hardly_understood());
    const Run blind = rocelint({"diff", "old", "blind"}, here);
    CHECK(blind.code == 3);
    CHECK(blind.out.empty());
    CHECK(blind.err.starts_with("rocelint: blind: leaf1: "));
}

TEST_CASE("fix and debug report what could not be checked, and exit as check does")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    write_policy(folder, failing_rule);
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    for (const std::vector<std::string>& arguments :
        {std::vector<std::string>{"fix", "leaf1.cfg"}, {"debug", "model", "leaf1.cfg"}}) {
        const Run run = rocelint(arguments, here);
        CAPTURE(arguments.front());
        CHECK(run.code == 2);
        CHECK(run.err.find(said_of_rule) != std::string::npos);
    }
    write_policy(folder);
    folder.write("leaf1.cfg", hardly_understood());
    const Run blind = rocelint({"fix", "leaf1.cfg"}, here);
    CHECK(blind.code == 3);
    CHECK(blind.says("so a clean report would mean nothing"));
}

TEST_CASE("every report format counts what --changed-since hides")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    write_policy(folder);
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const std::string git = fmt::format("cd {} && git -c init.defaultBranch=main init -q . && git add . && "
                                        "git -c user.name=a -c user.email=a@b commit -q -m first",
        folder.path());
    REQUIRE(std::system(git.c_str()) == 0);
    const std::size_t all
        = Json::parse(rocelint({"check", "leaf1.cfg", "--format", "json"}, here).out).at("findings").size();
    REQUIRE(all > 0);
    const auto report = [&](const char* format) {
        return rocelint({"check", "leaf1.cfg", "--changed-since", "HEAD", "--format", format}, here).out;
    };
    const Json json = Json::parse(report("json"));
    CHECK(json.at("findings").empty());
    CHECK(json.at("summary").at("hidden") == all);
    const std::string words = fmt::format("{} finding{}", all, all == 1 ? "" : "s");
    CHECK(report("text").find(fmt::format(", {} hidden by --changed-since", all)) != std::string::npos);
    CHECK(report("markdown").find(fmt::format(", {} hidden that the change did not touch\n", all))
        != std::string::npos);
    CHECK(report("sarif").find("--changed-since hides " + words) != std::string::npos);
    CHECK(report("junit").find(words + " that the change did not touch") != std::string::npos);
    CHECK(report("github").find("::notice title=hidden::" + words) != std::string::npos);
    CHECK(report("html").find(fmt::format("\"hidden\":{}", all)) != std::string::npos);
    const Run quiet = rocelint({"check", "leaf1.cfg", "--changed-since", "HEAD", "--quiet"}, here);
    CHECK(quiet.err.empty());
    CHECK(rocelint({"check", "leaf1.cfg", "--changed-since", "HEAD"}, here).err.find(" hidden\n")
        != std::string::npos);
}

TEST_CASE("an own rule that two sites share occurs once in SARIF, with the page about own rules")
{
    const TemporaryFolder folder;
    folder.write("site.yaml",
        "custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: \"false\", message: m, why: Ours.}\n");
    for (const std::string site : {"a", "b"}) {
        folder.write(site + "/rocelint.yaml", "version: 1\ncustom_rules: ../site.yaml\n");
        folder.write(site + "/leaf.cfg", clean_switch("leaf"));
    }
    folder.write("c/rocelint.yaml",
        "version: 1\ncustom_rules:\n  - {code: SITE001, name: other, for: port, assert: \"false\", message: m}\n");
    folder.write("c/leaf.cfg", clean_switch("leaf"));
    const Run run = rocelint({"check", ".", "--format", "sarif"}, {.folder = folder.path()});
    const Json sarif = Json::parse(run.out).at("runs").at(0);
    const Json& rules = sarif.at("tool").at("driver").at("rules");
    std::size_t own = 0;
    for (const Json& rule : rules) {
        if (rule.at("id") != "SITE001")
            continue;
        ++own;
        CHECK(rule.at("help")
                  .at("markdown")
                  .get<std::string>()
                  .find("An own rule, severity warning, for each port")
            != std::string::npos);
    }
    CHECK(own == 2);
    std::size_t results = 0;
    for (const Json& result : sarif.at("results")) {
        CHECK(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"));
        results += result.at("ruleId") == "SITE001" ? 1 : 0;
    }
    CHECK(results >= 3);
}

TEST_CASE("no device is reported as lacking PFC while lines about PFC were not understood")
{
    const TemporaryFolder folder;
    const std::string plain
        = "! device: leaf1 (DCS-7060X6, EOS-4.32.2F)\nhostname leaf1\ninterface Ethernet1\n   mtu 9214\n";
    folder.write("leaf1.cfg", plain);
    const Run known = rocelint({"check", folder.path()});
    CHECK(known.says("PFC020"));
    CHECK(known.says("no device has PFC on for any priority"));
    folder.write("leaf1.cfg", plain + "   pfc enable 3\n");
    const Run unknown = rocelint({"check", folder.path(), "--show-unchecked"});
    CAPTURE(unknown.out);
    CHECK_FALSE(unknown.says(" PFC020  "));
    CHECK(unknown.says("PFC020 on leaf1: 1 line about PFC, ECN or RoCE was not understood"));
    CHECK(unknown.says("whether a device has PFC on is unknown"));
    CHECK_FALSE(unknown.says("no device has PFC on"));
}

}
}
