// SPDX-License-Identifier: Apache-2.0
// "Did you mean" for everything that users type. Suggests nothing if no known word is similar enough, because
// that would mislead.
#include "models/text/nearest.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace rocelint {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t column = 0; column <= b.size(); ++column)
        row[column] = column;
    for (std::size_t line = 1; line <= a.size(); ++line) {
        std::size_t diagonal = row[0];
        row[0] = line;
        for (std::size_t column = 1; column <= b.size(); ++column) {
            const std::size_t above = row[column];
            const std::size_t change = ascii::lower(a[line - 1]) == ascii::lower(b[column - 1]) ? 0 : 1;
            row[column] = std::min({above + 1, row[column - 1] + 1, diagonal + change});
            diagonal = above;
        }
    }
    return row[b.size()];
}

// Digits name a generation or a port, so of two equally near words, the one with the same digits wins.
bool same_digits(std::string_view a, std::string_view b)
{
    const auto digits = [](std::string_view word) {
        std::string found;
        for (const char c : word) {
            if (ascii::is_digit(c))
                found += c;
        }
        return found;
    };
    return digits(a) == digits(b);
}

// Matches one character against the beginning of the pattern. Returns the length of the pattern used, 0 for
// no match.
std::size_t match_one(std::string_view pattern, char c)
{
    if (pattern[0] == '?')
        return 1;
    if (pattern[0] == '[') {
        const std::size_t close = pattern.find(']', 1);
        if (close != std::string_view::npos) {
            for (std::size_t at = 1; at < close; ++at) {
                if (at + 2 < close && pattern[at + 1] == '-') {
                    if (ascii::lower(pattern[at]) <= ascii::lower(c)
                        && ascii::lower(c) <= ascii::lower(pattern[at + 2]))
                        return close + 1;
                    at += 2;
                } else if (ascii::lower(pattern[at]) == ascii::lower(c)) {
                    return close + 1;
                }
            }
            return 0;
        }
    }
    return ascii::lower(pattern[0]) == ascii::lower(c) ? 1 : 0;
}

}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known)
{
    return nearest(word, known, 1 + word.size() / 3);
}

std::string_view nearest(
    std::string_view word, std::span<const std::string_view> known, std::size_t most_letters)
{
    constexpr std::size_t longest_worth_comparing = 64;
    if (word.empty() || word.size() > longest_worth_comparing)
        return {};
    std::string_view best;
    std::size_t best_distance = most_letters;
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        const bool as_near = distance == best_distance
            && (best.empty() || (!same_digits(word, best) && same_digits(word, candidate)));
        if (distance < best_distance || as_near) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

bool equal_ignoring_case(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return ascii::lower(x) == ascii::lower(y); });
}

bool glob_match(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
            continue;
        }
        const std::size_t used = p < pattern.size() ? match_one(pattern.substr(p), text[t]) : 0;
        if (used != 0) {
            p += used;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

}
