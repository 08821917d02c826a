// SPDX-License-Identifier: Apache-2.0
// Computes what a terminal would show: carries out escape sequences, backspaces and carriage returns.
#include "drivers/transport/terminal_text.h"

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::size_t longest_prompt = 256;

std::string without_trailing_blanks(std::string text)
{
    text.resize(text.find_last_not_of(" \t\r") + 1);
    return text;
}

// The offset after the control sequence that begins with ESC at `at` (ECMA-48: CSI … final byte, OSC … BEL or ST).
std::size_t after_escape(std::string_view bytes, std::size_t at)
{
    if (at + 1 >= bytes.size())
        return bytes.size();
    const char kind = bytes[at + 1];
    at += 2;
    if (kind == '[') {
        while (at < bytes.size() && (bytes[at] < '@' || bytes[at] > '~'))
            ++at;
        return std::min(at + 1, bytes.size());
    }
    if (kind == ']') {
        while (at < bytes.size() && bytes[at] != '\a' && bytes[at] != '\x1b')
            ++at;
        return std::min(at + (at < bytes.size() && bytes[at] == '\x1b' ? 2 : 1), bytes.size());
    }
    return kind == '(' || kind == ')' ? std::min(at + 1, bytes.size()) : at;
}

}

std::string as_shown(std::string_view bytes)
{
    std::string text;
    std::string line;
    std::size_t column = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        const char letter = bytes[at];
        if (letter == '\x1b') {
            const std::size_t end = after_escape(bytes, at);
            // Pagers clean up with "erase to the end of the line".
            if (bytes.substr(at, end - at) == "\x1b[K" || bytes.substr(at, end - at) == "\x1b[0K")
                line.resize(column);
            if (bytes.substr(at, end - at) == "\x1b[2K")
                line.assign(column, ' ');
            at = end;
            continue;
        }
        ++at;
        if (letter == '\n') {
            // A pager was overwritten with the blanks after the last letter.
            if (line.find_first_not_of(' ', column) == std::string::npos)
                line.resize(column);
            text += line;
            text += '\n';
            line.clear();
            column = 0;
        } else if (letter == '\r') {
            // A carriage return before a line end changes nothing
            // visible, and the column shows how much was written.
            const std::size_t next = bytes.find_first_not_of('\r', at);
            if (next != std::string_view::npos && bytes[next] != '\n')
                column = 0;
        } else if (letter == '\b') {
            column -= column > 0 ? 1 : 0;
        } else if (letter == '\t' || static_cast<unsigned char>(letter) >= ' ') {
            if (column < line.size())
                line[column] = letter;
            else
                line += letter;
            ++column;
        }
    }
    return text + line;
}

std::string_view last_line(std::string_view bytes)
{
    const std::size_t newline = bytes.rfind('\n');
    return newline == std::string_view::npos ? bytes : bytes.substr(newline + 1);
}

std::string shown_last_line(std::string_view bytes)
{
    constexpr std::size_t most_bytes = 4096;
    return without_trailing_blanks(as_shown(last_line(bytes).substr(0, most_bytes)));
}

bool looks_like_prompt(const ShellStyle& style, std::string_view line)
{
    return !line.empty() && line.size() <= longest_prompt
        && std::ranges::any_of(
            style.prompt_ends, [&](const std::string& end) { return line.ends_with(end); });
}

std::string prompt_stem(const std::string& prompt)
{
    return prompt.empty()
        ? prompt
        : prompt.substr(0, std::min(prompt.find_first_of("(:>#$%~] ", 1), prompt.size() - 1));
}

CommandText take_apart(std::string_view bytes, std::string_view typed)
{
    CommandText text{as_shown(bytes), {}};
    const std::size_t prompt_at = text.output.size() - last_line(text.output).size();
    text.prompt = without_trailing_blanks(text.output.substr(prompt_at));
    text.output.resize(prompt_at);
    const std::size_t first_end = text.output.find('\n');
    if (first_end != std::string::npos
        && without_trailing_blanks(text.output.substr(0, first_end)).ends_with(typed))
        text.output.erase(0, first_end + 1);
    return text;
}

}
