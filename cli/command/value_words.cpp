// SPDX-License-Identifier: Apache-2.0
// Parses values as people type them ("30", "30m", "2km"), within bounds; an error names the option and shows
// a valid value.
#include "cli/command/value_words.h"

#include "models/fabric/priority.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::uint32_t longest_cable = 200'000;
constexpr std::uint32_t default_sweep_step = 25;

tl::unexpected<std::string> refused(std::string why) { return tl::unexpected<std::string>(std::move(why)); }

}

std::optional<std::string> refuse_word(std::string_view option, const std::string& word, const Choice& choice)
{
    if (std::ranges::find(choice.known, word) != choice.known.end())
        return std::nullopt;
    const std::string list = fmt::format("{}", fmt::join(choice.known, ", "));
    if (std::ranges::find(choice.later, word) != choice.later.end())
        return fmt::format("{} {} is not in this version; it has {}", option, word, list);
    const std::string_view near = nearest(word, choice.known);
    return near.empty() ? fmt::format("{} cannot be '{}'; it is one of {}", option, word, list)
                        : fmt::format("{} cannot be '{}'; did you mean '{}'?", option, word, near);
}

Parsed<std::uint64_t> parse_whole(
    std::string_view option, const std::string& word, std::uint64_t least, std::uint64_t most)
{
    const auto number = parse_number(word);
    if (!number || *number < least || *number > most)
        return refused(
            fmt::format("{} cannot be '{}'; it is a whole number from {} to {}", option, word, least, most));
    return *number;
}

Parsed<Metres> parse_length(std::string_view option, const std::string& word)
{
    std::string_view digits = word;
    std::uint64_t factor = 1;
    if (digits.ends_with("km")) {
        factor = 1000;
        digits.remove_suffix(2);
    } else if (digits.ends_with('m')) {
        digits.remove_suffix(1);
    }
    const auto number = parse_number(digits);
    if (!number)
        return refused(fmt::format("{} cannot be '{}'; write a length such as 30m or 2km", option, word));
    if (*number > longest_cable / factor)
        return refused(fmt::format(
            "{} {} is longer than {} km, the longest that is computed", option, word, longest_cable / 1000));
    return Metres{static_cast<std::uint32_t>(*number * factor)};
}

Parsed<CableRange> parse_cables(const std::string& word)
{
    constexpr std::string_view what = "cable=";
    const std::size_t dots = word.find("..");
    if (!word.starts_with(what) || dots == std::string::npos)
        return refused(fmt::format("--sweep cannot be '{}'; write cable=5..300 or cable=5..300:10", word));
    const std::size_t colon = word.find(':', dots);
    const auto from = parse_length("--sweep", word.substr(what.size(), dots - what.size()));
    const auto to = parse_length(
        "--sweep", word.substr(dots + 2, colon == std::string::npos ? colon : colon - dots - 2));
    if (!from || !to)
        return refused(from ? to.error() : from.error());
    CableRange cables{*from, *to, default_sweep_step};
    if (colon != std::string::npos) {
        const auto step = parse_length("--sweep", word.substr(colon + 1));
        if (!step)
            return refused(step.error());
        cables.step = step->count;
    }
    constexpr std::uint32_t most_rows = 10'000;
    if (cables.to < cables.from || cables.step == 0
        || (cables.to.count - cables.from.count) / cables.step >= most_rows)
        return refused(fmt::format(
            "--sweep cannot be '{}'; it goes from the shorter cable to the longer, in at most {} steps of 1 m or more",
            word,
            most_rows));
    return cables;
}

}
