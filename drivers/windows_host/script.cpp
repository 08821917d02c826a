// SPDX-License-Identifier: Apache-2.0
// Microsoft, PowerShell Language Specification 3.0, sections 5 (variables) and 8 (statements, pipelines).
#include "drivers/windows_host/script.h"

#include "drivers/windows_host/record.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rocelint::windows_host {
namespace {

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [word](std::string_view one) { return same_name(one, word); });
}

// The words before a block that decide whether it runs.
bool is_condition(std::string_view word)
{
    return is_any_of(
        word, {"if", "elseif", "else", "switch", "while", "until", "for", "catch", "trap", "default"});
}

bool is_definition(std::string_view word)
{
    return is_any_of(word, {"function", "filter", "workflow", "configuration", "class"});
}

// The words before a block that always runs.
bool is_plain(std::string_view word)
{
    return is_any_of(word, {"try", "finally", "do", "begin", "process", "end", "."});
}

bool is_loop_cmdlet(std::string_view word) { return is_any_of(word, {"ForEach-Object", "%", "foreach"}); }

bool is_selection(std::string_view word)
{
    return is_any_of(word, {"Where-Object", "?", "where", "Sort-Object", "Select-Object", "Group-Object"});
}

// The first token of the last command of a pipeline.
std::size_t last_of_pipeline(const std::vector<ScriptToken>& tokens)
{
    std::size_t last = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (tokens[at].kind == TokenKind::opens_group)
            at = end_of_group(tokens, at);
        else if (tokens[at].kind == TokenKind::pipe)
            last = at + 1;
    }
    return last;
}

constexpr std::size_t deepest = 64;

}

std::size_t end_of_group(const std::vector<ScriptToken>& tokens, std::size_t at)
{
    std::size_t depth = 0;
    for (; at < tokens.size(); ++at) {
        if (tokens[at].kind == TokenKind::opens_group)
            ++depth;
        else if (tokens[at].kind == TokenKind::closes_group && --depth == 0)
            return at;
    }
    return tokens.size();
}

const Argument* Statement::find(std::string_view name) const
{
    // PowerShell accepts an abbreviated parameter name if it is unambiguous; shorter ones are not recognized here.
    constexpr std::size_t shortest = 4;
    const auto is_meant = [name](const Argument& each) {
        return same_name(each.name, name)
            || (each.name.size() >= shortest && same_name(each.name, name.substr(0, each.name.size())));
    };
    const auto found = std::ranges::find_if(arguments, is_meant);
    return found == arguments.end() ? nullptr : &*found;
}

std::optional<std::string_view> Statement::value(std::string_view name) const
{
    const Argument* found = find(name);
    if (found == nullptr || found->values.size() != 1 || found->values.front().is_open)
        return std::nullopt;
    return found->values.front().text;
}

const std::vector<ScriptValue>& Statement::values(std::string_view name) const
{
    const Argument* found = find(name);
    return found == nullptr ? arguments.front().values : found->values;
}

void Script::run(std::string_view part)
{
    shift_ = static_cast<std::uint32_t>(part.data() - whole_.data());
    current_.clear();
    frames_.clear();
    beyond_ = 0;
    const std::vector<ScriptToken> tokens = script_tokens(part);
    for (std::size_t at = 0; at < tokens.size(); ++at)
        take_token(tokens[at], at + 1 < tokens.size() ? &tokens[at + 1] : nullptr);
    finish();
}

void Script::take_token(const ScriptToken& token, const ScriptToken* next)
{
    const bool in_value = beyond_ > 0 || (!frames_.empty() && frames_.back().block == Block::value);
    switch (token.kind) {
    case TokenKind::opens_block:
    case TokenKind::opens_value:
        return open_block(token);
    case TokenKind::closes_block:
        return close_block(token);
    case TokenKind::end: {
        // The block of a condition may begin on the next line.
        const bool is_header = !current_.empty() && next != nullptr && next->kind == TokenKind::opens_block
            && (is_condition(current_.front().text) || is_definition(current_.front().text)
                || is_plain(current_.front().text) || same_name(current_.front().text, "foreach"));
        if (!in_value && !is_header)
            finish();
        return;
    }
    default:
        if (!in_value)
            current_.push_back(token);
    }
}

void Script::open_block(const ScriptToken& token)
{
    if (frames_.size() >= deepest) {
        ++beyond_;
        return;
    }
    const bool in_value = !frames_.empty() && frames_.back().block == Block::value;
    if (in_value || token.kind == TokenKind::opens_value) {
        frames_.push_back({.block = Block::value, .outer = std::exchange(current_, {})});
        return;
    }
    Frame frame = frame_of(current_);
    if (frame.block == Block::value)
        frame.outer = std::exchange(current_, {});
    current_.clear();
    frames_.push_back(std::move(frame));
}

void Script::close_block(const ScriptToken& token)
{
    if (frames_.empty())
        return finish();
    if (beyond_ > 0) {
        --beyond_;
        return;
    }
    if (frames_.back().block != Block::value)
        finish(); // the last statement of the block
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (!frame.bound.empty())
        variables_[frame.bound] = std::move(frame.before);
    current_ = std::move(frame.outer);
    const bool in_value = !frames_.empty() && frames_.back().block == Block::value;
    if (frame.block == Block::value && !in_value)
        current_.push_back(
            {.kind = TokenKind::word, .is_open = true, .begin = token.begin, .finish = token.finish});
}

Script::Frame Script::frame_of(const Tokens& header)
{
    if (header.empty())
        return {};
    const std::size_t last = last_of_pipeline(header);
    const ScriptToken& first = header.front();
    if (last > 0 && last < header.size() && is_loop_cmdlet(header[last].text))
        return loop_over("_", piped_values(0, last - 1), first);
    if (last < header.size() && is_selection(header[last].text))
        return {.block = Block::value};
    if (same_name(first.text, "foreach")) {
        const bool names_variable = header.size() > 3 && header[2].kind == TokenKind::variable;
        return loop_over(names_variable ? header[2].text : std::string_view{}, list_of_loop(header), first);
    }
    if (is_plain(first.text))
        return {};
    if (is_condition(first.text))
        return {.block = Block::undecided,
            .why = fmt::format("only under the condition in line {}", line_of(first))};
    if (is_definition(first.text))
        return {.block = Block::undecided,
            .why = fmt::format("only where {} is called, which line {} defines",
                header.size() > 1 ? header[1].text : first.text,
                line_of(first))};
    return {.block = Block::undecided,
        .why = fmt::format(
            "in the block that begins in line {}, which may run elsewhere, or not at all", line_of(first))};
}

// The block of a loop; what it does for a list that the script does not state is not decided.
Script::Frame Script::loop_over(std::string_view variable, Values list, const ScriptToken& at)
{
    Frame frame;
    if (!list) {
        frame.block = Block::undecided;
        frame.why
            = fmt::format("for each element of a list in line {} that the script computes", line_of(at));
    }
    if (variable.empty())
        return frame;
    frame.bound = ascii::lowered(variable);
    Values& bound = variables_[frame.bound];
    frame.before = std::exchange(bound, std::move(list));
    return frame;
}

// foreach ($nic in 'SMB1', 'SMB2')
Script::Values Script::list_of_loop(const Tokens& header) const
{
    constexpr std::size_t first_of_list = 4;
    if (header.size() <= first_of_list || header[1].kind != TokenKind::opens_group
        || !same_name(header[3].text, "in"))
        return std::nullopt;
    return values_between(header, first_of_list, end_of_group(header, 1));
}

}
