// SPDX-License-Identifier: Apache-2.0
// What commands inside words print, as far as the devices of the host and the script's text decide it: POSIX.1-2017,
// Shell Command Language, 2.6.3 Command Substitution, 2.6.4 Arithmetic Expansion.
#include "drivers/shell/shell_listing.h"
#include "drivers/shell/shell_words.h"

#include <charconv>

namespace rocelint {
namespace {

constexpr int deepest_substitution = 8;

}

std::optional<std::string> ShellWords::printed_by(std::string_view commands) const
{
    if (substitutions_ >= deepest_substitution)
        return std::nullopt;
    std::vector<std::vector<std::string>> pipeline(1);
    const ShellTokens cut = shell_tokens(commands);
    if (cut.broken_at != 0xffffffffU)
        return std::nullopt;
    for (std::size_t index = 0; index < cut.tokens.size(); ++index) {
        const ShellToken& token = cut.tokens[index];
        if (token.kind == ShellTokenKind::pipe) {
            pipeline.emplace_back();
        } else if (token.kind == ShellTokenKind::redirect_other) {
            ++index; // `2>/dev/null`
        } else if (token.kind != ShellTokenKind::word) {
            return std::nullopt;
        } else {
            ++substitutions_;
            const ShellValue value = value_of(commands.substr(token.offset, token.length));
            --substitutions_;
            if (!value.known)
                return std::nullopt;
            pipeline.back().emplace_back(value.text);
        }
    }
    return shell_output(pipeline, dialect_.rdma_devices);
}

// Takes `$(…)`, `$((…))` and `` `…` `` at `at`.
bool ShellWords::take_substitution(std::string_view text, std::size_t& at, std::string& out) const
{
    const std::string_view rest = text.substr(at);
    if (rest.starts_with('`')) {
        const std::size_t end = rest.find('`', 1);
        const auto printed
            = end == std::string_view::npos ? std::nullopt : printed_by(rest.substr(1, end - 1));
        at += printed ? end + 1 : 0;
        out += printed.value_or(std::string());
        return printed.has_value();
    }
    if (!rest.starts_with("$("))
        return false;
    std::size_t end = 1;
    std::size_t open = 0;
    for (char quote = '\0'; end < rest.size(); ++end) {
        const char c = rest[end];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else if (c == '(')
            ++open;
        else if (c == ')' && --open == 0)
            break;
    }
    if (end >= rest.size())
        return false;
    const std::string_view inside = rest.substr(2, end - 2);
    std::optional<std::string> made;
    if (inside.starts_with('(') && inside.ends_with(')')) {
        const auto number
            = shell_arithmetic(inside.substr(1, inside.size() - 2), [this](std::string_view name) {
                  const ShellValue value = look_up(name);
                  std::int64_t amount = 0;
                  const char* last = value.text.data() + value.text.size();
                  const bool whole = value.known
                      && std::from_chars(value.text.data(), last, amount).ptr == last && !value.text.empty();
                  return whole ? std::optional(amount) : std::nullopt;
              });
        if (number)
            made = std::to_string(*number);
    } else {
        made = printed_by(inside);
    }
    if (!made)
        return false;
    at += end + 1;
    out += *made;
    return true;
}

}
