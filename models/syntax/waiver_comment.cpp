// SPDX-License-Identifier: Apache-2.0
// Without this, a waiver after a command would make the command unknown, and so remove the finding that it
// waives, even after its expiry date.
#include "models/syntax/waiver_comment.h"

#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <cstring>

namespace rocelint {
namespace {

// Whether the line is a command whose last value is free text up to the end of the line.
bool ends_in_text(std::string_view line)
{
    Words words(line);
    if (words.peek() == "name")
        return true;
    // A remark of an access list, with or without a number; elsewhere the word concerns rewriting code
    // points.
    std::size_t place = 0;
    for (std::string_view word = words.next(); !word.empty(); word = words.next(), ++place) {
        if (word == "description" || word == "banner" || (word == "remark" && place <= 1))
            return true;
    }
    return false;
}

}

// memmem, because every byte of every input is searched here, and string_view::find stops at each 'r'.
std::size_t find_waiver_mark(std::string_view text, std::size_t from)
{
    const void* found = from < text.size()
        ? memmem(text.data() + from, text.size() - from, waiver_mark.data(), waiver_mark.size())
        : nullptr;
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

WaiverComments::WaiverComments(std::string_view text, char mark, char also)
    : mark_(mark), also_(also), present_(find_waiver_mark(text, 0) != std::string_view::npos)
{
}

std::string_view WaiverComments::without_comment(std::string_view line) const
{
    constexpr std::string_view blanks = " \t";
    for (std::size_t at = find_waiver_mark(line, 0); at != std::string_view::npos;
         at = find_waiver_mark(line, at + waiver_mark.size())) {
        const std::size_t last = at == 0 ? std::string_view::npos : line.find_last_not_of(blanks, at - 1);
        if (last == std::string_view::npos || last == 0)
            continue;
        const bool begins = line[last] == mark_ || (also_ != 0 && line[last] == also_);
        const std::string_view before = line.substr(0, last);
        const std::size_t end = before.find_last_not_of(blanks);
        const bool quoted = std::ranges::count(before, '"') % 2 != 0;
        if (begins && end != std::string_view::npos && end + 1 < before.size() && !quoted
            && !ends_in_text(before))
            return before.substr(0, end + 1);
    }
    return line;
}

}
