// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/changed_lines.h"
#include "workspace/outcome.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Lines of one file of a device that only one of two checks has, and that make no difference which is told.
struct UncomparedLines {
    std::string device;
    std::string file; ///< path as it was read
    bool is_now = true; ///< the later check has them; false: the earlier
    bool is_understood = true; ///< false: no reader knows them, whatever else of the device is told
    std::vector<LineRange> lines;
};

/// Of the devices that both checks have: every changed line of those of which nothing is `told`, and of the others what was not
/// understood. Where the later check has lines in place of some, those stand for both. Blank lines, comments and the order of lines are no
/// change.
[[nodiscard]] std::vector<UncomparedLines> uncompared_lines(
    const Outcome& before, const Outcome& after, const std::set<std::string, std::less<>>& told);

/// The files of no known platform that the later check has and the earlier has not, by their paths below the roots.
[[nodiscard]] std::vector<const FileReport*> new_unread_files(
    const Outcome& before, const Outcome& after, std::string_view old_root, std::string_view new_root);

}
