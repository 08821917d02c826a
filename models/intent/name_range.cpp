// SPDX-License-Identifier: Apache-2.0
// Expands the ranges that users write for ports and hosts, with a limit: a typo must not create a million
// names.
#include "models/intent/name_range.h"

#include "models/fabric/value/priority.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

tl::unexpected<Error> wrong(std::string_view pattern, std::string_view why)
{
    return fail(ErrorKind::invalid, fmt::format("'{}': {}", pattern, why));
}

// One item of a bracket: "7", "0-63" or "0-252/4".
struct Item {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t step = 1;
    std::size_t width = 0; ///< minimum number of digits
};

std::optional<Item> parse_item(std::string_view text)
{
    Item item;
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto step = parse_number(text.substr(slash + 1));
        if (!step || *step == 0)
            return std::nullopt;
        item.step = *step;
        text = text.substr(0, slash);
    }
    const std::size_t dash = text.find('-');
    const std::string_view low = text.substr(0, dash);
    const auto first = parse_number(low);
    const auto last = dash == std::string_view::npos ? first : parse_number(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return std::nullopt;
    item.first = *first;
    item.last = *last;
    item.width = low.size() > 1 && low.front() == '0' ? low.size() : 0;
    return item;
}

Result<std::vector<std::string>> numbers_of(std::string_view bracket, std::string_view pattern)
{
    std::vector<std::string> numbers;
    for (;;) {
        const std::size_t comma = bracket.find(',');
        const auto item = parse_item(bracket.substr(0, comma));
        if (!item)
            return wrong(pattern, "brackets hold numbers and ranges, such as [1-8], [0-252/4] or [1,3-5]");
        if ((item->last - item->first) / item->step >= most_names - numbers.size())
            return wrong(pattern, fmt::format("stands for more than {} names", most_names));
        for (std::uint64_t number = item->first;; number += item->step) {
            numbers.push_back(fmt::format("{:0{}}", number, item->width));
            if (item->last - number < item->step)
                break;
        }
        if (comma == std::string_view::npos)
            return numbers;
        bracket.remove_prefix(comma + 1);
    }
}

}

Result<std::vector<std::string>> expand_names(std::string_view pattern)
{
    std::vector<std::string> names{""};
    std::string_view rest = pattern;
    while (!rest.empty()) {
        const std::size_t open = rest.find('[');
        const std::string_view plain = rest.substr(0, open);
        if (plain.find(']') != std::string_view::npos)
            return wrong(pattern, "a bracket is closed that was not opened");
        for (std::string& name : names)
            name += plain;
        if (open == std::string_view::npos)
            return names;
        const std::size_t close = rest.find(']', open);
        if (close == std::string_view::npos)
            return wrong(pattern, "a bracket is not closed");
        const auto numbers = numbers_of(rest.substr(open + 1, close - open - 1), pattern);
        if (!numbers)
            return tl::unexpected(numbers.error());
        if (numbers->size() > most_names / names.size())
            return wrong(pattern, fmt::format("stands for more than {} names", most_names));
        std::vector<std::string> longer;
        longer.reserve(names.size() * numbers->size());
        for (const std::string& name : names) {
            for (const std::string& number : *numbers)
                longer.push_back(name + number);
        }
        names = std::move(longer);
        rest = rest.substr(close + 1);
    }
    return names;
}

}
