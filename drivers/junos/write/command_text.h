// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/write/edit_draft.h"

#include <string>
#include <vector>

namespace rocelint::junos {

/// Returns what a new statement states: itself, or the innermost statements in it.
[[nodiscard]] std::vector<const Statement*> leaves_of(const Draft& draft, const Statement& statement);
/// Whether a binding is a list entry (`classifiers dscp NAME`), so that another `set` adds an entry instead
/// of replacing it (Juniper YANG models 23.4R1 for QFX and Evolved, junos-conf-class-of-service).
[[nodiscard]] bool is_list_entry(const Statement& statement);
/// Whether a draft is written to apply it, or to undo it afterwards. For an undo, `plain` is another draft of
/// the same trees without any amendments.
struct Direction {
    const Draft* plain = nullptr; ///< null: apply
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
/// Returns the draft as lines for configuration mode: what is removed, added and activated (for an undo:
/// deactivated).
[[nodiscard]] std::string command_lines(const Draft& draft, Direction direction = {});
/// Returns the same as the `<config>` of an `<edit-config>` (RFC 6241; Junos OS NETCONF XML Management
/// Protocol Developer Guide: the attribute `operation`). Empty if nothing changes.
[[nodiscard]] std::string netconf_config(const Draft& draft, Direction direction = {});

}
