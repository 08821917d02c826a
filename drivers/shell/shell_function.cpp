// SPDX-License-Identifier: Apache-2.0
// Functions of a script: what their bodies run is followed where they are called, with the arguments of the call.
#include "drivers/shell/shell_follower.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

using Kind = ShellTokenKind;

// Keywords after which a command begins.
constexpr std::array<std::string_view, 14> before_commands{
    "if", "elif", "while", "until", "then", "else", "do", "!", "{", "}", "fi", "done", "esac", "time"};

}

bool ShellFollower::begins_command(std::size_t index) const
{
    if (index == 0)
        return true;
    const ShellToken& before = tokens_[index - 1];
    if (before.kind == Kind::redirect_output || before.kind == Kind::redirect_other)
        return false;
    return before.kind != Kind::word
        || std::ranges::find(before_commands, text_of(before)) != before_commands.end();
}

// The token index of the "}" that ends the body; the number of tokens if none does.
std::size_t ShellFollower::end_of_function(std::size_t body) const
{
    std::size_t open = 1;
    for (std::size_t index = body; index < tokens_.size(); ++index) {
        if (tokens_[index].kind != Kind::word || !begins_command(index))
            continue;
        const std::string_view word = text_of(tokens_[index]);
        if (word == "{")
            ++open;
        else if (word == "}" && --open == 0)
            return index;
    }
    return tokens_.size();
}

bool ShellFollower::open_function(std::string_view name)
{
    while (is_kind(at_, Kind::end_of_line))
        ++at_;
    const std::size_t body = at_ + 1;
    const auto known = std::ranges::find(functions_, body, &ShellFunction::body);
    const bool repeats = known != functions_.end(); // in a loop
    const std::size_t end = repeats ? known->end : is_word(at_, "{") ? end_of_function(body) : tokens_.size();
    if (end == tokens_.size()) {
        script_.broken_at = at_ < tokens_.size() ? place(tokens_[at_].offset) : script_.broken_at;
        stopped_ = true;
        return true;
    }
    if (!repeats) {
        const auto before = std::ranges::find(functions_, name, &ShellFunction::name);
        // If a function is defined twice, a call runs the last definition that is certain.
        const bool replaces = before == functions_.end() || certain();
        if (before != functions_.end())
            before->name = {};
        functions_.push_back({replaces ? name : std::string_view{}, body, end, false});
        if (functions_.size() >= most_shell_functions)
            give_up();
    }
    at_ = end + 1;
    while (is_kind(at_, Kind::redirect_output) || is_kind(at_, Kind::redirect_other))
        at_ += 2;
    return true;
}

ShellFunction* ShellFollower::called_by(const ShellCommand& command)
{
    if (command.words.empty() || !command.words.front().known || command.words.front().text.empty())
        return nullptr;
    const auto found = std::ranges::find(functions_, command.words.front().text, &ShellFunction::name);
    return found == functions_.end() ? nullptr : &*found;
}

void ShellFollower::enter(ShellFunction& function, ShellCall call)
{
    function.called = true;
    call.function = &function;
    call.arguments
        = std::exchange(words_.arguments(), ShellArguments{std::exchange(next_arguments_, {}), true});
    push({.type = ShellBlock::Type::call}); // with the doubt about the call
    if (stopped_)
        return;
    calls_.push_back(std::move(call));
    behind_doubt_ = false;
    at_ = function.body;
    if (++turns_ >= most_shell_commands)
        give_up();
}

void ShellFollower::leave_call()
{
    ShellCall call = std::move(calls_.back());
    calls_.pop_back();
    const std::uint32_t after = place(line_ends_[call.token]);
    for (std::size_t index = blocks_[call.depth].first_command; index < script_.commands.size(); ++index)
        script_.commands[index].after = after;
    blocks_.resize(call.depth);
    words_.arguments() = std::move(call.arguments);
    for (auto hidden = call.hidden.rbegin(); hidden != call.hidden.rend(); ++hidden) {
        if (hidden->second)
            words_.set(hidden->first, *hidden->second);
        else
            words_.erase(hidden->first);
    }
    behind_doubt_ = call.behind_doubt;
    at_ = call.return_to;
}

// `shift`, `shift 2` and `set -- a b`.
void ShellFollower::change_arguments(const ShellCommand& command)
{
    ShellArguments& arguments = words_.arguments();
    const auto& words = command.words;
    const bool certainly = calls_.empty() ? command.certain : certain_in_call();
    if (!certainly) {
        arguments = {};
    } else if (words.front().text == "set") {
        arguments = {{words.begin() + 2, words.end()}, true};
    } else {
        const std::string_view count = words.size() > 1 ? words[1].text : std::string_view("1");
        const bool one_digit = count.size() == 1 && count.front() >= '0' && count.front() <= '9';
        const auto shifted = one_digit ? static_cast<std::size_t>(count.front() - '0') : std::size_t{0};
        if (!one_digit || shifted > arguments.words.size())
            arguments = {};
        else
            arguments.words.erase(
                arguments.words.begin(), arguments.words.begin() + static_cast<std::ptrdiff_t>(shifted));
    }
}

void ShellFollower::hide(std::string_view variable)
{
    if (!calls_.empty())
        calls_.back().hidden.emplace_back(variable, words_.find(variable));
}

// What a function does that nothing calls is shown as uncertain: another script may include this one.
void ShellFollower::follow_uncalled()
{
    for (std::size_t index = 0; index < functions_.size() && !script_.too_long; ++index) {
        if (functions_[index].called)
            continue;
        functions_[index].called = true;
        blocks_.clear();
        calls_.clear();
        words_.arguments() = {};
        behind_doubt_ = false;
        in_command_ = false;
        stopped_ = false;
        command_ = {};
        at_ = functions_[index].body;
        end_ = functions_[index].end;
        push({.type = ShellBlock::Type::function, .chooses = true});
        while (!stopped_ && (in_command_ || at_ < (calls_.empty() ? end_ : tokens_.size()))) {
            if (at_ < (calls_.empty() ? end_ : tokens_.size()))
                step();
            else
                end_command(Kind::end_of_line);
        }
        if (!blocks_.empty() && blocks_.front().type == ShellBlock::Type::function)
            end_branch(blocks_.front());
    }
}

}
