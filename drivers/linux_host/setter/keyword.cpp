// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/setter/keyword.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {

const Keyword* find_keyword(std::span<const Keyword> keywords, std::string_view word)
{
    const auto found = std::ranges::find_if(keywords, [word](const Keyword& keyword) {
        return keyword.whole ? keyword.word == word : !word.empty() && keyword.word.starts_with(word);
    });
    return found == keywords.end() ? nullptr : &*found;
}

CoverageState refuse_command(SetterSink& sink, const ShellWord& word, std::string_view what)
{
    return sink.refuse(
        place_of(sink, word), fmt::format("{}: it refuses the whole command, and nothing is set", what));
}

CoverageState refuse_unknown(
    SetterSink& sink, const ShellWord& word, std::string_view tool, std::span<const Keyword> keywords)
{
    std::vector<std::string_view> names;
    for (const Keyword& keyword : keywords)
        names.push_back(keyword.word);
    const std::string_view similar = nearest(word.text, names);
    return refuse_command(sink,
        word,
        fmt::format("{} does not know \"{}\"{}",
            tool,
            word.text,
            similar.empty() ? std::string() : fmt::format(" (did you mean {}?)", similar)));
}

}
