// SPDX-License-Identifier: Apache-2.0
// Environments come as .env files, shell exports and captured `env` output. Only plain assignments are read;
// values that a shell would have to expand are left alone.
#include "drivers/app_env/job/assignment.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::app_env {

bool is_variable_name(std::string_view text)
{
    if (text.empty() || ascii::is_digit(text.front()))
        return false;
    for (const char c : text) {
        if (!(ascii::is_letter_or_digit(c) || c == '_'))
            return false;
    }
    return true;
}

std::string_view without_quotes(std::string_view value)
{
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
        return value.substr(1, value.size() - 2);
    return value;
}

namespace {

bool skip_word(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word) || text.size() == word.size() || !ascii::is_blank_or_cr(text[word.size()]))
        return false;
    text = ascii::trimmed(text.substr(word.size()), ascii::is_blank_or_cr);
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
        else if (ascii::is_blank_or_cr(c) || c == ';')
            break;
    }
    return at;
}

// Removes a comment after the value: '#' after a blank, as in shells.
std::string_view without_comment(std::string_view value)
{
    if (!value.empty() && (value.front() == '"' || value.front() == '\''))
        value = value.substr(0, word_length(value));
    for (std::size_t at = value.find('#'); at != std::string_view::npos; at = value.find('#', at + 1)) {
        if (at > 0 && ascii::is_blank_or_cr(value[at - 1]))
            return ascii::trimmed(value.substr(0, at), ascii::is_blank_or_cr);
    }
    return value;
}

}

Assignments::Assignments(std::string_view line) : rest_(ascii::trimmed(line, ascii::is_blank_or_cr))
{
    if (skip_word(rest_, "export"))
        several_ = true;
    else if (skip_word(rest_, "declare"))
        several_ = skip_word(rest_, "-x");
}

std::optional<Assignment> Assignments::next()
{
    while (several_ && !rest_.empty() && (ascii::is_blank_or_cr(rest_.front()) || rest_.front() == ';'))
        rest_.remove_prefix(1);
    if (rest_.empty() || rest_.front() == '#')
        return std::nullopt;
    const std::size_t equals = rest_.find('=');
    if (equals == std::string_view::npos || !is_variable_name(rest_.substr(0, equals))) {
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

namespace {

constexpr auto prefixes = std::to_array<std::string_view>(
    {"NCCL_", "UCX_", "NVSHMEM_", "MORI_RDMA_", "MC_IB_", "MC_GID_INDEX", "NVME_TRANSPORT_TOS"});

}

bool is_communication_variable(std::string_view name)
{
    return std::ranges::any_of(
        prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
}

bool has_communication_variable(std::string_view text)
{
    return std::ranges::any_of(
        prefixes, [text](std::string_view prefix) { return text.find(prefix) != std::string_view::npos; });
}

}
