// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value/text_limit.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

std::string text_objection(const TextLimit& limit, std::string_view text, Measures measures)
{
    if (!limit.documented && measures == Measures::documented)
        return {};
    if (limit.longest != 0 && text.size() > limit.longest)
        return fmt::format(
            "has {} characters, where at most {} are taken ({})", text.size(), limit.longest, limit.source);
    const auto is_taken = [&](char c) {
        return ascii::is_letter_or_digit(c) || limit.punctuation.find(c) != std::string_view::npos;
    };
    if (!limit.punctuation.empty() && !std::ranges::all_of(text, is_taken))
        return fmt::format(
            "has characters other than letters, digits and {} ({})", limit.punctuation, limit.source);
    if (limit.letter_first && !text.empty() && !ascii::is_letter(text.front()))
        return fmt::format("begins with '{}', where a letter is expected ({})", text.front(), limit.source);
    if (std::ranges::find(limit.reserved, text) != limit.reserved.end())
        return fmt::format("is a reserved word ({})", limit.source);
    return {};
}

}
