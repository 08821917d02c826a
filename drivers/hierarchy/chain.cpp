// SPDX-License-Identifier: Apache-2.0
// Walks the grammar in the same way for all notations: the meaning of a word depends on its position.
#include "drivers/hierarchy/chain.h"

#include <algorithm>

namespace rocelint::hierarchy {
namespace {

Span span_of(const Tree& tree, Word from, Word to)
{
    return {tree.source->id(), from.offset, to.offset + to.length - from.offset};
}

// Skips the rest of the statement.
void end_with(Chain& chain, CoverageState state)
{
    chain.state = state;
    chain.ended = true;
}

// Takes the values of a list: one word, or all words up to the closing bracket.
void take_list(Hierarchy& hierarchy,
    Chain& chain,
    const Keyword& keyword,
    StatementWords& words,
    const Tree& tree,
    const Node& node)
{
    Word value = words.next();
    const bool several = value.text == "[";
    if (several)
        value = words.next();
    bool any = false;
    while (!value.empty() && value.text != "]") {
        chain.last = hierarchy.put(chain.block, keyword, value.text, span_of(tree, value, value), &node);
        any = true;
        if (!several)
            break;
        value = words.next();
    }
    chain.told = chain.told || any;
    chain.state = std::max(chain.state, any ? keyword.state : CoverageState::unrecognised);
}

void take_value(Hierarchy& hierarchy,
    Chain& chain,
    const Keyword& keyword,
    Word word,
    StatementWords& words,
    const Tree& tree,
    const Node& node)
{
    const Word value = words.next();
    if (value.empty()) {
        chain.last = hierarchy.find(chain.block, keyword, {});
        chain.naked = true;
        return end_with(chain, CoverageState::unrecognised);
    }
    chain.last = hierarchy.put(chain.block, keyword, value.text, span_of(tree, word, value), &node);
    chain.told = true;
    chain.state = std::max(chain.state, keyword.state);
}

void enter(Hierarchy& hierarchy,
    Chain& chain,
    const Keyword& keyword,
    Word word,
    StatementWords& words,
    const Tree& tree,
    const Node& node)
{
    if (keyword.inside == nullptr) {
        chain.ended = chain.cut = true;
        chain.block->holds_more = true;
        const bool only_more = keyword.state == CoverageState::irrelevant && chain.told;
        chain.state = only_more ? chain.state : std::max(chain.state, keyword.state);
        return;
    }
    Word name = word;
    if (keyword.form == Form::named && !keyword.word.empty())
        name = words.next();
    if (name.empty() || name.text == "[")
        return end_with(chain, CoverageState::unrecognised);
    const std::string_view key = keyword.form == Form::named ? name.text : std::string_view{};
    Statement* block = hierarchy.put(chain.block, keyword, key, span_of(tree, word, name), &node);
    chain.block = block;
    chain.last = block;
    chain.grammar = keyword.inside;
    if (keyword.telling)
        chain.told = true;
    if (!chain.told)
        chain.state = keyword.state;
    else
        chain.state = std::max(chain.state, keyword.state);
}

}

Chain outermost(Hierarchy& hierarchy, const Language& language)
{
    Chain chain;
    chain.block = hierarchy.root();
    chain.grammar = language.configuration;
    chain.language = &language;
    return chain;
}

void follow_one(
    Hierarchy& hierarchy, Chain& chain, Word word, StatementWords& words, const Tree& tree, const Node& node)
{
    for (const Keyword* everywhere : chain.language->everywhere) {
        if (word.text == everywhere->word)
            return take_list(hierarchy, chain, *everywhere, words, tree, node);
    }
    const Keyword* keyword = chain.grammar->find(word.text);
    if (keyword == nullptr) {
        const bool annotates
            = chain.language->is_annotation != nullptr && chain.language->is_annotation(word.text);
        const CoverageState state = annotates ? CoverageState::irrelevant : chain.grammar->others;
        if (state != CoverageState::irrelevant || !chain.told)
            chain.state = state;
        chain.ended = chain.cut = true;
        chain.block->holds_more = true;
        return;
    }
    switch (keyword->form) {
    case Form::flag:
        chain.last = hierarchy.put(chain.block,
            *keyword,
            keyword->word.empty() ? word.text : std::string_view{},
            span_of(tree, word, word),
            &node);
        chain.told = true;
        chain.state = std::max(chain.state, keyword->state);
        return;
    case Form::value:
        return take_value(hierarchy, chain, *keyword, word, words, tree, node);
    case Form::list:
        return take_list(hierarchy, chain, *keyword, words, tree, node);
    case Form::block:
    case Form::named:
        return enter(hierarchy, chain, *keyword, word, words, tree, node);
    }
}

void follow(Hierarchy& hierarchy, Chain& chain, StatementWords& words, const Tree& tree, const Node& node)
{
    while (!chain.ended) {
        const Word word = words.next();
        if (word.empty())
            return;
        follow_one(hierarchy, chain, word, words, tree, node);
    }
}

}
