// SPDX-License-Identifier: Apache-2.0
// Writes corrections as `set` and `delete` lines from the same draft as the edited file, so that the two
// cannot differ.
#include "drivers/hierarchy/command_lines.h"

#include "drivers/hierarchy/changes.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::hierarchy {
namespace {

// Returns the words that address a statement, without the value if it has only one.
std::string address_of(const Language& language, const Statement& statement)
{
    std::vector<std::string> words = path_words(statement);
    if (statement.keyword->form == Form::value && !language.is_list_entry(statement))
        words.pop_back();
    return fmt::format("{}{}", language.top, fmt::join(words, " "));
}

}

std::string command_lines(const Draft& draft, Direction direction)
{
    const Language& language = draft.language();
    std::string gone;
    std::string come;
    std::string activated;
    visit_standing_blocks(draft, [&](const Statement& block) {
        const BlockChanges changes = changes_of(draft, block);
        for (const Statement* statement : direction.back() ? changes.added : changes.removed)
            gone += fmt::format("delete {}\n", address_of(language, *statement));
        for (const Statement* statement : changes.changed) {
            std::vector<std::string> words = path_words(*statement);
            std::string old = words.back();
            words.back() = quoted(draft.of(*statement)->value);
            if (!direction.back())
                std::swap(old, words.back());
            if (language.is_list_entry(*statement))
                gone += fmt::format("delete {}{}\n", language.top, fmt::join(words, " "));
            words.back() = old;
            come += fmt::format("set {}{}\n", language.top, fmt::join(words, " "));
        }
        for (const Statement* statement : direction.back() ? changes.removed : changes.added) {
            const Draft& from = direction.back() ? *direction.plain : draft;
            const Statement* written = direction.back() ? from.written(*statement) : statement;
            if (written == nullptr)
                continue;
            for (const Statement* leaf : leaves_of(from, *written))
                come += fmt::format("set {}{}\n", language.top, fmt::join(path_words(*leaf), " "));
        }
        for (const Statement* statement : changes.activated)
            activated += fmt::format(
                "{} {}\n", direction.back() ? "deactivate" : "activate", address_of(language, *statement));
    });
    return gone + come + activated;
}

}
