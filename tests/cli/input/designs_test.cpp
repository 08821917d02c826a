// SPDX-License-Identifier: Apache-2.0
// Designs that vendors publish as validated, and each of them with one line wrong: fixtures/designs/README.md.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {
namespace {

const std::filesystem::path designs = std::filesystem::path(ROCELINT_SOURCE_DIR) / "fixtures" / "designs";

/// A row of twins.txt.
struct DesignTwin {
    std::string design;
    std::string file;
    std::string right; ///< the line of the design
    std::string wrong; ///< the line in its place; empty: the line is removed
    std::string code; ///< the rule that must report it
    std::string flagged; ///< the line that it must report, as it then stands in the file
};

std::string without_blanks(std::string text)
{
    constexpr std::string_view blank = " \t\r";
    text.erase(0, std::min(text.find_first_not_of(blank), text.size()));
    text.erase(text.find_last_not_of(blank) + 1);
    return text;
}

/// The parts of `text` between separators.
std::vector<std::string> parts_of(const std::string& text, std::string_view separator)
{
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (;;) {
        const std::size_t to = text.find(separator, from);
        if (to == std::string::npos)
            break;
        parts.push_back(without_blanks(text.substr(from, to - from)));
        from = to + separator.size();
    }
    parts.push_back(without_blanks(text.substr(from)));
    return parts;
}

std::vector<DesignTwin> read_twins()
{
    std::ifstream file(designs / "twins.txt");
    REQUIRE(file.is_open());
    std::vector<DesignTwin> twins;
    std::string line;
    while (std::getline(file, line)) {
        if (without_blanks(line).empty() || line.starts_with('#'))
            continue;
        const std::vector<std::string> parts = parts_of(line, " | ");
        REQUIRE_MESSAGE(parts.size() == 6, line);
        twins.push_back({parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]});
    }
    return twins;
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    std::string line;
    while (std::getline(in, line))
        lines.push_back(line);
    return lines;
}

/// The index of the line that `place` names: a line's text, or several with " >> " between them, each the first
/// one after the one before it. Without " >> " the text must occur only once.
std::size_t find_line(const std::vector<std::string>& lines, const std::string& place)
{
    CAPTURE(place);
    const std::vector<std::string> path = parts_of(place, " >> ");
    const auto find_from = [&lines](std::size_t from, const std::string& text) {
        std::size_t at = from;
        while (at < lines.size() && without_blanks(lines[at]) != text)
            ++at;
        return at;
    };
    std::size_t at = 0;
    for (std::size_t step = 0; step < path.size(); ++step) {
        at = find_from(step == 0 ? 0 : at + 1, path[step]);
        REQUIRE_MESSAGE(at < lines.size(), "no line ", path[step]);
    }
    if (path.size() == 1)
        REQUIRE_MESSAGE(find_from(at + 1, path[0]) == lines.size(), "a second line ", path[0]);
    return at;
}

/// The text with the twin's one line replaced or removed.
std::string changed(const std::string& text, const DesignTwin& twin)
{
    std::vector<std::string> lines = lines_of(text);
    const std::size_t at = find_line(lines, twin.right);
    if (twin.wrong.empty())
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
    else
        lines[at].replace(lines[at].find_first_not_of(" \t"), std::string::npos, twin.wrong);
    std::string joined;
    for (const std::string& line : lines)
        joined += line + '\n';
    return joined;
}

/// The findings as "PFC001 error leaf1.cfg:12 MESSAGE", for a failed test.
std::string list_findings(const nlohmann::json& report)
{
    std::ostringstream out;
    for (const nlohmann::json& finding : report.at("findings"))
        out << finding.at("code").get<std::string>() << ' ' << finding.at("severity").get<std::string>()
            << ' ' << finding.value("file", "?") << ':' << finding.value("line", 0) << ' '
            << finding.at("message").get<std::string>() << '\n';
    return out.str();
}

nlohmann::json report_on(const std::string& folder)
{
    const Run run = rocelint({"check", ".", "--format", "json"}, {.folder = folder});
    INFO(run.err);
    REQUIRE(nlohmann::json::accept(run.out));
    return nlohmann::json::parse(run.out);
}

TEST_CASE("a design that its vendor validated has no error and no warning")
{
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(designs)) {
        if (!entry.is_directory())
            continue;
        ++found;
        CAPTURE(entry.path().filename().string());
        const nlohmann::json report = report_on(entry.path().string());
        INFO(list_findings(report));
        CHECK(report.at("summary").at("error") == 0);
        CHECK(report.at("summary").at("warning") == 0);
        CHECK(report.at("summary").at("devices") >= 2);
    }
    CHECK(found == 14);
}

TEST_CASE("one wrong line in a validated design is reported on that line")
{
    for (const DesignTwin& twin : read_twins()) {
        INFO("twin ", twin.design, " | ", twin.file, " | ", twin.right, " | ", twin.wrong);
        const TemporaryFolder copy;
        std::filesystem::copy(
            designs / twin.design, copy.path("design"), std::filesystem::copy_options::recursive);
        const std::string name = "design/" + twin.file;
        const std::string text = changed(copy.read(name), twin);
        copy.write(name, text);
        const std::size_t line = find_line(lines_of(text), twin.flagged) + 1;
        const nlohmann::json report = report_on(copy.path("design"));
        INFO(list_findings(report));
        CHECK_MESSAGE(std::ranges::any_of(report.at("findings"),
                          [&](const nlohmann::json& finding) {
                              return finding.at("code") == twin.code && finding.at("severity") != "info"
                                  && finding.value("file", "") == twin.file
                                  && finding.value("line", 0U) == line;
                          }),
            twin.code,
            " must be at line ",
            line);
    }
}

TEST_CASE("each design has three twins and a row that names its document")
{
    std::map<std::string, int> twins;
    for (const DesignTwin& twin : read_twins())
        ++twins[twin.design];
    std::ifstream file(designs / "README.md");
    const std::string readme{std::istreambuf_iterator<char>(file), {}};
    for (const auto& entry : std::filesystem::directory_iterator(designs)) {
        if (!entry.is_directory())
            continue;
        const std::string name = entry.path().filename().string();
        CAPTURE(name);
        CHECK(twins[name] >= 3);
        CHECK(readme.find("| `" + name + "` |") != std::string::npos);
    }
}

}
}
