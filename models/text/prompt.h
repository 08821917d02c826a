// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/ascii.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace rocelint {

/// What was typed at a prompt of the form "user@host# ", as in the configuration mode of Junos; empty for a
/// line without such a prompt. `line` must have no leading blanks.
[[nodiscard]] inline std::string_view typed_at_prompt(std::string_view line)
{
    // Search for this character first, because hardly any line has it.
    const std::size_t at = line.find('@');
    if (at == 0 || at == std::string_view::npos)
        return {};
    const std::size_t end = line.substr(0, 128).find_first_of("#>$%:{}()[];\"' \t");
    if (end == std::string_view::npos || line[end] != '#' || at >= end || at + 1 == end)
        return {};
    const std::size_t from = line.find_first_not_of(" \t", end + 1);
    return from == std::string_view::npos || from == end + 1 ? std::string_view{} : line.substr(from);
}

/// A prompt in brackets at the beginning of a line: "<host>display version", "[~host-100GE1/0/1]quit". No prompt: both
/// texts are empty.
struct BracketPrompt {
    std::string_view prompt; ///< with its brackets
    std::string_view typed;
    bool configures = false; ///< square brackets: of a view that changes the configuration

    explicit operator bool() const { return !prompt.empty(); }
};

/// `line` must have no blanks around it. An element of XML with text in it is no prompt, nor is a header of an INI file
/// or an array of JSON unless words follow it.
[[nodiscard]] inline BracketPrompt bracket_prompt(std::string_view line)
{
    if (line.empty() || (line.front() != '<' && line.front() != '['))
        return {};
    const bool configures = line.front() == '[';
    const std::size_t end = line.substr(0, 128).find(configures ? ']' : '>');
    if (end == std::string_view::npos)
        return {};
    std::string_view host = line.substr(1, end - 1);
    if (configures && !host.empty() && (host.front() == '~' || host.front() == '*'))
        host.remove_prefix(1);
    const auto is_of_name = [](char c) {
        return ascii::is_letter_or_digit(c) || std::string_view("-_./()+").find(c) != std::string_view::npos;
    };
    if (host.empty() || !ascii::is_letter_or_digit(host.front()) || !std::ranges::all_of(host, is_of_name)
        || std::ranges::none_of(host, ascii::is_letter))
        return {};
    std::string_view typed = line.substr(end + 1);
    typed.remove_prefix(std::min(typed.find_first_not_of(" \t"), typed.size()));
    if (!typed.empty()
        && (!ascii::is_letter(typed.front()) || (!configures && typed.find('<') != std::string_view::npos)))
        return {};
    return {line.substr(0, end + 1), typed, configures};
}

/// Whether a text begins with a prompt in brackets at which something was typed, there or on its next line.
[[nodiscard]] inline bool begins_with_bracket_prompt(std::string_view text)
{
    const auto take = [&] {
        std::string_view line;
        while (line.empty() && !text.empty())
            line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        return line;
    };
    const BracketPrompt first = bracket_prompt(take());
    const bool is_marked = first && (first.prompt[1] == '~' || first.prompt[1] == '*');
    return first && (is_marked || !first.typed.empty() || bracket_prompt(take()).prompt == first.prompt);
}

/// Whether the line was typed at "host(config…)#", "host(conf-if-…)#" or "host (config …) #", as in the
/// configuration modes of command lines without braces, or at "[host]" to change something.
[[nodiscard]] inline bool is_typed_in_config_mode(std::string_view line)
{
    if (const BracketPrompt view = bracket_prompt(line))
        return view.configures && !view.typed.empty() && !view.typed.starts_with("dis");
    std::size_t open = line.substr(0, 80).find_first_of("(#>$ \t");
    if (open == std::string_view::npos || open == 0)
        return false;
    // Onyx has blanks in its prompt.
    const bool parted = line[open] == ' ';
    open += parted ? 1 : 0;
    if (!line.substr(open).starts_with(parted ? "(config" : "(conf"))
        return false;
    std::size_t close = line.find(')', open);
    if (close == std::string_view::npos)
        return false;
    close += parted && line.substr(close + 1).starts_with(' ') ? 2 : 1;
    return close < line.size() && line[close] == '#';
}

}
