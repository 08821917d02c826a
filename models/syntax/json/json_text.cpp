// SPDX-License-Identifier: Apache-2.0
// simdjson reports that a document is invalid, but not where. After it refuses a document, this code looks
// for the place again, by RFC 8259.
#include "models/syntax/json/json_text.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rocelint {
namespace {

constexpr std::uint64_t each_byte(std::uint64_t value) { return 0x0101010101010101U * value; }

// Sets the highest bit of the first byte that equals `wanted`, and maybe of later bytes; zero if no byte
// does.
std::uint64_t sign_of(std::uint64_t bytes, char wanted)
{
    bytes ^= each_byte(static_cast<unsigned char>(wanted));
    return (bytes - each_byte(1)) & ~bytes & each_byte(0x80);
}

// Number of bytes before the first quote or backslash among these eight; 8 if there is none.
std::ptrdiff_t plain_bytes(const char* at)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, 8);
    return std::countr_zero(sign_of(bytes, '"') | sign_of(bytes, '\\')) / 8;
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
        while (at < text.size() && ascii::is_digit(text[at]))
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
        if (end - at >= 8) {
            const std::ptrdiff_t plain = plain_bytes(at);
            at += plain;
            if (plain == 8)
                continue;
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
