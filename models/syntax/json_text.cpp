// SPDX-License-Identifier: Apache-2.0
// simdjson says that a document is wrong, not where. What people need to find the place is looked for again here, by
// RFC 8259, and only after it has refused.
#include "models/syntax/json_text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace rocelint {
namespace {

constexpr std::uint64_t each_byte(std::uint64_t value) { return 0x0101010101010101U * value; }

bool has_byte(std::uint64_t bytes, char wanted)
{
    bytes ^= each_byte(static_cast<unsigned char>(wanted));
    return ((bytes - each_byte(1)) & ~bytes & each_byte(0x80)) != 0;
}

}

std::optional<JsonMistake> find_bad_json_string(std::string_view text)
{
    std::size_t at = 0;
    while ((at = text.find('"', at)) != std::string_view::npos) {
        const std::size_t start = at++;
        for (;; ++at) {
            if (at >= text.size())
                return JsonMistake{start, "this string is not closed"};
            const auto c = static_cast<unsigned char>(text[at]);
            if (c == '"')
                break;
            if (c < 0x20)
                return JsonMistake{start,
                    c == '\n' ? "this string is not closed on its line"
                              : "this string contains a control character"};
            if (c == '\\')
                ++at;
        }
        ++at;
    }
    return std::nullopt;
}

std::size_t first_json_token(std::string_view text)
{
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos ? 0 : at;
}

bool is_json_number(std::string_view text)
{
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9')
            ++at;
        return at > from;
    };
    if (at < text.size() && text[at] == '-')
        ++at;
    const std::size_t whole = at;
    if (!digits() || (text[whole] == '0' && at - whole > 1))
        return false;
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (!digits())
            return false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-'))
            ++at;
        if (!digits())
            return false;
    }
    return at == text.size();
}

JsonString json_string_at(std::string_view text, const char* raw)
{
    const char* const end = text.data() + text.size();
    JsonString found;
    const char* at = raw;
    while (at < end) {
        // Eight bytes at a time, as long as neither a quote nor a backslash is among them.
        if (end - at >= 8) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, at, 8);
            if (!(has_byte(bytes, '"') || has_byte(bytes, '\\'))) {
                at += 8;
                continue;
            }
        }
        if (*at == '"')
            break;
        found.escaped = found.escaped || *at == '\\';
        at += *at == '\\' ? 2 : 1;
    }
    found.length = static_cast<std::size_t>(std::min(at, end) - raw);
    return found;
}

}
