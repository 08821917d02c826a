// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/yaml/yaml_place.h"

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::string_view space_or_tab = " \t";
constexpr std::string_view breaks = "\r\n";
constexpr std::string_view spaces = " \t\r\n";

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

std::size_t skip(std::string_view text, std::size_t at, std::string_view set)
{
    return std::min(text.find_first_not_of(set, at), text.size());
}

std::uint32_t narrow(std::size_t offset) { return static_cast<std::uint32_t>(offset); }

// The offset after the closing quote of the scalar whose opening quote is at `at`; npos if it is not closed.
std::size_t quoted_end(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (std::size_t place = at + 1; place < text.size(); ++place) {
        if (quote == '"' && text[place] == '\\')
            ++place;
        else if (text[place] == quote && quote == '\'' && place + 1 < text.size() && text[place + 1] == quote)
            ++place;
        else if (text[place] == quote)
            return place + 1;
    }
    return std::string_view::npos;
}

// Folding changes only blanks and line ends, so a scalar ends with the last of its other characters.
std::size_t folded_end(std::string_view text, std::size_t at, std::string_view value)
{
    std::size_t left = static_cast<std::size_t>(
        std::ranges::count_if(value, [](char c) { return !is_one_of(c, spaces); }));
    std::size_t end = at;
    for (std::size_t place = at; place < text.size() && left > 0; ++place) {
        if (is_one_of(text[place], spaces))
            continue;
        --left;
        end = place + 1;
    }
    return end;
}

}

std::uint32_t after_properties(std::string_view text, std::uint32_t at)
{
    std::size_t place = at;
    while (place < text.size() && (text[place] == '&' || text[place] == '!')) {
        const bool is_verbatim = text.substr(place, 2) == "!<";
        const std::size_t end
            = is_verbatim ? text.find('>', place) : text.find_first_of(" \t\r\n,[]{}", place);
        if (end == std::string_view::npos)
            return narrow(text.size());
        place = skip(text, is_verbatim ? end + 1 : end, space_or_tab);
    }
    return narrow(place);
}

std::uint32_t after_blanks(std::string_view text, std::uint32_t at)
{
    std::size_t place = skip(text, at, spaces);
    while (place < text.size() && text[place] == '#' && (place == 0 || is_one_of(text[place - 1], spaces)))
        place = skip(text, std::min(text.find('\n', place), text.size()), spaces);
    return narrow(place);
}

std::uint32_t scalar_end(std::string_view text, std::uint32_t at, std::string_view value)
{
    if (at >= text.size())
        return narrow(text.size());
    if (text[at] == '"' || text[at] == '\'')
        return narrow(std::min(quoted_end(text, at), text.size()));
    if (text[at] != '|' && text[at] != '>')
        return narrow(folded_end(text, at, value));
    const std::size_t header = std::min(text.find_first_of(breaks, at), text.size());
    const std::size_t end = folded_end(text, header, value);
    return narrow(end > header ? end : text.find_last_not_of(space_or_tab, header - 1) + 1);
}

bool is_open_quote(std::string_view text, std::size_t at)
{
    return quoted_end(text, at) == std::string_view::npos;
}

std::size_t open_quote(std::string_view text, std::size_t from)
{
    for (std::size_t place = from; place < text.size(); ++place) {
        const char before = place == 0 ? '\n' : text[place - 1];
        if (text[place] == '#' && is_one_of(before, spaces)) {
            place = text.find('\n', place);
        } else if ((text[place] == '"' || text[place] == '\'') && is_one_of(before, " \t\r\n[{,:")) {
            const std::size_t end = quoted_end(text, place);
            if (end == std::string_view::npos)
                return place;
            place = end - 1;
        }
        if (place == std::string_view::npos)
            break;
    }
    return std::string_view::npos;
}

std::size_t line_start(std::string_view text, std::size_t at)
{
    const std::size_t feed = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return feed == std::string_view::npos ? 0 : feed + 1;
}

std::size_t tab_before(std::string_view text, std::size_t at)
{
    const std::size_t begin = line_start(text, std::min(at, text.size()));
    const std::size_t end = skip(text, begin, space_or_tab);
    const std::size_t tab = text.find('\t', begin);
    return tab < end ? tab : std::string_view::npos;
}

bool follows_document_end(std::string_view text, std::size_t at)
{
    const std::size_t end = text.substr(0, at).rfind("\n...");
    return end != std::string_view::npos && after_blanks(text, narrow(end + 4)) == at;
}

bool is_closed(std::string_view text, std::size_t at)
{
    std::size_t depth = 0;
    for (std::size_t place = at; place < text.size(); ++place) {
        if (is_one_of(text[place], "[{"))
            ++depth;
        else if (is_one_of(text[place], "]}") && --depth == 0)
            return true;
        else if (is_one_of(text[place], "\"'"))
            place = std::min(quoted_end(text, place), text.size()) - 1;
    }
    return false;
}

BadBytes find_bad_bytes(std::string_view text, std::size_t from)
{
    const auto byte
        = [text](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
    for (std::size_t at = from; at < text.size();) {
        const unsigned lead = byte(at);
        if (lead < 0x80) {
            if ((lead < 0x20 && lead != '\t' && lead != '\n' && lead != '\r') || lead == 0x7f)
                return {at, 1, true};
            ++at;
            continue;
        }
        const std::size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
        unsigned code = length == 0 ? 0U : lead & (0xffU >> (length + 1));
        for (std::size_t next = 1; next < length; ++next) {
            if ((byte(at + next) & 0xc0U) != 0x80U)
                return {at, 1, false};
            code = code << 6U | (byte(at + next) & 0x3fU);
        }
        const bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
        if (length == 0 || is_overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
            return {at, 1, false};
        // Characters that YAML 1.2.2 section 5.1 does not allow; 0x85 is a line break there.
        if ((code < 0xa0 && code != 0x85) || code == 0xfeff || code == 0xfffe || code == 0xffff)
            return {at, length, true};
        at += length;
    }
    return {};
}

}
