// SPDX-License-Identifier: Apache-2.0
#include "workspace/failed_capture.h"

#include <algorithm>
#include <array>

namespace rocelint::workspace {
namespace {

constexpr std::size_t largest = 4096; // error output is short

std::string_view without_blanks(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

// The beginnings of error messages of EOS, NX-OS, OS10, Onyx, Junos, shells and ssh.
bool is_error(std::string_view line)
{
    constexpr std::array beginnings{std::string_view("% "),
        std::string_view("%Error"),
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

}

Span find_failed_capture(std::string_view text)
{
    Span first;
    if (text.size() > largest)
        return first;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = without_blanks(text.substr(at, end - at));
        if (is_error(line) && first.length == 0)
            first = {no_source,
                static_cast<std::uint32_t>(line.data() - text.data()),
                static_cast<std::uint32_t>(line.size())};
        else if (!line.empty() && !is_pointer(line) && !is_error(line))
            return {};
        at = end + 1;
    }
    return first;
}

}
