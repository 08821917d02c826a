// SPDX-License-Identifier: Apache-2.0
// Options of a check that a policy states.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace rocelint {
namespace {

using Json = nlohmann::json;

const std::string options_base = "version: 1\nprofile: lossless\n";

// A folder with a switch that has the error PFC001, and a policy with these further lines.
struct OptionSite {
    TemporaryFolder folder;
    explicit OptionSite(const std::string& lines)
    {
        folder.write("leaf1.cfg", broken_switch("leaf1"));
        folder.write("rocelint.yaml", options_base + lines);
    }
    [[nodiscard]] Run run(std::vector<std::string> words) const
    {
        return rocelint(words, {.folder = folder.path()});
    }
};

TEST_CASE("fail_on of the policy decides the exit code, unless --fail-on does")
{
    const OptionSite site("fail_on: never\n");
    CHECK(site.run({"check"}).code == 0);
    CHECK(site.run({"check", "--fail-on", "error"}).code == 1);
    const OptionSite default_site("");
    CHECK(default_site.run({"check"}).code == 1);
    CHECK(default_site.run({"check", "--fail-on", "never"}).code == 0);
    const OptionSite wrong("fail_on: errors\n");
    CHECK(wrong.run({"check"}).code == 2);
    CHECK(wrong.run({"check"}).says("rocelint.yaml:3:1: unknown fail_on 'errors'; did you mean 'error'?"));
}

TEST_CASE("diff follows fail_on, select and ignore of the policy")
{
    for (const auto& [lines, code] :
        {std::pair{"", 1}, {"fail_on: never\n", 0}, {"ignore: [PFC]\n", 0}, {"select: [SYN]\n", 0}}) {
        CAPTURE(lines);
        const TemporaryFolder folder;
        folder.write("old/leaf1.cfg", clean_switch("leaf1"));
        folder.write("new/leaf1.cfg", broken_switch("leaf1"));
        for (const char* side : {"old", "new"})
            folder.write(std::string(side) + "/rocelint.yaml", options_base + lines);
        CHECK(rocelint({"diff", "old", "new", "--format", "json"}, {.folder = folder.path()}).code == code);
    }
}

TEST_CASE("select and ignore of the policy choose the rules, unless the options do")
{
    const OptionSite ignoring("ignore: [pfc001, roce-port-without-pfc]\n");
    CHECK_FALSE(ignoring.run({"check"}).says("PFC001"));
    CHECK(ignoring.run({"check", "--ignore", "SYN"}).says("PFC001"));
    const OptionSite selecting("select: SYN\n");
    CHECK(selecting.run({"check"}).code == 0);
    CHECK(selecting.run({"check", "--select", "PFC001"}).code == 1);
    const OptionSite wrong("select: [PFX001]\n");
    CHECK(wrong.run({"check"}).says(
        "rocelint.yaml:3:10: no rule has the code, the prefix or the name 'PFX001'; did you mean 'PFC001'?"));
}

TEST_CASE("the baseline of the policy is kept by `baseline` and hides known findings from check")
{
    const OptionSite site("baseline: known.json\n");
    const Run missing = site.run({"check"});
    CHECK(missing.code == 2);
    CHECK(missing.says("rocelint.yaml:3:1: "));
    CHECK(missing.says("`rocelint baseline create PATH` writes it"));
    CHECK(site.run({"baseline", "create"}).code == 0);
    CHECK(site.folder.has("known.json"));
    CHECK(site.run({"check"}).code == 0);
    CHECK(site.run({"baseline", "show", "--format", "json"}).code == 0);
    // Paths are relative to the policy, wherever the program runs.
    CHECK(rocelint({"check", site.folder.path()}).code == 0);
}

TEST_CASE("check writes the reports that the policy asks for, unless --report is given")
{
    const OptionSite site("report: {sarif: out/rocelint.sarif, junit: out/rocelint.xml}\n");
    CHECK(site.run({"check", "--report", "json=named.json"}).code == 1);
    CHECK(site.folder.has("named.json"));
    CHECK_FALSE(site.folder.has("out/rocelint.sarif"));
    CHECK(site.run({"check"}).code == 1);
    CHECK(site.folder.read("out/rocelint.xml") == site.run({"check", "--format", "junit"}).out);
    const Json sarif = Json::parse(site.folder.read("out/rocelint.sarif"));
    CHECK(sarif.at("runs").at(0).at("results").size() >= 1);
    // An earlier report is no input.
    CHECK_FALSE(site.run({"check"}).says("out/rocelint.sarif"));
}

TEST_CASE("a page that the policy asks for says what it is about, as one of --report does")
{
    const OptionSite site("report: {html: page.html}\n");
    CHECK(site.run({"check"}).code == 1);
    CHECK(site.folder.read("page.html").find("\"command\":\"rocelint check\"") != std::string::npos);
}

TEST_CASE("no path of a policy leads out of its folder, or to a file of another kind")
{
    struct Row {
        std::string lines;
        std::string message;
    };
    const Row rows[] = {
        {"baseline: ../known.json\n", ":3:1: 'baseline' names a file below the folder of this policy"},
        {"baseline: /etc/passwd\n", ":3:1: 'baseline' names a file below the folder of this policy"},
        {"baseline: a/../../known.json\n", ":3:1: 'baseline' names a file below the folder of this policy"},
        {"report: {sarif: /tmp/x.sarif}\n", ":3:10: 'sarif' names a file below the folder of this policy"},
        {"report: {sarif: Makefile}\n",
            ":3:10: the name of a report in the form 'sarif' ends in .sarif or .json"},
        {"report: {text: .github/rocelint.txt}\n", ":3:10: no part of a report's path may begin with a dot"},
        {"report: {sarff: x.sarif}\n", ":3:10: unknown key in report: 'sarff'; did you mean 'sarif'?"},
    };
    for (const Row& row : rows) {
        const OptionSite site(row.lines);
        const Run run = site.run({"check"});
        CAPTURE(run.err);
        CHECK(run.code == 2);
        CHECK(run.says("rocelint.yaml" + row.message));
    }
    // A report never replaces a configuration, and a link does not lead out.
    const OptionSite config("report: {json: leaf2.json}\n");
    config.folder.write("leaf2.json", clean_sonic("leaf2"));
    CHECK(config.run({"check"}).says("leaf2.json would overwrite a configuration"));
    const OptionSite beside("report: {json: b/leaf2.json}\n");
    beside.folder.write("b/leaf2.json", clean_sonic("leaf2"));
    CHECK(beside.run({"check", "leaf1.cfg"}).says("leaf2.json would overwrite a configuration"));
    CHECK(beside.folder.read("b/leaf2.json") == clean_sonic("leaf2"));
    const TemporaryFolder other;
    const OptionSite linked("report: {json: out/report.json}\n");
    std::filesystem::create_directory_symlink(other.path(), linked.folder.path("out"));
    CHECK(linked.run({"check"}).code == 2);
    CHECK(linked.run({"check"}).says("leads out of the folder of this policy through a symbolic link"));
    CHECK_FALSE(other.has("report.json"));
}

TEST_CASE("each site has the options of its own policy")
{
    const TemporaryFolder folder;
    for (const char* site : {"a", "b"}) {
        folder.write(std::string(site) + "/leaf1.cfg", broken_switch("leaf1"));
        folder.write(std::string(site) + "/rocelint.yaml",
            options_base + "report: {json: report.json}\n" + (site[0] == 'a' ? "fail_on: never\n" : ""));
    }
    CHECK(rocelint({"check", "a"}, {.folder = folder.path()}).code == 0);
    CHECK(rocelint({"check", "."}, {.folder = folder.path()}).code == 1);
    const Json report = Json::parse(folder.read("a/report.json"));
    for (const Json& finding : report.at("findings"))
        CHECK(finding.at("file").get<std::string>().find("b/") == std::string::npos);
}

TEST_CASE("config show says which options the policy states")
{
    const OptionSite site("fail_on: warning\nignore: [LNK009]\nreport: {sarif: out.sarif}\n");
    const Json shown = Json::parse(site.run({"config", "show", "--ignore", "ECN", "--format", "json"}).out);
    std::size_t seen = 0;
    for (const Json& row : shown.at("options")) {
        if (row.at("name") == "--fail-on") {
            CHECK(row.at("value") == "warning");
            CHECK(row.at("from").at("line") == 3);
            ++seen;
        } else if (row.at("name") == "--ignore") {
            CHECK(row.at("value") == "ECN");
            CHECK(row.at("from") == "command line");
            ++seen;
        } else if (row.at("name") == "--report") {
            CHECK(row.at("value") == "sarif=out.sarif");
            ++seen;
        }
    }
    CHECK(seen == 3);
    CHECK(site.run({"policy", "show", "--changed"}).says("fail_on"));
}

}
}
