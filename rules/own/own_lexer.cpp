// SPDX-License-Identifier: Apache-2.0
#include "rules/own/own_lexer.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

// Longer operators come before their prefixes.
constexpr std::array<std::string_view, 15> jq_marks{
    "?//", "//=", "//", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "..", "::"};

bool begins_jq_word(char c) { return ascii::is_letter(c) || c == '_'; }

}

bool is_of_jq_word(char c) { return begins_jq_word(c) || ascii::is_digit(c); }

void OwnLexer::expression(int depth)
{
    OwnTokens tokens;
    int open = 0;
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == ')' && open == 0 && depth > 0)
            break;
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        closes_too_much_ = closes_too_much_ || open < 0;
        if (c == '#')
            at_ = std::min(text_.find('\n', at_), text_.size());
        else if (c == '"')
            tokens.push_back(string(depth));
        else
            plain(tokens);
    }
    expressions_.push_back(std::move(tokens));
}

void OwnLexer::plain(OwnTokens& tokens)
{
    const char c = text_[at_];
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    if (ascii::is_white(c))
        ++at_;
    else if (ascii::is_digit(c) || (c == '.' && ascii::is_digit(next)))
        tokens.push_back(number());
    else if (begins_jq_word(c))
        tokens.push_back(named(OwnToken::Kind::word, 0));
    else if (c == '.' && begins_jq_word(next))
        tokens.push_back(named(OwnToken::Kind::field, 1));
    else if (c == '@' && begins_jq_word(next))
        tokens.push_back(named(OwnToken::Kind::format, 1));
    else if (c == '$')
        tokens.push_back(variable());
    else
        tokens.push_back(mark());
}

OwnToken OwnLexer::named(OwnToken::Kind kind, std::size_t before)
{
    const std::size_t begin = at_;
    at_ += before;
    while (at_ < text_.size() && is_of_jq_word(text_[at_]))
        ++at_;
    return {kind, text_.substr(begin + before, at_ - begin - before), begin};
}

// Whitespace may follow the $.
OwnToken OwnLexer::variable()
{
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_ + 1), text_.size());
    OwnToken token = named(OwnToken::Kind::variable, 0);
    token.at = begin;
    return token;
}

OwnToken OwnLexer::number()
{
    const std::size_t begin = at_;
    while (at_ < text_.size() && (ascii::is_digit(text_[at_]) || text_[at_] == '.'))
        ++at_;
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
        ++at_;
        while (at_ < text_.size() && (ascii::is_digit(text_[at_]) || text_[at_] == '+' || text_[at_] == '-'))
            ++at_;
    }
    return {OwnToken::Kind::number, text_.substr(begin, at_ - begin), begin};
}

OwnToken OwnLexer::mark()
{
    const std::string_view rest = text_.substr(at_);
    const auto found
        = std::ranges::find_if(jq_marks, [rest](std::string_view mark) { return rest.starts_with(mark); });
    const OwnToken token{
        OwnToken::Kind::mark, rest.substr(0, found == jq_marks.end() ? 1 : found->size()), at_};
    at_ += token.text.size();
    return token;
}

OwnToken OwnLexer::string(int depth)
{
    constexpr int deepest = 64;
    const std::size_t begin = at_++;
    OwnToken token{OwnToken::Kind::string, {}, begin};
    while (at_ < text_.size() && text_[at_] != '"') {
        const bool escapes = text_[at_] == '\\';
        token.computed = token.computed || escapes;
        at_ += escapes ? 2 : 1;
        if (!escapes || at_ > text_.size() || text_[at_ - 1] != '(')
            continue;
        if (depth == deepest) {
            gave_up_ = true;
            at_ = text_.size();
            break;
        }
        expression(depth + 1);
        ++at_;
    }
    at_ = std::min(at_, text_.size());
    token.text = text_.substr(begin + 1, at_ - begin - 1);
    at_ = std::min(at_ + 1, text_.size());
    return token;
}

}
