// SPDX-License-Identifier: Apache-2.0
// Answers of a live switch whose form no document shows: each is taken in several forms, and never guessed at.
#include "drivers/nvue/live/live_answers.h"

#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace rocelint::nvue {
namespace {

using std::chrono::seconds;

// What a document of NVUE has around its statements: `nv config show` in the NVIDIA NVUE reference, Config
// Commands.
constexpr std::string_view frame_words[]{
    "---", "...", "[]", "{}", "null", "header:", "model:", "nvue-api-version:", "rev-id:", "version:"};
constexpr std::string_view statement_words[]{"set:", "unset:", "nv set ", "nv unset "};
constexpr std::string_view empty_parts[]{"set: {}", "unset: {}", "set: null", "unset: null"};

constexpr std::pair<std::string_view, std::uint64_t> time_units[]{{"s", 1},
    {"sec", 1},
    {"secs", 1},
    {"second", 1},
    {"seconds", 1},
    {"m", 60},
    {"min", 60},
    {"mins", 60},
    {"minute", 60},
    {"minutes", 60},
    {"h", 3600},
    {"hr", 3600},
    {"hour", 3600},
    {"hours", 3600}};

// The length of a unit in seconds; 0 for any other word.
std::uint64_t length_of_unit(std::string_view word)
{
    const auto unit = std::ranges::find_if(time_units, [&](const auto& each) {
        return std::ranges::equal(each.first, word, {}, ascii::lower, ascii::lower);
    });
    return unit == std::end(time_units) ? 0 : unit->second;
}

std::string_view take_letters(std::string_view& text)
{
    std::size_t length = 0;
    while (length < text.size() && ascii::is_letter(text[length]))
        ++length;
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

// Digits beyond the ninth do not count: no timer runs that long.
std::uint64_t take_digits(std::string_view& text)
{
    constexpr int most = 9;
    std::uint64_t number = 0;
    for (int taken = 0; !text.empty() && ascii::is_digit(text.front()); ++taken) {
        if (taken < most)
            number = number * 10 + static_cast<std::uint64_t>(text.front() - '0');
        text.remove_prefix(1);
    }
    return number;
}

// The part of a second behind the point.
void skip_fraction(std::string_view& text)
{
    if (text.size() > 1 && text.front() == '.' && ascii::is_digit(text[1])) {
        text.remove_prefix(1);
        (void)take_digits(text);
    }
}

}

Difference difference_in(std::string_view printed)
{
    bool all_known = true;
    while (!printed.empty()) {
        std::string_view line = ascii::trimmed(ascii::take_line(printed), ascii::is_blank);
        // The items of a list, and the signs of a comparison by lines.
        while (line.starts_with("- ") || line.starts_with("+ "))
            line = ascii::trimmed(line.substr(2), ascii::is_blank);
        const auto begins = [&](std::string_view word) { return line.starts_with(word); };
        if (line.empty() || std::ranges::find(empty_parts, line) != std::end(empty_parts))
            continue;
        if (std::ranges::any_of(statement_words, begins))
            return Difference::some;
        all_known = all_known && std::ranges::any_of(frame_words, begins);
    }
    return all_known ? Difference::none : Difference::unclear;
}

std::vector<seconds> times_in(std::string_view printed)
{
    std::vector<seconds> times;
    std::uint64_t unit = 0; // of the part before, of a length that has several
    while (!printed.empty()) {
        if (!ascii::is_digit(printed.front())) {
            const std::string_view word = take_letters(printed);
            if (word.empty())
                printed.remove_prefix(1);
            else if (word != "and")
                unit = 0;
            continue;
        }
        std::uint64_t number = take_digits(printed);
        if (printed.size() > 1 && printed.front() == ':' && ascii::is_digit(printed[1])) {
            while (printed.size() > 1 && printed.front() == ':' && ascii::is_digit(printed[1])) {
                printed.remove_prefix(1);
                number = number * 60 + take_digits(printed);
            }
            skip_fraction(printed);
            times.emplace_back(number);
            unit = 0;
            continue;
        }
        skip_fraction(printed);
        while (!printed.empty() && printed.front() == ' ')
            printed.remove_prefix(1);
        const std::uint64_t length = length_of_unit(take_letters(printed));
        const seconds part(number * length);
        if (length != 0 && unit > length)
            times.back() += part;
        else if (length != 0)
            times.push_back(part);
        unit = length;
    }
    return times;
}

Objection timer_objection(std::string_view printed, seconds window, seconds passed)
{
    // An answer in whole seconds may be rounded, and comes some time after it was asked for.
    constexpr seconds rounding(1);
    constexpr seconds late(5);
    constexpr std::size_t shown = 200;
    const std::vector<seconds> times = times_in(printed);
    const std::string answer = redact(
        std::string(ascii::trimmed(printed.substr(0, std::min(printed.find('\n'), shown)), ascii::is_blank)));
    if (times.empty())
        return Objection(fmt::format(
            "`nv config apply --confirm-status` printed \"{}\", and when the switch rolls back is not understood from that",
            answer));
    const auto wrong = std::ranges::find_if(times, [&](seconds left) {
        return left > window + rounding || left + passed + late < window || left == seconds(0);
    });
    if (wrong == times.end())
        return {};
    return Objection(
        fmt::format("the rollback was asked for after {} s, and {} s later the switch says \"{}\"",
            window.count(),
            passed.count(),
            answer));
}

}
