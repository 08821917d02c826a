// SPDX-License-Identifier: Apache-2.0
// Copies of one text in a YAML file. The text keeps its places in its lines, whatever YAML folds or quotes, and marks of templates become variables of the shell of the same length.
#include "drivers/linux_host/config/embedded_text.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <map>

namespace rocelint::linux_host {
namespace {

constexpr std::string_view opens_mark = "{{";
constexpr std::string_view closes_mark = "}}";

bool begins_with_block(std::string_view text) { return text.starts_with('|') || text.starts_with('>'); }

std::size_t begin_of_line(std::string_view text, std::size_t at)
{
    const std::size_t feed = text.substr(0, at).rfind('\n');
    return feed == std::string_view::npos ? 0 : feed + 1;
}

// With its line feed.
std::size_t end_of_line(std::string_view text, std::size_t at)
{
    const std::size_t feed = text.find('\n', at);
    return feed == std::string_view::npos ? text.size() : feed + 1;
}

// Whether a value means the same where the shell puts it in place of a mark.
bool is_plain_value(std::string_view value)
{
    return std::ranges::all_of(value, [](char c) {
        return ascii::is_letter_or_digit(c)
            || std::string_view(" _-./:,=+@%").find(c) != std::string_view::npos;
    });
}

// The name of a shell variable that is as long as `${name}` has to be to replace a mark.
std::string name_for(std::string_view expression, std::size_t length)
{
    std::string name(expression.substr(0, length));
    std::ranges::replace_if(
        name, [](char c) { return !ascii::is_letter_or_digit(c) && c != '_'; }, '_');
    if (name.empty() || ascii::is_digit(name.front()))
        name.insert(name.begin(), '_');
    name.resize(length, '_');
    return name;
}

}

EmbeddedTexts::Copy EmbeddedTexts::copy_of(const Node& node, bool joins_lines)
{
    const Source& source = *file_.tree->source;
    const std::string_view text = source.text();
    Copy copy;
    std::size_t begin = node.value_offset;
    const std::size_t end = begin + node.value_length;
    if (!node.is_scalar() || end > text.size()) {
        copy.readable = false;
        return copy;
    }
    const char quote = begin > 0 ? text[begin - 1] : '\0';
    const std::string_view written = text.substr(begin, node.value_length);
    // Escapes make the text shorter than it is written.
    copy.readable = !(quote == '"' && written.find('\\') != std::string_view::npos)
        && !(quote == '\'' && written.find("''") != std::string_view::npos) && !written.starts_with('*');
    if (begins_with_block(written)) {
        joins_lines = joins_lines || written.front() == '>';
        begin = std::min(text.find('\n', begin), end);
    } else {
        joins_lines = true;
    }
    const std::size_t base = begin_of_line(text, begin);
    copy.base = static_cast<std::uint32_t>(base);
    copy.begin = static_cast<std::uint32_t>(begin - base);
    copy.end = static_cast<std::uint32_t>(end - base);
    copy.text.assign(end_of_line(text, end) - base, ' ');
    for (std::size_t at = base; at < base + copy.text.size(); ++at) {
        const bool inside = at >= begin && at < end;
        const bool is_end = text[at] == '\n' || text[at] == '\r';
        if (inside ? !is_end || !joins_lines : text[at] == '\n')
            copy.text[at - base] = text[at];
    }
    fill_marks(copy);
    return copy;
}

EmbeddedTexts::Copy EmbeddedTexts::copy_of_words(const Node& node) const
{
    const std::string_view text = file_.tree->source->text();
    Copy copy;
    copy.readable = node.first != nullptr;
    std::size_t from = text.size();
    std::size_t to = 0;
    const auto has_place = [&text](const Node& word) {
        return word.is_scalar() && word.value_offset > 0
            && std::size_t{word.value_offset} + word.value_length < text.size();
    };
    for (const Node& word : node) {
        if (!has_place(word))
            continue;
        from = std::min(from, std::size_t{word.value_offset} - 1);
        to = std::max(to, std::size_t{word.value_offset} + word.value_length + 1);
    }
    copy.base = static_cast<std::uint32_t>(from);
    copy.text.assign(to > from ? to - from : 0, ' ');
    std::size_t used = 0; // up to here characters of the file are taken
    for (const Node& word : node) {
        if (!has_place(word)) {
            copy.readable = false;
            return copy;
        }
        const std::size_t begin = word.value_offset;
        const std::size_t end = begin + word.value_length;
        const std::string_view written = text.substr(begin, end - begin);
        const bool has_single = written.find('\'') != std::string_view::npos;
        const bool needs_quotes = !is_plain_value(written) || written.find(' ') != std::string_view::npos;
        // A quote takes the place of the blank, bracket, comma or quote at each side of the word.
        const std::size_t first = needs_quotes ? begin - 1 : begin;
        if ((has_single && written.find_first_of("\"\\$`") != std::string_view::npos)
            || written.find_first_of("\n\\") != std::string_view::npos
            || written.find(opens_mark) != std::string_view::npos || written.starts_with('*')
            || (used > 0 && first <= used))
            copy.readable = false;
        const std::size_t mark = written.find(opens_mark);
        const std::size_t close = mark == std::string_view::npos ? mark : written.find(closes_mark, mark);
        if (close != std::string_view::npos && !copy.unfilled.somewhere())
            copy.unfilled = {file_.tree->source->id(),
                static_cast<std::uint32_t>(begin + mark),
                static_cast<std::uint32_t>(close + closes_mark.size() - mark)};
        copy.text.replace(begin - from, written.size(), written);
        if (needs_quotes) {
            copy.text[begin - 1 - from] = has_single ? '"' : '\'';
            copy.text[end - from] = copy.text[begin - 1 - from];
        }
        if (used == 0)
            copy.begin = static_cast<std::uint32_t>(first - from);
        used = needs_quotes ? end + 1 : end;
        copy.end = static_cast<std::uint32_t>(used - from);
    }
    return copy;
}

void EmbeddedTexts::fill_marks(Copy& copy)
{
    if (!fill_in_)
        return;
    std::map<std::string, std::string_view> names; // with their expressions
    const Source& source = *file_.tree->source;
    const auto span = [&](std::size_t at, std::size_t end) {
        return Span{
            source.id(), copy.base + static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end - at)};
    };
    for (std::size_t at = copy.text.find('{', copy.begin); at < copy.end; at = copy.text.find('{', at + 1)) {
        const std::string_view rest = std::string_view(copy.text).substr(at, copy.end - at);
        if (rest.starts_with("{%") || rest.starts_with("{#")) {
            const std::size_t end = std::min(rest.find('}'), rest.size() - 1) + 1;
            copy.has_marks = true;
            copy.readable = false;
            copy.unfilled = span(at, at + end);
            return;
        }
        if (!rest.starts_with(opens_mark))
            continue;
        const std::size_t close = rest.find(closes_mark);
        copy.has_marks = true;
        if (close == std::string_view::npos || close <= opens_mark.size()) {
            copy.readable = false;
            return;
        }
        const std::size_t length = close + closes_mark.size();
        const std::string_view expression = ascii::trimmed(
            source.text().substr(copy.base + at + opens_mark.size(), close - opens_mark.size()),
            ascii::is_white);
        constexpr std::size_t around = 3; // of "${name}"
        const std::string name = name_for(expression, length - around);
        if (names.try_emplace(name, expression).first->second != expression)
            copy.readable = false;
        std::optional<std::string> value = fill_in_(expression);
        if (value && is_plain_value(*value))
            copy.variables.push_back({arena_.keep(name), arena_.keep(*value)});
        else if (!copy.unfilled.somewhere())
            copy.unfilled = span(at, at + length);
        copy.text.replace(at, length, "${" + name + "}");
        at += length - 1;
    }
}

}
