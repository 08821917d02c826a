// SPDX-License-Identifier: Apache-2.0
// What of a configuration is stored and hashed: neither what changes by itself nor what is secret.
#include "drivers/line_cli/stored_text.h"

#include "models/text/redact.h"

#include <algorithm>

namespace rocelint::line_cli {
namespace {

std::string_view take_line(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
}

}

std::string without_lines(std::string_view text, std::span<const std::string_view> beginnings)
{
    std::string out;
    while (!text.empty()) {
        std::string_view line = take_line(text);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        const std::string_view words = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        if (std::ranges::any_of(beginnings, [&](std::string_view head) { return words.starts_with(head); }))
            continue;
        out += line;
        out += '\n';
    }
    return out;
}

std::string redact_lines(std::string_view text)
{
    LineRedactor redactor;
    std::string out;
    while (!text.empty()) {
        out += redactor.line(take_line(text));
        out += '\n';
    }
    return out;
}

}
