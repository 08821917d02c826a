// SPDX-License-Identifier: Apache-2.0
// Puts device-wide lines next to similar ones, else before the interfaces.
#include "drivers/line_cli/write/line_editor.h"

#include <algorithm>

namespace rocelint::line_cli {

const Fact* LineEditor::find_global(std::uint8_t kind, std::uint8_t slot) const
{
    const Fact* found = nullptr;
    for (const Stanza& stanza : stanzas_.lines().stanzas) {
        const Fact& fact = stanzas_.lines().header(stanza);
        if (fact.kind == kind && (slot == Fact::no_number || fact.values[slot].state != Value::State::absent))
            found = &fact;
    }
    return found;
}

std::string LineEditor::put_global(const Fact& wanted, const Fact* old)
{
    if (std::string reason = out_of_range(wanted); !reason.empty())
        return reason;
    std::string text = text_of(wanted, old);
    if (text.empty())
        return std::string(inexact_line);
    const std::string_view stem = grammar_.row(wanted.kind)->pattern.stem_text();
    const auto common_words = [&](std::string_view line) {
        Words words = plain_words(grammar_.dialect(), line);
        Words stems(stem);
        std::size_t count = 0;
        while (!stems.at_end() && words.take(stems.next()))
            ++count;
        return count;
    };
    constexpr std::size_t alike_from = 3;
    std::size_t most = std::min(alike_from, common_words(stem));
    const Stanza* alike = nullptr;
    const Stanza* interface = nullptr;
    for (const Stanza& stanza : stanzas_.lines().stanzas) {
        const Fact& fact = stanzas_.lines().header(stanza);
        if (&fact == old)
            return writer_.replace(*stanza.tree, *fact.node, std::move(text)) ? std::string{}
                                                                              : std::string(conflicting_line);
        if (const std::size_t common = common_words(fact.line); common >= most) {
            most = common;
            alike = &stanza;
        }
        if (interface == nullptr
            && std::ranges::count(stanzas_.blocks().headers, fact.kind, &PortHeader::fact) != 0)
            interface = &stanza;
    }
    if (alike != nullptr)
        writer_.insert_after(*alike->tree, *stanzas_.lines().header(*alike).node, text);
    else if (interface != nullptr)
        writer_.insert_before(*interface->tree, *stanzas_.lines().header(*interface).node, text);
    return alike != nullptr || interface != nullptr ? std::string{}
                                                    : "the files read have no place for the line";
}

const Fact* LineEditor::find_global_of(const LineName& name) const
{
    const Fact* found = nullptr;
    for (const Stanza& stanza : stanzas_.lines().stanzas) {
        const Fact& fact = stanzas_.lines().header(stanza);
        if (fact.kind == name.fact && fact.number == name.number)
            found = fact.sense == Sense::set ? &fact : nullptr;
    }
    return found;
}

const Tree* LineEditor::tree_of(const Fact& fact) const
{
    for (const Stanza& stanza : stanzas_.lines().stanzas) {
        if (&stanzas_.lines().header(stanza) == &fact)
            return stanza.tree;
    }
    return nullptr;
}

std::string LineEditor::take_away_global(const Fact& line)
{
    return writer_.remove(*tree_of(line), *line.node) ? std::string{} : std::string(conflicting_line);
}

}
