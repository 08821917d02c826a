// SPDX-License-Identifier: Apache-2.0
// simdjson says that a document is wrong, not where. What people need to find the place is looked for again here, by
// RFC 8259, and only after it has refused.
#include "models/syntax/json_text.h"

#include <cstring>

namespace rocelint {

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

std::size_t json_string_length(std::string_view text, const char* raw)
{
    const char* const end = text.data() + text.size();
    const char* at = raw;
    for (;;) {
        const void* quote = std::memchr(at, '"', static_cast<std::size_t>(end - at));
        if (quote == nullptr)
            return static_cast<std::size_t>(end - raw);
        const char* const found = static_cast<const char*>(quote);
        std::size_t backslashes = 0;
        while (found - backslashes > raw && *(found - backslashes - 1) == '\\')
            ++backslashes;
        if (backslashes % 2 == 0)
            return static_cast<std::size_t>(found - raw);
        at = found + 1;
    }
}

}
