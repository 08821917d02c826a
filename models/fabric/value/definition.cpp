// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value/definition.h"

#include <algorithm>
#include <functional>

namespace rocelint {

std::size_t NameBook::UseHash::operator()(const Use& use) const
{
    constexpr std::size_t factor = 31;
    const std::hash<std::string_view> hash;
    return hash(use.what) * factor + hash(use.name);
}

void NameBook::define(std::string_view what, std::string_view name, Span at, Duties duties)
{
    const auto [entry, fresh] = defined_.try_emplace({what, name}, definitions_.size());
    if (fresh)
        definitions_.push_back({what, name, at, duties});
    else
        definitions_[entry->second].duties = definitions_[entry->second].duties | duties;
}

void NameBook::use(std::string_view what, std::string_view name, Span at)
{
    if (used_.insert({what, name}).second)
        uses_.push_back({what, name, at, {}});
}

std::vector<Definition> NameBook::undefined() const
{
    std::vector<Definition> found;
    std::ranges::copy_if(uses_, std::back_inserter(found), [&](const Definition& use) {
        return !defined_.contains({use.what, use.name});
    });
    return found;
}

std::vector<Definition> NameBook::unbound() const
{
    std::unordered_set<std::string_view> with_lost;
    for (const Definition& use : undefined())
        with_lost.insert(use.what);
    std::vector<Definition> found;
    std::ranges::copy_if(definitions_, std::back_inserter(found), [&](const Definition& each) {
        return !used_.contains({each.what, each.name}) && !with_lost.contains(each.what);
    });
    return found;
}

}
