// SPDX-License-Identifier: Apache-2.0
// Expressions of own rules, which two scanners look at before jq compiles them in a process of its own.
#include "rules/own/own_event.h"
#include "rules/own/own_fields.h"
#include "rules/own/own_lexer.h"
#include "rules/own/own_program.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::fuzz {
namespace {

// Some of the words that own rules may not use.
constexpr std::array<std::string_view, 8> no_words{
    "input", "inputs", "env", "now", "localtime", "debug", "halt", "import"};

bool is_closed_by(const OwnToken& open, const OwnToken& close)
{
    return (open.is("(") && close.is(")")) || (open.is("[") && close.is("]"))
        || (open.is("{") && close.is("}"));
}

// Whether every bracket is closed by its own kind. The scanners count brackets, and jq accepts no others.
bool has_pairs(const OwnTokens& tokens)
{
    std::vector<const OwnToken*> open;
    for (const OwnToken& token : tokens) {
        if (token.is("(") || token.is("[") || token.is("{"))
            open.push_back(&token);
        if (!token.is(")") && !token.is("]") && !token.is("}"))
            continue;
        if (open.empty() || !is_closed_by(*open.back(), token))
            return false;
        open.pop_back();
    }
    return open.empty();
}

// Whether jq takes the word for a function: not for a key, and not for a part of what stands before it.
bool is_call(std::string_view text, const OwnTokens& tokens, std::size_t at)
{
    const OwnToken& token = tokens[at];
    const char before = token.at == 0 ? ' ' : text[token.at - 1];
    const bool is_key = at + 1 < tokens.size() && (tokens[at + 1].is(":") || tokens[at + 1].is("::"));
    const bool is_variable
        = at > 0 && tokens[at - 1].kind == OwnToken::Kind::variable && tokens[at - 1].text.empty();
    return token.kind == OwnToken::Kind::word && !is_key && !is_variable && before != '.'
        && !is_of_jq_word(before);
}

void compare_scanners(std::string_view text)
{
    const OwnLexer lexer(text);
    if (lexer.gave_up() || !std::ranges::all_of(lexer.expressions(), has_pairs))
        return;
    for (const OwnTokens& tokens : lexer.expressions()) {
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            if (is_call(text, tokens, at) && std::ranges::find(no_words, tokens[at].text) != no_words.end())
                must(refused_word(text).has_value(), "a word that may not be used is found");
        }
    }
}

void lex(std::string_view text)
{
    const OwnLexer lexer(text);
    for (const OwnTokens& tokens : lexer.expressions()) {
        std::size_t end = 0;
        for (const OwnToken& token : tokens) {
            must(token.at >= end && token.at < text.size(), "tokens follow each other");
            must(token.text.size() <= text.size() - token.at, "a token is in the text");
            end = token.at + token.text.size();
        }
    }
}

}

void read_own_rule(std::string_view bytes)
{
    lex(bytes);
    compare_scanners(bytes);
    const std::size_t lines = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
    if (const auto unknown = find_unknown_field(bytes)) {
        must(unknown->line >= 1 && unknown->line <= lines, "an unknown field is in a line of the expression");
        must(bytes.find(unknown->name) != std::string_view::npos, "an unknown field is in the expression");
    }
    CustomRule rule;
    rule.assertion.text = bytes;
    rule.message.text = bytes;
    rule.where.text = bytes;
    const std::string message = message_expression(rule.message).text;
    must(message.starts_with('"'), "a message is a string");
    lex(message);
    const std::array rules{&std::as_const(rule), &std::as_const(rule)};
    const std::string program = own_program(rules);
    for (const std::string& part : {lone_program(rule.assertion), inner_program(rule.assertion), program})
        must(part.find(bytes) != std::string::npos, "a program contains its expressions");
    const std::vector<OwnEvent> events{
        {.kind = OwnEvent::Kind::error, .rule = 1, .text = std::string(bytes)}};
    const std::vector<OwnEvent> again = read_own_events(write_own_events(events));
    must(again.size() == 1 && again.front().text == bytes && again.front().rule == 1,
        "an event that was written is read");
}

std::vector<std::string> own_rule_seeds()
{
    // Strings in strings, deeper than a stack is.
    std::string deep;
    for (int depth = 0; depth < 50'000; ++depth)
        deep += "\\(\"";
    return {R"(all(.queues[]; .ecn != null) and (.mtu // 0) >= 9000)",
        "# a comment with ( and \"\n.nics[] | select(.driver == \"mlx5_core\") | .name as $n | {env: 1, $n, \"a\": .b}",
        R"jq("the port \(.name + " of \(.device | ascii_upcase)") has \"\(.mtu)\"")jq",
        R"jq(.[now:] | ..[env] | $ENV | @json "x\(input)" | {now: 1, debug})jq",
        R"(.ports | to_entries | map(.key, .value.a.b |= 1e3) | test("(?<x>a)\\(") | true) | (true)",
        std::move(deep)};
}

}
