// SPDX-License-Identifier: Apache-2.0
// The column of switches whose Linux has the timer.
#include "tests/e2e/push_matrix.h"

#include <map>

namespace rocelint::e2e {

const char* timer_outcome(Road road, std::string_view id)
{
    constexpr const char* none = "4 refused old";
    constexpr const char* back = "4 taken_back old";
    constexpr const char* good = "0 done new";
    constexpr const char* not_saved = "4 not_saved new, not saved";
    constexpr const char* second_refused = "0 done new; the second: 4 refused";
    constexpr const char* own_lines = "-its configuration says what it has";
    constexpr const char* by_root = "-what root may do is not asked for command by command";
    constexpr const char* no_warm = "-it knows no warm restart that keeps what is not saved";
    static const std::map<std::string_view, const char*> outcomes{
        {"none", "0 done new; rollback: 0 done old"},
        {"wrong-key", none},
        {"unknown-host", none},
        {"changed-host", none},
        {"changed-since-plan", none},
        {"commit-of-somebody", "4 refused old, left: current in /run, rl-other in /run"},
        {"command-refused", back},
        {"half-applied", "-it applies a change as a whole"},
        {"silent", none},
        {"slow", good},
        {"pager", good},
        {"banner", good},
        {"commit-refused", back},
        {"commit-does-nothing", back},
        {"link-stays-down", back},
        {"drops-grow", back},
        {"pauses-grow", "-it tells no pause frames, and the push says so"},
        {"group-drops", "-it counts drops by port, queue or priority"},
        {"other-fec", own_lines},
        {"other-buffers", own_lines},
        {"counters-vanish", "-not played: the same code judges all platforms"},
        {"confirmation-refused", back},
        {"confirmation-does-nothing", back},
        {"save-refused", not_saved},
        {"denied-change", back},
        {"denied-commit", back},
        {"denied-confirmation", by_root},
        {"denied-way-back", "-it is the switch itself that takes the change back"},
        {"denied-save", not_saved},
        {"flash-full", not_saved},
        {"user-in-the-window", "4 unknown NEITHER"},
        {"more-than-planned", "4 unknown NEITHER"},
        {"saved-in-the-window", back},
        {"changed-before-saving", "4 unknown old"},
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
        {"killed-preparing", "killed preparing old; resume: 0 done new"},
        {"killed-and-rolled-back", "killed; then: 0 old"},
        {"killed-and-pushed-anew", "killed; then: 0 new"},
        {"killed-committing", "killed committing old; resume: 0 done new"},
        {"killed-committing-in-force", "killed committing old; resume: 0 done new"},
        {"killed-committed", "killed committed old; resume: 0 done new"},
        {"killed-confirming", "killed confirming new, not saved; resume: 0 done new"},
        {"killed-confirming-kept", "killed confirming new, not saved; resume: 0 done new"},
        {"killed-confirmed", "killed confirmed new, not saved; resume: 0 done new"},
        {"killed-persisting", "killed persisting new, not saved; resume: 0 done new"},
        {"interrupted", back},
        {"full-before-commit", "4 nothing old"},
        {"full-after-commit", "4 committed old"},
        {"two-pushes", second_refused},
        {"two-copies", second_refused},
        {"two-racing", second_refused},
        {"hangup-under-nohup", good},
    };
    // Lines of Enterprise SONiC take effect as they are typed; what is its commit here is the timer's start, which root does.
    static const std::map<std::string_view, const char*> of_sonic_cli{
        {"half-applied", "-see the row above this"},
        {"denied-commit", by_root},
    };
    if (const auto own = of_sonic_cli.find(id); road == Road::sonic_cli && own != of_sonic_cli.end())
        return own->second;
    const auto found = outcomes.find(id);
    return found == outcomes.end() ? nullptr : found->second;
}

}
