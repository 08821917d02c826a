// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/edit_draft.h"

#include <string>
#include <vector>

namespace rocelint::junos {

/// What a new statement states: itself, or the innermost statements in it.
[[nodiscard]] std::vector<const Statement*> leaves_of(const Draft& draft, const Statement& statement);
/// Whether a binding is an entry of a list (`classifiers dscp NAME`), so that a further `set` adds one beside it
/// instead of replacing it (Juniper YANG models 23.4R1 for QFX and Evolved, junos-conf-class-of-service).
[[nodiscard]] bool is_list_entry(const Statement& statement);
/// What a draft is written for: to make it true, or to take it back once it is. For the way back `plain` is another draft
/// of the same trees, of which nothing becomes anything.
struct Direction {
    const Draft* plain = nullptr; ///< null: forth
    [[nodiscard]] bool back() const { return plain != nullptr; }
    [[nodiscard]] bool comes(const Amendment& amendment) const
    {
        return back() ? amendment.removed : amendment.added;
    }
    [[nodiscard]] bool goes(const Amendment& amendment) const
    {
        return back() ? amendment.added : amendment.removed;
    }
};
/// The draft as lines for the configuration mode: what goes, what comes, and what is activated (on the way back:
/// deactivated).
[[nodiscard]] std::string command_lines(const Draft& draft, Direction direction = {});
/// The same as the `<config>` of an `<edit-config>` (RFC 6241; Junos OS NETCONF XML Management Protocol Developer
/// Guide: the attribute `operation`). Empty where nothing changes.
[[nodiscard]] std::string netconf_config(const Draft& draft, Direction direction = {});

}
