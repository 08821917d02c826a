// SPDX-License-Identifier: Apache-2.0
// Writes a new startup.yaml, and keys that are added to an existing one.
#include "drivers/nvue/yaml_branch.h"

#include "drivers/nvue/sentence.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::nvue {
namespace {

std::string key_text(const std::string& word)
{
    const bool plain
        = !word.empty() && !std::ranges::all_of(word, [](char c) { return ascii::is_digit(c) || c == '.'; });
    return plain ? word : "'" + word + "'";
}

// Words that YAML reads as plain text.
std::string value_text(const std::string& value)
{
    const bool plain = !value.empty()
        && std::ranges::all_of(value,
            [](char c) {
                return ascii::is_letter_or_digit(c) || c == '.' || c == '/' || c == '_' || c == '-'
                    || c == ':';
            })
        && value.back() != ':' && value.front() != '-';
    if (plain)
        return value;
    std::string quoted = "'";
    for (const char c : value)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

}

void print(const Branch& branch, std::size_t indent, std::string_view feed, std::string& out)
{
    for (const auto& each : branch.below) {
        out += std::string(indent, ' ') + key_text(each->word) + ':';
        if (each->has_value)
            out += ' ' + value_text(each->value);
        else if (each->below.empty())
            out += " {}";
        out += feed;
        print(*each, indent + 2, feed, out);
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
    std::string text = "- set:\n";
    constexpr std::size_t indent = 4;
    print(root, indent, "\n", text);
    return text;
}

}
