// SPDX-License-Identifier: Apache-2.0
// What a person would see of what a terminal received: escape sequences, backspaces and carriage returns carried
// out.
#include "drivers/transport/shell.h"

namespace rocelint {
namespace {

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
            // "Erase to the end of the line" is what pagers clean up with.
            if (bytes.substr(at, end - at) == "\x1b[K" || bytes.substr(at, end - at) == "\x1b[0K")
                line.resize(column);
            if (bytes.substr(at, end - at) == "\x1b[2K")
                line.assign(column, ' ');
            at = end;
            continue;
        }
        ++at;
        if (letter == '\n') {
            // Blanks beyond the last letter are what a pager was wiped out with.
            if (line.find_first_not_of(' ', column) == std::string::npos)
                line.resize(column);
            text += line;
            text += '\n';
            line.clear();
            column = 0;
        } else if (letter == '\r') {
            // Before a line end it moves nothing that matters, and the column tells what was written.
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

}
