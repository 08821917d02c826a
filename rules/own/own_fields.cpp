// SPDX-License-Identifier: Apache-2.0
// jq reads a misspelled field as null, and a rule about null is true for nothing or for everything. So fields
// are compared with the existing keys. Anything uncertain is accepted.
#include "rules/own/own_fields.h"

#include "analysis/document/keys.h"
#include "models/text/nearest.h"
#include "rules/own/own_lexer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace rocelint {
namespace {

using Token = OwnToken;
using Tokens = OwnTokens;

constexpr std::array<std::string_view, 8> assignments{"=", "|=", "+=", "-=", "*=", "/=", "%=", "//="};

// Functions that build objects with keys that do not occur in the expression, or that descend into the
// congestion-control parameters, whose names come from the firmware.
constexpr std::array<std::string_view, 9> makers{"from_entries",
    "with_entries",
    "fromjson",
    "fromstream",
    "setpath",
    "INDEX",
    "recurse",
    "recurse_down",
    "walk"};
constexpr std::array<std::string_view, 9> keywords{
    "and", "as", "catch", "elif", "else", "if", "or", "then", "try"};

struct Maker {
    std::string_view word;
    std::array<std::string_view, 5> keys;
};
constexpr std::array known_makers{Maker{"to_entries", {"key", "value"}},
    Maker{"match", {"offset", "length", "string", "captures", "name"}}};

bool is_opening(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool is_closing(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

// The fields that an expression reads, and those that it creates.
class Fields {
public:
    explicit Fields(std::string_view text)
    {
        const OwnLexer lexer(text);
        makes_any_ = lexer.gave_up();
        for (const Tokens& tokens : lexer.expressions())
            walk(tokens);
        groups(text);
    }

    [[nodiscard]] const Token* find_unknown() const
    {
        const std::span<const std::string_view> known = document::keys();
        const Token* first = nullptr;
        for (const Token& token : read_) {
            if (!makes_any_ && !made_.contains(token.text) && !std::ranges::binary_search(known, token.text)
                && (first == nullptr || token.at < first->at))
                first = &token;
        }
        return first;
    }

    [[nodiscard]] std::string_view nearest_to(std::string_view name) const
    {
        std::vector<std::string_view> all(document::keys().begin(), document::keys().end());
        all.insert(all.end(), made_.begin(), made_.end());
        return nearest(name, all);
    }

private:
    struct Open {
        bool is_brace = false;
        bool is_pattern = false; ///< after `as`: its keys are read, not created
        bool at_key = false;
    };

    void walk(const Tokens& tokens)
    {
        std::vector<Open> open;
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            const Token& token = tokens[at];
            if (!open.empty() && open.back().at_key && !token.is("}")) {
                open.back().at_key = false;
                key(tokens, at, open.back().is_pattern);
            } else if (token.kind == Token::Kind::field) {
                reads(token);
            } else if (token.kind == Token::Kind::word) {
                word(token.text);
            } else if (token.is("..")) {
                word("recurse");
            } else if (token.is(",") && !open.empty()) {
                open.back().at_key = open.back().is_brace;
            } else if (token.kind == Token::Kind::mark
                && std::ranges::find(assignments, token.text) != assignments.end()) {
                assigned(tokens, at);
            }
            if (is_opening(token))
                open.push_back(
                    {token.is("{"), !token.is("(") && is_pattern(tokens, at, open), token.is("{")});
            else if (is_closing(token) && !open.empty())
                open.pop_back();
        }
    }

    static bool is_pattern(const Tokens& tokens, std::size_t at, const std::vector<Open>& open)
    {
        return (at > 0 && tokens[at - 1].kind == Token::Kind::word && tokens[at - 1].text == "as")
            || (!open.empty() && open.back().is_pattern);
    }

    // A key of an object that is built or, in a pattern, destructured. {name} reads .name.
    void key(const Tokens& tokens, std::size_t at, bool is_pattern)
    {
        const Token& token = tokens[at];
        const bool has_value = at + 1 < tokens.size() && tokens[at + 1].is(":");
        if (token.kind == Token::Kind::word && (is_pattern || !has_value))
            reads(token);
        else if (token.kind == Token::Kind::variable && is_pattern)
            reads(token);
        else if (token.kind == Token::Kind::word || token.kind == Token::Kind::variable)
            made_.insert(token.text);
        else
            made_by(token);
    }

    void reads(const Token& token)
    {
        read_.push_back(token);
        makes_any_ = makes_any_ || token.text == "dcqcn";
    }

    void made_by(const Token& token)
    {
        if (token.kind == Token::Kind::string && !token.computed)
            made_.insert(token.text);
        else
            makes_any_ = true;
    }

    void word(std::string_view word)
    {
        if (std::ranges::find(makers, word) != makers.end())
            makes_any_ = true;
        for (const Maker& maker : known_makers) {
            if (maker.word == word)
                made_.insert(maker.keys.begin(), maker.keys.end());
        }
    }

    // `.a.b = …` creates both; scans backwards from the assignment operator.
    void assigned(const Tokens& tokens, std::size_t mark)
    {
        for (std::size_t at = mark; at-- > 0;) {
            const Token& token = tokens[at];
            if (token.kind == Token::Kind::field) {
                made_.insert(token.text);
            } else if (token.kind == Token::Kind::string) {
                made_by(token);
            } else if (is_closing(token)) {
                const std::size_t begin = opening_of(tokens, at);
                inside(tokens, begin, at);
                at = begin;
            } else if (token.kind == Token::Kind::word
                && std::ranges::find(keywords, token.text) == keywords.end()) {
                makes_any_ = makes_any_ || token.text == "getpath";
            } else if (!token.is("?") && !token.is(".") && !token.is("//")) {
                return;
            }
        }
    }

    static std::size_t opening_of(const Tokens& tokens, std::size_t closing)
    {
        std::size_t depth = 0;
        for (std::size_t at = closing;; --at) {
            depth += is_closing(tokens[at]) ? 1 : 0;
            depth -= is_opening(tokens[at]) ? 1 : 0;
            if (depth == 0 || at == 0)
                return at;
        }
    }

    // A numeric index, .["x"] and (.a, .b) show which keys are created; a computed index does not.
    void inside(const Tokens& tokens, std::size_t begin, std::size_t end)
    {
        for (std::size_t at = begin; at < end; ++at) {
            const Token& token = tokens[at];
            if (token.kind == Token::Kind::field)
                made_.insert(token.text);
            if (!token.is("[") || tokens[at + 1].is("]"))
                continue;
            const Token& index = tokens[at + 1];
            if (index.kind == Token::Kind::string && tokens[at + 2].is("]"))
                made_by(index);
            else if (index.kind != Token::Kind::number && !index.is(":") && !index.is("-"))
                makes_any_ = true;
        }
    }

    // Regular expressions name the keys that `capture` and `sub` create: (?<name>…).
    void groups(std::string_view text)
    {
        constexpr std::string_view mark = "?<";
        for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at)) {
            const std::size_t begin = at + mark.size();
            for (at = begin; at < text.size() && is_of_jq_word(text[at]);)
                ++at;
            if (at > begin && at < text.size() && text[at] == '>')
                made_.insert(text.substr(begin, at - begin));
            else if (begin >= text.size() || (text[begin] != '=' && text[begin] != '!'))
                makes_any_ = true;
        }
    }

    std::vector<Token> read_;
    std::set<std::string_view> made_;
    bool makes_any_ = false;
};

}

std::optional<UnknownField> find_unknown_field(std::string_view expression)
{
    const Fields fields(expression);
    const Token* const unknown = fields.find_unknown();
    if (unknown == nullptr)
        return std::nullopt;
    const auto lines = std::ranges::count(expression.substr(0, unknown->at), '\n');
    return UnknownField{std::string(unknown->text),
        std::string(fields.nearest_to(unknown->text)),
        static_cast<std::size_t>(lines) + 1};
}

bool closes_too_much(std::string_view expression) { return OwnLexer(expression).closes_too_much(); }

}
