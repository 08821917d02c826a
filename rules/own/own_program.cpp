// SPDX-License-Identifier: Apache-2.0
#include "rules/own/own_program.h"

#include "models/text/append.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rocelint {
namespace {

// Functions that expressions may use in addition to jq's own. On one line, so that jq counts lines correctly.
constexpr std::string_view prelude
    = "def state(setting): .origins[setting].state // error(\"unknown setting \" + setting); "
      "def known(setting): state(setting) != \"unread\"; ";

struct Refused {
    std::string_view word;
    std::string_view why;
};

constexpr std::string_view no_files = "own rules see the model but no files";
constexpr std::string_view no_environment = "own rules see the model but not the environment";
constexpr std::string_view no_clock = "what an own rule says must not depend on the time or the machine";
constexpr std::string_view no_output = "own rules speak by their message alone";

constexpr std::array refused{
    Refused{"import", no_files},
    Refused{"include", no_files},
    Refused{"modulemeta", no_files},
    Refused{"get_search_list", no_files},
    Refused{"input", no_files},
    Refused{"inputs", no_files},
    Refused{"input_filename", no_files},
    Refused{"input_line_number", no_files},
    Refused{"env", no_environment},
    Refused{"ENV", no_environment},
    Refused{"now", no_clock},
    Refused{"localtime", no_clock},
    Refused{"strflocaltime", no_clock},
    Refused{"mktime", no_clock},
    Refused{"debug", no_output},
    Refused{"stderr", no_output},
    Refused{"halt", no_output},
    Refused{"halt_error", no_output},
};

bool begins_word(char c) { return ascii::is_letter(c) || c == '_'; }
bool is_of_word(char c) { return begins_word(c) || ascii::is_digit(c); }

// Scans an expression like jq's own lexer: words, fields, strings with embedded expressions, comments.
class Words {
public:
    explicit Words(std::string_view text) : text_(text) { }

    std::optional<std::string> find_refused()
    {
        expression(0);
        return found_;
    }

private:
    void expression(int depth)
    {
        char before = ' ';
        std::string open; // the currently open brackets
        while (at_ < text_.size() && !found_) {
            const char c = text_[at_];
            if (c == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == '"') {
                ++at_;
                string(depth);
                before = '"';
            } else if (begins_word(c)) {
                word(before, open.ends_with('{') && (before == '{' || before == ','));
                before = 'a';
            } else if (c == '.' && at_ + 1 < text_.size() && begins_word(text_[at_ + 1])) {
                while (++at_ < text_.size() && is_of_word(text_[at_])) { }
                before = 'a';
            } else {
                if (c == '(' || c == '[' || c == '{')
                    open += c;
                if (c == ')' && open.empty() && depth > 0)
                    return;
                if ((c == ')' || c == ']' || c == '}') && !open.empty())
                    open.pop_back();
                if (!ascii::is_white(c))
                    before = c;
                ++at_;
            }
        }
    }

    // Called after the opening quote.
    void string(int depth)
    {
        constexpr int deepest = 64;
        while (at_ < text_.size() && text_[at_] != '"') {
            const bool escaped = text_[at_] == '\\' && at_ + 1 < text_.size();
            if (escaped && text_[at_ + 1] == '(') {
                if (depth == deepest) {
                    found_ = fmt::format("strings may stand in strings {} levels deep at most", deepest);
                    return;
                }
                at_ += 2;
                expression(depth + 1);
            }
            at_ += escaped && at_ < text_.size() && text_[at_] == '\\' ? 2 : 1;
        }
        ++at_;
    }

    // `may_be_key`: an object key is possible here, `{env: …}`. In brackets, as in `.[now:]`, a colon does
    // not make a key.
    void word(char before, bool may_be_key)
    {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_of_word(text_[at_]))
            ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        std::size_t next = at_;
        while (next < text_.size() && ascii::is_white(text_[next]))
            ++next;
        // Among variables, only $ENV matters.
        const bool is_key = may_be_key && next < text_.size() && text_[next] == ':';
        if (is_key || (before == '$') != (word == "ENV"))
            return;
        const auto known = std::ranges::find(refused, word, &Refused::word);
        if (known != refused.end())
            found_ = fmt::format("'{}' may not be used: {}", word, known->why);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<std::string> found_;
};

// The end of an expression in a string: from after its "\(" to its ")". Strings in it may hold further ones, in a list, so
// that however deep they are, they cost memory and not stack.
std::size_t end_of_inner(std::string_view text, std::size_t at)
{
    struct Inner {
        int open = 1;
        bool quoted = false;
    };
    std::vector<Inner> inners(1);
    for (; at < text.size(); ++at) {
        const char c = text[at];
        Inner& inner = inners.back();
        if (inner.quoted && c == '\\' && at + 1 < text.size()) {
            ++at;
            if (text[at] == '(')
                inners.emplace_back();
        } else if (c == '"') {
            inner.quoted = !inner.quoted;
        } else if (!inner.quoted && c == '(') {
            ++inner.open;
        } else if (!inner.quoted && c == ')' && --inner.open == 0) {
            inners.pop_back();
            if (inners.empty())
                return at;
        }
    }
    return text.size();
}

std::string in_parentheses(std::string_view expression) { return fmt::format("({}\n)", expression); }

std::string attempt(std::string_view expression)
{
    return fmt::format("(try {} catch {{error: .}})", expression);
}

void add_definitions(std::string& out, std::size_t index, const CustomRule& rule)
{
    if (rule.where.given())
        append(out, "def w{}: {};\n", index, in_parentheses(rule.where.text));
    append(out, "def a{}: {};\n", index, in_parentheses(rule.assertion.text));
    append(out, "def m{}: {};\n", index, in_parentheses(message_expression(rule.message).text));
    append(out, "def p{}: {};\n", index, in_parentheses(rule.at.given() ? rule.at.text : "."));
}

void add_questions(std::string& out, std::size_t index, const CustomRule& rule)
{
    const std::size_t first = index * OwnStage::stages;
    const std::string assertion = fmt::format("{}, ({} as $a | if $a == [true] then empty elif $a == [false] "
                                              "then {}, {}, {}, {} else $a end)",
        first + 1,
        attempt(fmt::format("[a{}]", index)),
        first + 2,
        attempt(fmt::format("[m{}]", index)),
        first + 3,
        attempt(fmt::format("[path(p{})]", index)));
    if (!rule.where.given()) {
        out += assertion;
        return;
    }
    append(out,
        "{}, ({} as $w | if $w == [true] then {} elif $w == [false] then empty else $w end)",
        first,
        attempt(fmt::format("[w{}]", index)),
        assertion);
}

}

std::string own_program(std::span<const CustomRule* const> rules)
{
    std::string out(prelude);
    for (std::size_t index = 0; index < rules.size(); ++index)
        add_definitions(out, index, *rules[index]);
    for (std::size_t index = 0; index < rules.size(); ++index) {
        out += index == 0 ? "" : ",\n";
        add_questions(out, index, *rules[index]);
    }
    return out;
}

OwnStage own_stage(double number)
{
    const auto all = static_cast<std::uint32_t>(number);
    return {all / OwnStage::stages, static_cast<OwnStage::What>(all % OwnStage::stages)};
}

std::string lone_program(const PolicyText& expression)
{
    return fmt::format("{}{}\n", prelude, expression.text);
}

std::string inner_program(const PolicyText& expression)
{
    return std::string(prelude) + in_parentheses(expression.text);
}

PolicyText message_expression(const PolicyText& message)
{
    const std::string_view text = message.text;
    PolicyText out = message;
    out.text = "\"";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (text.substr(at).starts_with("\\(")) {
            const std::size_t end = end_of_inner(text, at + 2);
            out.text += text.substr(at, end - at);
            at = end - 1;
        } else if (c == '"' || c == '\\') {
            out.text += '\\';
            out.text += c;
        } else if (static_cast<unsigned char>(c) < ' ') {
            out.text += ' ';
        } else {
            out.text += c;
        }
    }
    while (out.text.ends_with(' '))
        out.text.pop_back();
    out.text += '"';
    return out;
}

std::optional<std::string> refused_word(std::string_view expression)
{
    return Words(expression).find_refused();
}

}
