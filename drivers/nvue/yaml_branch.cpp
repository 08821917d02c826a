// SPDX-License-Identifier: Apache-2.0
// Writes a new startup.yaml, and keys that are added to an existing one.
#include "drivers/nvue/yaml_branch.h"

#include "drivers/nvue/sentence.h"
#include "models/syntax/yaml/yaml_writer.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::nvue {
namespace {

using Layout = YamlWriter::Layout;

// Whether YAML reads the text as a word, also where PyYAML reads it, which NVUE does.
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

void write(YamlWriter& out, const Branch& branch)
{
    const bool is_empty = branch.below.empty();
    out.begin_map(is_empty ? Layout::row : Layout::lines);
    for (const auto& each : branch.below) {
        // An unquoted number would be a different key.
        if (is_number(each->word))
            out.quoted_key(each->word);
        else
            out.key(each->word);
        if (!each->has_value)
            write(out, *each);
        else if (is_word(each->value))
            out.word(each->value);
        else
            out.quoted(each->value);
    }
    out.end_map();
}

}

void print(const Branch& branch, std::size_t indent, std::string_view feed, std::string& out)
{
    if (branch.below.empty())
        return;
    YamlWriter writer;
    write(writer, branch);
    const std::string text = writer.take();
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
        out.append(indent, ' ');
        out += rest.substr(0, rest.find('\n'));
        out += feed;
    }
}

std::string document_of(const std::vector<Step>& steps)
{
    Branch root;
    for (const Step& step : steps) {
        for (const Sentence& sentence : sentences(step)) {
            Branch* branch = &root;
            for (std::size_t at = 0; at + (sentence.has_value ? 1 : 0) < sentence.words.size(); ++at)
                branch = &branch->at(sentence.words[at]);
            branch->has_value = sentence.has_value;
            branch->value = sentence.has_value ? sentence.words.back() : std::string();
        }
    }
    YamlWriter writer;
    writer.begin_list(Layout::lines);
    writer.begin_map(Layout::lines);
    writer.key("set");
    write(writer, root);
    writer.end_map();
    writer.end_list();
    return writer.take();
}

}
