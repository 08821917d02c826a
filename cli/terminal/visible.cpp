// SPDX-License-Identifier: Apache-2.0
// Names and lines of input are printed, and input is untrusted: an escape sequence in a hostname must not
// control the reader's terminal.
#include "cli/terminal/visible.h"

#include "models/text/append.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::uint32_t bytes = 0; ///< 0: not UTF-8
};

CodePoint decode(std::string_view text)
{
    const auto byte
        = [&](std::size_t at) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at])); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::uint32_t bytes = lead >= 0xf5 ? 0 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (bytes == 0 || text.size() < bytes)
        return {};
    std::uint32_t value = lead & (0xffU >> (bytes + 1));
    for (std::uint32_t at = 1; at < bytes; ++at) {
        if ((byte(at) & 0xc0U) != 0x80U)
            return {};
        value = (value << 6) | (byte(at) & 0x3fU);
    }
    const std::uint32_t least = bytes == 4 ? 0x10000 : bytes == 3 ? 0x800 : 0x80;
    if (value < least || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return {};
    return {value, bytes};
}

struct CodeRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

// Control characters, marks that reorder text on the screen, characters without width, and code points that
// are not characters (Unicode 15.0, 23.2 to 23.9).
constexpr CodeRange hidden[] = {
    {0x00, 0x1f},
    {0x7f, 0x9f},
    {0xad, 0xad},
    {0x61c, 0x61c},
    {0x180e, 0x180e},
    {0x200b, 0x200f},
    {0x2028, 0x202e},
    {0x2060, 0x206f},
    {0xfdd0, 0xfdef},
    {0xfeff, 0xfeff},
    {0xfff9, 0xfffb},
    {0xe0000, 0xe007f},
};

bool steers(std::uint32_t value)
{
    constexpr std::uint32_t none_in_any_plane = 0xfffe; // and 0xffff: XML cannot represent them
    return (value & none_in_any_plane) == none_in_any_plane
        || std::ranges::any_of(
            hidden, [value](const CodeRange& range) { return value >= range.first && value <= range.last; });
}

}

Glyph append_glyph(std::string& out, std::string_view text)
{
    const CodePoint point = decode(text);
    const std::size_t before = out.size();
    if (point.bytes == 0)
        append(out, "\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (point.value == '\t')
        out += "    ";
    else if (!steers(point.value)) {
        out += text.substr(0, point.bytes);
        return {point.bytes, 1};
    } else if (point.value < 0x100)
        append(out, "\\x{:02x}", point.value);
    else if (point.value < 0x10000)
        append(out, "\\u{:04x}", point.value);
    else
        append(out, "\\U{:08x}", point.value);
    return {std::max(point.bytes, 1U), static_cast<std::uint32_t>(out.size() - before)};
}

std::string visible(std::string_view text)
{
    std::string out;
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7f; };
    if (std::ranges::all_of(text, plain))
        return out.append(text);
    while (!text.empty())
        text.remove_prefix(append_glyph(out, text).bytes);
    return out;
}

std::string visible_lines(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        out += visible(line);
        if (line.size() < text.size())
            out += '\n';
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return out;
}

}
