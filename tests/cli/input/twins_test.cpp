// SPDX-License-Identifier: Apache-2.0
// Faults that people really made, each as a pair of small folders that differ only in that fault: fixtures/twins/README.md.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace rocelint {
namespace {

const std::filesystem::path twins = std::filesystem::path(ROCELINT_SOURCE_DIR) / "fixtures" / "twins";

/// A finding that expected.txt requires.
struct Wanted {
    std::string code;
    std::string file;
    std::string line; ///< trimmed text of the line
    int number = 0; ///< the number of that line; 0: any line with this text
    std::string severity; ///< the minimum severity
};

/// The expectations of a pair in expected.txt.
struct Expected {
    std::vector<Wanted> findings;
    std::vector<std::string> devices_read; ///< "NAME PLATFORM", in both reports
    std::vector<std::string> absent; ///< codes that neither report may contain
    std::vector<std::string> says; ///< texts in the report on `broken`
    std::vector<std::string> fixed_says; ///< texts in the report on `fixed`
    std::vector<std::string> diff_says; ///< texts in the output of `diff broken fixed`
    std::vector<std::string> diff_not; ///< texts that must not be in it
    int exit = 1; ///< exit code for `broken`
    int fixed_exit = 0; ///< exit code for `fixed`
    int devices = 0; ///< in each report; 0: any
    bool fix_makes_clean = false; ///< `fix --write` on `broken` leaves nothing above info
    bool renders_clean = false; ///< `fixed/fabric.yaml` is rendered, and the result is checked
};

std::string trimmed(std::string text)
{
    constexpr std::string_view blank = " \t\r";
    text.erase(0, std::min(text.find_first_not_of(blank), text.size()));
    text.erase(text.find_last_not_of(blank) + 1);
    return text;
}

void read_key(Expected& expected, const std::string& key, const std::string& value)
{
    if (key == "code")
        expected.findings.push_back({value, {}, {}, 0, "error"});
    else if (key == "device")
        expected.devices_read.push_back(value);
    else if (key == "absent")
        expected.absent.push_back(value);
    else if (key == "says")
        expected.says.push_back(value);
    else if (key == "fixed-says")
        expected.fixed_says.push_back(value);
    else if (key == "diff-says")
        expected.diff_says.push_back(value);
    else if (key == "diff-not")
        expected.diff_not.push_back(value);
    else if (key == "exit")
        expected.exit = std::stoi(value);
    else if (key == "fixed-exit")
        expected.fixed_exit = std::stoi(value);
    else if (key == "devices")
        expected.devices = std::stoi(value);
    else if (key == "fix" && value == "clean")
        expected.fix_makes_clean = true;
    else if (key == "render" && value == "clean")
        expected.renders_clean = true;
    else {
        REQUIRE_MESSAGE(!expected.findings.empty(), key);
        Wanted& wanted = expected.findings.back();
        if (key == "file")
            wanted.file = value;
        else if (key == "line")
            wanted.line = value;
        else if (key == "number")
            wanted.number = std::stoi(value);
        else if (key == "severity")
            wanted.severity = value;
        else
            FAIL("expected.txt has an unknown key: ", key);
    }
}

Expected read_expected(const std::filesystem::path& path)
{
    std::ifstream file(path);
    REQUIRE(file.is_open());
    Expected expected;
    std::string line;
    while (std::getline(file, line)) {
        if (trimmed(line).empty() || line.starts_with('#'))
            continue;
        const std::size_t colon = line.find(": ");
        REQUIRE_MESSAGE(colon != std::string::npos, line);
        read_key(expected, line.substr(0, colon), trimmed(line.substr(colon + 2)));
    }
    for (const Wanted& wanted : expected.findings) {
        CAPTURE(wanted.code);
        REQUIRE_FALSE(wanted.file.empty());
        REQUIRE_FALSE(wanted.line.empty());
    }
    // An expectation that requires nothing would pass even if the program had no rules.
    const bool asks_something = !expected.findings.empty() || !expected.says.empty()
        || !expected.fixed_says.empty() || !expected.absent.empty() || !expected.devices_read.empty()
        || expected.devices != 0 || expected.fix_makes_clean || expected.renders_clean;
    REQUIRE(asks_something);
    return expected;
}

std::string line_of(const std::filesystem::path& path, int number)
{
    std::ifstream file(path);
    std::string line;
    for (int at = 0; at < number; ++at)
        std::getline(file, line);
    return trimmed(line);
}

int rank(std::string_view severity)
{
    constexpr std::array<std::string_view, 3> severities{"info", "warning", "error"};
    return static_cast<int>(std::ranges::find(severities, severity) - severities.begin());
}

bool is_wanted(const nlohmann::json& finding, const Wanted& wanted, const std::filesystem::path& folder)
{
    if (finding.at("code") != wanted.code
        || rank(finding.at("severity").get<std::string>()) < rank(wanted.severity))
        return false;
    const std::string file = finding.value("file", "");
    const int number = finding.value("line", 0);
    return file == "broken/" + wanted.file && (wanted.number == 0 || wanted.number == number)
        && line_of(folder / file, number) == wanted.line;
}

/// The findings as "PFC001 error broken/leaf1.cfg:12", for a failed test.
std::string list(const nlohmann::json& report)
{
    std::ostringstream out;
    for (const nlohmann::json& finding : report.at("findings"))
        out << finding.at("code").get<std::string>() << ' ' << finding.at("severity").get<std::string>()
            << ' ' << finding.value("file", "?") << ':' << finding.value("line", 0) << ' '
            << finding.at("message").get<std::string>() << '\n';
    return out.str();
}

/// The JSON report on `path`. A run that judged nothing may print no report.
nlohmann::json checked(const std::string& path, const std::string& folder, int exit)
{
    const Run run = rocelint({"check", path, "--format", "json"}, {.folder = folder});
    INFO(run.err);
    CHECK(run.code == exit);
    REQUIRE(nlohmann::json::accept(run.out));
    return nlohmann::json::parse(run.out);
}

void check_clean(const nlohmann::json& report)
{
    INFO(list(report));
    CHECK(report.at("summary").at("error") == 0);
    CHECK(report.at("summary").at("warning") == 0);
}

void check_both(const nlohmann::json& report, const Expected& expected)
{
    INFO(list(report));
    for (const std::string& code : expected.absent) {
        CAPTURE(code);
        CHECK(std::ranges::none_of(report.at("findings"),
            [&code](const nlohmann::json& finding) { return finding.at("code") == code; }));
    }
    if (expected.devices != 0)
        CHECK(report.at("summary").at("devices") == expected.devices);
    for (const std::string& device : expected.devices_read) {
        CAPTURE(device);
        CHECK(std::ranges::any_of(report.at("devices"), [&device](const nlohmann::json& read) {
            return read.at("name").get<std::string>() + ' ' + read.at("platform").get<std::string>()
                == device;
        }));
    }
    for (const nlohmann::json& finding : report.at("findings")) {
        CAPTURE(finding.at("message").get<std::string>());
        CHECK_MESSAGE(finding.value("line", 0) > 0, "a finding without file and line");
    }
}

void check_text(const std::string& path, const std::string& folder, const std::vector<std::string>& texts)
{
    if (texts.empty())
        return;
    const Run run = rocelint({"check", "-v", path}, {.folder = folder});
    CAPTURE(run.out);
    CAPTURE(run.err);
    for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK(run.says(text));
    }
}

/// Calls `look` for each pair that has the folder `part`.
template <class Look>
void for_each_twin(std::string_view part, Look look)
{
    std::map<std::string, std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(twins)) {
        if (entry.is_directory() && std::filesystem::exists(entry.path() / part))
            folders.emplace(entry.path().filename().string(), entry.path());
    }
    REQUIRE_FALSE(folders.empty());
    for (const auto& [name, folder] : folders) {
        INFO("twin ", name);
        look(read_expected(folder / "expected.txt"), folder);
    }
}

TEST_CASE("a mistake that someone really made is reported on its line, with a sufficient severity")
{
    for_each_twin("broken", [](const Expected& expected, const std::filesystem::path& folder) {
        const nlohmann::json report = checked("broken", folder.string(), expected.exit);
        INFO(list(report));
        for (const Wanted& wanted : expected.findings) {
            CAPTURE(wanted.code);
            CAPTURE(wanted.file);
            CAPTURE(wanted.line);
            CHECK(std::ranges::any_of(report.at("findings"),
                [&](const nlohmann::json& finding) { return is_wanted(finding, wanted, folder); }));
        }
        check_both(report, expected);
        check_text("broken", folder.string(), expected.says);
    });
}

TEST_CASE("the corrected twin is clean, and so is a variant that only looks wrong")
{
    for_each_twin("fixed", [](const Expected& expected, const std::filesystem::path& folder) {
        if (expected.renders_clean)
            return;
        const nlohmann::json report = checked("fixed", folder.string(), expected.fixed_exit);
        check_clean(report);
        check_both(report, expected);
        check_text("fixed", folder.string(), expected.fixed_says);
    });
}

TEST_CASE("exactly the change between two folders is named")
{
    for_each_twin("fixed", [](const Expected& expected, const std::filesystem::path& folder) {
        if (expected.diff_says.empty() && expected.diff_not.empty())
            return;
        const Run run = rocelint({"diff", "broken", "fixed"}, {.folder = folder.string()});
        CAPTURE(run.out);
        for (const std::string& text : expected.diff_says) {
            CAPTURE(text);
            CHECK(run.says(text));
        }
        for (const std::string& text : expected.diff_not) {
            CAPTURE(text);
            CHECK_FALSE(run.says(text));
        }
    });
}

TEST_CASE("if a correction is known, one run of fix leaves nothing to do")
{
    for_each_twin("broken", [](const Expected& expected, const std::filesystem::path& folder) {
        if (!expected.fix_makes_clean)
            return;
        const TemporaryFolder copy;
        std::filesystem::copy(
            folder / "broken", copy.path("fixed"), std::filesystem::copy_options::recursive);
        const Run fixed = rocelint({"fix", "--write", "fixed"}, {.folder = copy.path()});
        CAPTURE(fixed.out);
        CAPTURE(fixed.err);
        check_clean(checked("fixed", copy.path(), expected.fixed_exit));
        const Run again = rocelint({"fix", "--write", "fixed"}, {.folder = copy.path()});
        CAPTURE(again.out);
        CHECK(again.code == 0);
    });
}

TEST_CASE("a rendered intent passes the check")
{
    for_each_twin("fixed", [](const Expected& expected, const std::filesystem::path& folder) {
        if (!expected.renders_clean)
            return;
        const TemporaryFolder copy;
        const std::string intent = (folder / "fixed" / "fabric.yaml").string();
        const Run rendered = rocelint({"render", intent, "-o", copy.path("fixed")}, {.folder = copy.path()});
        CAPTURE(rendered.err);
        REQUIRE(rendered.code == 0);
        check_clean(checked("fixed", copy.path(), 0));
    });
}

}
}
