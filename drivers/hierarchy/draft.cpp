// SPDX-License-Identifier: Apache-2.0
// The amendment of each statement, in any notation. A statement that is not understood is never copied or
// deleted along with others.
#include "drivers/hierarchy/draft.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::hierarchy {
namespace {

std::size_t size_of(std::span<const Tree> trees)
{
    std::size_t size = 0;
    for (const Tree& tree : trees)
        size += tree.source->size();
    return size;
}

bool takes_a_value(const Keyword& keyword)
{
    return keyword.form == Form::value || keyword.form == Form::list
        || (keyword.form == Form::named && !keyword.word.empty());
}

}

Draft::Draft(const Language& language, std::span<const Tree> trees)
    : language_(language)
    , statements_(size_of(trees) / 2 + 4096)
    , text_(4096)
    , hierarchy_(statements_, text_, size_of(trees) / 64)
    , top_(hierarchy_.root())
{
    hierarchy_.keep_inactive();
    for (const Tree& tree : trees)
        language_.build(hierarchy_, tree);
    visit_statements(hierarchy_.root(), [this](Statement& statement) {
        if (statement.keyword != nullptr && !statement.deleted)
            by_place_[{statement.at.source, statement.at.offset, statement.keyword}] = &statement;
    });
}

const Keyword* Draft::keyword_of(const Statement& block, std::string_view word) const
{
    const Grammar* inside = block.keyword == nullptr ? language_.configuration : block.keyword->inside;
    return inside == nullptr ? nullptr : inside->find(word);
}

Statement* Draft::written(const Statement& in_force) const
{
    const auto found = by_place_.find({in_force.at.source, in_force.at.offset, in_force.keyword});
    return found == by_place_.end() ? nullptr : found->second;
}

Statement* Draft::find(Statement* from, Words words) const
{
    Statement* at = from;
    for (std::size_t index = 0; index < words.size() && at != nullptr; ++index) {
        const Keyword* keyword = keyword_of(*at, words[index]);
        if (keyword == nullptr)
            return nullptr;
        std::string_view key = keyword->word.empty() ? words[index] : std::string_view{};
        // Without a name or value after it, the keyword matches any value.
        const bool any = takes_a_value(*keyword) && index + 1 == words.size();
        if (takes_a_value(*keyword) && !any)
            key = words[++index];
        Statement* found = nullptr;
        for (Statement* child = at->first; child != nullptr; child = child->next) {
            if (child->keyword == keyword && !child->deleted && !child->inactive && !is_removed(*child)
                && (any || keyword->form == Form::block || keyword->form == Form::flag || child->key == key))
                found = child;
        }
        at = found;
    }
    return at;
}

Objection Draft::activate(Statement& statement, bool is_last)
{
    if (!statement.inactive || of(statement) != nullptr)
        return {};
    if (!is_last)
        return Objection(
            fmt::format("\"{}\" is inactive, and activating it would bring back everything in it: activate "
                        "or remove it by hand",
                fmt::join(path_words(statement), " ")));
    amendments_[&statement].activated = true;
    return {};
}

Objection Draft::add(Statement*& at, const Keyword& keyword, std::string_view key)
{
    const bool has_identity = keyword.form == Form::named || keyword.form == Form::list;
    for (Statement* child = at->first; child != nullptr; child = child->next) {
        if (child->keyword != &keyword || child->deleted
            || ((has_identity || keyword.word.empty()) && child->key != key))
            continue;
        restore(*child);
        if (Objection reason = activate(*child, !keyword.is_block()))
            return reason;
        if (keyword.form == Form::value && child->key != key)
            change(*child, key);
        at = child;
        return {};
    }
    at = hierarchy_.put(at, keyword, text_.keep(key), {}, nullptr);
    amendments_[at].added = true;
    return {};
}

void Draft::restore(const Statement& statement)
{
    const auto found = amendments_.find(&statement);
    if (found == amendments_.end())
        return;
    Amendment& amendment = found->second;
    amendment.removed = false;
    if (!amendment.added && !amendment.activated && !amendment.changed)
        amendments_.erase(found);
}

Objection Draft::set(Statement* from, Words words)
{
    Statement* at = from;
    for (const Statement* up = from; up != nullptr; up = up->parent) {
        if (up->inactive && of(*up) == nullptr)
            return Objection(fmt::format("\"{}\" is inactive", fmt::join(path_words(*up), " ")));
        restore(*up);
    }
    for (std::size_t index = 0; index < words.size(); ++index) {
        const Keyword* keyword = keyword_of(*at, words[index]);
        if (keyword == nullptr)
            return Objection(fmt::format("\"{}\" has no place in \"{}\"", words[index], at->word()));
        std::string_view key = keyword->word.empty() ? words[index] : std::string_view{};
        if (takes_a_value(*keyword)) {
            if (index + 1 == words.size())
                return Objection(fmt::format("\"{}\" needs a value", words[index]));
            key = words[++index];
        }
        if (Objection reason = add(at, *keyword, key))
            return reason;
    }
    return {};
}

void Draft::change(Statement& statement, std::string_view value)
{
    if (statement.key == value && of(statement) == nullptr)
        return;
    Amendment& amendment = amendments_[&statement];
    if (amendment.added) {
        statement.key = text_.keep(value);
        return;
    }
    amendment.changed = statement.key != value;
    amendment.value = text_.keep(value);
}

bool Draft::is_hollow(const Statement& block) const
{
    if (block.holds_more)
        return false;
    return std::all_of(block.begin(), block.end(), [this](const Statement& child) {
        return child.deleted || is_removed(child);
    });
}

void Draft::remove(Statement& statement)
{
    Statement* top = &statement;
    amendments_[top].removed = true;
    while (top->parent != nullptr && top->parent->keyword != nullptr && is_hollow(*top->parent)
        && !language_.means_something(*top->parent)) {
        top = top->parent;
        amendments_[top].removed = true;
    }
}

Objection Draft::copy(const Statement& from, Statement& to)
{
    struct Pair {
        const Statement* from;
        Statement* to;
    };
    std::vector<Pair> pending{{&from, &to}};
    while (!pending.empty()) {
        const Pair pair = pending.back();
        pending.pop_back();
        if (pair.from->holds_more)
            return Objection(fmt::format(
                "\"{}\" holds statements that rocelint does not know, so that it cannot be copied",
                fmt::join(path_words(*pair.from), " ")));
        for (const Statement& child : *pair.from) {
            if (child.keyword->applies)
                continue;
            if (child.node != nullptr && child.node->state == CoverageState::unrecognised)
                return Objection(fmt::format("\"{}\" is not understood, so that it cannot be copied",
                    fmt::join(path_words(child), " ")));
            // An existing value is more specific.
            const bool there = child.keyword->form == Form::value
                && std::any_of(pair.to->begin(), pair.to->end(), [&](const Statement& other) {
                       return other.keyword == child.keyword && !is_removed(other);
                   });
            if (there)
                continue;
            Statement* made = pair.to;
            if (Objection reason = add(made, *child.keyword, child.key))
                return reason;
            pending.push_back({&child, made});
        }
    }
    return {};
}

bool Draft::is_added(const Statement& statement) const
{
    const Amendment* amendment = of(statement);
    return amendment != nullptr && amendment->added;
}

bool Draft::is_removed(const Statement& statement) const
{
    const Amendment* amendment = of(statement);
    return amendment != nullptr && amendment->removed;
}

std::string quoted(std::string_view word)
{
    if (!word.empty() && word.find_first_of(" \t\r\n\";{}[]#|?") == std::string_view::npos)
        return std::string(word);
    std::string text = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return text + '"';
}

std::vector<std::string> path_words(const Statement& statement)
{
    std::vector<const Statement*> path;
    for (const Statement* at = &statement; at->keyword != nullptr; at = at->parent)
        path.push_back(at);
    std::vector<std::string> words;
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        if (!(*step)->word().empty())
            words.emplace_back((*step)->word());
        if (!(*step)->key.empty())
            words.push_back(quoted((*step)->key));
    }
    return words;
}

}
