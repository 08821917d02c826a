// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Whether the line was typed at "host(config…)#", "host(conf-if-…)#" or "host (config …) #", as in the
/// configuration modes of command lines without braces.
[[nodiscard]] inline bool is_typed_in_config_mode(std::string_view line)
{
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
