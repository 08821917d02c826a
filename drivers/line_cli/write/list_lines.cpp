// SPDX-License-Identifier: Apache-2.0
// Lists of the whole device. Entries whose target changes are removed from their old lines, and each new
// target gets a line of its own.
#include "drivers/line_cli/write/list_lines.h"

namespace rocelint::line_cli {

std::string ListLines::set(const Fact& entry)
{
    if (std::string reason = line_cli::out_of_range(*editor_->grammar().row(entry.kind), entry);
        !reason.empty())
        return reason;
    for (Fact& wanted : wanted_) {
        if (wanted.kind == entry.kind && wanted.value(1) == entry.value(1)) {
            wanted.values[0].number |= entry.value(0);
            return {};
        }
    }
    wanted_.push_back(entry);
    return {};
}

void ListLines::finish()
{
    const Lines& lines = editor_->stanzas().lines();
    for (const Stanza& stanza : lines.stanzas) {
        const Fact& fact = lines.header(stanza);
        Fact rest = fact;
        for (const Fact& wanted : wanted_) {
            if (wanted.kind == fact.kind && fact.sense == Sense::set)
                rest.values[0].number &= ~wanted.value(0);
        }
        if (rest.value(0) == fact.value(0))
            continue;
        // Removes code points whose target changes from their old lines. No other correction touches these
        // lines, so neither edit can be refused.
        if (rest.value(0) == 0)
            static_cast<void>(editor_->writer().remove(*stanza.tree, *fact.node));
        else
            static_cast<void>(
                editor_->writer().replace(*stanza.tree, *fact.node, editor_->text_of(rest, &fact)));
    }
    for (Fact& wanted : wanted_) {
        if (const Fact* like = editor_->find_global(wanted.kind))
            wanted.statement = like->statement;
        static_cast<void>(editor_->put_global(wanted, nullptr));
    }
    wanted_.clear();
}

}
