// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/typed_word.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::cli {

std::string typed_word(std::string_view word)
{
    const auto is_plain = [](char c) {
        return ascii::is_letter_or_digit(c)
            || std::string_view("_./:@%+,=-").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain))
        return std::string(word);
    std::string quoted = "'";
    for (const char c : word)
        c == '\'' ? quoted.append("'\\''") : quoted.append(1, c);
    return quoted + '\'';
}

std::string typed_path(std::string_view path)
{
    return path.starts_with('-') ? typed_word(std::string("./").append(path)) : typed_word(path);
}

}
