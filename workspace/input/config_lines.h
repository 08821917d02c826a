// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// A significant line. `what` is a hash of the line and of all lines that it is nested under.
struct ConfigLine {
    std::uint64_t what = 0;
    std::uint32_t line = 1;
};

/// Returns the significant lines of a configuration or capture in order, without blank lines, comments and
/// lone brackets. Indentation decides what a line is nested under, as on all platforms; a trailing comma is
/// ignored.
[[nodiscard]] std::vector<ConfigLine> config_lines(std::string_view text);

/// Returns the lines of `of` that `other` lacks. Equal lines are counted: the surplus is returned.
[[nodiscard]] std::vector<ConfigLine> lines_beyond(
    const std::vector<ConfigLine>& of, const std::vector<ConfigLine>& other);

/// Whether two texts are versions of the same file: they differ, but share most of their lines.
[[nodiscard]] bool are_versions(std::string_view one, std::string_view other);

}
