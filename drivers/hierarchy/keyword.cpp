// SPDX-License-Identifier: Apache-2.0
// Keywords by their word, and all words of a language.
#include "drivers/hierarchy/keyword.h"

#include <algorithm>

namespace rocelint::hierarchy {

const Keyword* Grammar::find(std::string_view word) const
{
    for (const Keyword& keyword : keywords) {
        if (keyword.word == word)
            return &keyword;
    }
    return name;
}

namespace {

// A level may contain itself, as groups do.
void add_words(const Grammar& level, std::vector<const Grammar*>& seen, std::vector<std::string_view>& words)
{
    if (std::find(seen.begin(), seen.end(), &level) != seen.end())
        return;
    seen.push_back(&level);
    const auto add = [&](const Keyword& keyword) {
        words.push_back(keyword.word);
        if (keyword.inside != nullptr)
            add_words(*keyword.inside, seen, words);
    };
    for (const Keyword& keyword : level.keywords)
        add(keyword);
    if (level.name != nullptr)
        add(*level.name);
}

}

std::vector<std::string_view> words_of(const Language& language)
{
    std::vector<const Grammar*> seen;
    std::vector<std::string_view> words;
    for (const Keyword* keyword : language.everywhere)
        words.push_back(keyword->word);
    add_words(*language.configuration, seen, words);
    return words;
}

}
