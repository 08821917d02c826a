// SPDX-License-Identifier: Apache-2.0
// Known findings stay known when files and lines move, and no others do.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace rocelint::baseline_test {
namespace {

using Json = nlohmann::json;

// One finding is solved (leaf3 trusts DSCP), one is new (leaf4 trusts CoS), those of leaf4 move by a hundred lines, and its file
// is renamed.
void change_site(const TemporaryFolder& folder)
{
    replace(folder, "site/leaf3.cfg", "qos trust cos", "qos trust dscp");
    replace(folder, "site/leaf4.cfg", "qos trust dscp", "qos trust cos");
    folder.write("site/renamed.cfg", std::string(100, '\n') + folder.read("site/leaf4.cfg"));
    std::filesystem::remove(folder.path("site/leaf4.cfg"));
}

TEST_CASE(
    "one finding solved, one new, others moved by a hundred lines in a file with another name: the baseline, diff and --changed-since report exactly that")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"baseline", "create", "site"}, here).says("rocelint-baseline.json: 26 findings"));
    commit_all(folder);
    change_site(folder);

    const Run shown = rocelint({"baseline", "show", "site", "--format", "json"}, here);
    CHECK(shown.code == 0);
    const Json baseline = Json::parse(shown.out);
    CHECK(codes_of(baseline.at("solved")) == Json{"QOS001"});
    CHECK(baseline.at("solved").at(0).at("device") == "leaf3");
    CHECK(codes_of(baseline.at("new")) == Json{"QOS001"});
    CHECK(baseline.at("new").at(0).at("device") == "leaf4");
    CHECK(baseline.at("summary") == Json{{"solved", 1}, {"unseen", 0}, {"known", 25}, {"new", 1}});

    const Json compared = Json::parse(rocelint({"diff", "HEAD:site", "site", "--format", "json"}, here).out);
    CHECK(codes_of(compared.at("fabrics").at(0).at("new_findings")) == Json{"QOS001"});
    CHECK(codes_of(compared.at("fabrics").at(0).at("solved_findings")) == Json{"QOS001"});

    const Run changed = rocelint({"check", "site", "--changed-since", "HEAD", "--format", "json"}, here);
    CHECK(changed.code == 1);
    CHECK(codes_of(Json::parse(changed.out).at("findings")) == Json{"QOS001"});
    CHECK(changed.err
        == "rocelint: 25 findings that stood at HEAD and that the change did not touch are hidden\n");

    const Run text = rocelint({"baseline", "show", "site"}, here);
    CHECK(text.says("solved\n  QOS001 leaf3 Ethernet2/1\n"));
    CHECK(text.says("new\n  error QOS001 leaf4"));
    CHECK(text.says("1 solved, 25 still there, 1 new\n"));
}

TEST_CASE("the last line says that `fix` corrects more than what a baseline or a revision left to be counted")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const RunOptions here{.folder = folder.path()};
    const std::string file = "site/rocelint-baseline.json";
    CHECK(rocelint({"baseline", "create", "site", "--baseline", file}, here).code == 0);
    commit_all(folder);
    change_site(folder);
    const std::string_view all = " \xc2\xb7 24 can be corrected: rocelint fix site \xc2\xb7 ";
    CHECK(rocelint({"check", "site"}, here).says(all));
    const std::string_view one
        = " \xc2\xb7 1 can be corrected, and 23 not listed here with it: rocelint fix site \xc2\xb7 ";
    CHECK(rocelint({"check", "site", "--baseline", file}, here).says(one));
    CHECK(rocelint({"check", "site", "--changed-since", "HEAD"}, here).says(one));
    // A selection is in the command, which then corrects no more than it counts.
    CHECK(rocelint({"check", "site", "--select", "QOS001", "--changed-since", "HEAD"}, here)
              .says(" \xc2\xb7 1 can be corrected: rocelint fix --select QOS001 site \xc2\xb7 "));
    replace(folder, "site/rocelint.yaml", "version: 1\n", "version: 1\nbaseline: rocelint-baseline.json\n");
    CHECK(rocelint({"check", "site"}, here).says(one));
}

TEST_CASE("an update drops solved findings, and adds new ones only if asked to")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"baseline", "create", "site", "--baseline", "b.json"}, here).code == 0);
    const Run again = rocelint({"baseline", "create", "site", "--baseline", "b.json"}, here);
    CHECK(again.code == 2);
    CHECK(again.says("b.json: there is a baseline already"));
    change_site(folder);
    const Run updated = rocelint({"baseline", "update", "site", "--baseline", "b.json"}, here);
    CHECK(updated.code == 0);
    CHECK(updated.says("b.json: 1 solved and taken out, 25 still there, 1 new and not taken in (--add-new"));
    CHECK(rocelint({"baseline", "show", "site", "--baseline", "b.json"}, here)
              .says("0 solved, 25 still there, 1 new"));
    CHECK(rocelint({"check", "site", "--baseline", "b.json"}, here).code == 1);
    CHECK(rocelint({"baseline", "update", "site", "--baseline", "b.json", "--add-new"}, here)
              .says("and taken in"));
    CHECK(rocelint({"check", "site", "--baseline", "b.json"}, here).code == 0);
}

TEST_CASE(
    "a finding of many ports stays known while some of its ports are corrected, and is new when it gains one")
{
    const TemporaryFolder folder;
    const auto ports = [&](int first, int last) {
        std::string text = "! device: leaf1 (DCS-7060DX5-64S, EOS-4.30.1F)\nhostname leaf1\n";
        for (int port = first; port <= last; ++port)
            text += fmt::format(
                "interface Ethernet{}/1\n   speed 100g-4\n   mtu 9214\n   qos trust dscp\n"
                "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n!\n",
                port);
        folder.write("leaf1.cfg", text + "end\n");
    };
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    ports(2, 8);
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"baseline", "create"}, here).code == 0);
    const Json known = Json::parse(folder.read("rocelint-baseline.json"));
    std::size_t of_ports = 0;
    for (const Json& row : known.at("findings"))
        of_ports += row.contains("ports") && row.at("ports").size() == 7 ? 1 : 0;
    REQUIRE(of_ports > 0);
    ports(4, 8);
    CHECK(rocelint({"baseline", "show"}, here).says("0 new"));
    ports(7, 8); // too few to be reported together
    CHECK(rocelint({"baseline", "show"}, here).says("0 new"));
    ports(1, 8);
    CHECK_FALSE(rocelint({"baseline", "show"}, here).says("0 new"));
}

TEST_CASE("a known finding that became more severe, or that another fault was folded into, is new")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"baseline", "create", "site"}, here).code == 0);
    CHECK(rocelint({"check", "site", "--baseline", "rocelint-baseline.json"}, here).code == 0);
    const std::string before = folder.read("site/leaf1.json");
    // Turns off a port's watchdog for a priority that a known warning is about.
    replace(folder, "site/leaf1.json", "\"pfcwd_sw_enable\": \"3,5\"", "\"pfcwd_sw_enable\": \"3\"");
    REQUIRE(folder.read("site/leaf1.json") != before);
    const Run run
        = rocelint({"check", "site", "--baseline", "rocelint-baseline.json", "--format", "json"}, here);
    CHECK(run.code == 0);
    const Json findings = Json::parse(run.out).at("findings");
    CHECK(codes_of(findings) == Json{"PFC002"});
    CHECK(findings.at(0).at("severity") == "warning");
    // The new finding takes the place of the known one, which therefore does not also count as solved.
    CHECK(rocelint({"baseline", "show", "site"}, here).says("0 solved, 25 still there, 1 new\n"));
    folder.write("old/leaf1.json", before);
    for (const char* name : {"rocelint.yaml", "topology.yaml"})
        folder.write(std::string("old/") + name, folder.read(std::string("site/") + name));
    CHECK(rocelint({"diff", "old/leaf1.json", "site/leaf1.json"}, here).says("PFC002"));
    // The site's policy makes the same finding an error, which fails the check again.
    folder.write("site/leaf1.json", before);
    const std::string policy = folder.read("site/rocelint.yaml");
    folder.write("site/rocelint.yaml", policy + "rules: {PFC002: error}\n");
    CHECK(rocelint({"check", "site", "--baseline", "rocelint-baseline.json"}, here).code == 1);
    folder.write("site/rocelint.yaml", policy);
    // A finding that became milder is still known.
    folder.write("site/leaf1.json", before);
    folder.write("site/rocelint.yaml", folder.read("site/rocelint.yaml") + "rules: {WD004: warning}\n");
    CHECK(rocelint({"baseline", "show", "site"}, here).says("0 solved, 26 still there, 0 new\n"));
}

TEST_CASE(
    "known findings of a fabric are recognised wherever the check starts, however its path is spelt, and whatever is next to it")
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path("sites"));
    copy_fabric("broken-clos", folder.path("sites/a"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"baseline", "create", "sites"}, here).says("26 findings"));
    const std::string known = folder.path("rocelint-baseline.json");
    copy_fabric("clos-mixed", folder.path("sites/b"));
    const auto is_known = [&](const std::vector<std::string>& paths, const std::string& from) {
        std::vector<std::string> words{"baseline", "show", "--baseline", known};
        words.insert(words.end(), paths.begin(), paths.end());
        const Run run = rocelint(words, {.folder = from});
        INFO(run.out);
        CHECK(run.says("0 solved, 26 still there, 0 new\n"));
    };
    is_known({"sites"}, folder.path());
    is_known({folder.path("sites")}, "/");
    is_known({"."}, folder.path("sites"));
    is_known({"sites/a"}, folder.path());
    is_known({"."}, folder.path("sites/a"));
    CHECK(rocelint({"check", ".", "--baseline", known}, {.folder = folder.path("sites")}).code == 0);
    // The only fabric of a baseline may have moved.
    std::filesystem::remove_all(folder.path("sites/b"));
    std::filesystem::rename(folder.path("sites/a"), folder.path("moved"));
    is_known({"moved"}, folder.path());
}

TEST_CASE("a baseline is not rewritten from a subset of the rules, and an update removes what is gone")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"check", "site", "--select", "PFC", "--write-baseline", "b.json"}, here).code == 1);
    const std::string before = folder.read("b.json");
    const Run again = rocelint(
        {"check", "site", "--select", "QOS", "--baseline", "b.json", "--write-baseline", "b.json"}, here);
    CHECK(again.code == 2);
    CHECK(again.says("b.json: with --select or --ignore it would lose its findings of all other rules"));
    CHECK(folder.read("b.json") == before);
    CHECK(rocelint({"baseline", "create", "site"}, here).code == 0);
    change_site(folder);
    CHECK(
        rocelint({"check", "site", "--baseline", "rocelint-baseline.json"}, here)
            .says(
                "1 of its findings is gone; `rocelint baseline update --baseline rocelint-baseline.json site` takes it out\n"));
    CHECK(rocelint({"baseline", "update", "site", "--quiet"}, here).out.empty());
}

TEST_CASE("an invalid baseline is refused with its place, and nothing is written over it")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    const std::pair<std::string, std::string> cases[] = {
        {R"({"baseline_version": 2, "findings": []})",
            "b.json:1:2: a baseline of version 2; this version of rocelint reads version 1"},
        {"[]", "b.json:1:1: not a baseline: it is not a JSON object"},
        {R"({"baseline_version": 1, "findings": [{"fingerprint": "0123456789abcdef", "severity": "loud"}]})",
            "the severity of a finding is error, warning or info"},
        {R"({"baseline_version": 1, "findings": [{"fingerprint": "0123456789abcdef", "count": 1.5}]})",
            "how often a finding is known is a whole number"},
        {R"({"findings": []})", "b.json:1:1: not a baseline: it states no baseline_version"},
        {R"({"baseline_version": 1, "findings": 3})", "the findings of a baseline are a list"},
        {R"({"baseline_version": 1, "findings": [{"count": 1}]})", "a finding must state its fingerprint"},
        {R"({"baseline_version": 1, "findings": [)", "b.json:1:"},
        {"", "b.json"},
    };
    for (const auto& [text, message] : cases) {
        CAPTURE(text);
        folder.write("b.json", text);
        for (const char* command : {"update", "show"}) {
            const Run run = rocelint({"baseline", command, "leaf1.cfg", "--baseline", "b.json"}, here);
            CHECK(run.code == 2);
            CHECK(run.err.find(message) != std::string::npos);
        }
        CHECK(rocelint({"check", "leaf1.cfg", "--baseline", "b.json"}, here).code == 2);
        CHECK(folder.read("b.json") == text);
    }
    CHECK(rocelint({"baseline", "show", "leaf1.cfg", "--baseline", "gone.json"}, here).code == 2);
}

TEST_CASE("a command is proposed for the baseline of the policy if it is missing, and not if it is invalid")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nbaseline: b.json\n");
    const RunOptions here{.folder = folder.path()};
    const std::string_view command = "`rocelint baseline create PATH` writes it";
    const Run missing = rocelint({"check"}, here);
    CHECK(missing.code == 2);
    CHECK(missing.says("rocelint.yaml:3:1: "));
    CHECK(missing.says(command));
    folder.write("b.json", "[]");
    const Run invalid = rocelint({"check"}, here);
    CHECK(invalid.code == 2);
    CHECK(invalid.says("b.json:1:1: not a baseline: it is not a JSON object"));
    CHECK_FALSE(invalid.says(command));
    CHECK(folder.read("b.json") == "[]");
}

TEST_CASE("if an input could not be read, an update writes nothing: its findings are not solved")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"baseline", "create", "leaf1.cfg"}, here).code == 0);
    const std::string before = folder.read("rocelint-baseline.json");
    const Run run = rocelint({"baseline", "update", "leaf1.cfg", "gone.cfg"}, here);
    CHECK(run.code == 3);
    CHECK(run.says("rocelint-baseline.json was not written"));
    CHECK(folder.read("rocelint-baseline.json") == before);
}

TEST_CASE("--changed-since also reports an old finding that depends on a changed line")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const RunOptions here{.folder = folder.path()};
    commit_all(folder);
    CHECK(rocelint({"check", "site", "--changed-since", "HEAD"}, here).code == 0);
    // With one more blank the line is as wrong as before, but it was edited.
    replace(folder, "site/leaf3.cfg", "   qos trust cos", "   qos  trust cos");
    const Run run = rocelint({"check", "site", "--changed-since", "HEAD", "--format", "json"}, here);
    CHECK(run.code == 1);
    CHECK(codes_of(Json::parse(run.out).at("findings")) == Json{"QOS001"});
    // From a subfolder, and with an untracked file.
    folder.write("site/new.cfg", broken_switch("leaf9"));
    const Run below = rocelint(
        {"check", ".", "--changed-since", "HEAD", "--format", "json"}, {.folder = folder.path("site")});
    CHECK(below.code == 1);
    CHECK(Json::parse(below.out).at("findings").size() > 1);
    CHECK(below.says("findings that stood at HEAD"));
}

TEST_CASE("--changed-since says clearly what it is missing")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    const RunOptions here{.environment = {"GIT_CEILING_DIRECTORIES=/tmp"}, .folder = folder.path()};
    const Run outside = rocelint({"check", "site", "--changed-since", "HEAD"}, here);
    CHECK(outside.code == 2);
    CHECK(outside.says("--changed-since: site is not in a git repository"));
    commit_all(folder);
    const Run unknown = rocelint({"check", "site", "--changed-since", "HEAT"}, here);
    CHECK(unknown.code == 2);
    CHECK(unknown.says("--changed-since: 'HEAT' is not a revision of the repository"));
    folder.write("site/leaf1.cfg", broken_switch("leaf1") + "!\n");
    commit_all(folder);
    const std::string clone = fmt::format("git clone -q --depth 1 file://{0} {0}/clone", folder.path());
    REQUIRE(std::system(clone.c_str()) == 0);
    const Run shallow
        = rocelint({"check", "site", "--changed-since", "HEAD~1"}, {.folder = folder.path("clone")});
    CHECK(shallow.code == 2);
    CHECK(shallow.says("the clone is shallow"));
    const Run input = rocelint({"check", "-", "--platform", "eos", "--changed-since", "HEAD"}, here);
    CHECK(input.code == 2);
}

}
}
