// SPDX-License-Identifier: Apache-2.0
// Writes corrections as `set` and `delete` lines from the same draft as the edited file, so that the two
// cannot differ.
#include "drivers/junos/write/brace_text.h"
#include "drivers/junos/write/command_text.h"
#include "drivers/junos/write/writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

// Returns the words that address a statement, without the value if it has only one.
std::string address_of(const Statement& statement)
{
    std::vector<std::string> words = path_words(statement);
    if (statement.keyword->form == Form::value && !is_list_entry(statement))
        words.pop_back();
    return fmt::format("{}", fmt::join(words, " "));
}

}

std::vector<const Statement*> leaves_of(const Draft& draft, const Statement& statement)
{
    std::vector<const Statement*> leaves;
    std::vector<const Statement*> pending{&statement};
    while (!pending.empty()) {
        const Statement* at = pending.back();
        pending.pop_back();
        std::vector<const Statement*> inside = inside_of(draft, *at);
        if (inside.empty())
            leaves.push_back(at);
        std::ranges::reverse(inside);
        pending.insert(pending.end(), inside.begin(), inside.end());
    }
    return leaves;
}

bool is_list_entry(const Statement& statement)
{
    const std::string_view around
        = statement.parent == nullptr ? std::string_view{} : statement.parent->word();
    return statement.keyword->form == Form::value && statement.word().starts_with("dscp")
        && (around == "classifiers" || around == "rewrite-rules");
}

std::string command_lines(const Draft& draft, Direction direction)
{
    std::string gone;
    std::string come;
    std::string activated;
    visit_standing_blocks(draft, [&](const Statement& block) {
        const BlockChanges changes = changes_of(draft, block);
        for (const Statement* statement : direction.back() ? changes.added : changes.removed)
            gone += fmt::format("delete {}\n", address_of(*statement));
        for (const Statement* statement : changes.changed) {
            std::vector<std::string> words = path_words(*statement);
            std::string old = words.back();
            words.back() = quoted(draft.of(*statement)->value);
            if (!direction.back())
                std::swap(old, words.back());
            if (is_list_entry(*statement))
                gone += fmt::format("delete {}\n", fmt::join(words, " "));
            words.back() = old;
            come += fmt::format("set {}\n", fmt::join(words, " "));
        }
        for (const Statement* statement : direction.back() ? changes.removed : changes.added) {
            const Draft& from = direction.back() ? *direction.plain : draft;
            const Statement* written = direction.back() ? from.written(*statement) : statement;
            if (written == nullptr)
                continue;
            for (const Statement* leaf : leaves_of(from, *written))
                come += fmt::format("set {}\n", fmt::join(path_words(*leaf), " "));
        }
        for (const Statement* statement : changes.activated)
            activated += fmt::format(
                "{} {}\n", direction.back() ? "deactivate" : "activate", address_of(*statement));
    });
    return gone + come + activated;
}

}
