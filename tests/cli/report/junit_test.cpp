// SPDX-License-Identifier: Apache-2.0
// JUnit reports: no finding may be lost, and no name may become markup.
#include "tests/cli/report/report_formats_case.h"

namespace rocelint::report_formats_test {
namespace {

TEST_CASE("JUnit: each error is a failed case of its device, and the totals are those of the cases")
{
    const Json findings = findings_of(broken_clos);
    const Run run = rocelint({"check", broken_clos, "--format", "junit"});
    CHECK(run.code == 1);
    const pugi::xml_document document = parsed(run.out);
    const pugi::xml_node suites = document.child("testsuites");
    std::size_t tests = 0;
    std::size_t failures = 0;
    for (const pugi::xml_node suite : suites.children("testsuite")) {
        std::set<std::string> names;
        for (const pugi::xml_node test : suite.children("testcase")) {
            ++tests;
            CHECK(std::string(test.attribute("classname").value()) == suite.attribute("name").value());
            CHECK_MESSAGE(
                names.insert(test.attribute("name").value()).second, test.attribute("name").value());
            if (test.child("failure"))
                ++failures;
        }
    }
    CHECK(tests == suites.attribute("tests").as_uint());
    CHECK(failures == suites.attribute("failures").as_uint());
    CHECK(failures == count_of(findings, "error"));
}

TEST_CASE("JUnit: checks that could not be made are counted, and are no cases")
{
    const Run run = rocelint({"check", broken_clos, "--format", "junit"});
    const Json report = Json::parse(rocelint({"check", broken_clos, "--format", "json"}).out);
    REQUIRE_FALSE(report.at("not_checked").empty());
    const pugi::xml_document document = parsed(run.out);
    const pugi::xml_node suites = document.child("testsuites");
    CHECK(suites.attribute("skipped").as_uint() == 0);
    const pugi::xml_node counted = suites.child("testsuite")
                                       .child("properties")
                                       .find_child_by_attribute("property", "name", "not checked");
    CHECK(std::string(counted.attribute("value").value())
              .find("`rocelint check --show-unchecked` says where and why")
        != std::string::npos);
}

TEST_CASE("JUnit: --fail-on decides what fails, and a clean device passes")
{
    const Json findings = findings_of(broken_clos);
    const Run run = rocelint({"check", broken_clos, "--format", "junit", "--fail-on", "info"});
    const pugi::xml_document document = parsed(run.out);
    CHECK(document.child("testsuites").attribute("failures").as_uint() == findings.size());
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run clean = rocelint({"check", folder.path(), "--format", "junit"});
    CHECK(clean.code == 0);
    CHECK(parsed(clean.out).child("testsuites").attribute("failures").as_uint() == 0);
    CHECK(clean.says("classname=\"leaf1\""));
}

TEST_CASE("JUnit: an input that cannot be read is an error")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint({"check", folder.path(), folder.path("gone.cfg"), "--format", "junit"});
    CHECK(run.code == 3);
    CHECK(parsed(run.out).child("testsuites").attribute("errors").as_uint() == 1);
    CHECK(run.says("gone.cfg"));
}

// The classes of a JUnit report, with the number of cases in each.
std::map<std::string, std::size_t> classes_of(const std::string& text)
{
    std::map<std::string, std::size_t> classes;
    const pugi::xml_document document = parsed(text);
    for (const pugi::xml_node suite : document.child("testsuites").children("testsuite")) {
        for (const pugi::xml_node test : suite.children("testcase"))
            ++classes[test.attribute("classname").value()];
    }
    return classes;
}

TEST_CASE("JUnit: devices with the same name keep their cases apart, and so does one called fabric")
{
    const TemporaryFolder folder;
    folder.write("x.json", clean_sonic("sonic"));
    folder.write("y.json", clean_sonic("sonic"));
    replace(folder, "y.json", "9100", "9000"); // an identical file would count as a copy
    folder.write("fabric.cfg", clean_switch("fabric"));
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const auto classes
        = classes_of(rocelint({"check", ".", "--format", "junit"}, {.folder = folder.path()}).out);
    for (const std::string name : {"sonic (x.json)", "sonic (y.json)", "fabric (fabric.cfg)", "leaf1"})
        CHECK_MESSAGE(classes.contains(name), name);
    CHECK_FALSE(classes.contains("sonic"));
}

TEST_CASE("JUnit: a syntax error is a case of the device that the file belongs to")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    replace(folder, "site/spine1.json", "\"PORT\": {", "\"PORT\": {,");
    const std::string site = folder.path("site");
    const Json findings = findings_of(site);
    const auto fault
        = std::ranges::find(findings, "SYN001", [](const Json& finding) { return finding.at("code"); });
    REQUIRE(fault != findings.end());
    REQUIRE(fault->at("device") == "spine1");
    const pugi::xml_document document = parsed(rocelint({"check", site, "--format", "junit"}).out);
    const pugi::xml_node suite
        = document.child("testsuites").find_child_by_attribute("testsuite", "name", "spine1");
    const auto is_fault = [](const pugi::xml_node& test) {
        return std::string_view(test.attribute("name").value()).starts_with("SYN001 ")
            && test.child("failure");
    };
    CHECK(std::ranges::any_of(suite.children("testcase"), is_fault));
}

TEST_CASE("JUnit and Markdown: a name may contain characters that XML forbids and marks that reverse text")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg",
        broken_switch("le\xef\xbf\xbe\xef\xbf\xbf"
                      "af\xd8\x9c\xe2\x81\xa0"
                      "1"));
    for (const char* format : {"junit", "markdown", "text"}) {
        const Run run = rocelint({"check", folder.path(), "--format", format});
        CHECK(run.says(format == std::string("markdown") ? "le&#92;ufffe&#92;uffffaf&#92;u061c&#92;u20601"
                                                         : "le\\ufffe\\uffffaf\\u061c\\u20601"));
        CHECK_FALSE(run.says("\xef\xbf\xbe"));
    }
}

TEST_CASE("the name of a file with line ends in it has none in any format")
{
    const TemporaryFolder folder;
    folder.write("le\naf\r1.cfg", broken_switch("leaf1"));
    for (const char* format :
        {"junit", "sarif", "github", "gitlab", "markdown", "html", "json", "concise", "text"}) {
        CAPTURE(format);
        const Run run = rocelint({"check", folder.path(), "--format", format});
        CHECK(run.code == 1);
        CHECK_FALSE(run.says("le\naf"));
        CHECK_FALSE(run.says("af\r1"));
        CHECK(run.says("1.cfg"));
    }
}

}
}
