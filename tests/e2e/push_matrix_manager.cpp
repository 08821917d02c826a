// SPDX-License-Identifier: Apache-2.0
// The column of a subnet manager's host. Its files are what a reboot brings: what is in force is saved.
#include "tests/e2e/push_matrix.h"

#include <map>

namespace rocelint::e2e {

const char* manager_outcome(std::string_view id)
{
    constexpr const char* none = "4 refused old";
    constexpr const char* back = "4 taken_back old";
    constexpr const char* good = "0 done new";
    constexpr const char* second_refused = "0 done new; the second: 4 refused";
    constexpr const char* no_terminal = "-no terminal is used";
    constexpr const char* whole = "-its files are put in place as a whole";
    constexpr const char* no_ports = "-it reports nothing about its ports";
    constexpr const char* files = "-its files are what a reboot brings";
    constexpr const char* by_root = "-what root may do is not asked for command by command";
    constexpr const char* no_warm = "-it knows no warm restart that keeps what is not saved";
    static const std::map<std::string_view, const char*> outcomes{
        {"none", "0 done new; rollback: 0 done old"},
        {"wrong-key", none},
        {"unknown-host", none},
        {"changed-host", none},
        {"changed-since-plan", none},
        {"commit-of-somebody", "4 refused old, left: rl-other in /var/lib"},
        {"command-refused", whole},
        {"half-applied", whole},
        {"silent", none},
        {"slow", good},
        {"pager", no_terminal},
        {"banner", no_terminal},
        {"commit-refused", back},
        {"commit-does-nothing", back},
        {"link-stays-down", no_ports},
        {"drops-grow", no_ports},
        {"pauses-grow", no_ports},
        {"group-drops", no_ports},
        {"other-fec", no_ports},
        {"other-buffers", no_ports},
        {"counters-vanish", no_ports},
        {"confirmation-refused", back},
        {"confirmation-does-nothing", back},
        {"save-refused", files},
        {"denied-change", by_root},
        {"denied-commit", by_root},
        {"denied-confirmation", by_root},
        {"denied-way-back", by_root},
        {"denied-save", by_root},
        {"flash-full", "-not played"},
        {"user-in-the-window", back},
        {"more-than-planned", "-opensm is asked first what it makes of the files"},
        {"saved-in-the-window", files},
        {"changed-before-saving", "4 unknown old"},
        {"restarted-in-the-window", back},
        {"restarted-warm-in-the-window", no_warm},
        {"killed-and-restarted-warm", no_warm},
        {"restarted-after-confirmation", good},
        {"lost-before-commit", back},
        {"lost-after-commit", back},
        {"hang-after-commit", back},
        {"lost-before-confirmation", back},
        {"hang-before-confirmation", back},
        {"lost-after-confirmation", good},
        {"hang-after-confirmation", good},
        {"lost-before-save", files},
        {"lost-after-save", files},
        {"bad-and-resumed", no_ports},
        {"killed-preparing", "killed nothing old; resume: 0 done new"},
        {"killed-and-rolled-back", "killed; then: 0 old"},
        {"killed-and-pushed-anew", "killed; then: 0 new"},
        {"killed-committing", "killed committing old, left: ours in /var/lib; resume: 0 done new"},
        {"killed-committing-in-force", "killed committing old, left: ours in /var/lib; resume: 0 done new"},
        {"killed-committed", "killed committed old; resume: 0 done new"},
        {"killed-confirming", "killed confirming new; resume: 0 done new"},
        {"killed-confirming-kept", "killed confirming new; resume: 0 done new"},
        {"killed-confirmed", files},
        {"killed-persisting", files},
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
