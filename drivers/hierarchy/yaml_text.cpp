// SPDX-License-Identifier: Apache-2.0
// Writes statements as YAML, for a new document and for keys that are added to one.
#include "drivers/hierarchy/yaml_text.h"

#include "models/syntax/yaml/yaml_writer.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::hierarchy {
namespace {

using Layout = YamlWriter::Layout;

// Whether YAML reads the text as a word, also where PyYAML reads it.
bool is_word(std::string_view text)
{
    const auto fits = [](char c) {
        return ascii::is_letter_or_digit(c) || c == '.' || c == '/' || c == '_' || c == '-' || c == ':';
    };
    return !text.empty() && std::ranges::all_of(text, fits) && text.back() != ':' && text.front() != '-';
}

bool is_number(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return ascii::is_digit(c) || c == '.'; });
}

void write(YamlWriter& out, std::span<const Statement* const> statements)
{
    out.begin_map(statements.empty() ? Layout::row : Layout::lines);
    for (const Statement* statement : statements) {
        const std::string_view key = key_of(*statement);
        // An unquoted number would be a different key.
        if (is_number(key))
            out.quoted_key(key);
        else
            out.key(key);
        if (statement->keyword->form != Form::value)
            write(out, contents_of(*statement));
        else if (is_word(statement->key))
            out.word(statement->key);
        else
            out.quoted(statement->key);
    }
    out.end_map();
}

}

std::vector<const Statement*> contents_of(const Statement& block)
{
    std::vector<const Statement*> contents;
    for (const Statement& statement : block)
        contents.push_back(&statement);
    return contents;
}

void print_yaml(std::span<const Statement* const> statements,
    std::size_t indent,
    std::string_view line_end,
    std::string& out)
{
    if (statements.empty())
        return;
    YamlWriter writer;
    write(writer, statements);
    const std::string text = writer.take();
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
        out.append(indent, ' ');
        out += rest.substr(0, rest.find('\n'));
        out += line_end;
    }
}

}
