// SPDX-License-Identifier: Apache-2.0
#include "tests/pages/page.h"

#include "tests/e2e/process.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace rocelint::pages {
namespace {

constexpr std::string_view cut = "…";

std::string_view without_blanks_behind(std::string_view line)
{
    return line.substr(0, line.find_last_not_of(" \t") + 1);
}

// Whether a line of the output matches the line on the page, which may be truncated.
bool is_shown(std::string_view line, std::string_view pattern)
{
    line = without_blanks_behind(line);
    pattern = without_blanks_behind(pattern);
    std::size_t at = pattern.find(cut);
    if (at == std::string_view::npos)
        return line == pattern;
    if (line.substr(0, at) != pattern.substr(0, at))
        return false;
    line.remove_prefix(at);
    pattern.remove_prefix(at + cut.size());
    while ((at = pattern.find(cut)) != std::string_view::npos) {
        const std::size_t found = line.find(pattern.substr(0, at));
        if (found == std::string_view::npos)
            return false;
        line.remove_prefix(found + at);
        pattern.remove_prefix(at + cut.size());
    }
    return line.ends_with(pattern);
}

// The numbers of "1 0".
std::vector<int> numbers_in(std::string_view text)
{
    std::vector<int> numbers;
    while (!text.empty()) {
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        REQUIRE_MESSAGE(error == std::errc{}, "no number: ", std::string(text));
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    return numbers;
}

void set_codes(const Block& block, std::vector<Command>& commands)
{
    const std::vector<int> codes = numbers_in(mark_of(block, "exit "));
    if (codes.size() == 1 && !commands.empty()) {
        commands.back().code = codes.front();
    } else if (!codes.empty()) {
        REQUIRE_MESSAGE(
            codes.size() == commands.size(), "line ", block.line, ": an exit code for each command");
        for (std::size_t index = 0; index < codes.size(); ++index)
            commands[index].code = codes[index];
    }
}

// "not run: why", and "not run rocelint lsp: why" for the commands that begin with these words.
void set_not_run(const Block& block, std::vector<Command>& commands)
{
    for (const std::string& mark : block.marks) {
        if (!mark.starts_with("not run"))
            continue;
        const std::size_t colon = mark.find(": ");
        REQUIRE_MESSAGE(colon != std::string::npos, "line ", block.line, ": why is it not run?");
        const std::string words
            = mark.substr(std::min(mark.size(), std::size_t{8}), colon - std::min(colon, std::size_t{8}));
        bool is_used = false;
        for (Command& command : commands) {
            if (command.line.starts_with(words)) {
                command.not_run = mark.substr(colon + 2);
                is_used = true;
            }
        }
        CHECK_MESSAGE((is_used || commands.empty()), "line ", block.line, ": no command begins with ", words);
    }
}

}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
    }
    return lines;
}

std::vector<Block> read_page(const std::string& path)
{
    const std::string page = e2e::file_text(std::string(ROCELINT_SOURCE_DIR "/") + path);
    std::vector<Block> blocks;
    std::vector<std::string> marks;
    bool is_inside = false;
    bool is_in_list = false;
    bool is_behind_blank = true;
    unsigned number = 0;
    for (const std::string_view line : lines_of(page)) {
        ++number;
        const std::string place = fmt::format("{}:{}", path, number);
        if (line.starts_with("```")) {
            is_inside = !is_inside;
            if (is_inside) {
                CHECK_MESSAGE(line.size() > 3, place, ": this fence names no language");
                blocks.push_back({number, std::string(line.substr(3)), {}, std::exchange(marks, {})});
            }
        } else if (is_inside) {
            blocks.back().text += std::string(line) + '\n';
        } else if (line.starts_with("<!-- ") && line.ends_with(" -->")) {
            marks.emplace_back(line.substr(5, line.size() - 9));
        } else if (!line.empty()) {
            is_in_list = line.starts_with("* ") || line.starts_with("- ")
                || (line[0] >= '0' && line[0] <= '9') || (is_in_list && line[0] == ' ');
            const bool is_code = is_behind_blank && !is_in_list && line.starts_with("    ");
            CHECK_MESSAGE(
                !is_code, place, ": this code is indented instead of fenced, so that no test runs it");
            marks.clear();
        }
        is_behind_blank = line.empty();
    }
    REQUIRE_MESSAGE(!is_inside, path, " leaves a fence open");
    REQUIRE(!blocks.empty());
    return blocks;
}

std::vector<Command> commands_of(const Block& block)
{
    std::vector<Command> commands;
    const bool is_console = block.language == "console";
    if (!is_console && block.language != "sh")
        return commands;
    bool goes_on = false;
    for (const std::string_view line : lines_of(block.text)) {
        const bool is_command = is_console ? line.starts_with("$ ") : !line.empty() && line[0] != '#';
        if (goes_on)
            commands.back().line += '\n' + std::string(line);
        else if (is_command)
            commands.push_back({std::string(line.substr(is_console ? 2 : 0)), 0, {}, {}});
        else if (is_console && !commands.empty())
            commands.back().shown += std::string(line) + '\n';
        goes_on = (goes_on || is_command) && line.ends_with('\\');
    }
    set_codes(block, commands);
    set_not_run(block, commands);
    return commands;
}

std::string mark_of(const Block& block, std::string_view word)
{
    for (const std::string& mark : block.marks) {
        if (mark.starts_with(word))
            return mark.substr(word.size());
    }
    return {};
}

std::string missing_line(std::string_view shown, std::string_view output, bool lines_may_lack)
{
    const std::vector<std::string_view> lines = lines_of(output);
    std::size_t at = 0;
    bool may_skip = lines_may_lack;
    for (const std::string_view wanted : lines_of(shown)) {
        if (without_blanks_behind(wanted) == cut) {
            may_skip = true;
            continue;
        }
        if (lines_may_lack && wanted.empty())
            continue;
        while (may_skip && at < lines.size() && !is_shown(lines[at], wanted))
            ++at;
        if (at == lines.size() || !is_shown(lines[at], wanted))
            return wanted.empty() ? "an empty line" : std::string(wanted);
        ++at;
        may_skip = lines_may_lack;
    }
    return may_skip || at == lines.size() ? std::string()
                                          : fmt::format("(nothing, but there is) {}", lines[at]);
}

}
