// SPDX-License-Identifier: Apache-2.0
// Device names and lines of files are untrusted and must not become markup.
#include "cli/report/data/markup.h"

#include "cli/terminal/visible.h"
#include "models/text/append.h"

namespace rocelint::cli {

void append_markup(std::string& out, std::string_view text)
{
    for (const char c : visible_lines(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
}

void append_markdown(std::string& out, std::string_view text)
{
    // CommonMark 0.30, 6.2: a character reference never begins a structure. Mentions are searched in the
    // rendered text, so '@' gets a zero-width space after it.
    constexpr std::string_view structures = "\\`*_{}[]<>#+!|~&\"'";
    for (const char c : visible(text)) {
        if (structures.find(c) != std::string_view::npos)
            append(out, "&#{};", static_cast<unsigned char>(c));
        else if (c == '@')
            out += "@&#8203;";
        else
            out += c;
    }
}

}
