// SPDX-License-Identifier: Apache-2.0
// Statements of Jinja in the template of a script (Jinja, Template Designer Documentation, List of Control
// Structures): which of the lines between them remain is known only when the template is filled in.
#include "drivers/shell/shell_follower.h"
#include "models/text/ascii.h"

namespace rocelint {
namespace {

// "endif" in "endif%}" and "-%}"; empty if a word is only a mark.
std::string_view keyword_of(std::string_view word)
{
    word = ascii::trimmed(
        word, [](char c) { return c == '{' || c == '}' || c == '%' || c == '-' || c == '+'; });
    return word;
}

}

bool ShellFollower::take_jinja(std::string_view word)
{
    std::string_view keyword = keyword_of(word);
    while (at_ < tokens_.size()) {
        const std::string_view text = text_of(tokens_[at_]);
        ++at_;
        if (keyword.empty())
            keyword = keyword_of(text);
        if (text.ends_with("%}"))
            break;
    }
    const auto closes = [&](bool loop) {
        return !blocks_.empty() && blocks_.back().is_jinja && blocks_.back().loops == loop;
    };
    if (keyword == "if")
        return push({.type = ShellBlock::Type::branch, .chooses = !behind_doubt_, .is_jinja = true});
    if (keyword == "for")
        return push({.type = ShellBlock::Type::branch, .loops = true, .is_jinja = true});
    if ((keyword == "elif" || keyword == "else") && closes(false)) {
        ShellBlock& block = blocks_.back();
        if (block.chooses)
            end_branch(block);
        block.has_else = block.has_else || keyword == "else";
    } else if ((keyword == "endif" && closes(false)) || (keyword == "endfor" && closes(true))) {
        ShellBlock ended = std::move(blocks_.back());
        blocks_.pop_back();
        if (ended.chooses)
            settle(ended);
    }
    return true;
}

}
