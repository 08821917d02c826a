// SPDX-License-Identifier: Apache-2.0
// Microsoft, PowerShell Language Specification 3.0, section 2.3 (tokens), 2.2.3 (comments), 2.3.5.2 (strings): a dash may be
// U+2013 to U+2015, and a quotation mark U+2018 to U+201E, which is what scripts hold that were copied from documents.
#include "drivers/windows_host/script_token.h"

#include "drivers/windows_host/record.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::windows_host {
namespace {

// A quotation mark at the beginning of the text: which of the two it is, and how many bytes it has.
struct QuoteMark {
    char mark = '\0';
    std::size_t size = 0;
};

QuoteMark quote_mark_at(std::string_view text)
{
    if (text.starts_with('"') || text.starts_with('\''))
        return {text.front(), 1};
    if (!text.starts_with("\xe2\x80") || text.size() < 3)
        return {};
    const auto last = static_cast<unsigned char>(text[2]);
    if (last >= 0x98 && last <= 0x9b)
        return {'\'', 3};
    return last >= 0x9c && last <= 0x9e ? QuoteMark{'"', 3} : QuoteMark{};
}

std::size_t dash_size_at(std::string_view text)
{
    if (text.starts_with('-'))
        return 1;
    constexpr std::string_view dashes[]{"\xe2\x80\x93", "\xe2\x80\x94", "\xe2\x80\x95"};
    return std::ranges::any_of(dashes, [text](std::string_view dash) { return text.starts_with(dash); }) ? 3
                                                                                                         : 0;
}

bool is_name_character(char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == ':' || c == '?'; }

// The name of the variable that the text begins with, without its sign; empty for none. Moves the text behind it.
std::string_view take_variable(std::string_view& text)
{
    if (!text.starts_with('$') || text.size() < 2)
        return {};
    if (text[1] == '{') {
        constexpr std::size_t longest = 256;
        const std::size_t end = text.substr(0, longest).find('}');
        if (end == std::string_view::npos)
            return {};
        const std::string_view name = text.substr(2, end - 2);
        text.remove_prefix(end + 1);
        return name;
    }
    std::size_t end = 1;
    while (end < text.size() && is_name_character(text[end]))
        ++end;
    const std::string_view name = text.substr(1, end - 1);
    text.remove_prefix(name.empty() ? 0 : end);
    return name;
}

bool ends_word(char c)
{
    return ascii::is_white(c) || std::string_view(";|,(){}").find(c) != std::string_view::npos;
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) { }

    std::vector<ScriptToken> run()
    {
        while (at_ < text_.size())
            take();
        add({.kind = TokenKind::end}, at_);
        return std::move(tokens_);
    }

private:
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

    void add(ScriptToken token, std::size_t finish)
    {
        token.begin = static_cast<std::uint32_t>(at_);
        token.finish = static_cast<std::uint32_t>(finish);
        at_ = finish;
        const bool repeats
            = token.kind == TokenKind::end && (tokens_.empty() || tokens_.back().kind == TokenKind::end);
        if (!repeats)
            tokens_.push_back(token);
    }

    void take()
    {
        const char c = text_[at_];
        if (ascii::is_blank_or_cr(c)) {
            ++at_;
        } else if (rest().starts_with(">>") && (at_ == 0 || text_[at_ - 1] == '\n')) {
            at_ += 2; // the prompt of a continued command
        } else if (c == '\n') {
            take_line_end();
        } else if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (rest().starts_with("<#")) {
            at_ = end_of_block_comment(text_, at_);
        } else if (c == '`' && is_continued()) {
            at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
        } else if (c == '@' && take_at_sign()) {
            return;
        } else if (const QuoteMark quote = quote_mark_at(rest()); quote.size > 0) {
            take_quoted(quote);
        } else if (!take_mark(c)) {
            take_word();
        }
    }

    // A line that ends in a pipe or a comma continues; inside parentheses, lines are elements.
    void take_line_end()
    {
        const TokenKind last = tokens_.empty() ? TokenKind::end : tokens_.back().kind;
        const bool continues
            = last == TokenKind::pipe || last == TokenKind::comma || last == TokenKind::opens_group;
        if (continues)
            ++at_;
        else
            add({.kind = !brackets_.empty() && brackets_.back() == '(' ? TokenKind::comma : TokenKind::end},
                at_ + 1);
    }

    [[nodiscard]] bool is_continued() const
    {
        const std::string_view after = ascii::trimmed_front(rest().substr(1), ascii::is_blank_or_cr);
        return after.empty() || after.front() == '\n';
    }

    bool take_at_sign()
    {
        const std::string_view after = rest().substr(1);
        if (after.starts_with('{')) {
            brackets_.push_back('{');
            add({.kind = TokenKind::opens_value}, at_ + 2);
            return true;
        }
        if (after.starts_with('(')) {
            brackets_.push_back('(');
            add({.kind = TokenKind::opens_group}, at_ + 2);
            return true;
        }
        if (const QuoteMark quote = quote_mark_at(after); quote.size > 0) {
            take_here_string(quote);
            return true;
        }
        if (after.empty() || !is_name_character(after.front()))
            return false;
        const std::string_view name = ascii::first_word(after, [](char c) { return !is_name_character(c); });
        add({.kind = TokenKind::splat, .text = name, .is_open = true}, at_ + 1 + name.size());
        return true;
    }

    // Ends at the first line that begins with the mark and an at sign.
    void take_here_string(QuoteMark quote)
    {
        const std::size_t begin = at_ + 1 + quote.size;
        for (std::size_t feed = text_.find('\n', begin); feed != std::string_view::npos;
             feed = text_.find('\n', feed + 1)) {
            const QuoteMark end = quote_mark_at(text_.substr(feed + 1));
            if (end.mark == quote.mark && text_.substr(feed + 1 + end.size).starts_with('@'))
                return add(
                    {.kind = TokenKind::quoted, .text = text_.substr(begin, feed - begin), .is_open = true},
                    feed + 2 + end.size);
        }
        add({.kind = TokenKind::quoted, .is_open = true}, text_.size());
    }

    void take_quoted(QuoteMark quote)
    {
        const std::size_t begin = at_ + quote.size;
        bool is_open = false;
        std::size_t at = begin;
        std::size_t size = 0; // of the mark that ends it
        while (at < text_.size()) {
            const QuoteMark mark = quote_mark_at(text_.substr(at));
            if (mark.mark == quote.mark) {
                if (quote_mark_at(text_.substr(at + mark.size)).mark != quote.mark) {
                    size = mark.size;
                    break;
                }
                is_open = true; // two of them mean one
                at += 2 * mark.size;
                continue;
            }
            is_open = is_open || (quote.mark == '"' && (text_[at] == '`' || text_[at] == '$'));
            at += quote.mark == '"' && text_[at] == '`' ? 2 : 1;
        }
        at = std::min(at, text_.size());
        const std::string_view inside = text_.substr(begin, at - begin);
        std::string_view behind = inside;
        const std::string_view name = quote.mark == '"' ? take_variable(behind) : std::string_view{};
        if (!name.empty() && behind.empty())
            return add({.kind = TokenKind::variable, .text = name}, at + size);
        add({.kind = TokenKind::quoted, .text = inside, .is_open = is_open}, at + size);
    }

    bool take_mark(char c)
    {
        TokenKind kind = TokenKind::word;
        switch (c) {
        case ';':
        case '&':
            kind = TokenKind::end;
            break;
        case '|':
            kind = rest().starts_with("||") ? TokenKind::end : TokenKind::pipe;
            break;
        case ',':
            kind = TokenKind::comma;
            break;
        case '{':
            kind = TokenKind::opens_block;
            break;
        case '}':
            kind = TokenKind::closes_block;
            break;
        case '(':
            kind = TokenKind::opens_group;
            break;
        case ')':
            kind = TokenKind::closes_group;
            break;
        default:
            return false;
        }
        if (c == '{' || c == '(')
            brackets_.push_back(c);
        else if ((c == '}' || c == ')') && !brackets_.empty())
            brackets_.pop_back();
        add({.kind = kind}, at_ + (rest().starts_with("||") ? 2 : 1));
        return true;
    }

    void take_word()
    {
        if (rest().starts_with("$(")) {
            brackets_.push_back('(');
            return add({.kind = TokenKind::opens_group, .is_open = true}, at_ + 2);
        }
        if (text_[at_] == '=' || rest().starts_with("+="))
            return add({.kind = TokenKind::word, .text = rest().substr(0, text_[at_] == '=' ? 1 : 2)},
                at_ + (text_[at_] == '=' ? 1 : 2));
        if (const std::size_t dash = dash_size_at(rest());
            dash > 0 && at_ + dash < text_.size() && ascii::is_letter(text_[at_ + dash]))
            return take_parameter(dash);
        std::string_view behind = rest();
        const std::string_view name = take_variable(behind);
        if (behind.starts_with(".Name") && (behind.size() == 5 || !is_name_character(behind[5])))
            behind.remove_prefix(5);
        const std::size_t finish = text_.size() - behind.size();
        const bool is_whole = behind.empty() || ends_word(behind.front()) || behind.front() == '=';
        if (!name.empty() && is_whole && !is_constant(name))
            return add({.kind = TokenKind::variable, .text = name}, finish);
        std::size_t end = at_ + 1;
        while (end < text_.size() && !ends_word(text_[end]) && text_[end] != '`')
            ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        const bool is_open = word.find('$') != std::string_view::npos && !(is_constant(name) && is_whole);
        add({.kind = TokenKind::word, .text = word, .is_open = is_open}, end);
    }

    // "-Name", or "-Willing:" before its value.
    void take_parameter(std::size_t dash)
    {
        const std::string_view name
            = ascii::first_word(rest().substr(dash), [](char c) { return !ascii::is_letter_or_digit(c); });
        std::size_t finish = at_ + dash + name.size();
        if (finish < text_.size() && text_[finish] == ':')
            ++finish;
        add({.kind = TokenKind::parameter, .text = name}, finish);
    }

    static bool is_constant(std::string_view name)
    {
        return same_name(name, "true") || same_name(name, "false") || same_name(name, "null");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<char> brackets_;
    std::vector<ScriptToken> tokens_;
};

}

std::size_t end_of_block_comment(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find("#>", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
}

std::vector<ScriptToken> script_tokens(std::string_view text) { return Lexer(text).run(); }

}
