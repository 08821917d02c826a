// SPDX-License-Identifier: Apache-2.0
// The column of a switch with NVUE: a change is a revision, applied under the switch's own timer.
#include "tests/e2e/push_matrix.h"

#include <map>

namespace rocelint::e2e {

const char* nvue_outcome(std::string_view id)
{
    constexpr const char* none = "4 refused old";
    constexpr const char* back = "4 taken_back old";
    constexpr const char* good = "0 done new";
    constexpr const char* not_saved = "4 not_saved new, not saved, left: mark of ours";
    constexpr const char* second_refused = "0 done new; the second: 4 refused";
    constexpr const char* no_terminal = "-no terminal is used";
    constexpr const char* own_lines = "-its configuration says what it has";
    constexpr const char* no_warm = "-it knows no warm restart that keeps what is not saved";
    static const std::map<std::string_view, const char*> outcomes{
        {"none", "0 done new; rollback: 0 done old"},
        {"wrong-key", none},
        {"unknown-host", none},
        {"changed-host", none},
        {"changed-since-plan", none},
        {"commit-of-somebody", "4 refused old, left: commit timer"},
        {"command-refused", none},
        {"half-applied", "-it applies a change as a whole"},
        {"silent", none},
        {"slow", good},
        {"pager", no_terminal},
        {"banner", no_terminal},
        {"commit-refused", back},
        {"commit-does-nothing", back},
        {"link-stays-down", back},
        {"drops-grow", back},
        {"pauses-grow", "-its pause frames are not read, and the push says so"},
        {"group-drops", "-it counts drops by port, queue or priority"},
        {"other-fec", own_lines},
        {"other-buffers", own_lines},
        {"counters-vanish", "-not played: the same code judges all platforms"},
        {"confirmation-refused", back},
        {"confirmation-does-nothing", back},
        {"save-refused", not_saved},
        {"denied-change", none},
        {"denied-commit", back},
        {"denied-confirmation", back},
        {"denied-way-back", back},
        {"denied-save", not_saved},
        {"flash-full", not_saved},
        {"user-in-the-window", back},
        {"more-than-planned", none},
        {"saved-in-the-window", back},
        {"changed-before-saving", "4 unknown old, left: mark of ours"},
        {"restarted-in-the-window", back},
        {"restarted-warm-in-the-window", no_warm},
        {"killed-and-restarted-warm", no_warm},
        {"restarted-after-confirmation", back},
        {"lost-before-commit", back},
        {"lost-after-commit", back},
        {"hang-after-commit", back},
        {"lost-before-confirmation", back},
        {"hang-before-confirmation", back},
        {"lost-after-confirmation", good},
        {"hang-after-confirmation", good},
        {"lost-before-save", good},
        {"lost-after-save", good},
        {"bad-and-resumed", "4 taken_back old; resume: 4 taken_back old"},
        {"killed-preparing",
            "killed preparing old, left: pending revision, mark of ours; resume: 0 done new"},
        {"killed-and-rolled-back", "killed; then: 0 old"},
        {"killed-and-pushed-anew", "killed; then: 0 new"},
        {"killed-committing",
            "killed committing old, left: pending revision, mark of ours; resume: 0 done new"},
        {"killed-committing-in-force", "killed committing old, left: mark of ours; resume: 0 done new"},
        {"killed-committed", "killed committed old, left: mark of ours; resume: 0 done new"},
        {"killed-confirming", "killed confirming old, left: mark of ours; resume: 0 done new"},
        {"killed-confirming-kept",
            "killed confirming new, not saved, left: mark of ours; resume: 0 done new"},
        {"killed-confirmed", "killed confirmed new, not saved, left: mark of ours; resume: 0 done new"},
        {"killed-persisting", "killed persisting new, not saved, left: mark of ours; resume: 0 done new"},
        {"interrupted", back},
        {"full-before-commit", "4 nothing old"},
        {"full-after-commit", "4 committed old"},
        {"two-pushes", second_refused},
        {"two-copies", second_refused},
        {"two-racing", second_refused},
        {"hangup-under-nohup", good},
    };
    const auto found = outcomes.find(id);
    return found == outcomes.end() ? nullptr : found->second;
}

}
