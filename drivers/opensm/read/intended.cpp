// SPDX-License-Identifier: Apache-2.0
// Values written by people who know the files of other programs. Only unambiguous ones: for a number that is
// out of range, nothing shows which number was meant.
#include "drivers/opensm/read/intended.h"

#include "drivers/opensm/read/file_kind.h"
#include "drivers/opensm/read/option_value.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

using catalog::OpensmType;

constexpr std::array<std::string_view, 5> yes_words{"true", "yes", "on", "1", "enabled"};
constexpr std::array<std::string_view, 5> no_words{"false", "no", "off", "0", "disabled"};

template <class Words>
std::string_view same_word(const Words& words, std::string_view text)
{
    const auto found = std::ranges::find_if(
        words, [text](std::string_view word) { return equal_ignoring_case(word, text); });
    return found == words.end() ? std::string_view{} : *found;
}

bool is_good(const catalog::OpensmOption& option, std::string_view text)
{
    return evaluate(option, text, option.fallback, true).misread == SmMisread::none;
}

// Returns the number without leading zeros, which make it octal or invalid.
std::string_view without_zeros(std::string_view text)
{
    if (text.size() < 2 || text.front() != '0'
        || text.find_first_not_of("0123456789") != std::string_view::npos)
        return {};
    return text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
}

}

std::string_view intended(const catalog::OpensmOption& option, std::string_view text)
{
    if (option.secret)
        return {};
    if (text.starts_with('=')) {
        text = trimmed(text.substr(1));
        return !text.empty() && is_good(option, text) ? text : intended(option, text);
    }
    std::string_view meant;
    if (option.type == OpensmType::boolean && !same_word(yes_words, text).empty())
        meant = "TRUE";
    else if (option.type == OpensmType::boolean && !same_word(no_words, text).empty())
        meant = "FALSE";
    else if (option.type == OpensmType::word)
        meant = same_word(option.words, text);
    else if (catalog::largest_of(option.type) != 0)
        meant = without_zeros(text);
    return !meant.empty() && is_good(option, meant) ? meant : std::string_view{};
}

}
