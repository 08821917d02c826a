// SPDX-License-Identifier: Apache-2.0
// What the branches of a script leave in its variables: a value, if all of them leave the same, otherwise one value
// for each branch (POSIX.1-2017, Shell Command Language, 2.9.4 Compound Commands).
#include "drivers/shell/shell_follower.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint {
namespace {

using Kind = ShellTokenKind;

// How many branches of one `if` or `case` are followed, how many commands are shown for each of them, and how much
// text `+=` may make.
constexpr std::size_t most_outcomes = 32;
constexpr std::size_t most_choices = 256;
constexpr std::size_t most_added_commands = 512;
constexpr std::size_t most_added_text = 4194304;

// Words before a command that only change who runs it: none, or `sudo` with options.
bool may_be_privilege(const std::optional<ShellValue>& value)
{
    if (!value)
        return true; // the script has not set it
    std::string_view rest = value->text;
    const std::string_view first = ascii::take_word(rest, ascii::is_white);
    if (!value->known || (!first.empty() && first != "sudo"))
        return false;
    while (!rest.empty()) {
        const std::string_view word = ascii::take_word(rest, ascii::is_white);
        if (!word.empty() && !word.starts_with('-'))
            return false;
    }
    return true;
}

bool is_sudo(const std::optional<ShellValue>& value)
{
    return value && value->text.find("sudo") != std::string_view::npos && may_be_privilege(value);
}

constexpr ShellValue privilege{.text = "sudo", .known = true, .rdma_of = {}};

// A length of text after a dollar that names a variable.
std::string_view name_in(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && (ascii::is_letter_or_digit(text[end]) || text[end] == '_'))
        ++end;
    return text.substr(0, end);
}

// The value of a variable after a branch.
std::optional<ShellValue> left_by(
    const ShellOutcome& outcome, std::string_view name, const std::optional<ShellValue>& before)
{
    const auto found = outcome.find(name);
    return found == outcome.end() ? before : std::optional(found->second);
}

// The value of a variable after all branches; unknown if they differ.
ShellValue common(
    const std::vector<ShellOutcome>& outcomes, std::string_view name, const std::optional<ShellValue>& before)
{
    if (outcomes.empty())
        return {};
    const auto left = [&](const ShellOutcome& outcome) { return left_by(outcome, name, before); };
    const std::optional<ShellValue> first = left(outcomes.front());
    const bool is_same = first && first->known && std::ranges::all_of(outcomes, [&](const auto& outcome) {
        const std::optional<ShellValue> other = left(outcome);
        return other && other->known && other->text == first->text && other->assumed == first->assumed;
    });
    if (is_same)
        return *first;
    const bool is_privilege = std::ranges::all_of(outcomes, [&](const auto& outcome) {
        return may_be_privilege(left(outcome));
    }) && std::ranges::any_of(outcomes, [&](const auto& outcome) { return is_sudo(left(outcome)); });
    return is_privilege ? privilege : ShellValue{};
}

}

bool ShellFollower::repeats() const
{
    return std::ranges::any_of(
        blocks_, [](const ShellBlock& block) { return block.loops && block.values.empty(); });
}

ShellBlock* ShellFollower::recorder()
{
    ShellBlock* found = nullptr;
    for (ShellBlock& block : blocks_) {
        if (block.chooses && !block.in_condition)
            found = &block;
        else if (found == nullptr && block.loops && block.values.empty())
            return nullptr; // what a branch leaves is there when the loop comes back to another one
    }
    return found;
}

bool ShellFollower::runs_with(const ShellBlock* recorder) const
{
    if (behind_doubt_)
        return false;
    for (std::size_t index = blocks_.size(); index > 0; --index) {
        const ShellBlock& block = blocks_[index - 1];
        if (&block == recorder)
            return !block.falls_through;
        if (!block.always_runs() || block.subshell)
            return false;
    }
    return false;
}

void ShellFollower::assign_one(std::string_view name, const ShellValue& given, bool certain)
{
    // Which part of the text is between statements of a template is lost when its words are taken apart.
    const bool is_open = dialect_.jinja
        && (given.text.find("{%") != std::string_view::npos
            || given.text.find("{#") != std::string_view::npos);
    const ShellValue value = is_open ? ShellValue{} : given;
    const std::optional<ShellValue> before = words_.find(name);
    ShellBlock* choice = certain ? nullptr : recorder();
    if (choice != nullptr)
        choice->before.try_emplace(name, before);
    if (certain || (choice != nullptr && runs_with(choice)))
        words_.set(name, value);
    else if (may_be_privilege(before) && may_be_privilege(value) && (is_sudo(before) || is_sudo(value)))
        words_.set(name, privilege); // `[ "$(id -u)" = 0 ] || SUDO=sudo`
    else
        words_.forget(name);
}

ShellValue ShellFollower::sum(std::string_view name, const ShellValue& added, bool is_array)
{
    const std::optional<ShellValue> before = words_.find(name);
    if (!before || !before->known || !added.known || repeats())
        return {};
    std::string text(before->text);
    if (is_array && !text.empty() && !text.ends_with(' '))
        text += ' ';
    text += added.text;
    added_text_ += text.size();
    if (text.size() > most_shell_text || added_text_ > most_added_text)
        return {};
    return {arena_.keep(text), true, {}, before->assumed || added.assumed};
}

void ShellFollower::end_branch(ShellBlock& block)
{
    block.branch = ++branches_;
    ShellOutcome outcome;
    const bool counts = !std::exchange(block.leaves, false) && block.outcomes.size() <= most_outcomes;
    for (const auto& [name, before] : block.before) {
        if (counts)
            outcome[name] = words_.find(name).value_or(ShellValue{});
        if (block.falls_through)
            words_.forget(name);
        else if (before)
            words_.set(name, *before);
        else
            words_.erase(name);
    }
    if (counts)
        block.outcomes.push_back(std::move(outcome));
}

// The pattern before `)`. Patterns in brackets, which are rare, leave all variables unknown.
void ShellFollower::begin_pattern(ShellBlock& block)
{
    const auto& words = command_.words;
    block.has_else = block.has_else || (!words.empty() && words.back().written == "*");
    if (!std::exchange(block.chooses, !block.doubtful))
        return;
    std::size_t index = std::min(at_, tokens_.size());
    while (index > 0
        && (is_kind(index - 1, Kind::word) || is_kind(index - 1, Kind::pipe)
            || is_kind(index - 1, Kind::end_of_line)))
        --index;
    // `;&` and `;;&` go on into the next branch.
    if (index > 0 && is_kind(index - 1, Kind::semicolon) && text_of(tokens_[index - 1]) == "&")
        block.falls_through = true;
    end_branch(block);
}

void ShellFollower::settle(ShellBlock& block)
{
    end_branch(block);
    if (!block.has_else)
        block.outcomes.emplace_back(); // no branch runs
    const bool is_whole = !block.falls_through && block.outcomes.size() <= most_outcomes;
    const bool is_certain = certain();
    const bool is_choice = is_whole && is_certain && dialect_.follows_choices && block.outcomes.size() > 1
        && choices_.size() < most_choices;
    bool any_differs = false;
    for (const auto& [name, before] : block.before) {
        ShellValue left = is_whole ? common(block.outcomes, name, before) : ShellValue{};
        if (is_choice && !left.known) {
            left.choice = static_cast<std::uint32_t>(choices_.size() + 1);
            any_differs = true;
            for (ShellOutcome& outcome : block.outcomes)
                outcome.try_emplace(name, before.value_or(ShellValue{}));
        }
        assign_one(name, left, is_certain);
    }
    if (any_differs)
        choices_.push_back(std::move(block.outcomes));
}

// The choice that the command's words depend on; 0 if they depend on no choice, or on several.
std::uint32_t ShellFollower::choice_of(const ShellCommand& command) const
{
    std::uint32_t choice = 0;
    for (const ShellWord& word : command.words) {
        if (word.known && (word.value_known || assigned_name(word.written).empty()))
            continue;
        std::string_view rest = word.written;
        for (std::size_t at = rest.find('$'); at != std::string_view::npos; at = rest.find('$')) {
            rest.remove_prefix(at + 1);
            const std::optional<ShellValue> value
                = words_.find(name_in(rest.starts_with('{') ? rest.substr(1) : rest));
            if (!value || value->choice == 0)
                continue;
            if (choice != 0 && choice != value->choice)
                return 0;
            choice = value->choice;
        }
    }
    return choice;
}

bool ShellFollower::add_for_outcomes(const ShellCommand& command)
{
    if (!command.certain || choices_.empty() || command.words.empty())
        return false;
    const bool only_assigns = std::ranges::all_of(
        command.words, [](const ShellWord& word) { return !assigned_name(word.written).empty(); });
    const std::string_view name = command.words.front().text;
    const std::uint32_t choice = only_assigns || name == "export" || name == "declare" || name == "local"
            || name == "readonly" || name == "typeset"
        ? 0
        : choice_of(command);
    if (choice == 0)
        return false;
    const std::vector<ShellOutcome>& outcomes = choices_[choice - 1];
    added_commands_ += outcomes.size();
    if (added_commands_ > most_added_commands)
        return false;
    std::vector<std::pair<std::string_view, ShellValue>> saved;
    for (const auto& [variable, left] : outcomes.front()) {
        const std::optional<ShellValue> now = words_.find(variable);
        if (now && now->choice == choice)
            saved.emplace_back(variable, *now);
    }
    for (const ShellOutcome& outcome : outcomes) {
        for (const auto& [variable, now] : saved)
            words_.set(variable, left_by(outcome, variable, now).value_or(ShellValue{}));
        ShellCommand made = command;
        made.words.clear();
        made.certain = false;
        for (const std::string_view written : written_)
            expand_word(written, made.words);
        count_words(made.words.size());
        script_.commands.push_back(std::move(made));
    }
    for (const auto& [variable, now] : saved)
        words_.set(variable, now);
    return true;
}

}
