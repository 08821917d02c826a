// SPDX-License-Identifier: Apache-2.0
// Ranges and lists of interfaces, as switches of the Cisco family of command lines write them.
#include "drivers/line_cli/grammar/port_ranges.h"

#include "models/fabric/value/priority.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::line_cli {
namespace {

// The slash-separated numbers of a port ("3/1/2"), of which at most one may be a range.
struct PortNumbers {
    static constexpr std::size_t most = 4;
    std::array<std::uint32_t, most> number{};
    std::size_t depth = 0;
};

std::optional<PortNumbers> parse_port_numbers(std::string_view text)
{
    PortNumbers numbers;
    while (true) {
        const std::size_t slash = text.find('/');
        const auto number = parse_number(text.substr(0, slash));
        constexpr std::uint64_t largest = 1'000'000;
        if (!number || *number > largest || numbers.depth == PortNumbers::most)
            return std::nullopt;
        numbers.number[numbers.depth++] = static_cast<std::uint32_t>(*number);
        if (slash == std::string_view::npos)
            return numbers;
        text.remove_prefix(slash + 1);
    }
}

void append_port(std::vector<std::string>& names, std::string_view word, const PortNumbers& numbers)
{
    std::string name(word);
    for (std::size_t at = 0; at < numbers.depth; ++at)
        name += fmt::format("{}{}", at == 0 ? "" : "/", numbers.number[at]);
    names.push_back(std::move(name));
}

// "3/1-4" counts in its last number; "1/1-4/1" counts in the only number in which its ends differ.
bool append_ports(
    std::vector<std::string>& names, std::string_view word, std::string_view part, std::size_t limit)
{
    const std::size_t dash = part.find('-');
    const auto from = parse_port_numbers(part.substr(0, dash));
    if (!from)
        return false;
    if (dash == std::string_view::npos) {
        append_port(names, word, *from);
        return names.size() <= limit;
    }
    const auto to = parse_port_numbers(part.substr(dash + 1));
    if (!to)
        return false;
    std::size_t moving = from->depth - 1;
    if (to->depth > 1) {
        if (to->depth != from->depth)
            return false;
        std::size_t differing = 0;
        for (std::size_t at = 0; at < from->depth; ++at) {
            if (from->number[at] != to->number[at]) {
                moving = at;
                ++differing;
            }
        }
        if (differing > 1)
            return false;
    }
    const std::uint32_t last = to->depth > 1 ? to->number[moving] : to->number[0];
    const std::uint32_t first = from->number[moving];
    if (last < first || last - first >= limit || names.size() + (last - first + 1) > limit)
        return false;
    PortNumbers numbers = *from;
    for (std::uint32_t number = first; number <= last; ++number) {
        numbers.number[moving] = number;
        append_port(names, word, numbers);
    }
    return true;
}

}

bool is_port_range(std::string_view header)
{
    const auto digit = std::ranges::find_if(header, [](char c) { return c >= '0' && c <= '9'; });
    const std::string_view numbers = header.substr(static_cast<std::size_t>(digit - header.begin()));
    return header.find(' ') != std::string_view::npos
        || numbers.find_first_of("-,") != std::string_view::npos;
}

std::optional<std::vector<std::string>> expand_ports(std::string_view header, std::size_t limit)
{
    std::string compact;
    compact.reserve(header.size());
    for (const char c : header) {
        if (c != ' ' && c != '\t')
            compact += c;
    }
    std::vector<std::string> names;
    std::string_view rest = compact;
    std::string_view word;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        std::string_view part = rest.substr(0, comma);
        const std::size_t digit = part.find_first_of("0123456789");
        if (digit == std::string_view::npos)
            return std::nullopt;
        if (digit > 0)
            word = part.substr(0, digit);
        part.remove_prefix(digit);
        // The name of a subinterface has a point, that of a breakout port a colon. A running-config prints
        // neither of them in ranges.
        if (part.find_first_of(".:") != std::string_view::npos) {
            if (part.find('-') != std::string_view::npos)
                return std::nullopt;
            names.push_back(std::string(word) + std::string(part));
        } else if (!append_ports(names, word, part, limit)) {
            return std::nullopt;
        }
        if (names.size() > limit)
            return std::nullopt;
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
    return names.empty() ? std::nullopt : std::optional(std::move(names));
}

namespace {

const KindWord* row_of_letters(std::string_view letters, std::span<const KindWord> words)
{
    while (letters.ends_with(' '))
        letters.remove_suffix(1);
    constexpr std::size_t shortest = 2; // the shortest that devices themselves print
    const auto known = std::ranges::find_if(words, [&](const KindWord& kind) {
        return letters.size() >= shortest && letters.size() <= kind.word.size()
            && equal_ignoring_case(kind.word.substr(0, letters.size()), letters);
    });
    return known == words.end() ? nullptr : &*known;
}

}

PortKind kind_of_name(std::string_view name, PortKind type)
{
    const bool has_parts = type == PortKind::physical || type == PortKind::lag;
    return has_parts && name.find('.') != std::string_view::npos ? PortKind::subinterface : type;
}

PortKind kind_by_word(std::string_view name, std::span<const KindWord> words)
{
    const KindWord* row = row_of_letters(name.substr(0, name.find_first_of("0123456789")), words);
    return row == nullptr ? PortKind::other : kind_of_name(name, row->kind);
}

BitsPerSecond speed_by_word(std::string_view name, std::span<const KindWord> words)
{
    constexpr std::uint64_t gigabit = 1'000'000'000;
    const KindWord* row = row_of_letters(name.substr(0, name.find_first_of("0123456789")), words);
    return row == nullptr ? BitsPerSecond{} : BitsPerSecond{row->gigabits * gigabit};
}

std::string_view word_of_letters(std::string_view letters, std::span<const KindWord> words)
{
    const KindWord* row = row_of_letters(letters, words);
    return row == nullptr ? std::string_view{} : row->word;
}

}
