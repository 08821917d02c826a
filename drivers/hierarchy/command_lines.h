// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/draft.h"

#include <string>

namespace rocelint::hierarchy {

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

}
