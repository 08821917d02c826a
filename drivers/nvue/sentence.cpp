// SPDX-License-Identifier: Apache-2.0
// Turns steps into the words of statements, and finds what a file says about the same thing.
#include "drivers/nvue/sentence.h"

#include "drivers/hierarchy/changes.h"
#include "drivers/hierarchy/yaml_text.h"

#include <algorithm>

namespace rocelint::nvue {
namespace {

// Splits a path into words; "switch-priority 3" ends in the number that stands for `#`.
std::vector<std::string> words_of_path(std::string_view path)
{
    std::vector<std::string> words;
    for (const std::string_view word : words_of_line(path))
        words.emplace_back(word);
    return words;
}

}

std::vector<Sentence> sentences(const Step& step)
{
    std::vector<Sentence> out;
    const auto add = [&](std::string_view port) {
        Sentence made{.words = {}, .has_value = !step.value.empty(), .unset = step.unset};
        if (!port.empty())
            made.words = {"interface", std::string(port)};
        for (std::string& word : words_of_path(step.path))
            made.words.push_back(std::move(word));
        if (made.has_value)
            made.words.push_back(step.value);
        out.push_back(std::move(made));
    };
    if (step.ports.empty())
        add({});
    for (const std::string& port : step.ports)
        add(port);
    return out;
}

Fact fact_of(const Sentence& sentence)
{
    std::vector<std::string_view> words(sentence.words.begin(), sentence.words.end());
    std::vector<Fact> facts;
    FactMaker maker(nullptr, facts, nullptr);
    (void)maker.take(words, sentence.unset && !sentence.has_value, nullptr);
    const Fact fact = facts.empty() ? Fact{} : facts.back();
    // Unsetting a list entry concerns that entry, not the list.
    if (sentence.unset && fact.row != nullptr && fact.row->slot == Slot::list && fact.value == 0) {
        facts.clear();
        (void)maker.take(words, false, nullptr);
        if (!facts.empty())
            return facts.back();
    }
    return fact;
}

Objection document_of(const std::vector<Step>& steps, std::string& text)
{
    hierarchy::Draft document(language(), {});
    for (const Step& step : steps) {
        for (const Sentence& sentence : sentences(step)) {
            if (Objection reason = document.set(document.root(), sentence.views()))
                return reason;
        }
    }
    text = "- set:\n";
    hierarchy::print_yaml(hierarchy::contents_of(document.top()), 4, "\n", text);
    return {};
}

Span lines_of(const Source& source, std::size_t first, std::size_t last)
{
    const std::size_t from = hierarchy::start_of_line(source.text(), first);
    const std::size_t to = hierarchy::end_of_line(source.text(), last);
    return {source.id(), static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from)};
}

std::string_view feed_of(const Source& source)
{
    return source.text().find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

void replace_ranges(const Config& config, const Tree& tree, Step& step, std::vector<Edit>& edits)
{
    const std::vector<Sentence> all = sentences(step);
    const Fact wanted = fact_of(all.front());
    for (const Fact& fact : config.facts) {
        if (fact.place != wanted.place || fact.unset || fact.at.source != tree.source->id()
            || fact.row == nullptr
            || (fact.row->slot != Slot::number && fact.row->slot != Slot::word
                && fact.row->slot != Slot::text))
            continue;
        const std::vector<std::string> range = expand_names(fact.name);
        const bool by_all = !range.empty() && std::ranges::all_of(range, [&](const std::string& name) {
            return std::ranges::find(step.ports, name) != step.ports.end()
                && config.find(config.port_by_name.at(name), fact.says()).fact == &fact;
        });
        const bool one_word = fact.node->is_scalar() || fact.node->kind == Node::Kind::line;
        if (!by_all || !one_word)
            continue;
        if (fact.text != step.value)
            edits.push_back(
                {fact.node->is_scalar() ? tree.value_span(*fact.node) : tree.source->span_of(fact.text),
                    step.value});
        std::erase_if(step.ports,
            [&](const std::string& name) { return std::ranges::find(range, name) != range.end(); });
        if (step.ports.empty())
            return;
    }
}

}
