// SPDX-License-Identifier: Apache-2.0
// Converts between positions of the protocol and byte offsets.
#include "cli/lsp/line_index.h"

#include <algorithm>
#include <iterator>

namespace rocelint::cli {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

// The number of units of the character that begins with this byte.
std::uint32_t units_of(char byte, Encoding encoding)
{
    return encoding == Encoding::utf16 && static_cast<unsigned char>(byte) >= 0xf0U ? 2 : 1;
}

}

std::string_view name_of(Encoding encoding)
{
    return encoding == Encoding::utf8 ? "utf-8" : encoding == Encoding::utf16 ? "utf-16" : "utf-32";
}

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0}
{
    find_starts(0, text.size(), starts_);
}

void LineIndex::find_starts(std::size_t begin, std::size_t end, std::vector<std::size_t>& starts) const
{
    for (std::size_t at = begin; at < end; ++at) {
        if (text_[at] != '\n' && text_[at] != '\r')
            continue;
        if (text_[at] == '\r' && at + 1 < text_.size() && text_[at + 1] == '\n')
            ++at;
        starts.push_back(at + 1);
    }
}

void LineIndex::follow(std::string_view text, std::size_t begin, std::size_t end, std::size_t length)
{
    // The edit may put a line feed after the carriage return that ends the previous line.
    std::uint32_t first = line_of(begin);
    first -= first > 0 ? 1 : 0;
    const std::uint32_t behind = line_of(end) + 1;
    const bool is_last = behind >= line_count();
    const auto moved = [&](std::size_t offset) { return offset - (end - begin) + length; };
    text_ = text;
    std::vector<std::size_t> fresh;
    find_starts(starts_[first], is_last ? text.size() : moved(starts_[behind]), fresh);
    // The terminator of the last scanned line begins the next line, which is kept.
    if (!is_last && !fresh.empty() && fresh.back() == moved(starts_[behind]))
        fresh.pop_back();
    for (std::size_t line = behind; line < starts_.size(); ++line)
        starts_[line] = moved(starts_[line]);
    const auto from = starts_.begin() + first + 1;
    starts_.insert(
        starts_.erase(from, starts_.begin() + std::min<std::ptrdiff_t>(behind, std::ssize(starts_))),
        fresh.begin(),
        fresh.end());
}

std::size_t LineIndex::line_end(std::uint32_t line) const
{
    if (line + 1 >= starts_.size())
        return text_.size();
    std::size_t end = starts_[line + 1] - 1;
    if (text_[end] == '\n' && end > starts_[line] && text_[end - 1] == '\r')
        --end;
    return end;
}

std::uint32_t LineIndex::line_of(std::size_t offset) const
{
    const auto after = std::ranges::upper_bound(starts_, offset);
    return static_cast<std::uint32_t>(after - starts_.begin() - 1);
}

std::size_t LineIndex::offset(LspPosition position, Encoding encoding) const
{
    if (position.line >= starts_.size())
        return text_.size();
    const std::size_t begin = starts_[position.line];
    const std::size_t end = line_end(position.line);
    if (encoding == Encoding::utf8)
        return std::min(end, begin + position.character);
    std::uint32_t units = 0;
    std::size_t at = begin;
    while (at < end && units < position.character) {
        units += units_of(text_[at], encoding);
        // Never cut a surrogate pair in the middle.
        if (units > position.character)
            break;
        ++at;
        while (at < end && is_continuation(text_[at]))
            ++at;
    }
    return at;
}

LspPosition LineIndex::position(std::size_t offset, Encoding encoding) const
{
    offset = std::min(offset, text_.size());
    const std::uint32_t line = line_of(offset);
    const std::size_t begin = starts_[line];
    offset = std::min(offset, line_end(line));
    if (encoding == Encoding::utf8)
        return {line, static_cast<std::uint32_t>(offset - begin)};
    std::uint32_t units = 0;
    for (std::size_t at = begin; at < offset; ++at)
        units += is_continuation(text_[at]) ? 0 : units_of(text_[at], encoding);
    return {line, units};
}

}
