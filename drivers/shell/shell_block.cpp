// SPDX-License-Identifier: Apache-2.0
// Loops, branches, functions and variables of a script.
#include "drivers/shell/shell_follower.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <span>

namespace rocelint {
namespace {

using Kind = ShellTokenKind;

}

// Handles the end of a subshell, or of a `case` pattern.
void ShellFollower::take_close()
{
    if (!blocks_.empty() && blocks_.back().subshell) {
        if (!end_command(Kind::close))
            blocks_.pop_back();
        return;
    }
    if (!blocks_.empty() && blocks_.back().type == ShellBlock::Type::choice)
        begin_pattern(blocks_.back());
    command_ = {};
    in_command_ = false;
    ++at_;
}

// Records assignments that persist: those without a following
// command, and the operands of `export` and the like.
void ShellFollower::assign(const ShellCommand& command)
{
    const auto& words = command.words;
    if (words.empty())
        return;
    const std::string_view name = words.front().text;
    const bool declares
        = name == "export" || name == "readonly" || name == "declare" || name == "local" || name == "typeset";
    const bool all = std::ranges::all_of(
        words, [](const ShellWord& word) { return !assigned_name(word.written).empty(); });
    if (name == "shift" || (name == "set" && words.size() > 1 && words[1].text == "--"))
        change_arguments(command);
    if (words.front().written.starts_with("((")) {
        // It may assign each of its names.
        std::string_view rest = words.front().written;
        while (!rest.empty()) {
            const std::string_view variable
                = ascii::take_word(rest, [](char c) { return !ascii::is_letter_or_digit(c) && c != '_'; });
            if (words_.find(variable))
                words_.forget(variable);
        }
    }
    if (name == "read" || name == "unset") {
        for (const ShellWord& word : words)
            words_.forget(word.text);
    }
    if (!declares && !all)
        return;
    if (name == "local" || name == "declare" || name == "typeset") {
        for (const ShellWord& word : std::span(words).subspan(1)) {
            const std::string_view variable = assigned_name(word.written);
            hide(variable.empty() ? word.text : variable);
            if (variable.empty() && name == "local")
                words_.forget(word.text);
        }
    }
    for (const ShellWord& word : words) {
        const std::string_view variable = assigned_name(word.written);
        if (variable.empty())
            continue;
        const bool adds = word.written[variable.size()] == '+';
        const std::string_view value = word.written.substr(variable.size() + (adds ? 2 : 1));
        const bool array = value.size() >= 2 && value.front() == '(' && value.back() == ')';
        const ShellValue made = !word.known ? ShellValue{}
            : array                         ? list(value.substr(1, value.size() - 2))
                                            : words_.value_of(value);
        assign_one(variable, adds ? sum(variable, made, array) : made, command.certain);
    }
}

// The words of an array; unknown unless all of them are known.
ShellValue ShellFollower::list(std::string_view text) const
{
    std::vector<ShellWord> made;
    for (const ShellToken& token : shell_tokens(text, dialect_.jinja).tokens) {
        if (token.kind == Kind::statement)
            return {};
        if (token.kind == Kind::word)
            words_.expand(text.substr(token.offset, token.length), made);
        if (made.size() > most_shell_words)
            return {};
    }
    std::string joined;
    for (const ShellWord& word : made) {
        if (!word.known || word.text.find(' ') != std::string_view::npos)
            return {};
        joined += word.text;
        joined += ' ';
        if (joined.size() > most_shell_text)
            return {};
    }
    return {arena_.keep(joined), true, {}};
}

// Consumes the first word of a command if it is a keyword of the shell. Returns whether it is.
bool ShellFollower::take_keyword(std::string_view word)
{
    // An expression alone may be a macro with any number of commands; with arguments it is the name of a program.
    if (dialect_.jinja && word.starts_with("{{") && !is_jinja_comment(word)
        && (at_ + 1 >= tokens_.size() || is_kind(at_ + 1, Kind::end_of_line)
            || is_kind(at_ + 1, Kind::semicolon)))
        add_inclusion(tokens_[at_]);
    if (word == "do" || word == "then" || word == "else" || word == "elif" || word == "!" || word == "time") {
        negated_ = word == "!";
        if (!negated_ && word != "time" && !blocks_.empty()) {
            ShellBlock& block = blocks_.back();
            block.in_condition = false;
            block.holds = block.holds && word == "then";
            block.chooses = block.chooses && !block.holds;
            if (block.chooses && (word == "else" || word == "elif"))
                end_branch(block);
            block.has_else = block.has_else || word == "else";
        }
        ++at_;
        return true;
    }
    if (word == "for" || word == "select")
        return take_for(word == "for");
    if (word == "if" || word == "while" || word == "until" || word == "{" || word == "function")
        return open(word);
    if (word == "case") {
        while (at_ < tokens_.size() && !is_word(at_, "in") && !is_kind(at_, Kind::end_of_line))
            ++at_;
        ++at_;
        return push({.type = ShellBlock::Type::choice});
    }
    if (word == "done" || word == "fi" || word == "esac" || word == "}")
        return close(word);
    if (is_kind(at_ + 1, Kind::open) && is_kind(at_ + 2, Kind::close)) {
        at_ += 3;
        return open_function(word);
    }
    return false;
}

bool ShellFollower::push(ShellBlock block)
{
    if (blocks_.size() >= most_shell_blocks) {
        give_up();
        return true;
    }
    block.first_command = script_.commands.size();
    block.doubtful = behind_doubt_;
    block.branch = ++branches_;
    blocks_.push_back(std::move(block));
    return true;
}

bool ShellFollower::open(std::string_view word)
{
    ++at_;
    if (word == "{")
        return push({.type = ShellBlock::Type::group});
    if (word != "function")
        return push({.type = ShellBlock::Type::branch,
            .in_condition = true,
            .loops = word != "if",
            .chooses = word == "if" && !behind_doubt_});
    const std::string_view name = is_kind(at_, Kind::word) ? text_of(tokens_[at_]) : std::string_view{};
    ++at_;
    if (is_kind(at_, Kind::open) && is_kind(at_ + 1, Kind::close))
        at_ += 2;
    return open_function(name);
}

bool ShellFollower::take_for(bool is_for)
{
    ++at_;
    ShellBlock block;
    block.loops = true;
    block.type = is_for ? ShellBlock::Type::loop : ShellBlock::Type::branch;
    if (is_kind(at_, Kind::word))
        block.variable = text_of(tokens_[at_++]);
    if (is_word(at_, "in")) {
        ++at_;
        while (is_kind(at_, Kind::word) && !stopped_) {
            const std::size_t before = block.values.size();
            words_.expand(text_of(tokens_[at_++]), block.values);
            count_words(block.values.size() - before);
        }
    } else {
        block.type = ShellBlock::Type::branch; // over the arguments, or arithmetic
    }
    bool known = !is_kind(at_, Kind::statement);
    // `for each; do`: over the function's arguments.
    if (is_for && block.type == ShellBlock::Type::branch && words_.arguments().known
        && (is_kind(at_, Kind::semicolon) || is_kind(at_, Kind::end_of_line) || is_word(at_, "do"))) {
        block.type = ShellBlock::Type::loop;
        block.values = words_.arguments().words;
        count_words(block.values.size());
    }
    while (at_ < tokens_.size() && !is_word(at_, "do"))
        ++at_;
    block.body = at_ + 1;
    known = known && std::ranges::all_of(block.values, [](const ShellWord& value) {
        return value.known && value.text.find_first_of("*?[") == std::string_view::npos;
    });
    if (!known || block.values.empty()) {
        words_.forget(block.variable);
        block.values.clear();
        if (known)
            block.type = ShellBlock::Type::branch;
    } else {
        words_.set(block.variable, {block.values.front().text, true, {}});
    }
    ++at_;
    return push(std::move(block));
}

bool ShellFollower::close(std::string_view word)
{
    const ShellBlock::Type top = blocks_.empty() ? ShellBlock::Type::group : blocks_.back().type;
    const bool fits = !blocks_.empty() && !blocks_.back().subshell
        && (word == "done"       ? top == ShellBlock::Type::loop || top == ShellBlock::Type::branch
                : word == "fi"   ? top == ShellBlock::Type::branch
                : word == "esac" ? top == ShellBlock::Type::choice
                                 : top == ShellBlock::Type::group || top == ShellBlock::Type::function
                    || top == ShellBlock::Type::call);
    if (!fits) {
        script_.broken_at = std::min(script_.broken_at, place(tokens_[at_].offset));
        stopped_ = true;
        return true;
    }
    if (top == ShellBlock::Type::call) {
        leave_call();
        return true;
    }
    ShellBlock& block = blocks_.back();
    if (block.turn + 1 < block.values.size()) {
        ++block.turn;
        words_.set(block.variable, {block.values[block.turn].text, true, {}});
        at_ = block.body;
        if (++turns_ >= most_shell_commands)
            give_up();
        return true;
    }
    for (std::size_t index = block.first_command; index < script_.commands.size(); ++index)
        script_.commands[index].after = place(line_ends_[at_]);
    ShellBlock ended = std::move(block);
    blocks_.pop_back();
    ++at_;
    if (ended.chooses)
        settle(ended);
    // `} > FILE` is where the commands of the block print that redirect nothing themselves.
    while (is_kind(at_, Kind::redirect_output) || is_kind(at_, Kind::redirect_other)) {
        if (is_kind(at_, Kind::redirect_output) && is_kind(at_ + 1, Kind::word)) {
            const ShellWord target = single(text_of(tokens_[at_ + 1]));
            for (std::size_t index = ended.first_command; index < script_.commands.size(); ++index) {
                ShellCommand& inner = script_.commands[index];
                if (inner.target.written.empty() && !inner.pipes)
                    inner.target = target;
            }
        }
        at_ += 2;
    }
    return true;
}

}
