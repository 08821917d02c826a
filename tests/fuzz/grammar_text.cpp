// SPDX-License-Identifier: Apache-2.0
// Texts that random bytes never reach: configurations in which every line is spelt correctly, but whose combination makes odd
// sense.
#include "tests/fuzz/grammar_text.h"

#include <algorithm>
#include <set>

namespace rocelint::fuzz {
namespace {

constexpr std::string_view numbers[]{"0",
    "1",
    "3",
    "7",
    "8",
    "26",
    "48",
    "63",
    "64",
    "100",
    "101",
    "255",
    "1000",
    "9216",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "0.5",
    "3-4",
    "3,4",
    "0-7",
    "0-63",
    "63-0"};

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

bool is_part_of_word(char c)
{
    constexpr std::string_view others = " \t{}[]();,\"'=|<>";
    return others.find(c) == std::string_view::npos;
}

std::vector<std::string> words_in(std::string_view text)
{
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_part_of_word(text[end]))
            ++end;
        if (end > at)
            words.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// Replaces one word of the line.
void change_word(std::string& line, const WordPool& pool, Choices& choices)
{
    const std::vector<std::string> words = words_in(line);
    if (words.empty())
        return;
    const std::string& old = choices.pick(words);
    const bool number = old.find_first_not_of("0123456789.,-") == std::string::npos;
    line.replace(line.find(old), old.size(), number ? WordPool::number(choices) : pool.any(choices));
}

std::string statements_of(const Driver& driver, const WordPool& pool, Choices& choices)
{
    if (driver.name == "junos")
        return junos_text(pool, choices);
    if (driver.name == "srlinux")
        return srlinux_text(pool, choices);
    if (driver.name == "nvue")
        return nvue_text(pool, choices);
    return line_text(driver.name, pool, choices);
}

}

WordPool::WordPool(std::string_view text)
{
    std::set<std::string> all{"A", "B"};
    for (const std::string& line : lines_of(text)) {
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        lines_.push_back(line.substr(first));
        const std::vector<std::string> words = words_in(line);
        all.insert(words.begin(), words.end());
    }
    words_.assign(all.begin(), all.end());
}

std::string WordPool::any(Choices& choices) const
{
    return choices.chance(64) ? number(choices) : choices.pick(words_);
}

std::string WordPool::behind(std::string_view stem, Choices& choices) const
{
    std::vector<std::string> found;
    for (const std::string& line : lines_) {
        if (!line.starts_with(stem) || line.size() <= stem.size() + 1)
            continue;
        const std::vector<std::string> words = words_in(std::string_view(line).substr(stem.size()));
        if (!words.empty())
            found.push_back(words.front());
    }
    return found.empty() || choices.chance(48) ? any(choices) : choices.pick(found);
}

std::string WordPool::number(Choices& choices) { return std::string(choices.pick(numbers)); }

std::string shuffled_lines(std::string_view text, const WordPool& pool, Choices& choices)
{
    std::vector<std::string> lines = lines_of(text);
    for (std::size_t times = choices.below(6) + 1; times > 0 && !lines.empty(); --times) {
        const auto at = lines.begin() + static_cast<std::ptrdiff_t>(choices.below(lines.size()));
        const auto to = lines.begin() + static_cast<std::ptrdiff_t>(choices.below(lines.size()));
        switch (choices.below(5)) {
        case 0:
            lines.erase(at);
            break;
        case 1:
            lines.insert(at, std::string(*to));
            break;
        case 2:
            std::swap(*at, *to);
            break;
        default:
            change_word(*at, pool, choices);
        }
    }
    return joined(lines);
}

std::string base_text(const Driver& driver, std::string_view name)
{
    std::string text(driver.base_example);
    constexpr std::string_view placeholder = "@NAME@";
    for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder))
        text.replace(at, placeholder.size(), name);
    return text;
}

std::string grammar_text(const Driver& driver, std::string_view name, Choices& choices)
{
    std::string base = base_text(driver, name);
    const WordPool pool(base);
    if (base.starts_with("{"))
        return sonic_text(std::move(base), pool, choices);
    const std::string statements = statements_of(driver, pool, choices);
    if (statements.empty() || choices.chance(96))
        base = shuffled_lines(base, pool, choices);
    if (choices.chance(24))
        base.clear();
    return choices.chance(64) ? statements + base : base + statements;
}

}
