// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

/// Character classes of ASCII, and functions that trim and split text by them. Nothing depends on the locale;
/// bytes above 127 are in no class.
///
/// Formats differ in what counts as a blank. The functions therefore take the class as a parameter, and each
/// caller names the one of its format: `trimmed(line, ascii::is_blank)`.
namespace rocelint::ascii {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_octal_digit(char c) { return c >= '0' && c <= '7'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
[[nodiscard]] constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

/// Space or tab: what separates words within a line.
[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A blank, or the carriage return before the end of a line that came from DOS or a terminal.
[[nodiscard]] constexpr bool is_blank_or_cr(char c) { return is_blank(c) || c == '\r'; }

/// A blank or an end of line. These four are also the white space of JSON and XML.
[[nodiscard]] constexpr bool is_white(char c) { return is_blank_or_cr(c) || c == '\n'; }

/// White space according to isspace() in the C locale: also vertical tab and form feed.
[[nodiscard]] constexpr bool is_c_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The value of a hexadecimal digit in either case, or -1 for any other character.
[[nodiscard]] constexpr int hex_value(char c)
{
    return is_digit(c)         ? c - '0'
        : c >= 'a' && c <= 'f' ? c - 'a' + 10
        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                               : -1;
}

[[nodiscard]] constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
[[nodiscard]] constexpr char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

/// The text with its letters in lower case.
[[nodiscard]] inline std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

/// The text with its letters in upper case.
[[nodiscard]] inline std::string uppered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), upper);
    return out;
}

/// Whether the text has at least one character, and digits only.
[[nodiscard]] constexpr bool is_number(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// Whether the character is to be removed. `cut` is a class (is_blank) or a single character.
template <class Cut>
constexpr bool is_cut(char c, Cut cut)
{
    if constexpr (std::same_as<Cut, char>)
        return c == cut;
    else
        return cut(c);
}

/// The text without its leading characters of a class.
[[nodiscard]] constexpr std::string_view trimmed_front(std::string_view text, auto cut)
{
    while (!text.empty() && is_cut(text.front(), cut))
        text.remove_prefix(1);
    return text;
}

/// The text without its trailing characters of a class.
[[nodiscard]] constexpr std::string_view trimmed_back(std::string_view text, auto cut)
{
    while (!text.empty() && is_cut(text.back(), cut))
        text.remove_suffix(1);
    return text;
}

/// The text without its leading and trailing characters of a class. If nothing is left, returns an empty view
/// at its start, so that its place in a file stays known.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text, auto cut)
{
    return trimmed_front(trimmed_back(text, cut), cut);
}

/// The text before its first character of a class, or all of it. Empty if the text begins with such a
/// character.
[[nodiscard]] constexpr std::string_view first_word(std::string_view text, auto gap)
{
    std::size_t size = 0;
    while (size < text.size() && !is_cut(text[size], gap))
        ++size;
    return text.substr(0, size);
}

/// Removes the first word and the characters of the class before it from the text, and returns the word.
/// Empty if there is no further word.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text, auto gap)
{
    text = trimmed_front(text, gap);
    const std::string_view word = first_word(text, gap);
    text.remove_prefix(word.size());
    return word;
}

/// Removes the text before the separator, and the separator itself, and returns that text; without a
/// separator, takes all of it. For lists in which empty cells count; only an empty text has no cells.
[[nodiscard]] constexpr std::string_view take_until(std::string_view& text, char separator)
{
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view cell = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return cell;
}

/// Removes the first line from the text and returns it, without its end ("\n" or "\r\n").
[[nodiscard]] constexpr std::string_view take_line(std::string_view& text)
{
    std::string_view line = take_until(text, '\n');
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

}
