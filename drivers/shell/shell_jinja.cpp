// SPDX-License-Identifier: Apache-2.0
// Statements of Jinja in the template of a script (Jinja, Template Designer Documentation 3.1, List of Control
// Structures): which of the lines between them remain is known only when the template is filled in.
#include "drivers/shell/jinja.h"
#include "drivers/shell/shell_follower.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

using Kind = ShellTokenKind;

// What is between these statements and their ends goes somewhere else: to the calls of a macro, to the value of a variable,
// through a filter. A block is what another template may replace.
bool moves_text(std::string_view keyword, std::string_view statement)
{
    constexpr std::array<std::string_view, 4> keywords{"macro", "call", "filter", "block"};
    return std::ranges::find(keywords, keyword) != keywords.end()
        || (keyword == "set" && statement.find('=') == std::string_view::npos);
}

// Statements that bring no text into the script, nor take any out of it.
bool keeps_text(std::string_view keyword)
{
    constexpr std::array<std::string_view, 11> keywords{"set",
        "do",
        "with",
        "endwith",
        "raw",
        "endraw",
        "autoescape",
        "endautoescape",
        "trans",
        "endtrans",
        "pluralize"};
    return std::ranges::find(keywords, keyword) != keywords.end();
}

}

// `{{ ansible_managed | comment }}` makes a comment of the text (Ansible, Using filters to manipulate data).
bool ShellFollower::is_jinja_comment(std::string_view expression)
{
    const std::size_t filter = expression.rfind('|');
    return filter != std::string_view::npos && jinja_keyword(expression.substr(filter + 1)) == "comment";
}

// Notes a statement, or an expression that is a whole command, that brings in text which is not there.
void ShellFollower::add_inclusion(const ShellToken& token)
{
    const ShellInclusion made{place(token.offset), place(token.offset + token.length)};
    // A function may be followed several times.
    if (std::ranges::find(script_.inclusions, made.begin, &ShellInclusion::begin) == script_.inclusions.end())
        script_.inclusions.push_back(made);
}

// A statement that stands between the words of a command, or between commands.
void ShellFollower::meet_jinja(const ShellToken& token)
{
    ++at_;
    if (!in_command_)
        return take_jinja(token);
    const std::string_view keyword = jinja_keyword(text_of(token));
    if (keeps_text(keyword))
        return;
    // Which of the words around it remain is not known.
    if (keyword != "else" && keyword != "elif" && !keyword.starts_with("end"))
        add_inclusion(token);
    waiting_.push_back(token);
    // `{% if a %}TC=41{% endif %}`: the whole command is in the block, and nothing follows it.
    const bool ends_line = at_ >= tokens_.size() || is_kind(at_, Kind::end_of_line);
    const bool closes = keyword.starts_with("end") && !blocks_.empty() && !blocks_.back().jinja.empty()
        && blocks_.back().jinja == keyword.substr(3);
    if (!(ends_line && closes) && !command_.words.empty() && command_.end == place(token.offset))
        command_.words.back().known = command_.words.back().value_known = false;
    // A line that is only a statement does not end a command: it leaves nothing, not even its end, if the template is
    // filled in as Ansible does (trim_blocks).
    std::size_t begin = token.offset;
    while (begin > 0 && (part_[begin - 1] == ' ' || part_[begin - 1] == '\t'))
        --begin;
    if (is_kind(at_, Kind::end_of_line) && begin > 0 && part_[begin - 1] == '\n')
        ++at_;
}

// The statements within a command open and close what is around the next one.
void ShellFollower::take_waiting_jinja()
{
    for (const ShellToken& token : std::exchange(waiting_, {}))
        take_jinja(token);
}

void ShellFollower::take_jinja(const ShellToken& token)
{
    const std::string_view statement = text_of(token);
    const std::string_view keyword = jinja_keyword(statement);
    const auto closes
        = [&](std::string_view opened) { return !blocks_.empty() && blocks_.back().jinja == opened; };
    if (keyword == "if") {
        push({.type = ShellBlock::Type::branch, .chooses = !behind_doubt_, .jinja = "if"});
    } else if (keyword == "for") {
        push({.type = ShellBlock::Type::branch, .loops = true, .jinja = "for"});
    } else if (moves_text(keyword, statement)) {
        add_inclusion(token);
        push({.type = ShellBlock::Type::branch, .loops = true, .jinja = keyword});
    } else if (keyword == "elif" || keyword == "else") {
        if (!closes("if"))
            return;
        ShellBlock& block = blocks_.back();
        if (block.chooses)
            end_branch(block);
        block.has_else = block.has_else || keyword == "else";
    } else if (keyword.starts_with("end") && keyword.size() > 3 && closes(keyword.substr(3))) {
        ShellBlock ended = std::move(blocks_.back());
        blocks_.pop_back();
        if (ended.chooses)
            settle(ended);
    } else if (!keyword.starts_with("end") && !keeps_text(keyword)) {
        add_inclusion(token); // `include`, `import`, `extends`, or what an extension of Jinja adds
    }
}

}
