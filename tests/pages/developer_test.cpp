// SPDX-License-Identifier: Apache-2.0
// These tests cover every page, and everything that the developer pages mention exists.
#include "tests/e2e/process.h"
#include "tests/pages/page.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace rocelint::pages {
namespace {

TEST_CASE("every page of docs/howto is followed by a test, or contains no command that can be run")
{
    std::string tests = e2e::file_text(ROCELINT_SOURCE_DIR "/tests/e2e/push/push_howto_test.cpp");
    for (const char* name : {"readme", "howto"})
        tests += e2e::file_text(fmt::format(ROCELINT_SOURCE_DIR "/tests/pages/{}_test.cpp", name));
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ROCELINT_SOURCE_DIR "/docs/howto")) {
        const std::string page = "docs/howto/" + entry.path().filename().string();
        CAPTURE(page);
        // A block that is not run says why.
        bool has_commands = false;
        for (const Block& block :
            e2e::holds(e2e::file_text(entry.path()), "\n```") ? read_page(page) : std::vector<Block>()) {
            const auto commands = commands_of(block);
            has_commands = has_commands || std::ranges::any_of(commands, [](const Command& command) {
                return command.not_run.empty();
            }) || (block.language == "text" && mark_of(block, "not run: ").empty());
        }
        CHECK(has_commands == e2e::holds(tests, page));
        ++count;
    }
    CHECK(count > 8);
}

TEST_CASE("presets, targets and tests named on developer pages exist")
{
    const std::string presets = e2e::file_text(ROCELINT_SOURCE_DIR "/CMakePresets.json");
    const std::string tests = e2e::file_text(ROCELINT_SOURCE_DIR "/tests/CMakeLists.txt");
    std::size_t count = 0;
    for (const char* page : {"docs/howto/add-a-driver.md"}) {
        for (const Block& block : read_page(page)) {
            for (const Command& command : commands_of(block)) {
                const std::string& line = command.line;
                const auto word_behind = [&](std::string_view option) {
                    const std::size_t at = line.find(option);
                    const std::size_t from = at + option.size();
                    return at == std::string::npos ? std::string()
                                                   : line.substr(from, line.find(' ', from) - from);
                };
                CAPTURE(line);
                const std::string preset = word_behind("--preset ");
                CHECK(e2e::holds(presets, fmt::format("\"name\": \"{}\"", preset)));
                const std::string target = word_behind("--target ");
                if (!target.empty()) {
                    REQUIRE(target.ends_with("_test"));
                    CHECK(e2e::holds(tests, fmt::format("PROGRAM {} ", target.substr(0, target.size() - 5))));
                }
                const std::string wanted = word_behind("-R ");
                if (!wanted.empty()) {
                    const std::size_t end = wanted.find('_');
                    CHECK(e2e::holds(tests,
                        fmt::format(
                            "rocelint_tests({} PROGRAM {} ", wanted.substr(end + 1), wanted.substr(0, end))));
                }
                ++count;
            }
        }
    }
    CHECK(count == 3);
}

TEST_CASE("a shown line must directly follow the one before it, unless a line … is between them")
{
    constexpr const char* printed = "one\ntwo words\nthree\n";
    CHECK(missing_line("one\ntwo words\nthree\n", printed).empty());
    CHECK(missing_line("one\ntwo …\n…\n", printed).empty());
    CHECK(missing_line("…\nthree\n", printed).empty());
    CHECK(missing_line("one\n…ds\nthree\n", printed).empty());
    CHECK(missing_line("one\nthree\n", printed) == "three");
    CHECK(missing_line("one\n…\ntwo words\n", printed) == "(nothing, but there is) three");
    CHECK(missing_line("two words\nthree\n", printed) == "two words");
    CHECK(missing_line("one\ntwo …x\nthree\n", printed) == "two …x");
    CHECK(missing_line("…\nfour\n", printed) == "four");
}

TEST_CASE("commands of a block have the exit codes and the reasons in its marks")
{
    const std::vector<Command> listed = commands_of({1,
        "sh",
        "a  # what it does\n# a comment\nb \\\n  c\nlsp\n",
        {"exit 1 0 2", "not run lsp: it waits"}});
    REQUIRE(listed.size() == 3);
    CHECK(listed[0].code == 1);
    CHECK(listed[1].line == "b \\\n  c");
    CHECK(listed[1].code == 0);
    CHECK(listed[2].not_run == "it waits");
    CHECK(listed[0].not_run.empty());
    const std::vector<Command> typed = commands_of({1, "console", "$ a\nx\ny\n$ b\n", {"exit 3"}});
    REQUIRE(typed.size() == 2);
    CHECK(typed[0].shown == "x\ny\n");
    CHECK(typed[0].code == 0);
    CHECK(typed[1].code == 3);
    CHECK(commands_of({1, "yaml", "a: b\n", {}}).empty());
}

}
}
