// SPDX-License-Identifier: Apache-2.0
// The report formats that pipelines read. They must not lose a finding, nor let a name become markup.
#include "tests/cli/report/report_formats_case.h"

namespace rocelint::report_formats_test {
namespace {

TEST_CASE("SARIF: only the rules of its results have an entry")
{
    const Json sarif
        = Json::parse(rocelint({"check", broken_clos, "--format", "sarif"}).out).at("runs").at(0);
    std::set<std::string> in_results;
    for (const Json& result : sarif.at("results"))
        in_results.insert(result.at("ruleId"));
    std::set<std::string> described;
    for (const Json& rule : sarif.at("tool").at("driver").at("rules"))
        described.insert(rule.at("id"));
    CHECK_FALSE(in_results.empty());
    CHECK(described == in_results);
}

TEST_CASE("a report without findings says what the baseline hides")
{
    const TemporaryFolder folder;
    for (const char* site : {"a", "b"}) {
        folder.write(std::string(site) + "/rocelint.yaml", "version: 1\nprofile: lossless\n");
        folder.write(std::string(site) + "/leaf1.cfg", broken_switch("leaf1"));
    }
    const TemporaryFolder beside;
    const std::string baseline = beside.path("known.json");
    const auto report = [&](const std::string& path, const char* format) {
        REQUIRE(rocelint({"check", path, "--write-baseline", baseline, "-o", "/dev/null"}).code == 1);
        Run run = rocelint({"check", path, "--baseline", baseline, "--format", format});
        std::filesystem::remove(baseline);
        return run;
    };
    const std::size_t one = findings_of(folder.path("a")).size();
    const std::string of_one = fmt::format("no findings, {} in the baseline", one);
    const std::string of_both = fmt::format("no findings, {} in the baseline in 2 devices", 2 * one);
    CHECK(report(folder.path("a"), "markdown").says("### rocelint: " + of_one));
    CHECK(report(folder.path(), "markdown").says("### rocelint: " + of_both));
    CHECK(report(folder.path(), "text").says("2 fabrics: " + of_both));
    CHECK(report(folder.path(), "github").says("2 fabrics: " + of_both));
    const pugi::xml_document junit = parsed(report(folder.path("a"), "junit").out);
    const pugi::xml_node known = junit.child("testsuites")
                                     .child("testsuite")
                                     .find_child_by_attribute("testcase", "name", "in the baseline");
    CHECK(std::string(known.child("skipped").attribute("message").value()).starts_with(std::to_string(one)));
}

TEST_CASE("services get paths relative to the root of the checkout, however they were given")
{
    const TemporaryFolder folder;
    folder.write(".git/HEAD", "ref: refs/heads/main\n");
    folder.write("hosts/README", "");
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    for (const std::string& path :
        {folder.path("site"), std::string("../site"), std::string("../hosts/../site/")}) {
        CAPTURE(path);
        const RunOptions below{.folder = folder.path("hosts")};
        for (const Json& issue : Json::parse(rocelint({"check", path, "--format", "gitlab"}, below).out))
            CHECK(issue.at("location").at("path") == "site/leaf1.cfg");
        CHECK(rocelint({"check", path, "--format", "github"}, below).says(" file=site/leaf1.cfg,line="));
        CHECK(rocelint({"check", path, "--format", "sarif"}, below)
                  .says("\"uri\": \"site/leaf1.cfg\", \"uriBaseId\": \"%SRCROOT%\""));
        CHECK(rocelint({"check", path, "--format", "markdown"}, below).says("- site/leaf1.cfg:"));
    }
    const TemporaryFolder other;
    CHECK(rocelint({"check", folder.path("site"), "--format", "sarif"}, {.folder = other.path()})
              .says("\"uri\": \"file://" + folder.path("site/leaf1.cfg")));
}

TEST_CASE("Markdown and SARIF link to the pages of the rules if their address is given")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    folder.write("rocelint.yaml",
        "version: 1\nprofile: lossless\ncustom_rules:\n"
        "  - {code: SITE001, name: never, for: device, assert: \"false\", message: m}\n");
    CHECK_FALSE(rocelint({"check", folder.path(), "--format", "markdown"}).says("href"));
    const Run markdown = rocelint(
        {"check", folder.path(), "--format", "markdown", "--rule-pages", "https://example.net/r?a&b"});
    CHECK(markdown.says("<a href=\"https://example.net/r?a&amp;b/PFC001.md\"><b>PFC001</b></a> "));
    CHECK(markdown.says(" <b>SITE001</b> "));
    const Json sarif = Json::parse(
        rocelint({"check", folder.path(), "--format", "sarif", "--rule-pages", "https://example.net/rules/"})
            .out);
    for (const Json& rule : sarif.at("runs").at(0).at("tool").at("driver").at("rules")) {
        const std::string code = rule.at("id");
        CHECK(rule.value("helpUri", "")
            == (code == "SITE001" ? "" : "https://example.net/rules/" + code + ".md"));
    }
    // The policy's address, which `{code}` may be a part of; that of the command line wins.
    folder.write(
        "rocelint.yaml", "version: 1\nprofile: lossless\nrule_pages: https://example.net/rules/{code}/\n");
    CHECK(rocelint({"check", folder.path(), "--format", "markdown"})
              .says("<a href=\"https://example.net/rules/PFC001/\"><b>PFC001</b></a> "));
    CHECK(rocelint({"check", folder.path(), "--format", "sarif"})
              .says("\"helpUri\": \"https://example.net/rules/PFC001/\""));
    CHECK(
        rocelint({"check", folder.path(), "--format", "markdown", "--rule-pages", "http://localhost/{code}"})
            .says("<a href=\"http://localhost/PFC001\">"));
    CHECK(rocelint({"explain", "PFC001"}, {.folder = folder.path()})
              .says("\nPage\n  https://example.net/rules/PFC001/\n"));
    CHECK(rocelint({"explain", "PFC001", "--format", "markdown"}, {.folder = folder.path()})
              .says("\n[This page on the web](https://example.net/rules/PFC001/)\n"));
    // A mistake in the policy keeps no rule from being explained.
    folder.write("rocelint.yaml", "version: 1\nrule_pages: nowhere\n");
    const Run explained = rocelint({"explain", "PFC001"}, {.folder = folder.path()});
    CHECK(explained.code == 0);
    CHECK_FALSE(explained.says("nowhere"));
    const Run refused = rocelint({"check", folder.path(), "--rule-pages", "javascript:alert(1)"});
    CHECK(refused.code == 2);
    CHECK(refused.says("--rule-pages cannot be 'javascript:alert(1)'; write the address of a folder"));
}

TEST_CASE("GitHub: one command for each finding, by its severity, and each on one line")
{
    const Json findings = findings_of(broken_clos);
    const Run run = rocelint({"check", broken_clos, "--format", "github"});
    CHECK(lines_that_begin(run.out, "::error file=") == count_of(findings, "error"));
    CHECK(lines_that_begin(run.out, "::warning file=") == count_of(findings, "warning"));
    CHECK(run.says("title=WD004 "));
    CHECK(run.says("%0A"));
}

TEST_CASE("GitLab: every finding occurs once, with a fingerprint of its own")
{
    const Json findings = findings_of(broken_clos);
    const Json report = Json::parse(rocelint({"check", broken_clos, "--format", "gitlab"}).out);
    CHECK(report.size() == findings.size());
    std::set<std::string> fingerprints;
    for (const Json& issue : report) {
        CHECK(fingerprints.insert(issue.at("fingerprint")).second);
        CHECK(issue.at("location").at("lines").at("begin").get<int>() >= 1);
        CHECK(!issue.at("location").at("path").get<std::string>().starts_with("./"));
        CHECK(!issue.at("description").get<std::string>().empty());
    }
    // Two switches with the same lines have the same baseline fingerprint.
    const TemporaryFolder folder;
    folder.write("a/leaf1.cfg", broken_switch("leaf1"));
    folder.write("b/leaf1.cfg", broken_switch("leaf1") + "! another\n");
    const Json twice = Json::parse(rocelint({"check", folder.path(), "--format", "gitlab"}).out);
    std::set<std::string> each;
    for (const Json& issue : twice)
        CHECK(each.insert(issue.at("fingerprint")).second);
}

TEST_CASE(
    "GitLab and SARIF: fingerprints of findings in several fabrics do not depend on how paths are typed")
{
    const TemporaryFolder folder;
    folder.write(".git/HEAD", "ref: refs/heads/main\n");
    for (const std::string site : {"east", "west"}) {
        folder.write(
            "sites/" + site + "/topology.yaml", "devices:\n  leaf1: {role: leaf, file: leaf1.cfg}\n");
        folder.write("sites/" + site + "/leaf1.cfg", broken_switch("leaf1"));
    }
    const auto words_of = [&](const std::vector<std::string>& paths, const std::string& below) {
        std::set<std::string> words;
        std::vector<std::string> command = {"check", "--format", "gitlab"};
        command.insert(command.end(), paths.begin(), paths.end());
        for (const Json& issue : Json::parse(rocelint(command, {.folder = folder.path(below)}).out))
            words.insert("gitlab " + issue.at("fingerprint").get<std::string>());
        command[2] = "sarif";
        const Json sarif = Json::parse(rocelint(command, {.folder = folder.path(below)}).out);
        for (const Json& result : sarif.at("runs").at(0).at("results"))
            words.insert("sarif " + result.at("partialFingerprints").at("rocelint/v1").get<std::string>());
        return words;
    };
    const std::set<std::string> words = words_of({"sites/east", "sites/west"}, "");
    CHECK(words.size() == 4);
    CHECK(words == words_of({"./sites"}, ""));
    CHECK(words == words_of({"."}, "sites"));
    CHECK(words == words_of({folder.path("sites/west"), "../sites/east/"}, "sites"));
    // Nor does it matter what else is checked.
    std::set<std::string> alone = words_of({"sites/east"}, "");
    alone.merge(words_of({"west/leaf1.cfg"}, "sites"));
    CHECK(words == alone);
}

TEST_CASE("Markdown: the worst comes first, each rule has a heading, and a long report counts what it omits")
{
    const Run run = rocelint({"check", broken_clos, "--format", "markdown"});
    CHECK(run.out.starts_with("### rocelint: 22 errors, 4 warnings, "));
    CHECK(run.out.find("<summary>warning") > run.out.rfind("<summary>error"));
    const TemporaryFolder folder;
    for (int count = 0; count < 300; ++count)
        folder.write("leaf" + std::to_string(count) + ".cfg", broken_switch("leaf" + std::to_string(count)));
    const Run longer = rocelint({"check", folder.path(), "--format", "markdown"});
    CHECK(longer.out.size() < 65'000);
    CHECK(longer.says("not fit into a comment"));
}

TEST_CASE("a hostile name becomes markup in none of the formats")
{
    const TemporaryFolder folder;
    const std::string name = "<img/onerror=alert(1)>`&|@all%0A::error";
    folder.write("]]>\"'\n::error::forged.cfg", broken_switch(name));
    const Run github = rocelint({"check", folder.path(), "--format", "github"});
    CHECK(lines_that_begin(github.out, "::error::forged") == 0);
    CHECK_FALSE(github.says("@all%0A"));
    const Run junit = rocelint({"check", folder.path(), "--format", "junit"});
    CHECK(std::string(parsed(junit.out).child("testsuites").child("testsuite").attribute("name").value())
        == name);
    // The name of the file stays on its line, in the texts too.
    CHECK_FALSE(junit.says("\n::error::forged"));
    CHECK(junit.says("::error::forged.cfg:"));
    const Run markdown = rocelint({"check", folder.path(), "--format", "markdown"});
    CHECK_FALSE(markdown.says("<img"));
    CHECK_FALSE(markdown.says("@all"));
}

TEST_CASE("one run writes all requested reports, each as if it were the only one")
{
    const TemporaryFolder folder;
    const Run run = rocelint({"check",
        broken_clos,
        "--report",
        "sarif=" + folder.path("out.sarif"),
        "--report",
        "junit=" + folder.path("out.xml"),
        "--format",
        "json"});
    CHECK(run.code == 1);
    CHECK(run.out == rocelint({"check", broken_clos, "--format", "json"}).out);
    CHECK(folder.read("out.sarif") == rocelint({"check", broken_clos, "--format", "sarif"}).out);
    CHECK(folder.read("out.xml") == rocelint({"check", broken_clos, "--format", "junit"}).out);
    CHECK(rocelint({"check", broken_clos, "--report", "sarif"}).code == 2);
    const Run misspelt = rocelint({"check", broken_clos, "--report", "sarf=x"});
    CHECK(misspelt.code == 2);
    CHECK(misspelt.says("did you mean 'sarif'?"));
}

}
}
