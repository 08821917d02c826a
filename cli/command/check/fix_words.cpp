// SPDX-License-Identifier: Apache-2.0
#include "cli/command/check/fix_words.h"

#include "cli/terminal/typed_word.h"
#include "models/text/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace rocelint::cli {

std::string words_of_input(const workspace::InputOptions& input, const std::string& folder)
{
    if (std::ranges::find(input.paths, "-") != input.paths.end())
        return {};
    std::string words;
    const auto add = [&words](std::string_view option, const std::string& value) {
        if (!value.empty())
            add_item(words, fmt::format("{} {}", option, typed_path(value)), " ");
    };
    add("--policy", input.policy);
    add("--topology", input.topology);
    add("--platform", input.platform);
    if (input.follow)
        add_item(words, "--follow", " ");
    if (input.documents)
        add_item(words, "--documents", " ");
    if (!folder.empty())
        add_item(words, typed_path(folder), " ");
    else {
        for (const std::string& path : input.paths)
            add_item(words, typed_path(path), " ");
    }
    return words;
}

std::string words_of_fix(
    const workspace::InputOptions& input, const Selection& selection, const std::string& folder)
{
    const std::string words = words_of_input(input, folder);
    if (words.empty())
        return words;
    std::string rules;
    for (const auto& [option, codes] :
        {std::pair("--select", &selection.select), std::pair("--ignore", &selection.ignore)}) {
        if (!codes->empty())
            rules += fmt::format("{} {} ", option, typed_word(fmt::format("{}", fmt::join(*codes, ","))));
    }
    return rules + words;
}

}
