// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/folded_line.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

bool begins_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

}

std::size_t columns_of_text(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_code_point));
}

std::string shortened(std::string_view text, std::size_t columns)
{
    if (columns == 0 || columns_of_text(text) <= columns)
        return std::string(text);
    std::size_t end = 0;
    std::size_t left = columns - 1;
    while (end < text.size() && (left > 0 || !begins_code_point(text[end])))
        left -= begins_code_point(text[end++]) ? 1 : 0;
    return std::string(text.substr(0, end)).append("…");
}

FoldedLine::FoldedLine(std::string& out, std::size_t width, std::size_t begin, std::size_t indent)
    : out_(out), width_(width), indent_(indent), column_(begin)
{
    out_.append(begin, ' ');
}

void FoldedLine::add(std::string_view words, std::string_view colour, std::string_view end)
{
    while (true) {
        const std::size_t blank = words.find(' ');
        const std::string_view word = words.substr(0, blank);
        add_word(word, colour);
        if (!word.empty())
            colour = {};
        if (blank == std::string_view::npos)
            break;
        words.remove_prefix(blank + 1);
        ++gap_;
    }
    out_ += end;
    gap_ = 1;
}

void FoldedLine::add_whole(std::string_view text, std::string_view colour, std::string_view end)
{
    add_word(text, colour);
    out_ += end;
    gap_ = 1;
}

// An empty word stands between two blanks, so it only keeps the gap.
void FoldedLine::add_word(std::string_view word, std::string_view colour)
{
    if (word.empty())
        return;
    const std::size_t columns = columns_of_text(word);
    if (begins_line_)
        gap_ = 0;
    else if (width_ != 0 && column_ + gap_ + columns > width_) {
        out_ += '\n';
        out_.append(indent_, ' ');
        column_ = indent_;
        gap_ = 0;
    }
    out_.append(gap_, ' ').append(colour).append(word);
    column_ += gap_ + columns;
    gap_ = 0;
    begins_line_ = false;
}

}
