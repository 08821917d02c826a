// SPDX-License-Identifier: Apache-2.0
#include "cli/command/check/fix_words.h"

#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rocelint::cli {
namespace {

// A word as a shell reads it back.
std::string shell_quoted(const std::string& word)
{
    const auto is_plain = [](char c) {
        return ascii::is_letter_or_digit(c)
            || std::string_view("_./:@%+,=-").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain))
        return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}

std::string words_of_fix(const workspace::InputOptions& input, const std::string& folder)
{
    if (std::ranges::find(input.paths, "-") != input.paths.end())
        return {};
    std::string words;
    const auto add = [&words](std::string_view option, const std::string& value) {
        if (!value.empty())
            add_item(words, fmt::format("{}{}", option, shell_quoted(value)), " ");
    };
    add("--policy ", input.policy);
    add("--topology ", input.topology);
    add("--platform ", input.platform);
    if (!folder.empty())
        add("", folder);
    else {
        for (const std::string& path : input.paths)
            add("", path);
    }
    return words;
}

}
