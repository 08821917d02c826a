// SPDX-License-Identifier: Apache-2.0
// The words and numbers that cmdlets show and take.
#include "drivers/windows_host/facts.h"
#include "models/text/ascii.h"

namespace rocelint::windows_host {
std::optional<PrioritySet> priorities_in(std::string_view text)
{
    PrioritySet set;
    if (text.empty())
        return std::nullopt;
    while (!text.empty()) {
        const std::string_view part = ascii::trimmed(ascii::take_until(text, ','), ascii::is_blank);
        const std::size_t dash = part.find('-');
        const auto first = priority_in(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : priority_in(part.substr(dash + 1));
        if (!first || !last || *last < *first)
            return std::nullopt;
        for (Priority priority = *first; priority <= *last; ++priority)
            set.insert(priority);
    }
    return set;
}

std::optional<Priority> priority_in(std::string_view text)
{
    const auto number = number_in(text, 7);
    return number ? std::optional(static_cast<Priority>(*number)) : std::nullopt;
}

std::optional<SchedulerKind> algorithm_in(std::string_view text)
{
    // Exported objects hold the numbers of MSFT_NetQosTrafficClassSettingData.
    if (same_name(text, "ETS") || text == "2")
        return SchedulerKind::weighted;
    if (same_name(text, "Strict") || text == "0")
        return SchedulerKind::strict;
    return std::nullopt;
}

std::optional<bool> truth_of(std::string_view text)
{
    text = ascii::trimmed_front(text, '$');
    if (same_name(text, "True"))
        return true;
    return same_name(text, "False") ? std::optional(false) : std::nullopt;
}

std::optional<std::uint32_t> number_in(std::string_view text, std::uint32_t most)
{
    if (text.starts_with('{') && text.ends_with('}'))
        text = text.substr(1, text.size() - 2);
    constexpr std::size_t longest = 9;
    if (!ascii::is_number(text) || text.size() > longest)
        return std::nullopt;
    std::uint32_t number = 0;
    for (const char digit : text)
        number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    return number <= most ? std::optional(number) : std::nullopt;
}

}
