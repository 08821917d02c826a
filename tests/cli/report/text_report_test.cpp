// SPDX-License-Identifier: Apache-2.0
// The report for people: short, complete, and no wider than the terminal.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace rocelint {
namespace {

using Json = nlohmann::json;

const std::string report_fabrics = ROCELINT_SOURCE_DIR "/fixtures/fabrics";
constexpr std::string_view text_report_policy = "version: 1\nprofile: lossless\n";

std::vector<std::string> lines_of_report(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string line(text.substr(0, end));
        if (line.ends_with('\r'))
            line.pop_back();
        lines.push_back(std::move(line));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::size_t columns_of_line(std::string_view line)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

TEST_CASE("a broken fabric of eleven devices fits on one screen, and nothing that JSON has is lost")
{
    const RunOptions here{.folder = report_fabrics};
    const Run text = rocelint({"check", "broken-clos"}, here);
    CAPTURE(text.out);
    CHECK(lines_of_report(text.out).size() <= 90);
    const Json report = Json::parse(rocelint({"check", "broken-clos", "--format", "json"}, here).out);
    std::size_t count = 0;
    for (const Json& finding : report.at("findings")) {
        CAPTURE(finding.dump());
        ++count;
        CHECK(text.says(finding.at("code").get<std::string>()));
        if (!finding.at("device").is_null())
            CHECK(text.says(finding.at("device").get<std::string>()));
        if (!finding.at("file").is_null())
            CHECK(text.says(fmt::format(
                "{}:{}", finding.at("file").get<std::string>(), finding.at("line").get<std::size_t>())));
        for (const Json& related : finding.at("related")) {
            if (related.contains("code"))
                CHECK(text.says(related.at("code").get<std::string>()));
        }
    }
    CHECK(count == 26);
    CHECK(text.out.starts_with(
        "policy broken-clos/rocelint.yaml: lossless · RDMA priority 3, DSCP 26 · CNPs priority 6, DSCP 48\n"
        "11 devices, 32 of 44 ports judged, 16 links"));
    CHECK(text.says(
        "broken-clos/leaf1.json:512:13  error WD004  the PFC watchdog of leaf1 Ethernet0 (+3 ports) polls "
        "every 400 ms but its detection time is 200 ms: it cannot act in time\n"
        "  512 | \"POLL_INTERVAL\": \"400\"\n"
        "  fix (disruptive): Poll at least every 200 ms.   see also broken-clos/leaf1.json:516\n"));
    CHECK(text.says("\n22 errors, 4 warnings in 11 devices ("));
    CHECK(text.says(" can be corrected: rocelint fix broken-clos · why: rocelint explain "));
    // The finding that drops packets comes first.
    CHECK(text.out.find("error PFC004") < text.out.find("error QOS001"));
    CHECK(text.out.find("error QOS005") < text.out.find("error ECN001"));
    CHECK(text.out.find("error TOP004") < text.out.find("warning "));
}

TEST_CASE("a terminal of 80 columns holds the report, and a place is never broken")
{
    const Run run = rocelint(
        {"check", "broken-clos", "--color", "never"}, {.folder = report_fabrics, .output = Output::terminal});
    for (const std::string& line : lines_of_report(run.out)) {
        CAPTURE(line);
        const std::size_t first = line.find_first_not_of(' ');
        // A path that is longer than the line stands alone on it.
        CHECK((columns_of_line(line) <= 80 || line.find(' ', first) == std::string::npos));
    }
    CHECK(run.says("broken-clos/leaf1.json:512:13  error WD004  "));
    const Run wide = rocelint({"check", "broken-clos"}, {.folder = report_fabrics});
    CHECK(lines_of_report(run.out).size() > lines_of_report(wide.out).size());
}

TEST_CASE("the same fault on several devices is one entry, which says how many more and where")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", text_report_policy);
    for (const std::string name : {"leaf1", "leaf2", "leaf3"})
        folder.write(name + ".cfg", broken_switch(name));
    const Run run = rocelint({"check", ".", "--select", "PFC001"}, {.folder = folder.path()});
    CAPTURE(run.out);
    CHECK(run.says("error PFC001  leaf1 Ethernet1/1 (+2 ports on 2 devices) "));
    CHECK(run.says("leaf2.cfg:"));
    CHECK(run.says("leaf3.cfg:"));
    CHECK_FALSE(run.says("leaf2 Ethernet1/1"));
    CHECK(run.says("\n3 errors in 3 devices (leaf1 1, leaf2 1, leaf3 1) · "));
    const Run whole = rocelint({"check", ".", "--select", "PFC001", "-v"}, {.folder = folder.path()});
    CHECK(whole.says("leaf2 Ethernet1/1"));
    CHECK(whole.says("error[PFC001]: leaf3 Ethernet1/1"));
}

TEST_CASE("--format concise has a line for each finding and one with their number")
{
    const RunOptions here{.folder = report_fabrics};
    const std::vector<std::string> lines
        = lines_of_report(rocelint({"check", "broken-clos", "--format", "concise"}, here).out);
    REQUIRE(lines.size() == 27);
    CHECK(lines.back() == "22 errors, 4 warnings, 0 infos");
    CHECK(std::ranges::any_of(lines, [](const std::string& line) {
        return line.starts_with(
                   "broken-clos/leaf1.json:512:13: error WD004 leaf1 Ethernet0: the PFC watchdog of ")
            && line.ends_with(" [also on leaf1 Ethernet4, leaf1 Ethernet16, leaf1 Ethernet20]");
    }));
}

TEST_CASE("--statistics counts findings by rule and device, in text and in JSON")
{
    const RunOptions here{.folder = report_fabrics};
    const Json report
        = Json::parse(rocelint({"check", "broken-clos", "--format", "json", "--statistics"}, here).out);
    std::size_t by_rule = 0;
    for (const Json& rule : report.at("statistics").at("rules"))
        by_rule += rule.at("error").get<std::size_t>() + rule.at("warning").get<std::size_t>()
            + rule.at("info").get<std::size_t>();
    CHECK(by_rule == 26);
    std::size_t by_device = 0;
    for (const Json& device : report.at("statistics").at("devices"))
        by_device += device.at("error").get<std::size_t>() + device.at("warning").get<std::size_t>()
            + device.at("info").get<std::size_t>();
    CHECK(by_device == 26);
    CHECK_FALSE(
        Json::parse(rocelint({"check", "broken-clos", "--format", "json"}, here).out).contains("statistics"));
    const Run text = rocelint({"check", "broken-clos", "--statistics"}, here);
    CHECK(text.says("errors  warnings  infos  rule"));
    CHECK(text.says("errors  warnings  infos  device"));
    CHECK_FALSE(text.says("leaf1.json:512"));
}

TEST_CASE("what was not checked is a list of things to do, and --show-unchecked lists everything")
{
    const RunOptions here{.folder = report_fabrics};
    const Run brief = rocelint({"check", "broken-clos"}, here);
    CHECK(brief.says("not checked:\n  capture `ethtool -i` on host1 to host4 → HDR012, NIC006\n"));
    CHECK(brief.says("--show-unchecked lists all"));
    for (const char* format : {"text", "markdown", "sarif"}) {
        CAPTURE(format);
        const Run all = rocelint({"check", "broken-clos", "--format", format, "--show-unchecked"}, here);
        CHECK(all.says("the kernel driver is unknown; capture "));
        CHECK_FALSE(all.says("--show-unchecked"));
    }
}

// The command that the last line names after `before`.
std::string command_in_footer(const Run& run, std::string_view before)
{
    const std::size_t at = run.out.rfind(before);
    REQUIRE(at != std::string::npos);
    const std::size_t begin = at + before.size();
    return run.out.substr(
        begin, std::min(run.out.find(" \xc2\xb7 ", begin), run.out.find('\n', begin)) - begin);
}

TEST_CASE("the commands in the last line work as they are printed")
{
    const TemporaryFolder folder;
    folder.write("my site/it's/rocelint.yaml", text_report_policy);
    folder.write("my site/it's/leaf1.cfg", broken_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    const Run run
        = rocelint({"check", "my site/it's", "--select", "PFC001", "--ignore", "ECN,QOS", "--follow"}, here);
    CAPTURE(run.out);
    const std::string fix = command_in_footer(run, "can be corrected: rocelint ");
    CHECK(fix == R"(fix --select PFC001 --ignore ECN,QOS --follow 'my site/it'\''s')");
    const Run fixed = rocelint({}, {.folder = folder.path(), .before = fmt::format("set -- {}; exec", fix)});
    CAPTURE(fixed.err);
    CHECK(fixed.code == 0);
    CHECK(fixed.says("priority 3 no-drop"));
    // A site's own rule is explained from the policy that holds it.
    folder.write("my site/it's/rocelint.yaml",
        std::string(text_report_policy)
            + "custom_rules:\n  - {code: SITE001, name: tried, for: port, severity: error, assert: \"false\", message: no}\n");
    const Run own = rocelint({"check", "my site/it's", "--select", "SITE001"}, here);
    CHECK(command_in_footer(own, "why: rocelint ")
        == R"(explain SITE001 --policy 'my site/it'\''s/rocelint.yaml')");
}

TEST_CASE("without a policy the first line says what was inferred")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint({"check", "."}, {.folder = folder.path()});
    CHECK(run.out.starts_with(
        "policy inferred (`rocelint policy infer` writes it to a file): priority 3 is lossless"));
    // A fabric without Ethernet has no classes that a policy could state.
    CHECK_FALSE(rocelint({"check", "infiniband-tree"}, {.folder = report_fabrics}).says("policy inferred"));
}

}
}
