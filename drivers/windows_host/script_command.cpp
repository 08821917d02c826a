// SPDX-License-Identifier: Apache-2.0
// Commands of a script and their values: lists of words, variables that hold such lists, and names that a pipeline hands on.
#include "drivers/windows_host/record.h"
#include "drivers/windows_host/script.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rocelint::windows_host {
namespace {

constexpr std::size_t most_values = 64; // of one list; the adapters of a host are fewer

bool is_first_word(const ScriptToken& token) { return token.kind == TokenKind::word && !token.is_open; }

}

void Script::finish()
{
    if (!current_.empty() && !take_assignment())
        take_command(0, current_.size());
    current_.clear();
}

// "$nics = 'SMB1', 'SMB2'". What is assigned below a condition may be another value afterwards. "$null = COMMAND" runs it.
bool Script::take_assignment()
{
    const bool assigns = current_.size() > 1 && current_[0].kind == TokenKind::variable
        && current_[1].kind == TokenKind::word;
    const bool is_null = current_.size() > 1 && same_name(current_[0].text, "$null");
    if (!assigns && !is_null)
        return false;
    const std::string_view sign = current_[1].text;
    if (sign != "=" && sign != "+=")
        return false;
    if (!is_null) {
        Values& into = variables_[ascii::lowered(current_[0].text)];
        into = std::nullopt;
        if (sign == "=" && undecided().empty())
            into = values_between(current_, 2, current_.size());
    }
    take_command(2, current_.size());
    return true;
}

// A list of texts and numbers; a bare word is a command.
Script::Values Script::values_between(const Tokens& tokens, std::size_t begin, std::size_t end) const
{
    std::vector<ScriptValue> values;
    if (begin < end && tokens[begin].kind == TokenKind::opens_group
        && end_of_group(tokens, begin) + 1 == end) {
        ++begin;
        --end;
    }
    bool after_comma = true;
    for (std::size_t at = begin; at < end; ++at) {
        if (tokens[at].kind == TokenKind::comma) {
            after_comma = true;
            continue;
        }
        const bool is_value = tokens[at].kind == TokenKind::quoted || tokens[at].kind == TokenKind::variable
            || (tokens[at].kind == TokenKind::word && ascii::is_number(tokens[at].text));
        if (!is_value || !after_comma)
            return std::nullopt;
        after_comma = false;
        add_argument_values(values, tokens, at);
    }
    const bool is_stated = !values.empty()
        && std::ranges::none_of(values, [](const ScriptValue& value) { return value.is_open; });
    return is_stated ? Values(std::move(values)) : std::nullopt;
}

void Script::add_argument_values(std::vector<ScriptValue>& into, const Tokens& tokens, std::size_t& at) const
{
    const ScriptToken& token = tokens[at];
    const std::uint32_t begin = shift_ + token.begin;
    const bool is_value = token.kind == TokenKind::word || token.kind == TokenKind::quoted
        || token.kind == TokenKind::variable || token.kind == TokenKind::opens_group;
    if (into.size() >= most_values) {
        if (is_value && !into.back().is_open)
            into.push_back({token.text, true, begin}); // so that the list is not taken for the whole one
        return;
    }
    switch (token.kind) {
    case TokenKind::word:
    case TokenKind::quoted:
        into.push_back({token.text, token.is_open, begin});
        return;
    case TokenKind::variable: {
        const auto found = variables_.find(ascii::lowered(token.text));
        if (found != variables_.end() && found->second && into.size() + found->second->size() <= most_values)
            std::ranges::copy(*found->second, std::back_inserter(into));
        else
            into.push_back({token.text, true, begin});
        return;
    }
    case TokenKind::opens_group: {
        const std::size_t end = end_of_group(tokens, at);
        if (const Values values = token.is_open ? std::nullopt : values_between(tokens, at + 1, end))
            std::ranges::copy(*values, std::back_inserter(into));
        else
            into.push_back({{}, true, begin});
        at = std::min(end, tokens.size() - 1);
        return;
    }
    default:
        return;
    }
}

// The names that the pipeline before hands on: those of the objects that the first command shows, or a list of words.
// Behind a selection, they are not stated.
Script::Values Script::piped_values(std::size_t begin, std::size_t end) const
{
    if (begin >= end
        || std::ranges::any_of(current_.begin() + static_cast<std::ptrdiff_t>(begin),
            current_.begin() + static_cast<std::ptrdiff_t>(end),
            [](const ScriptToken& token) { return token.kind == TokenKind::pipe; }))
        return std::nullopt;
    const ScriptToken& first = current_[begin];
    if (!is_first_word(first) || !ascii::lowered(first.text).starts_with("get-net"))
        return values_between(current_, begin, end);
    std::vector<ScriptValue> names;
    for (std::size_t at = begin + 1; at < end; ++at) {
        if (current_[at].kind != TokenKind::parameter) {
            add_argument_values(names, current_, at);
            continue;
        }
        const std::string_view parameter = current_[at].text;
        if (!same_name(parameter, "Name") && !same_name(parameter, "InterfaceAlias"))
            return std::nullopt;
    }
    if (names.empty())
        names.push_back({"*", false, shift_ + first.begin});
    return names;
}

void Script::take_command(std::size_t begin, std::size_t end)
{
    std::size_t first = end;
    for (std::size_t at = begin; at < end && first == end; ++at) {
        const bool begins = at == begin || current_[at - 1].kind == TokenKind::pipe;
        const bool is_name = is_first_word(current_[at]) || current_[at].kind == TokenKind::quoted;
        if (begins && is_name && knows_(current_[at].text))
            first = at;
        else if (current_[at].kind == TokenKind::opens_group)
            at = end_of_group(current_, at);
    }
    if (first == end)
        return;
    Statement statement;
    statement.cmdlet = current_[first].text;
    statement.begin = shift_ + current_[begin].begin;
    statement.line = line_of(current_[first]);
    statement.undecided = undecided();
    for (std::size_t at = first + 1; at < end && current_[at].kind != TokenKind::pipe; ++at) {
        if (current_[at].kind == TokenKind::parameter)
            statement.arguments.push_back({current_[at].text, {}});
        else if (current_[at].kind == TokenKind::splat)
            statement.is_splatted = true;
        else
            add_argument_values(statement.arguments.back().values, current_, at);
    }
    statement.finish = shift_ + current_[end - 1].finish;
    if (first > begin) {
        const Values names = piped_values(begin, first - 1);
        statement.arguments.push_back(
            {"Name", names ? *names : std::vector<ScriptValue>{{{}, true, statement.begin}}});
    }
    const bool elsewhere
        = statement.find("CimSession") != nullptr || statement.find("ComputerName") != nullptr;
    if (elsewhere && statement.undecided.empty())
        statement.undecided = "on the hosts that its parameter CimSession names";
    take_(statement);
}

std::string Script::undecided() const
{
    for (const Frame& frame : frames_) {
        if (frame.block == Block::undecided)
            return frame.why;
    }
    return {};
}

std::size_t Script::line_of(const ScriptToken& token)
{
    const std::size_t at = shift_ + token.begin;
    if (at < counted_to_) {
        counted_to_ = 0;
        line_ = 1;
    }
    const std::string_view passed = whole_.substr(counted_to_, at - counted_to_);
    line_ += static_cast<std::size_t>(std::ranges::count(passed, '\n'));
    counted_to_ = at;
    return line_;
}

}
