// SPDX-License-Identifier: Apache-2.0
// Words for the mistakes that people make in YAML: what was expected, and which line explains it. The
// libraries say "did not find expected key" or "illegal map value".
#include "models/syntax/yaml/yaml_mistake.h"

#include "models/syntax/yaml/yaml_place.h"
#include "models/text/source.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::string_view white = " \t\r\n";

class Describer {
public:
    Describer(std::uint32_t at, const YamlContext& context)
        : at_(at), context_(context), text_(context.text), lines_(context.text)
    {
    }

    [[nodiscard]] YamlMessage message(YamlMistake mistake)
    {
        std::string words = words_of(mistake);
        return {at_, std::move(words)};
    }

private:
    [[nodiscard]] std::string words_of(YamlMistake mistake)
    {
        const std::size_t tab = context_.in_flow ? std::string_view::npos : tab_before(text_, at_);
        if (tab != std::string_view::npos && is_of_layout(mistake)) {
            at_ = static_cast<std::uint32_t>(tab);
            mistake = YamlMistake::tab;
        }
        switch (mistake) {
        case YamlMistake::tab:
            return "a tab is used as indentation here; YAML takes only spaces";
        case YamlMistake::open_quote:
            return fmt::format(
                "the quote {} opens here and is not closed", at_ < text_.size() ? text_[at_] : '"');
        case YamlMistake::escape:
            return escape();
        case YamlMistake::first_character:
            return first_character();
        case YamlMistake::entry:
            return "a list entry ('- ') cannot begin here; put it in a line of its own, or put the text in quotes";
        case YamlMistake::key:
            return key();
        case YamlMistake::structure:
            return structure();
        case YamlMistake::missing_value:
            return at_ < text_.size() ? fmt::format("a value is expected before this '{}'", text_[at_])
                                      : unclosed();
        case YamlMistake::unknown_alias:
            return "no anchor of this alias is before it; put the text in quotes if '*' is part of it";
        case YamlMistake::alias_name:
            return "a name is expected after '*' or '&'; put the text in quotes if that character is part of it";
        case YamlMistake::block_header:
            return "after '|' or '>', only '+', '-' and one digit may follow in the same line; the text begins in the next";
        case YamlMistake::end_of_line:
            return "nothing more is expected in this line";
        case YamlMistake::directive:
            return "a line that begins with '%' is a YAML directive, and only '%YAML 1.1' or '%YAML 1.2' is read; put the text in quotes if '%' is part of it";
        case YamlMistake::tag:
            return "a '!' begins a YAML tag, and this is not one; put the text in quotes if '!' is part of it";
        case YamlMistake::too_deep:
            return fmt::format("nested deeper than {} levels", max_depth);
        case YamlMistake::complex_key:
            if (at_ < text_.size() && (text_[at_] == '[' || text_[at_] == '{') && !is_closed(text_, at_))
                return unclosed(text_[at_] == '[');
            return "a key must be a single word or text, not a mapping or list; put the text in quotes if '{' or '[' is part of it";
        case YamlMistake::open_alias:
            return "this alias is inside its own anchor";
        case YamlMistake::container_alias:
            return "this alias is of a mapping or list, which is not read in this file; write out its content";
        case YamlMistake::alias_bomb:
            return "aliases repeat too much of the document";
        case YamlMistake::other:
            break;
        }
        return "this is not YAML";
    }

    [[nodiscard]] static bool is_of_layout(YamlMistake mistake)
    {
        return mistake == YamlMistake::first_character || mistake == YamlMistake::entry
            || mistake == YamlMistake::key || mistake == YamlMistake::structure;
    }

    [[nodiscard]] Position place(std::uint32_t offset) const { return lines_.position(offset); }

    // Whether only white space and comments are left.
    [[nodiscard]] bool is_at_end() const { return after_blanks(text_, at_) >= text_.size(); }

    [[nodiscard]] std::string escape()
    {
        const std::size_t found = text_.rfind('\\', at_);
        if (found == std::string_view::npos || found + 1 >= text_.size())
            return "a '\\' begins an escape here, which is not complete";
        at_ = static_cast<std::uint32_t>(found);
        const char letter = text_[found + 1];
        if (letter == 'x' || letter == 'u' || letter == 'U')
            return fmt::format("the escape '\\{}' takes {} hexadecimal digits of a character",
                letter,
                letter == 'x'       ? 2
                    : letter == 'u' ? 4
                                    : 8);
        if (static_cast<unsigned char>(letter) >= 0x7f || static_cast<unsigned char>(letter) < ' ')
            return "after '\\' comes a character that is not an escape; write '\\\\' for the character itself";
        return fmt::format(
            "'\\{0}' is not an escape of YAML; write '\\\\{0}', or put the text in single quotes", letter);
    }

    [[nodiscard]] std::string first_character()
    {
        if (at_ >= text_.size())
            return unclosed();
        if (text_[at_] == ']' || text_[at_] == '}')
            return structure_words();
        return fmt::format("a text cannot begin with '{}'; put it in quotes", text_[at_]);
    }

    // For a ':' that ends no key: the text before it cannot be a key.
    [[nodiscard]] std::string key()
    {
        const std::size_t begin = line_start(text_, at_);
        const std::string_view before = text_.substr(begin, at_ - begin);
        if (before.find(": ") != std::string_view::npos)
            return "a second ': ' in one line; put the text that it is part of in quotes";
        if (at_ < text_.size() && text_[at_] == '?')
            return "a key cannot begin here; put the text in quotes if '?' is part of it";
        const Position here = place(static_cast<std::uint32_t>(begin));
        const std::uint32_t line = line_with_text(here.line);
        if (line == 0)
            return "a key cannot end here; put the text in quotes if ':' is part of it";
        const std::string_view above = lines_.line(line);
        const std::size_t colon = above.find(':');
        const std::size_t margin = above.find_first_not_of(white);
        const bool is_entry = above.substr(margin).starts_with("-");
        if (context_.is_open && colon == std::string_view::npos && !is_entry
            && margin == before.find_first_not_of(white)) {
            at_ = lines_.start(line) + static_cast<std::uint32_t>(margin);
            return structure_words();
        }
        if (above.find(": ") == std::string_view::npos && colon != std::string_view::npos
            && colon + 1 < above.size() && above[colon + 1] != '/')
            return fmt::format(
                "a key cannot end here, because the text of line {} continues in this line: a space is missing after its ':'",
                line);
        return fmt::format(
            "a key cannot end here, because the text of line {} continues in this line; indent this line like the key that it follows",
            line);
    }

    // The nearest line above `line` that is not empty; 0 if there is none.
    [[nodiscard]] std::uint32_t line_with_text(std::uint32_t line) const
    {
        for (--line; line > 0; --line) {
            const std::string_view text = lines_.line(line);
            const std::size_t first = text.find_first_not_of(white);
            if (first != std::string_view::npos && text[first] != '#')
                return line;
        }
        return 0;
    }

    [[nodiscard]] std::string structure()
    {
        if (context_.in_flow && is_at_end() && context_.innermost != nullptr)
            return unclosed();
        return structure_words();
    }

    [[nodiscard]] std::string unclosed()
    {
        if (context_.innermost == nullptr || !context_.in_flow)
            return "the text ends here, and more is expected";
        at_ = context_.innermost->value_offset;
        return unclosed(context_.innermost->kind == Node::Kind::array);
    }

    [[nodiscard]] static std::string unclosed(bool is_list)
    {
        return fmt::format("the {} opens here with '{}' and is not closed with '{}'",
            is_list ? "list" : "mapping",
            is_list ? '[' : '{',
            is_list ? ']' : '}');
    }

    [[nodiscard]] std::string structure_words() const
    {
        const Node* inside = context_.innermost;
        const char here = at_ < text_.size() ? text_[at_] : '\0';
        const bool closes = here == ']' || here == '}';
        if (closes && !context_.in_flow)
            return fmt::format("'{}' closes nothing here; put the text in quotes if it is part of it", here);
        if (here == ':' && !context_.in_flow)
            return "a key is expected before this ':'";
        if (inside == nullptr)
            return "nothing is expected here";
        const bool is_list = inside->kind == Node::Kind::array;
        const Position opened = place(inside->value_offset);
        if (context_.in_flow)
            return fmt::format("',' or '{}' is expected here, in the {} that line {} opens",
                is_list ? ']' : '}',
                is_list ? "list" : "mapping",
                opened.line);
        if (inside->is_scalar())
            return fmt::format("nothing is expected after the value of line {}", opened.line);
        const std::size_t begin = line_start(text_, at_);
        const std::string_view before = text_.substr(begin, at_ - begin);
        if (const std::size_t last = before.find_last_not_of(" \t"); last != std::string_view::npos)
            return after_value(before[last]);
        const Position found = place(at_);
        const std::string_view wanted = is_list ? "a list entry ('- ')" : "a key with ':' after it";
        if (found.column == opened.column)
            return fmt::format("{} is expected here, as in line {}", wanted, opened.line);
        return fmt::format("{} is expected here in column {}, as in line {}; this line begins in column {}",
            wanted,
            opened.column,
            opened.line,
            found.column);
    }

    // Text after a value, on the same line.
    [[nodiscard]] static std::string after_value(char last)
    {
        if (last == '\'')
            return "nothing may follow the closing quote here; a ' inside of single quotes is written ''";
        if (last == '"')
            return "nothing may follow the closing quote here; a \" inside of double quotes is written \\\"";
        return "nothing more is expected in this line; put the whole value in quotes if this is part of it";
    }

    std::uint32_t at_;
    const YamlContext& context_;
    std::string_view text_;
    LineTable lines_;
};

}

YamlMessage describe(YamlMistake mistake, std::uint32_t at, const YamlContext& context)
{
    return Describer(at, context).message(mistake);
}

}
