// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"
#include "workspace/git/changed_lines.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Lines of a device's file that only one of two checks has, and whose effect no reported difference covers.
struct UncomparedLines {
    std::string device;
    std::string file; ///< path as it was read
    bool is_now = true; ///< true: only the later check has the lines; false: only the earlier
    /// False: no reader understands the lines, whatever else is reported for the device.
    bool is_understood = true;
    std::vector<LineRange> lines;
};

/// Lists changed lines of the devices that both checks have: all of them for a device without a reported difference,
/// and only the lines that were not understood for a device in `told`. Lists the lines of the later check where it
/// has some, in place of those that they replaced. Ignores blank lines, comments and the order of lines.
[[nodiscard]] std::vector<UncomparedLines> uncompared_lines(
    const Outcome& before, const Outcome& after, const std::set<std::string, std::less<>>& told);

/// The files of no known platform that only the later check has, matched by their paths relative to the
/// roots.
[[nodiscard]] std::vector<const FileReport*> new_unread_files(
    const Outcome& before, const Outcome& after, std::string_view old_root, std::string_view new_root);

}
