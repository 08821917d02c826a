// SPDX-License-Identifier: Apache-2.0
// All other code stores offsets; line and column are computed only for output. Columns count code points, and
// the CR of a CR LF is not part of its line.
#include "models/text/source.h"

#include <algorithm>
#include <cstring>

namespace rocelint {
namespace {

constexpr std::uint64_t each_byte(std::uint8_t value) { return 0x0101010101010101U * value; }

// Counts line feeds eight bytes at a time, because every byte of every file passes here.
std::size_t count_feeds(std::string_view text)
{
    constexpr std::size_t step = sizeof(std::uint64_t);
    constexpr std::size_t most_steps = 0xff; // the largest count that a byte of `sums` can hold
    std::size_t feeds = 0;
    while (text.size() >= step) {
        std::uint64_t sums = 0;
        const std::size_t steps = std::min(text.size() / step, most_steps);
        for (std::size_t at = 0; at < steps; ++at) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, text.data() + at * step, step);
            bytes ^= each_byte('\n');
            // The top bit of a byte is set if the byte was not a line feed.
            const std::uint64_t others = ((bytes & each_byte(0x7f)) + each_byte(0x7f)) | bytes;
            sums += (~others >> 7U) & each_byte(1);
        }
        for (; sums != 0; sums >>= 8U)
            feeds += sums & 0xffU;
        text.remove_prefix(steps * step);
    }
    return feeds + static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}

std::uint32_t count_lines(std::string_view text)
{
    const std::size_t feeds = count_feeds(text);
    const bool open_end = !text.empty() && text.back() != '\n';
    return static_cast<std::uint32_t>(feeds) + (open_end ? 1 : 0);
}

LineTable::LineTable(std::string_view text) : text_(text)
{
    if (text.empty())
        return;
    starts_.push_back(0);
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    for (const char* at = begin; at < end;) {
        const void* feed = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
        if (feed == nullptr)
            break;
        at = static_cast<const char*>(feed) + 1;
        if (at < end)
            starts_.push_back(static_cast<std::uint32_t>(at - begin));
    }
}

Position LineTable::position(std::uint32_t offset) const
{
    if (starts_.empty())
        return {};
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - starts_.begin());
    const std::uint32_t start = starts_[line - 1];
    std::uint32_t column = 1;
    for (std::uint32_t at = start; at < offset && at < text_.size(); ++at) {
        // Continuation bytes of UTF-8 do not begin a code point.
        if ((static_cast<unsigned char>(text_[at]) & 0xc0U) != 0x80U)
            ++column;
    }
    return {line, column};
}

std::string_view LineTable::line(std::uint32_t line) const
{
    if (line == 0 || line > starts_.size())
        return {};
    const std::uint32_t start = starts_[line - 1];
    const std::size_t feed = text_.find('\n', start);
    std::string_view text = text_.substr(start, feed == std::string_view::npos ? feed : feed - start);
    if (!text.empty() && text.back() == '\r')
        text.remove_suffix(1);
    return text;
}

}
