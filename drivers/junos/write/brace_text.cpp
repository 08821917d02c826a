// SPDX-License-Identifier: Apache-2.0
// Writes statements in braces with the file's own indentation, so that the diff of a correction stays small.
#include "drivers/junos/write/brace_text.h"

#include "drivers/junos/write/writer.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

std::string head_of(const Statement& statement)
{
    std::string words(statement.word());
    if (!statement.key.empty())
        add_item(words, quoted(statement.key), " ");
    return words;
}

std::string list_of(const std::vector<const Statement*>& elements)
{
    std::vector<std::string> keys;
    keys.reserve(elements.size());
    for (const Statement* element : elements)
        keys.push_back(quoted(element->key));
    return keys.size() == 1 ? keys.front() : fmt::format("[ {} ]", fmt::join(keys, " "));
}

// Returns the words of a statement and of everything in it, in sequence.
std::string row_of(const Draft& draft, const Statement& statement)
{
    std::string words = head_of(statement);
    std::vector<const Statement*> pending = inside_of(draft, statement);
    while (!pending.empty()) {
        const Statement* inner = pending.front();
        if (inner->keyword->form == Form::list) {
            const auto elements = with_its_list(*inner, pending);
            words += fmt::format(" {} {}", inner->word(), list_of(elements));
            std::erase_if(
                pending, [inner](const Statement* other) { return other->keyword == inner->keyword; });
            continue;
        }
        words += " " + head_of(*inner);
        pending.erase(pending.begin());
        const auto further = inside_of(draft, *inner);
        pending.insert(pending.begin(), further.begin(), further.end());
    }
    return words + ";";
}

}

std::string step_of(const Tree& tree)
{
    const std::string_view text = tree.source->text();
    if (tree.root != nullptr) {
        for (const Node& top : *tree.root) {
            if (top.first == nullptr || top.first->line == top.line)
                continue;
            const std::string outer = indentation_at(text, top.offset);
            const std::string inner = indentation_at(text, top.first->offset);
            if (inner.size() > outer.size() && inner.starts_with(outer))
                return inner.substr(outer.size());
        }
    }
    return "    ";
}

std::uint32_t first_word_of(const Node& node)
{
    std::string_view key = node.key;
    std::uint32_t at = node.offset;
    for (;;) {
        const std::size_t end = std::min(key.find_first_of(" \t\r\n"), key.size());
        if (end == key.size() || key[end - 1] != ':'
            || key.substr(0, end).find_first_of("/\"-0123456789") == 0)
            return at;
        const std::string_view word = key.substr(0, end);
        if (word != "inactive:" && word != "protect:" && word != "replace:" && word != "active:"
            && word != "merge:")
            return at;
        const std::size_t next = std::min(key.find_first_not_of(" \t\r\n", end), key.size());
        at += static_cast<std::uint32_t>(next);
        key.remove_prefix(next);
    }
}

std::string on_one_line(std::string_view lines)
{
    std::string out;
    for (const char c : lines) {
        if (c == '\r')
            continue;
        const bool blank = ascii::is_blank(c) || c == '\n';
        if (!blank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    return out;
}

bool is_one_line(const Statement& block)
{
    return block.word() == "class" || block.word() == "loss-priority" || block.word() == "drop-profile-map"
        || (block.word() == "forwarding-class" && block.child("scheduler") != nullptr);
}

bool leads_its_list(const Statement& statement, const std::vector<const Statement*>& among)
{
    return with_its_list(statement, among).front() == &statement;
}

std::vector<const Statement*> with_its_list(
    const Statement& statement, const std::vector<const Statement*>& among)
{
    if (statement.keyword->form != Form::list)
        return {&statement};
    std::vector<const Statement*> elements;
    for (const Statement* other : among) {
        if (other->keyword == statement.keyword && other->parent == statement.parent)
            elements.push_back(other);
    }
    return elements;
}

std::vector<std::string> render_braces(const Draft& draft,
    const std::vector<const Statement*>& statements,
    const std::string& indent,
    const std::string& step)
{
    std::vector<std::string> lines;
    for (const Statement* statement : statements) {
        if (!leads_its_list(*statement, statements))
            continue;
        if (statement->keyword->form == Form::list) {
            lines.push_back(fmt::format(
                "{}{} {};", indent, statement->word(), list_of(with_its_list(*statement, statements))));
            continue;
        }
        const std::vector<const Statement*> inside = inside_of(draft, *statement);
        if (inside.empty() || is_one_line(*statement)) {
            lines.push_back(indent + row_of(draft, *statement));
            continue;
        }
        lines.push_back(fmt::format("{}{} {{", indent, head_of(*statement)));
        // The depth is that of the grammar, not of the input.
        for (std::string& line : render_braces(draft, inside, indent + step, step))
            lines.push_back(std::move(line));
        lines.push_back(indent + "}");
    }
    return lines;
}

}
