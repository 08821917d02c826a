// SPDX-License-Identifier: Apache-2.0
// Positions of the protocol and offsets of ours.
#include "cli/lsp/line_index.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

// Units of the character that begins with this byte.
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
    for (std::size_t at = text.find_first_of("\r\n"); at != std::string_view::npos;
         at = text.find_first_of("\r\n", at)) {
        at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
        starts_.push_back(at);
    }
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
        // The middle of a surrogate pair is no place to cut.
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
