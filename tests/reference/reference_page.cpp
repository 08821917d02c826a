// SPDX-License-Identifier: Apache-2.0
// Generates the page of a file from the tables of its reader.
#include "models/text/append.h"
#include "tests/reference/document.h"

#include <fmt/format.h>

namespace rocelint::testing {
namespace {

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += '\\';
        out += c;
    }
    return out;
}

// The anchor that GitHub and GitLab generate for a heading.
std::string anchor(std::string_view heading)
{
    std::string out;
    for (const char c : heading) {
        if (c == ' ')
            out += '-';
        else if (c >= 'A' && c <= 'Z')
            out += static_cast<char>(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')
            out += c;
    }
    return out;
}

std::string type_of(const DocumentKey& key)
{
    std::string out;
    const auto add = [&out](std::string_view kind) { append(out, "{}{}", out.empty() ? "" : " or ", kind); };
    if ((key.kinds & a_text) != 0)
        add("text");
    if ((key.kinds & a_word) != 0) {
        std::string words;
        for (const std::string_view word : key.words)
            append(words, "{}`{}`", words.empty() ? "" : ", ", word);
        add(fmt::format("one of {}", words));
    }
    if ((key.kinds & a_number) != 0)
        add(key.least < -1e9 || key.least == key.most
                ? key.least == key.most && key.most != 0 ? fmt::format("number {}", key.most)
                                                         : std::string("number")
                : fmt::format("number from {} to {}", key.least, key.most));
    if ((key.kinds & a_flag) != 0)
        add("true or false");
    if ((key.kinds & a_date) != 0)
        add("date");
    const bool holds_mappings = (key.kinds & a_mapping) != 0 && (key.kinds & a_list) != 0;
    if ((key.kinds & a_mapping) != 0)
        add((holds_mappings ? "list of mappings" : "mapping")
            + (key.of == nullptr ? std::string()
                                 : fmt::format(" ([{}](#{}))", key.of->path, anchor(key.of->path))));
    if ((key.kinds & a_list) != 0)
        return holds_mappings ? out : out + ", or a list";
    if ((key.kinds & a_nothing) != 0)
        out += ", or nothing";
    return out;
}

void write(std::string& out, const DocumentKey& key)
{
    append(out,
        "| `{}` | {} | {} | {} | {} |\n",
        key.name,
        escaped(type_of(key)),
        key.required ? "must be given" : escaped(key.fallback),
        key.example.empty() ? std::string() : fmt::format("`{}`", escaped(key.example)),
        escaped(key.effect));
}

}

std::string reference_page(const Document& document, std::string_view complete)
{
    std::string out = fmt::format("<!-- Written by the tests: ROCELINT_UPDATE_GOLDEN=1. -->\n# {}\n\n{}\n",
        document.title,
        document.intro);
    append(out,
        "## In an editor\n\nThe keys are also a JSON Schema, `docs/schema/{0}.schema.json` (installed with the documentation). Editors that "
        "use\nyaml-language-server complete keys and mark mistakes with it, when the file begins with its path or URL:\n\n"
        "```yaml\n# yaml-language-server: $schema=docs/schema/{0}.schema.json\n```\n\n"
        "The line is a comment: rocelint does not read it. What a schema cannot say, such as a device that is not there, only "
        "the\nprogram tells. An unknown key, a wrong type or an unknown word ends the run with exit code 2 and its file, line and column, "
        "and\nproposes the nearest word that is known. Aliases of mappings and lists are refused.\n\n## Keys\n",
        document.schema);
    for (const KeyTable* table : tables_of(document)) {
        append(out, "\n### {}\n\n", table->path);
        if (!table->note.empty())
            append(out, "{}\n\n", table->note);
        out += "| key | type | default | example | effect |\n|---|---|---|---|---|\n";
        for (const DocumentKey& key : table->keys)
            write(out, key);
        if (table->any != nullptr)
            write(out, *table->any);
    }
    append(out,
        "\n## Everything at once\n\nAn example that sets every key. A real file needs only a few, and some keys make no sense together.\n\n"
        "```yaml\n{}```\n",
        complete);
    return out;
}

}
