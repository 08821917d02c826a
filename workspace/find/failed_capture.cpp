// SPDX-License-Identifier: Apache-2.0
#include "workspace/find/failed_capture.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::workspace {
namespace {

constexpr std::size_t largest = 4096; // error output is short

// The beginnings of error messages of EOS, NX-OS, OS10, Onyx, Junos, shells and ssh.
bool is_error(std::string_view line)
{
    constexpr std::array beginnings{std::string_view("% "),
        std::string_view("%Error"),
        std::string_view("%Invalid"),
        std::string_view("Error: "),
        std::string_view("error: "),
        std::string_view("syntax error"),
        std::string_view("Syntax error"),
        std::string_view("unknown command"),
        std::string_view("ssh: "),
        std::string_view("Connection to "),
        std::string_view("Connection closed by "),
        std::string_view("kex_exchange_identification: "),
        std::string_view("Permission denied")};
    constexpr std::array ends{std::string_view(": command not found"),
        std::string_view(": not found"),
        std::string_view("Connection refused"),
        std::string_view("Connection timed out"),
        std::string_view("No route to host")};
    const auto begins = [line](std::string_view words) { return line.starts_with(words); };
    const auto closes = [line](std::string_view words) { return line.ends_with(words); };
    return std::ranges::any_of(beginnings, begins) || std::ranges::any_of(ends, closes)
        || line.find(": Permission denied") != std::string_view::npos;
}

// A line with blanks and a `^` that points into the command that was typed.
bool is_pointer(std::string_view line) { return line == "^"; }

// "leaf9#show running-config", "leaf9# ", "admin@leaf9> show configuration": a prompt with the command typed at it.
bool is_prompt(std::string_view line)
{
    const std::size_t end = line.find_first_of("#> \t%$:{}()[];\"'");
    return end != std::string_view::npos && end > 0 && (line[end] == '#' || line[end] == '>')
        && (end + 1 == line.size() || ascii::is_letter(line[end + 1])
            || (line[end + 1] == ' ' && end + 2 < line.size() && ascii::is_letter(line[end + 2])));
}

}

Span find_failed_capture(std::string_view text)
{
    Span first;
    if (text.size() > largest)
        return first;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = ascii::trimmed(text.substr(at, end - at), ascii::is_blank_or_cr);
        if (is_error(line) && first.length == 0)
            first = {no_source,
                static_cast<std::uint32_t>(line.data() - text.data()),
                static_cast<std::uint32_t>(line.size())};
        else if (!line.empty() && !is_pointer(line) && !is_prompt(line) && !is_error(line))
            return {};
        at = end + 1;
    }
    return first;
}

}
