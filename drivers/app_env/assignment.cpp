// SPDX-License-Identifier: Apache-2.0
// Environments come as .env files, shell exports and captured `env` output. Only plain assignments are read;
// values that a shell would have to expand are left alone.
#include "drivers/app_env/assignment.h"

namespace rocelint::app_env {
namespace {

bool is_gap(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view without_gaps(std::string_view text)
{
    while (!text.empty() && is_gap(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_gap(text.back()))
        text.remove_suffix(1);
    return text;
}

bool is_name(std::string_view text)
{
    if (text.empty() || (text.front() >= '0' && text.front() <= '9'))
        return false;
    for (const char c : text) {
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return true;
}

bool skip_word(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word) || text.size() == word.size() || !is_gap(text[word.size()]))
        return false;
    text = without_gaps(text.substr(word.size()));
    return true;
}

// Length of a shell word: up to an unquoted blank or semicolon. An unclosed quote ends with the line.
std::size_t word_length(std::string_view text)
{
    char quote = '\0';
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (is_gap(c) || c == ';')
            break;
    }
    return at;
}

std::string_view without_quotes(std::string_view value)
{
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
        return value.substr(1, value.size() - 2);
    return value;
}

// Removes a comment after the value: '#' after a blank, as in shells.
std::string_view without_comment(std::string_view value)
{
    if (!value.empty() && (value.front() == '"' || value.front() == '\''))
        value = value.substr(0, word_length(value));
    for (std::size_t at = value.find('#'); at != std::string_view::npos; at = value.find('#', at + 1)) {
        if (at > 0 && is_gap(value[at - 1]))
            return without_gaps(value.substr(0, at));
    }
    return value;
}

}

Assignments::Assignments(std::string_view line) : rest_(without_gaps(line))
{
    if (skip_word(rest_, "export"))
        several_ = true;
    else if (skip_word(rest_, "declare"))
        several_ = skip_word(rest_, "-x");
}

std::optional<Assignment> Assignments::next()
{
    while (several_ && !rest_.empty() && (is_gap(rest_.front()) || rest_.front() == ';'))
        rest_.remove_prefix(1);
    if (rest_.empty() || rest_.front() == '#')
        return std::nullopt;
    const std::size_t equals = rest_.find('=');
    if (equals == std::string_view::npos || !is_name(rest_.substr(0, equals))) {
        whole_ = false;
        rest_ = {};
        return std::nullopt;
    }
    const std::string_view after = rest_.substr(equals + 1);
    const std::string_view value = several_ ? after.substr(0, word_length(after)) : without_comment(after);
    const Assignment assignment{
        rest_.substr(0, equals), without_quotes(value), rest_.substr(0, equals + 1 + value.size())};
    rest_ = several_ ? after.substr(value.size()) : std::string_view{};
    return assignment;
}

bool is_communication_variable(std::string_view name)
{
    return name.starts_with("NCCL_") || name.starts_with("UCX_") || name.starts_with("NVSHMEM_");
}

}
