// SPDX-License-Identifier: Apache-2.0
// Lines of `set /` for paths, with the ranges of the grammar.
#include "drivers/srlinux/set_text.h"

#include "drivers/srlinux/grammar.h"
#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::srlinux {

void SetText::say(std::vector<std::string> path)
{
    const Grammar* level = language.configuration;
    for (std::size_t at = 0; level != nullptr && at < path.size(); ++at) {
        const Keyword* keyword = level->find(path[at]);
        level = keyword == nullptr ? nullptr : keyword->inside;
        if (keyword == nullptr || keyword->form == Form::block || at + 1 == path.size())
            continue;
        ++at;
        const auto number = keyword->limit == nullptr ? std::nullopt : parse_number(path[at]);
        if (number && !keyword->limit->takes_unsigned(*number)) {
            const auto wanted = static_cast<std::int64_t>(std::min<std::uint64_t>(*number, INT64_MAX));
            leave_out(rounded(*keyword->limit, keyword->word, wanted));
            path[at] = fmt::format("{}", keyword->limit->nearest(wanted));
        }
    }
    text_ += "set /";
    for (const std::string& word : path)
        text_ += " " + hierarchy::quoted(word);
    text_ += "\n";
}

void SetText::leave_out(std::string sentence)
{
    if (std::ranges::find(left_out_, sentence) == left_out_.end())
        left_out_.push_back(std::move(sentence));
}

}
